// The second half of the verify option: compares the result of the replayed batch with the correspondence.

extension BatchVerifier {
  /// Every matched item must be where the runs place it, and every other item must be new.
  func compare(_ correspondence: borrowing Correspondence) throws(Refusal) {
    var next = 0
    for i in 0..<correspondence.runs.count {
      let run = correspondence.runs[i]
      while next < Int(run.after) {
        try BatchVerifier.expect(result[next] == noIndex)
        next += 1
      }
      for offset in 0..<run.count {
        try BatchVerifier.expect(result[next] == run.before + offset)
        next += 1
      }
    }
    while next < result.count {
      try BatchVerifier.expect(result[next] == noIndex)
      next += 1
    }
  }

  /// A change with an index on each side must refer to the same item, or section, with both.
  func comparePair(_ change: Change, _ correspondence: borrowing Correspondence) throws(Refusal) {
    if change.kind == .itemMoveOut || change.kind == .itemUpdate {
      let before = try BatchVerifier.flat(
        change.beforeSection, change.beforeItem, change.count, in: correspondence.beforeStarts)
      let after = try BatchVerifier.flat(
        change.afterSection, change.afterItem, change.count, in: correspondence.afterStarts)
      for offset in 0..<Int(change.count) {
        try BatchVerifier.expect(result[after + offset] == UInt32(before + offset))
      }
    }
    if change.kind == .sectionUpdate {
      try BatchVerifier.expect(Int(change.afterSection) + Int(change.count) <= origins.count)
      for offset in 0..<change.count {
        try BatchVerifier.expect(origins[Int(change.afterSection + offset)] == change.beforeSection &+ offset)
      }
    }
  }

  /// Every item update must be in the batch, in order.
  func compareItemUpdates(
    _ batch: borrowing Buffer<Change>, _ correspondence: borrowing Correspondence
  ) throws(Refusal) {
    var update = 0
    var matched: UInt32 = 0
    for i in 0..<batch.count where batch[i].kind == .itemUpdate {
      let change = batch[i]
      let after = try BatchVerifier.flat(
        change.afterSection, change.afterItem, change.count, in: correspondence.afterStarts)
      for offset in 0..<Int(change.count) {
        try BatchVerifier.expect(update < correspondence.updates.count)
        let expected = correspondence.updates[update]
        try BatchVerifier.expect(after + offset == Int(expected.after + matched))
        try BatchVerifier.expect(change.flags == expected.flags && change.mask == expected.mask)
        matched += 1
        if matched == expected.count {
          update += 1
          matched = 0
        }
      }
    }
    try BatchVerifier.expect(update == correspondence.updates.count)
  }

  /// Every section update and every supplementary change must be in the batch, in order.
  func compareSectionUpdates(
    _ batch: borrowing Buffer<Change>, _ correspondence: borrowing Correspondence
  ) throws(Refusal) {
    var section = 0
    var supplementary = 0
    for i in 0..<batch.count {
      let change = batch[i]
      if change.kind == .sectionUpdate {
        for offset in 0..<change.count {
          skipNew(&section, correspondence)
          try BatchVerifier.expect(section < correspondence.sectionUpdates.count)
          try BatchVerifier.expect(correspondence.sectionUpdates[section] == change.afterSection + offset)
          section += 1
        }
      }
      if change.kind.code >= ChangeKind.supplementaryDelete.code {
        try BatchVerifier.expect(supplementary < correspondence.supplementaries.count)
        try BatchVerifier.expect(change.records(correspondence.supplementaries[supplementary]))
        supplementary += 1
      }
    }
    skipNew(&section, correspondence)
    try BatchVerifier.expect(
      section == correspondence.sectionUpdates.count && supplementary == correspondence.supplementaries.count)
  }

  /// A reload mark on an inserted section is not an update.
  private func skipNew(_ section: inout Int, _ correspondence: borrowing Correspondence) {
    while section < correspondence.sectionUpdates.count {
      if correspondence.beforeOfAfter[Int(correspondence.sectionUpdates[section])] != noIndex { break }
      section += 1
    }
  }
}

extension Change {
  fileprivate func records(_ supplementary: SupplementaryChange) -> Bool {
    let isSame = kind == supplementary.kind && supplementaryKind == supplementary.supplementaryKind
    let before: UInt32 = kind == .supplementaryInsert ? noIndex : supplementary.beforeSection
    let after: UInt32 = kind == .supplementaryDelete ? noIndex : supplementary.afterSection
    return isSame && supplementaryIndex == supplementary.supplementaryIndex && beforeSection == before
      && afterSection == after && count == 1 && flags == supplementary.flags && mask == supplementary.mask
  }
}
