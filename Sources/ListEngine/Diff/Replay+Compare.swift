// The other half of the verify option: whether what a replayed batch gave is what it should give.

extension Replay {
  /// Every item is where the runs say, and all others are new.
  func compare(_ list: borrowing Correspondence) throws(Refusal) {
    var next = 0
    for i in 0..<list.runs.count {
      let run = list.runs[i]
      while next < Int(run.after) {
        try Replay.expect(result[next] == none)
        next += 1
      }
      for offset in 0..<run.count {
        try Replay.expect(result[next] == run.before + offset)
        next += 1
      }
    }
    while next < result.count {
      try Replay.expect(result[next] == none)
      next += 1
    }
  }

  /// What names two positions names those of one item, or of one section.
  func comparePair(_ change: Change, _ list: borrowing Correspondence) throws(Refusal) {
    if change.kind == .itemMoveOut || change.kind == .itemUpdate {
      let before = try Replay.flat(
        change.beforeSection, change.beforeItem, change.count, in: list.beforeStarts)
      let after = try Replay.flat(
        change.afterSection, change.afterItem, change.count, in: list.afterStarts)
      for offset in 0..<Int(change.count) {
        try Replay.expect(result[after + offset] == UInt32(before + offset))
      }
    }
    if change.kind == .sectionUpdate {
      try Replay.expect(Int(change.afterSection) + Int(change.count) <= origins.count)
      for offset in 0..<change.count {
        try Replay.expect(origins[Int(change.afterSection + offset)] == change.beforeSection &+ offset)
      }
    }
  }

  /// All item updates are told, in order.
  func compareItemUpdates(
    _ batch: borrowing Buffer<Change>, _ list: borrowing Correspondence
  ) throws(Refusal) {
    var update = 0
    var told: UInt32 = 0
    for i in 0..<batch.count where batch[i].kind == .itemUpdate {
      let change = batch[i]
      let after = try Replay.flat(
        change.afterSection, change.afterItem, change.count, in: list.afterStarts)
      for offset in 0..<Int(change.count) {
        try Replay.expect(update < list.updates.count)
        let expected = list.updates[update]
        try Replay.expect(after + offset == Int(expected.after + told))
        try Replay.expect(change.flags == expected.flags && change.mask == expected.mask)
        told += 1
        if told == expected.count {
          update += 1
          told = 0
        }
      }
    }
    try Replay.expect(update == list.updates.count)
  }

  /// All section updates and all supplementary changes are told, in order.
  func compareSectionUpdates(
    _ batch: borrowing Buffer<Change>, _ list: borrowing Correspondence
  ) throws(Refusal) {
    var section = 0
    var element = 0
    for i in 0..<batch.count {
      let change = batch[i]
      if change.kind == .sectionUpdate {
        for offset in 0..<change.count {
          skipNew(&section, list)
          try Replay.expect(section < list.sectionUpdates.count)
          try Replay.expect(list.sectionUpdates[section] == change.afterSection + offset)
          section += 1
        }
      }
      if change.kind.code >= ChangeKind.elementDelete.code {
        try Replay.expect(element < list.elements.count)
        try Replay.expect(change.tells(list.elements[element]))
        element += 1
      }
    }
    skipNew(&section, list)
    try Replay.expect(section == list.sectionUpdates.count && element == list.elements.count)
  }

  /// A mark on a section that was inserted is no update.
  private func skipNew(_ section: inout Int, _ list: borrowing Correspondence) {
    while section < list.sectionUpdates.count {
      if list.beforeOfAfter[Int(list.sectionUpdates[section])] != none { break }
      section += 1
    }
  }
}

extension Change {
  fileprivate func tells(_ element: ElementChange) -> Bool {
    let told = kind == element.kind && elementKind == element.elementKind
    let before: UInt32 = kind == .elementInsert ? none : element.beforeSection
    let after: UInt32 = kind == .elementDelete ? none : element.afterSection
    return told && elementIndex == element.elementIndex && beforeSection == before
      && afterSection == after && count == 1 && flags == element.flags && mask == element.mask
  }
}
