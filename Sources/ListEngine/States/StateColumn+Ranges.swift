// Ranges of items: a store for each leaf that has all of its items in the range, and bits in the two at the ends.
//
//     select 1 ..< 15     leaf     0           1           2           3
//                         items    a b c d     e f g h     i j k l     m n o p
//                         bits       1 1 1     - - - -     - - - -     1 1 1        leaves 0 and 3 have 3 each
//                         summary  3           all         all         3

extension StateColumn {
  /// Gives the state to items, or takes it away. Memory must be reserved.
  mutating func set(_ isOn: Bool, _ first: Int, _ count: Int, in arrangement: borrowing Arrangement) {
    if total == 0 {
      if !isOn { return }
      makeNone()
    }
    if count > 0 && arrangement.count - count <= StateColumn.fewOthers {
      return setNearlyAll(isOn, first, count, in: arrangement)
    }
    arrangement.forEachLeaf(first, count) { id, offset, width, size in
      if width == size {
        setAll(isOn, id, size, arrangement)
      } else {
        setSome(isOn, arrangement.leaf(id), id, offset, width)
      }
    }
  }

  /// Sets nearly all items: all leaves get the same summary at once, and the few other items keep theirs.
  private mutating func setNearlyAll(
    _ isOn: Bool, _ first: Int, _ count: Int, in arrangement: borrowing Arrangement
  ) {
    let end = first + count
    let rest = arrangement.count - end
    let others = counted(0, first, in: arrangement) + counted(end, rest, in: arrangement)
    var kept = KeptSummaries()
    arrangement.forEachLeaf(0, first) { id, _, _, _ in kept.add(id, self.summary(id)) }
    arrangement.forEachLeaf(end, rest) { id, _, _, _ in kept.add(id, self.summary(id)) }
    for i in 0..<summaries.count { summaries[i] = isOn ? Summary.all : Summary.none }
    // The leaves at the ends of the range are among them.
    for i in 0..<kept.count { summaries[Int(kept.leaves[i].raw)] = kept.summaries[i] }
    setPartly(isOn, first, count, in: arrangement)
    total = others + (isOn ? count : 0)
    hasStaleBits = hasStaleBits || !isOn
  }

  /// Sets items of the leaves at both ends of a range, if these have other items as well.
  private mutating func setPartly(
    _ isOn: Bool, _ first: Int, _ count: Int, in arrangement: borrowing Arrangement
  ) {
    let start = arrangement.location(ofItem: first)
    let leaf = arrangement.leaf(start.leaf)
    if start.offset > 0 {
      setSome(isOn, leaf, start.leaf, start.offset, min(count, leaf.count - start.offset))
    }
    let last = arrangement.location(ofItem: first + count - 1)
    let lastLeaf = arrangement.leaf(last.leaf)
    if last.offset + 1 == lastLeaf.count || last.leaf == start.leaf && start.offset > 0 { return }
    setSome(isOn, lastLeaf, last.leaf, 0, last.offset + 1)
  }

  /// So few items that the summaries of their leaves are kept apart.
  fileprivate static var fewOthers: Int { 16 }

  /// How many of first ..< first + count have the state.
  private func counted(_ first: Int, _ count: Int, in arrangement: borrowing Arrangement) -> Int {
    var found = 0
    forEachRun(true, first, count, in: arrangement) { _, count in found += count }
    return found
  }

  @inline(__always) private mutating func setAll(
    _ isOn: Bool, _ id: LeafID, _ size: Int, _ arrangement: borrowing Arrangement
  ) {
    let old = summaries[Int(id.raw)]
    let new = isOn ? Summary.all : Summary.none
    if old == new { return }
    var count = Int(old)
    if old == Summary.all {
      count = size
    } else if old == Summary.unknown {
      count = bits(of: arrangement.leaf(id))
    }
    summaries[Int(id.raw)] = new
    total &+= isOn ? size &- count : 0 &- count
    if !isOn { hasStaleBits = true }
  }

  private mutating func setSome(_ isOn: Bool, _ leaf: Leaf, _ id: LeafID, _ first: Int, _ width: Int) {
    let old = summaries[Int(id.raw)]
    if old == (isOn ? Summary.all : Summary.none) { return }
    var count = 0
    if old == Summary.all || old == Summary.none {
      count = old == Summary.all ? leaf.count : 0
      write(old == Summary.all, leaf)
    } else {
      count = old == Summary.unknown ? bits(of: leaf) : Int(old)
    }
    var changed = 0
    for i in first..<first + width where bit(leaf.slot(i)) != isOn {
      set(isOn, bit: leaf.slot(i))
      changed += 1
    }
    if width == 1 && isOn { latest = leaf.slot(first) }
    let change = isOn ? changed : -changed
    total += change
    summaries[Int(id.raw)] = Summary.of(count + change, among: leaf.count)
  }

  /// No item of the list has the state: says so without reading a leaf.
  private mutating func makeNone() {
    assert(total == 0)
    if hasStaleBits && deletedInEdit == 0 { clearBits() }
    if !hasUnknown { return }
    for i in 0..<summaries.count { summaries[i] = Summary.none }
    hasUnknown = false
  }

  // MARK: Reading

  /// Calls `body` with the runs of items first ..< first + count that have the state, or of those that do not:
  /// the first item, and how many. A leaf whose summary says all or none is not read.
  @_optimize(size) func forEachRun<Failure: Error>(
    _ isOn: Bool, _ first: Int, _ count: Int, in arrangement: borrowing Arrangement,
    _ body: (Int, Int) throws(Failure) -> Void
  ) throws(Failure) {
    var run = ItemRun(first: first)
    try arrangement.forEachLeaf(first, count) { id, offset, width, _ throws(Failure) in
      let summary = total == 0 ? Summary.none : summary(id)
      if summary == Summary.all || summary == Summary.none {
        try run.add(width, (summary == Summary.all) == isOn, body)
      } else {
        let leaf = arrangement.leaf(id)
        for i in offset..<offset + width { try run.add(1, bit(leaf.slot(i)) == isOn, body) }
      }
    }
    try run.end(body)
  }
}

/// The summaries of the few leaves that a range does not have whole.
private struct KeptSummaries: BitwiseCopyable {
  private(set) var leaves = InlineArray<16, LeafID>(repeating: .noIndex)
  private(set) var summaries = InlineArray<16, UInt16>(repeating: 0)
  private(set) var count = 0

  mutating func add(_ leaf: LeafID, _ summary: UInt16) {
    leaves[count] = leaf
    summaries[count] = summary
    count += 1
  }
}
