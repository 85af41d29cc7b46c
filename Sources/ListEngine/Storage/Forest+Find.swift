// Finds children by item or index, and positions of children: each is a walk between leaf level and root.

extension Forest {
  /// The child that contains a position, and the offset within it. Positions are counted by `measure` and
  /// must be below the measure of the whole tree.
  @inline(__always) func child<Distance: Comparable & AdditiveArithmetic>(
    at position: Distance, in root: Link, by measure: (Sum) -> Distance
  ) -> (child: Child, offset: Distance) {
    var link = root
    var rest = position
    while link.isNode {
      var i = link.node * fanOut
      while true {
        let size = measure(sums[i])
        if rest < size { break }
        rest -= size
        i += 1
      }
      link = links[i]
    }
    return (Child(link.end), rest)
  }

  /// The sum of what precedes a child in its tree, and the tree's owner.
  func position(of child: Child) -> (before: Sum, owner: Owner) {
    var before = Sum.zero
    var link = Link.end(child.raw)
    var parent = children[Int(child.raw)].parent
    while parent.isNode {
      let start = parent.node * fanOut
      var i = start
      while !(links[i] == link) {
        before = before + sums[i]
        i += 1
      }
      link = parent
      parent = nodes[parent.node].parent
    }
    return (before, Owner(parent.end))
  }

  /// The next (step 1) or previous (step -1) child in the same tree.
  func neighbour(of child: Child, step: Int) -> Child? {
    guard let entry = entry(of: child), let next = neighbour(of: entry, step: step) else { return nil }
    return self.child(at: next)
  }

  /// The first or last child of a tree.
  func edge(of root: Link, last: Bool) -> Child {
    var link = root
    while link.isNode {
      link = links[link.node * fanOut + (last ? Int(nodes[link.node].count) - 1 : 0)]
    }
    return Child(link.end)
  }

  /// Calls `body` with all children of a tree, in order.
  func forEachChild(of root: Link, _ body: (Child) -> Void) {
    if root.isNone { return }
    if !root.isNode { return body(Child(root.end)) }
    for i in root.node * fanOut..<root.node * fanOut + Int(nodes[root.node].count) {
      if links[i].isNode { forEachChild(of: links[i], body) } else { body(Child(links[i].end)) }
    }
  }

  /// Appends all children of a tree in order, and their sums; capacity must be reserved.
  func list(_ root: Link, into list: inout Buffer<Child>, _ childSums: inout Buffer<Sum>) {
    if root.isNone || !root.isNode { return }
    for i in root.node * fanOut..<root.node * fanOut + Int(nodes[root.node].count) {
      if links[i].isNode {
        self.list(links[i], into: &list, &childSums)
      } else {
        list.push(Child(links[i].end))
        childSums.push(sums[i])
      }
    }
  }
}

/// An entry of a node. At the lowest level it is a child's: steps to the neighbours read no child and search no
/// node but those that end on the way.
struct ForestEntry: BitwiseCopyable {
  var node: Int
  var index: Int
}

extension Forest {
  /// Nil if the child is the whole tree.
  func entry(of child: Child) -> ForestEntry? {
    let parent = children[Int(child.raw)].parent
    if !parent.isNode { return nil }
    return ForestEntry(node: parent.node, index: entry(of: .end(child.raw), in: parent.node))
  }

  @inline(__always) func child(at entry: ForestEntry) -> Child {
    Child(links[entry.node * fanOut + entry.index].end)
  }

  @inline(__always) func sum(at entry: ForestEntry) -> Sum { sums[entry.node * fanOut + entry.index] }

  /// The entry of the next (step 1) or previous (step -1) child.
  @inline(never) func neighbour(of entry: ForestEntry, step: Int) -> ForestEntry? {
    var next = entry
    next.index += step
    while next.index < 0 || next.index >= Int(nodes[next.node].count) {
      let parent = nodes[next.node].parent
      if !parent.isNode { return nil }
      next = ForestEntry(node: parent.node, index: self.entry(of: .node(next.node), in: parent.node) + step)
    }
    while case let link = links[next.node * fanOut + next.index], link.isNode {
      next = ForestEntry(node: link.node, index: step < 0 ? Int(nodes[link.node].count) - 1 : 0)
    }
    return next
  }
}

extension Forest where Sum == ItemSum {
  /// The child that holds item `item` of a tree, and the item's index within that child.
  func child(ofItem item: Int, in root: Link) -> (child: Child, offset: Int) {
    child(at: item, in: root) { Int($0.items) }
  }

  /// The `unit`-th child of a tree.
  func child(ofUnit unit: Int, in root: Link) -> Child {
    child(at: unit, in: root) { Int($0.units) }.child
  }
}
