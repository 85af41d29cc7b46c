// The supplementary elements of what a changeset with payload comes to. Those of a matched section are
// known to it only as far as they changed:
//
//     there           header H1, footer F1
//     goes, comes     header H1 -> H2                   held against what is there, by kind and index
//     merged          header H2, footer F1              H2 has H1's model if it has its key and class

extension Matcher {
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
    var (i, g, c) = (0, gone.lowerBound, come.lowerBound)
    while i < count || g < gone.upperBound || c < come.upperBound {
      var there = i < count ? old.map { $0[i] } : nil
      var known = g < gone.upperBound ? changeset.payload.before.elements[g].element : nil
      var new = c < come.upperBound ? changeset.payload.after.elements[c].element : nil
      let rank = min(there?.rank ?? .max, known?.rank ?? .max, new?.rank ?? .max)
      if there?.rank == rank { i += 1 } else { there = nil }
      if known?.rank == rank { g += 1 } else { known = nil }
      if new?.rank == rank { c += 1 } else { new = nil }
      // All that there is of one rank: what goes must be there, and what comes must be free to come.
      if let known {
        guard let there, there.looks(like: known) else { throw mismatch(known.key, section) }
        if let like = new, like.key == known.key, like.cellClass == known.cellClass {
          new?.model = there.model
        }
      } else if let there {
        if let new { throw mismatch(new.key, section) }
        merged.push(there)
      }
      if let new { merged.push(new) }
    }
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
