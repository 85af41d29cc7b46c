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
    // There is one call of the body: it is inlined wherever it stands.
    var entry = ForestEntry(node: 0, index: 0)
    var next = (child: Child(root.end), offset: first)
    var size = size
    if root.isNode {
      next = child(ofItem: first, in: root)
      guard let found = self.entry(of: next.child) else { return }
      entry = found
      size = Int(sum(at: entry).items)
    }
    // The entries of a node are adjacent: their addresses are computed once. There are none without a node.
    var links = unsafe links.pointer
    var sums = unsafe sums.pointer
    if root.isNode {
      unsafe links = links.unsafelyUnwrapped + entry.node &* fanOut
      unsafe sums = sums.unsafelyUnwrapped + entry.node &* fanOut
    }
    var rest = count
    while true {
      let width = min(rest, size &- next.offset)
      if width > 0 { try body(next.child, next.offset, width, size) }
      rest &-= width
      if rest == 0 { return }
      entry.index &+= 1
      if entry.index == Int(nodes[entry.node].count) {
        entry.index &-= 1
        guard let following = neighbour(of: entry, step: 1) else { return }
        entry = following
        unsafe links = self.links.pointer.unsafelyUnwrapped + entry.node &* fanOut
        unsafe sums = self.sums.pointer.unsafelyUnwrapped + entry.node &* fanOut
      }
      next = (child: Child(unsafe links.unsafelyUnwrapped[entry.index].end), offset: 0)
      size = unsafe Int(sums.unsafelyUnwrapped[entry.index].items)
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
