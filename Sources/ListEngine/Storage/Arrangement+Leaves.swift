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
    // There is one call of the body, as it is inlined wherever it stands; so is what is done for each child.
    var next = start(at: first, of: root, size: size)
    var rest = count
    while true {
      let width = min(rest, next.size &- next.offset)
      if width > 0 { try body(next.child, next.offset, width, next.size) }
      rest &-= width
      if rest == 0 { return }
      next.index &+= 1
      if next.index == next.end {
        guard let row = row(behind: next.node) else { return }
        next = row
      } else {
        next.move()
      }
    }
  }

  /// A child on the way through the row of its node. The entries of a node are adjacent: their addresses are computed
  /// once. There are none without a node.
  @safe struct Place {
    var child: Child
    var size: Int
    var offset = 0
    var node = 0
    var index = 0
    var end = 0
    var links: UnsafeMutablePointer<Link>? = nil
    var sums: UnsafeMutablePointer<Sum>? = nil

    @inline(__always) mutating func move() {
      unsafe child = Child(links.unsafelyUnwrapped[index].end)
      unsafe size = Int(sums.unsafelyUnwrapped[index].items)
      offset = 0
    }
  }

  @inline(never) private func start(at item: Int, of root: Link, size: Int) -> Place {
    if !root.isNode { return unsafe Place(child: Child(root.end), size: size, offset: item) }
    let found = child(ofItem: item, in: root)
    guard let entry = entry(of: found.child) else {
      return unsafe Place(child: found.child, size: size, offset: found.offset)
    }
    var place = self.place(entry)
    place.offset = found.offset
    return place
  }

  /// Nil behind the last node.
  @inline(never) private func row(behind node: Int) -> Place? {
    let last = ForestEntry(node: node, index: Int(nodes[node].count) - 1)
    guard let entry = neighbour(of: last, step: 1) else { return nil }
    return place(entry)
  }

  private func place(_ entry: ForestEntry) -> Place {
    let first = entry.node &* fanOut
    return unsafe Place(
      child: child(at: entry), size: Int(sum(at: entry).items), node: entry.node, index: entry.index,
      end: Int(nodes[entry.node].count), links: links.pointer.unsafelyUnwrapped + first,
      sums: sums.pointer.unsafelyUnwrapped + first)
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
