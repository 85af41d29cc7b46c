// Edits a tree one child at a time: O(log n). Nothing can fail, because nodes are reserved before. A full
// node splits, an empty node is removed, and a root with one entry is replaced by it. Sparse nodes stay until
// the next large update rebuilds the tree.

extension Forest {
  /// A child has changed, but not its sum: it is stamped, with all above it.
  mutating func touch(_ child: Child) {
    let latest = nextStamp()
    children[Int(child.raw)].stamp = latest
    var parent = children[Int(child.raw)].parent
    while parent.isNode {
      nodes[parent.node].stamp = latest
      parent = nodes[parent.node].parent
    }
  }

  /// Adds `delta` to a child's sum (with wrapping arithmetic, so it may be negative). Stamps as `touch` does.
  mutating func add(_ delta: Sum, to child: Child) {
    let stamp = nextStamp()
    children[Int(child.raw)].stamp = stamp
    var link = Link.end(child.raw)
    var parent = children[Int(child.raw)].parent
    while parent.isNode {
      let i = parent.node * fanOut + entry(of: link, in: parent.node)
      sums[i] = sums[i] + delta
      nodes[parent.node].stamp = stamp
      link = parent
      parent = nodes[parent.node].parent
    }
  }

  /// Inserts `child` into the tree of `owner` after `sibling`, or first if that is nil. `whole` is the tree's
  /// sum before, which a tree of one child does not store.
  mutating func insert(
    _ child: Child, _ sum: Sum, after sibling: Child?, root: inout Link, owner: Owner, whole: Sum
  ) {
    stampChild(child)
    if root.isNone {
      root = .end(child.raw)
      setParent(of: root, to: .end(owner.raw))
      return
    }
    if !root.isNode { raise(&root, whole, level: 0, owner: owner) }
    let neighbour = sibling ?? edge(of: root, last: false)
    let node = children[Int(neighbour.raw)].parent.node
    let at = entry(of: .end(neighbour.raw), in: node) + (sibling == nil ? 0 : 1)
    insert(.end(child.raw), sum, at: at, in: node, root: &root, owner: owner)
    refreshSums(above: children[Int(child.raw)].parent)
  }

  /// Removes a child from its tree.
  mutating func remove(_ child: Child, root: inout Link, owner: Owner) {
    var link = Link.end(child.raw)
    var parent = children[Int(child.raw)].parent
    children[Int(child.raw)].parent = .none
    while parent.isNode {
      removeEntry(entry(of: link, in: parent.node), in: parent.node)
      if nodes[parent.node].count > 0 {
        refreshSums(above: parent)
        lower(&root, owner: owner)
        return
      }
      link = parent
      parent = nodes[parent.node].parent
      freeNode(link.node)
    }
    root = .none
  }

  // MARK: Steps

  /// Adds a new root above the old one.
  private mutating func raise(_ root: inout Link, _ sum: Sum, level: UInt16, owner: Owner) {
    let node = makeNode(level: level)
    nodes[node].parent = .end(owner.raw)
    nodes[node].count = 1
    links[node * fanOut] = root
    sums[node * fanOut] = sum
    setParent(of: root, to: .node(node))
    root = .node(node)
  }

  /// While the root has only one entry, that entry becomes the root.
  private mutating func lower(_ root: inout Link, owner: Owner) {
    while root.isNode && nodes[root.node].count == 1 {
      let only = links[root.node * fanOut]
      freeNode(root.node)
      setParent(of: only, to: .end(owner.raw))
      root = only
    }
  }

  private mutating func insert(
    _ link: Link, _ sum: Sum, at position: Int, in node: Int, root: inout Link, owner: Owner
  ) {
    if Int(nodes[node].count) < fanOut {
      insertEntry(link, sum, at: position, in: node)
      return
    }
    if root == .node(node) { raise(&root, nodeSum(node), level: nodes[node].level + 1, owner: owner) }
    // An append leaves the left node full, so that a list that grows at its end stays dense.
    let kept = position == fanOut ? fanOut : fanOut / 2
    let right = makeNode(level: nodes[node].level)
    for i in kept..<fanOut {
      let from = node * fanOut + i
      insertEntry(links[from], sums[from], at: i - kept, in: right)
    }
    nodes[node].count = UInt16(kept)
    nodes[node].stamp = nextStamp()
    if position > kept || kept == fanOut {
      insertEntry(link, sum, at: position - kept, in: right)
    } else {
      insertEntry(link, sum, at: position, in: node)
    }
    let parent = nodes[node].parent.node
    let at = entry(of: .node(node), in: parent)
    sums[parent * fanOut + at] = nodeSum(node)
    insert(.node(right), nodeSum(right), at: at + 1, in: parent, root: &root, owner: owner)
  }

  private mutating func insertEntry(_ link: Link, _ sum: Sum, at position: Int, in node: Int) {
    let start = node * fanOut
    var i = start + Int(nodes[node].count)
    while i > start + position {
      links[i] = links[i - 1]
      sums[i] = sums[i - 1]
      i -= 1
    }
    links[i] = link
    sums[i] = sum
    nodes[node].count += 1
    setParent(of: link, to: .node(node))
  }

  private mutating func removeEntry(_ position: Int, in node: Int) {
    let start = node * fanOut
    let count = Int(nodes[node].count)
    for i in start + position..<start + count - 1 {
      links[i] = links[i + 1]
      sums[i] = sums[i + 1]
    }
    nodes[node].count -= 1
  }

  /// Recomputes the sums of the entries for `link` and all nodes above it, and stamps them.
  private mutating func refreshSums(above link: Link) {
    var link = link
    let stamp = nextStamp()
    while link.isNode {
      nodes[link.node].stamp = stamp
      let parent = nodes[link.node].parent
      if !parent.isNode { return }
      sums[parent.node * fanOut + entry(of: link, in: parent.node)] = nodeSum(link.node)
      link = parent
    }
  }
}
