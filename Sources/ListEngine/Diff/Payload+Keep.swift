// Fills the payload from the matches without reading the host's arrays again: inserted items are staged,
// changed items are patches, and deleted items are still in the leaves of `before`.

extension Changeset {
  mutating func keepPayload(_ matcher: borrowing Matcher) throws(Refusal) {
    try payload.before.sections.copy(matcher.before.sectionKeys)
    try payload.after.sections.copy(matcher.after.sectionKeys)
    try keepItems(matcher, first: 0)
    try keepSupplementaries(of: .before, matcher.before.supplementaries)
    try keepSupplementaries(of: .after, matcher.after.supplementaries)
    payload.isKept = true
  }

  /// After an update of one section: keeps the payload of the whole list. See `Correspondence.widen`.
  mutating func keepPayload(
    _ matcher: borrowing Matcher, widenedTo arrangement: borrowing Arrangement, section: UInt32
  ) throws(Refusal) {
    var whole = Input()
    try whole.setSections(arrangement)
    try payload.before.sections.copy(whole.sectionKeys)
    try payload.after.sections.copy(whole.sectionKeys)
    try keepItems(matcher, first: arrangement.place(ofSection: section).items)
    payload.isKept = true
  }

  // MARK: Items

  /// `first` is the flat position of the matcher's first item in the whole list.
  private mutating func keepItems(_ matcher: borrowing Matcher, first: UInt32) throws(Refusal) {
    payload.isScoped = matcher.isScoped
    var unmatched = try UnmatchedItems(correspondence, .before)
    let count = correspondence.beforeCount - correspondence.matchedCount
    try payload.before.items.reserve(count)
    for _ in 0..<count {
      let flat = Int(unmatched.next(correspondence) - first)
      payload.before.items.push(
        KeptItem(key: matcher.before.key(at: flat), appearance: matcher.before.appearance(at: flat)))
    }
    try payload.after.items.reserve(matcher.staged.newCount)
    for i in 0..<matcher.staged.count where matcher.staged.isNew(i) {
      payload.after.items.push(
        KeptItem(
          key: matcher.staged.keys[i],
          appearance: Appearance(content: matcher.staged.contents[i], cellClass: matcher.staged.cellClass(i)))
      )
    }
    try keepUpdates(matcher, first: first)
  }

  /// Updates and patches are both sorted by `after`. An update that was only requested by a mark has no
  /// patch.
  private mutating func keepUpdates(_ matcher: borrowing Matcher, first: UInt32) throws(Refusal) {
    var p = 0
    for u in 0..<correspondence.updates.count {
      let update = correspondence.updates[u]
      try payload.updated.reserve(extra: Int(update.count))
      for i in 0..<update.count {
        let before = Int(update.before - first + i)
        let after = update.after - first + i
        let old = matcher.before.appearance(at: before)
        var new = old
        while p < matcher.patches.count && matcher.patches[p].after < after { p += 1 }
        if p < matcher.patches.count && matcher.patches[p].after == after {
          new = Appearance(content: matcher.patches[p].content, cellClass: matcher.patches[p].cellClass)
        }
        payload.updated.push(KeptUpdate(key: matcher.before.key(at: before), before: old, after: new))
      }
    }
  }

  // MARK: Supplementaries

  /// Keeps all supplementaries of an unmatched section, and the changed ones of every other section.
  mutating func keepSupplementaries(
    of side: Side, _ blocks: borrowing Buffer<SupplementaryBlock?>
  ) throws(Refusal) {
    let isBefore = side == .before
    let order = try correspondence.supplementaryOrder(of: side)
    var next = 0
    for section in 0..<blocks.count {
      let partner = isBefore ? correspondence.afterOfBefore[section] : correspondence.beforeOfAfter[section]
      if partner == noIndex {
        for i in 0..<(blocks[section]?.count ?? 0) {
          if let block = blocks[section] { try payload.keep(KeptSupplementary(section, block[i]), of: side) }
        }
        continue
      }
      while next < order.count && Int(order[next] >> 32) == section {
        let change = correspondence.supplementaries[Int(UInt32(truncatingIfNeeded: order[next]))]
        next += 1
        if change.kind == (isBefore ? .supplementaryInsert : .supplementaryDelete) { continue }
        if let supplementary = blocks[section]?.supplementary(
          change.supplementaryKind, change.supplementaryIndex)
        {
          try payload.keep(KeptSupplementary(section, supplementary), of: side)
        }
      }
    }
  }
}

extension Changeset.Payload {
  mutating func keep(_ supplementary: KeptSupplementary, of side: Side) throws(Refusal) {
    if side == .before {
      try before.supplementaries.append(supplementary)
    } else {
      try after.supplementaries.append(supplementary)
    }
  }
}

extension Correspondence {
  /// The supplementary changes in the order of a side's sections: section in the high half, number in the low
  /// half.
  func supplementaryOrder(of side: Side) throws(Refusal) -> Buffer<UInt64> {
    var order = try Buffer<UInt64>(capacity: supplementaries.count)
    for i in 0..<supplementaries.count {
      let section = side == .before ? supplementaries[i].beforeSection : supplementaries[i].afterSection
      order.push(UInt64(section) << 32 | UInt64(i))
    }
    try order.sort()
    return order
  }
}

extension SupplementaryBlock {
  func supplementary(_ kind: UInt32, _ index: UInt32) -> Supplementary? {
    for i in 0..<count where self[i].kind == kind && self[i].index == index { return self[i] }
    return nil
  }
}

extension Input {
  func appearance(at flat: Int) -> Appearance {
    let appearances = appearances(at: flat)
    return Appearance(content: appearances.content, cellClass: appearances.cellClass)
  }
}

extension Buffer {
  mutating func copy(_ other: borrowing Buffer<Element>) throws(Refusal) {
    removeAll()
    try reserve(other.count)
    append(contentsOf: other)
  }
}
