// Visits the leaves of a range of items by the nodes above them: no leaf is read, and no node is searched for the
// next entry.
//
//     range     items 200 ..< 700
//     leaves    | 256 | 256 | 256 |        (0, from 200, 56 of 256), (1, from 0, 256 of 256), (2, from 0, 188 of 256)

extension Forest where Sum == ItemSum {
  /// Calls `body` with each child that has some of `count` items from `first` on: the child, the first of its
  /// items, how many, and the number of its items. `size` is the number of items of the tree.
  @inline(__always) func forEachChild<Failure: Error>(
    of root: Link, _ first: Int, _ count: Int, size: Int,
    _ body: (Child, Int, Int, Int) throws(Failure) -> Void
  ) throws(Failure) {
    if count == 0 { return }
    if !root.isNode { return try body(Child(root.end), first, count, size) }
    let found = child(ofItem: first, in: root)
    guard var entry = entry(of: found.child) else { return }
    var offset = found.offset
    var rest = count
    while true {
      let end = Int(nodes[entry.node].count)
      // The entries of a node are adjacent: their addresses are computed once.
      let links = unsafe links.pointer.unsafelyUnwrapped + entry.node &* fanOut
      let sums = unsafe sums.pointer.unsafelyUnwrapped + entry.node &* fanOut
      var i = entry.index
      while i < end {
        let size = unsafe Int(sums[i].items)
        let width = min(rest, size &- offset)
        if width > 0 { try body(Child(unsafe links[i].end), offset, width, size) }
        rest &-= width
        if rest == 0 { return }
        offset = 0
        i &+= 1
      }
      guard let next = neighbour(of: ForestEntry(node: entry.node, index: end - 1), step: 1) else { return }
      entry = next
    }
  }
}

extension Arrangement {
  /// Calls `body` with each leaf that has some of `count` items from flat position `first` on, which must exist:
  /// the leaf's id, the first of its items, how many, and the number of its items.
  @inline(__always) func forEachLeaf<Failure: Error>(
    _ first: Int, _ count: Int, _ body: (LeafID, Int, Int, Int) throws(Failure) -> Void
  ) throws(Failure) {
    if count == 0 { return }
    try order.forEachChild(of: root, first, count, size: self.count) {
      section, offset, width, size throws(Failure) in
      try items.forEachChild(of: sections[section].root, offset, width, size: size, body)
    }
  }
}
