// Keeps children in order, in B+ trees with sums (like a rope, or Zed's sum tree). One forest holds many
// trees over numbered children; each tree belongs to an owner.
//
//     forest         children      owners                   units           items
//     items          leaves        sections                 1 each          of the leaf
//     sections       sections      the list, SoleOwner      1 each          of the section
//     piece table    pieces        sequences                -               of the piece
//
//     root(owner) ─► node ─┬─► node ─┬─► child 7   (units 1, items 256)      level 0
//                          │         └─► child 2   (units 1, items 31)
//                          └─► node ───► child 9   (units 1, items 8)
//
// Children and owners have the types of their index spaces; inside the forest they are ends of links.
//
// A tree of one child has no node: its root is the child itself, so that a hundred thousand short sections
// stay small. Nodes know their parents, so finding a child's position is a walk to the root that adds the
// sums before it at each level.
//
// Nodes are rows of a slab, with their entries in parallel columns: node i has the entries i × fanOut ..< i ×
// fanOut + count. The columns exist from the first node on: most lists are one leaf in one section.
//
// Each node and child has a stamp, a number that changes whenever something below it changes. Whoever computes a total of
// what is below keeps it with the stamp, and reads anew only where the stamp is another one (Extents/Totals). Nothing
// here knows of that. A node that is only moved, and a child that a new tree keeps, keep their stamps.
//
//     change of child 2   all on its way to the root get stamp 8      root 8 ─► node 8 ─┬─► child 7   5
//                                                                                      └─► child 2   8

import CPlatform

@safe struct Forest<Sum: TreeSum, Child: TypedIndex, Owner: TypedIndex>: ~Copyable {
  struct Node: BitwiseCopyable {
    var parent: Link
    var count: UInt16
    var level: UInt16
    var stamp: UInt32
  }

  struct ChildRow: BitwiseCopyable {
    /// The node of the child, or the owner if the child is the whole tree.
    var parent = Link.none
    var stamp: UInt32 = 1
  }

  private struct Columns: ~Copyable {
    var nodes = Slab<Node>()
    var links = Buffer<Link>()
    var sums = Buffer<Sum>()
  }

  @inline(__always) var fanOut: Int { Int(fanOut8) }
  /// Zero bytes, which are columns of no node, until `makeColumns`. They are constant: nothing may write to them.
  private var columns: UnsafeMutablePointer<Columns>
  var children = Buffer<ChildRow>()
  /// The latest stamp. It is never set back.
  var stamp: UInt32 = 1
  /// Increased when stamps begin again, in which case none that was read before counts.
  private(set) var epoch: UInt16
  private let fanOut8: UInt8
  private let inPlace = InPlace()

  init(fanOut: Int = 64, epoch: UInt16 = 0) {
    fanOut8 = UInt8(fanOut)
    self.epoch = epoch
    unsafe columns = Forest.noColumns
  }

  deinit { if hasColumns { _ = unsafe Box(owning: columns) } }

  @inline(__always) var nodes: Slab<Node> {
    _read { yield unsafe columns.pointee.nodes }
    _modify { yield unsafe &columns.pointee.nodes }
  }
  @inline(__always) var links: Buffer<Link> {
    _read { yield unsafe columns.pointee.links }
    _modify { yield unsafe &columns.pointee.links }
  }
  @inline(__always) var sums: Buffer<Sum> {
    _read { yield unsafe columns.pointee.sums }
    _modify { yield unsafe &columns.pointee.sums }
  }

  @unsafe private static var noColumns: UnsafeMutablePointer<Columns> {
    assert(MemoryLayout<Columns>.size <= 64)
    return unsafe UnsafeMutableRawPointer(mutating: iqp_zeros()).assumingMemoryBound(to: Columns.self)
  }

  private var hasColumns: Bool { unsafe columns != Forest.noColumns }

  private mutating func makeColumns() throws(Refusal) {
    if !hasColumns { unsafe columns = try Box(making: { Columns() }).release() }
  }

  var bytes: Int {
    (hasColumns ? MemoryLayout<Columns>.size : 0) + nodes.bytes + links.bytes + sums.bytes + children.bytes
  }

  /// A copy; the cost does not depend on the items.
  func copy() throws(Refusal) -> Forest {
    var copy = Forest(fanOut: fanOut, epoch: epoch)
    copy.stamp = stamp
    try copy.children.reserve(children.count)
    if hasColumns {
      try copy.makeColumns()
      copy.nodes = try nodes.copy()
      try copy.links.reserve(links.count)
      try copy.sums.reserve(sums.count)
      copy.links.append(contentsOf: links)
      copy.sums.append(contentsOf: sums)
    }
    copy.children.append(contentsOf: children)
    return copy
  }

  /// Removes all trees and keeps the memory.
  mutating func removeAll() {
    if hasColumns {
      nodes.removeAll()
      links.removeAll()
      sums.removeAll()
    }
    children.removeAll()
  }

  // MARK: Nodes

  /// Reserves memory for `nodes` more nodes, and for children with ids below `children`.
  mutating func reserve(nodes extra: Int, children count: Int) throws(Refusal) {
    try children.reserve(count)
    try children.resize(to: max(count, children.count), filling: ChildRow())
    let new = extra - nodes.free.count
    if new <= 0 { return }
    try makeColumns()
    try nodes.reserve(extra: extra)
    try links.reserve(extra: new * fanOut)
    try sums.reserve(extra: new * fanOut)
  }

  /// The most nodes in a tree over `children` children.
  func nodeCount(forChildren children: Int) -> Int {
    if children < 2 { return 0 }
    var total = 0
    var width = children
    repeat {
      width = (width + fanOut - 1) / fanOut
      total += width
    } while width > 1
    return total
  }

  /// The most nodes that one `insert` adds: one per level, and a new root.
  func nodesForInsert(root: Link) -> Int {
    root.isNone || !root.isNode ? 1 : Int(nodes[root.node].level) + 2
  }

  mutating func makeNode(level: UInt16) -> Int {
    let node = nodes.add(Node(parent: .none, count: 0, level: level, stamp: nextStamp()))
    links.setCountWithinCapacity(nodes.count * fanOut)
    sums.setCountWithinCapacity(nodes.count * fanOut)
    return Int(node)
  }

  mutating func freeNode(_ node: Int) {
    nodes[node].count = 0
    nodes.remove(UInt32(truncatingIfNeeded: node))
  }

  func nodeSum(_ node: Int) -> Sum {
    var total = Sum.zero
    let start = node * fanOut
    for i in start..<start + Int(nodes[node].count) { total = total + sums[i] }
    return total
  }

  mutating func setParent(of link: Link, to parent: Link) {
    if link.isNode { nodes[link.node].parent = parent } else { children[Int(link.end)].parent = parent }
  }

  func parent(of link: Link) -> Link {
    link.isNode ? nodes[link.node].parent : children[Int(link.end)].parent
  }

  /// The index of a link in its node.
  func entry(of link: Link, in node: Int) -> Int {
    let start = node * fanOut
    var i = start
    while !(links[i] == link) { i += 1 }
    return i - start
  }

  // MARK: Stamps

  /// A stamp that no node or child has. Never 0.
  @inline(__always) mutating func nextStamp() -> UInt32 {
    stamp &+= 1
    if stamp == 0 { beginEpoch() }
    return stamp
  }

  /// All stamps are used up. Old ones must not be met again.
  @inline(never) private mutating func beginEpoch() {
    epoch &+= 1
    stamp = 2
    for i in 0..<nodes.count { nodes[i].stamp = 1 }
    for i in 0..<children.count { children[i].stamp = 1 }
  }

  /// Stamps a child alone: whoever builds a tree over it stamps what is above.
  @inline(__always) mutating func stampChild(_ child: Child) { children[Int(child.raw)].stamp = nextStamp() }

  func stamp(of link: Link) -> UInt32 {
    link.isNode ? nodes[link.node].stamp : children[Int(link.end)].stamp
  }

  // MARK: Building

  /// Builds a tree of one child.
  @inline(__always) mutating func build(_ child: Child, owner: Owner) -> Link {
    children[Int(child.raw)].parent = .end(owner.raw)
    return .end(child.raw)
  }

  /// Builds a tree over `leaves` (children, with their sums) for `owner`, bottom up; nodes must be reserved.
  mutating func build(
    _ leaves: borrowing Buffer<Child>, _ leafSums: borrowing Buffer<Sum>, from first: Int, count: Int,
    owner: Owner
  ) -> Link {
    if count == 0 { return .none }
    if count == 1 { return build(leaves[first], owner: owner) }
    var levelStart = -1
    var width = count
    var level: UInt16 = 0
    // The nodes of the level below are found again through `parent`, used as a chain of siblings.
    var below = Link.none
    repeat {
      let nodeTotal = (width + fanOut - 1) / fanOut
      var firstNode = Link.none
      var previous = -1
      var source = below
      for n in 0..<nodeTotal {
        let node = makeNode(level: level)
        // Distributed evenly, so that no node is nearly empty.
        let size = (n + 1) * width / nodeTotal - n * width / nodeTotal
        for i in 0..<size {
          let entry = node * fanOut + i
          if level == 0 {
            levelStart += 1
            links[entry] = .end(leaves[first + levelStart].raw)
            sums[entry] = leafSums[first + levelStart]
          } else {
            let next = nodes[source.node].parent
            links[entry] = source
            sums[entry] = nodeSum(source.node)
            source = next
          }
          setParent(of: links[entry], to: .node(node))
        }
        nodes[node].count = UInt16(size)
        if previous >= 0 { nodes[previous].parent = .node(node) } else { firstNode = .node(node) }
        previous = node
      }
      below = firstNode
      width = nodeTotal
      level += 1
    } while width > 1
    nodes[below.node].parent = .end(owner.raw)
    return below
  }

  /// Frees a tree's nodes; its children are not changed.
  mutating func removeTree(_ root: Link) {
    if root.isNone || !root.isNode { return }
    if nodes[root.node].level > 0 {
      for i in 0..<Int(nodes[root.node].count) { removeTree(links[root.node * fanOut + i]) }
    }
    freeNode(root.node)
  }
}
