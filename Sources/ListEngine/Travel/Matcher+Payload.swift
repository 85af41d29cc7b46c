// A matcher that is told what matched: a changeset with payload is held against what is there and, if
// that is what it starts from, becomes the very input that an update's own matching would have made.
//
//     changeset      there               told to the weaver
//     runs           section counts      runs
//     deleted 2      2 at A:1 ✓          (in no run)
//     inserted 6                         staged, new at A:2
//     4: 1 -> 2      4 = 1 at B:0 ✓      a patch

extension Matcher {
  /// `before` is filled. Refuses `mismatch` at the first thing that is not as the changeset says.
  mutating func take(_ changeset: borrowing Changeset) throws(Refusal) {
    isScoped = changeset.payload.isScoped
    try checkSections(changeset)
    try afterOfBefore.copy(changeset.correspondence.afterOfBefore)
    try beforeOfAfter.copy(changeset.correspondence.beforeOfAfter)
    try runs.copy(changeset.correspondence.runs)
    claimedCount = before.count - changeset.payload.before.items.count
    try checkDeleted(changeset)
    try describeAfter(changeset)
    try takeUpdates(changeset)
  }

  // MARK: What is there

  private func checkSections(_ changeset: borrowing Changeset) throws(Refusal) {
    let keys = changeset.payload.before.sections.count
    for i in 0..<max(keys, before.sectionCount) {
      let isThere = i < keys && i < before.sectionCount
      if isThere, before.sectionKeys[i] == changeset.payload.before.sections[i],
        before.starts[i + 1] == changeset.correspondence.beforeStarts[i + 1]
      {
        continue
      }
      throw Refusal(
        .mismatch, section: i < keys ? changeset.payload.before.sections[i] : before.sectionKeys[i],
        position: Position(section: UInt32(i), item: none))
    }
  }

  private func checkDeleted(_ changeset: borrowing Changeset) throws(Refusal) {
    var gaps = try Gaps(changeset.correspondence, .before)
    for i in 0..<changeset.payload.before.items.count {
      let item = changeset.payload.before.items[i]
      try check(item.key, item.look, at: Int(gaps.next(changeset.correspondence)))
    }
  }

  @inline(never) private func check(_ key: Key, _ look: Look, at flat: Int) throws(Refusal) {
    if before.key(at: flat) == key && before.look(at: flat) == look { return }
    let position = before.position(of: flat)
    throw Refusal(
      .mismatch, key: key, section: before.sectionKeys[Int(position.section)], position: position)
  }

  // MARK: What comes

  /// All of after but its elements.
  private mutating func describeAfter(_ changeset: borrowing Changeset) throws(Refusal) {
    try after.set(.empty, sections: changeset.payload.after.sections.count)
    after.traits = 0
    for i in 0..<changeset.payload.after.sections.count {
      after.addSection(
        changeset.payload.after.sections[i], first: Int(changeset.correspondence.afterStarts[i]),
        elements: nil)
    }
    after.starts.push(UInt32(changeset.correspondence.afterCount))
    for i in 0..<changeset.payload.after.items.count {
      if changeset.payload.after.items[i].look.cellClass != 0 { after.traits = Leaf.hasClasses }
    }
    for i in 0..<changeset.payload.updated.count {
      if changeset.payload.updated[i].after.cellClass != 0 { after.traits = Leaf.hasClasses }
    }
    try staged.reserve(extra: changeset.payload.after.items.count, traits: after.traits)
    var gaps = try Gaps(changeset.correspondence, .after)
    for i in 0..<changeset.payload.after.items.count {
      let item = changeset.payload.after.items[i]
      staged.push(new: Int(gaps.next(changeset.correspondence)), item.key, item.look.content)
      // A slot says nothing in a snapshot, but `none` would say that the item was not found.
      staged.setSlot(0, of: i)
      staged.push(.null, item.look.cellClass, traits: after.traits)
    }
  }

  /// A model belongs to its class: with another class the item has none.
  private mutating func takeUpdates(_ changeset: borrowing Changeset) throws(Refusal) {
    try patches.reserve(changeset.payload.updated.count)
    var next = 0
    for u in 0..<changeset.correspondence.updates.count {
      let update = changeset.correspondence.updates[u]
      for i in 0..<update.count {
        let change = changeset.payload.updated[next]
        next += 1
        let flat = Int(update.before + i)
        try check(change.key, change.before, at: flat)
        if change.before == change.after { continue }
        let keepsClass = change.before.cellClass == change.after.cellClass
        patches.push(
          Patch(
            after: update.after + i, before: update.before + i, content: change.after.content,
            model: keepsClass ? before.looks(at: flat).model : .null, cellClass: change.after.cellClass,
            flags: ChangeFlags.byContent))
      }
    }
  }

  // MARK: Supplementary elements

  /// Sets those of after. The blocks that are new go to `made`: the caller's, with their models not
  /// retained yet.
  mutating func takeElements(
    _ changeset: borrowing Changeset, _ made: inout Buffer<ElementBlock>
  ) throws(Refusal) {
    let starts = try changeset.payload.before.elementStarts()
    for section in 0..<before.sectionCount where afterOfBefore[section] == none {
      try checkElements(changeset, section, Int(starts[section])..<Int(starts[section + 1]))
    }
    let afterStarts = try changeset.payload.after.elementStarts()
    try made.reserve(after.sectionCount)
    for section in 0..<after.sectionCount {
      let partner = beforeOfAfter[section]
      let old = partner == none ? nil : before.elements[Int(partner)]
      let gone = partner == none ? 0..<0 : Int(starts[Int(partner)])..<Int(starts[Int(partner) + 1])
      let come = Int(afterStarts[section])..<Int(afterStarts[section + 1])
      after.elements[section] = old
      if gone.isEmpty && come.isEmpty { continue }
      let block = try merge(changeset, old, gone, come, before: partner)
      after.elements[section] = block
      if let block { made.push(block) }
    }
  }

  /// A section that goes has the elements that the changeset knows, and no others.
  private func checkElements(
    _ changeset: borrowing Changeset, _ section: Int, _ kept: Range<Int>
  ) throws(Refusal) {
    let block = before.elements[section]
    let count = block?.count ?? 0
    for i in 0..<max(count, kept.count) {
      let k = kept.lowerBound + i
      if let block, i < count, k < kept.upperBound,
        block[i].looks(like: changeset.payload.before.elements[k].element)
      {
        continue
      }
      let key = k < kept.upperBound ? changeset.payload.before.elements[k].element.key : block?[i].key
      throw mismatch(key, UInt32(section))
    }
  }

  private func mismatch(_ element: Key?, _ section: UInt32) -> Refusal {
    Refusal(
      .mismatch, key: element, section: before.sectionKeys[Int(section)],
      position: Position(section: section, item: none))
  }

  /// The elements of a section without those that go and with those that come, all sorted by rank.
  private func merge(
    _ changeset: borrowing Changeset, _ old: ElementBlock?, _ gone: Range<Int>, _ come: Range<Int>,
    before section: UInt32
  ) throws(Refusal) -> ElementBlock? {
    let count = old?.count ?? 0
    var merged = try Buffer<Element>(capacity: count + come.count)
    var i = 0
    var g = gone.lowerBound
    // Those in front of one that comes, or all the rest.
    for c in come.lowerBound...come.upperBound {
      let isLast = c == come.upperBound
      let rank = isLast ? .max : changeset.payload.after.elements[c].element.rank
      var model = Model.null
      while let old, i < count, old[i].rank <= rank {
        if g < gone.upperBound, changeset.payload.before.elements[g].element.rank == old[i].rank {
          let known = changeset.payload.before.elements[g].element
          if !old[i].looks(like: known) { throw mismatch(known.key, section) }
          if !isLast, known.rank == rank {
            let new = changeset.payload.after.elements[c].element
            if known.key == new.key, known.cellClass == new.cellClass { model = old[i].model }
          }
          g += 1
        } else if !isLast, old[i].rank == rank {
          throw mismatch(changeset.payload.after.elements[c].element.key, section)
        } else {
          merged.push(old[i])
        }
        i += 1
      }
      if isLast { break }
      merged.push(changeset.payload.after.elements[c].element)
      merged[merged.count - 1].model = model
    }
    if g < gone.upperBound { throw mismatch(changeset.payload.before.elements[g].element.key, section) }
    let block = try ElementBlock.make(count: merged.count)
    if let block { for i in 0..<merged.count { block[i] = merged[i] } }
    return block
  }
}

extension Element {
  /// But for its model.
  func looks(like other: Element) -> Bool {
    rank == other.rank && key == other.key && content == other.content && cellClass == other.cellClass
  }
}

extension Changeset.Payload.OneSide {
  /// By section, and the total: its first kept element.
  func elementStarts() throws(Refusal) -> Buffer<UInt32> {
    var starts = try Buffer<UInt32>(capacity: sections.count + 1)
    var next = 0
    for section in 0...sections.count {
      while next < elements.count && Int(elements[next].section) < section { next += 1 }
      starts.push(UInt32(next))
    }
    return starts
  }
}
