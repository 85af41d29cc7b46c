// The journal of a forest's nodes: a journal of their slab, and a copy of their entries.
//
//     insert beside child 7         root ─► node 2 ─► node 5 ─► 7        5, 2 and the root are saved
//     node 5 splits                 node 9 is new; 4 of 5's children belong to 9 now
//     rolled back                   5 has its entries again and is set as their parent
//
// A change of a tree writes to the nodes between a child and the root, to new nodes, and to the parents of
// nodes and children that move into those. The saved parent of a node may therefore be a later one. The
// entries are authoritative: after all nodes are restored, each entry sets its parent.

struct ForestJournal<Sum: TreeSum, Child: TypedIndex, Owner: TypedIndex>: ~Copyable {
  private var nodes = SlabJournal<Forest<Sum, Child, Owner>.Node>()
  /// The entries of the nodes that were saved in use, in their order.
  private var links = Buffer<Link>()
  private var sums = Buffer<Sum>()

  init() {}

  var isEmpty: Bool { nodes.saved.isEmpty }
  var bytes: Int { nodes.bytes + links.bytes + sums.bytes }

  /// Keeps the memory.
  mutating func removeAll() {
    nodes.removeAll()
    links.removeAll()
    sums.removeAll()
  }

  mutating func begin(_ forest: borrowing Forest<Sum, Child, Owner>) {
    removeAll()
    nodes.begin(forest.nodes)
  }

  /// Call before at most `count` nodes are added.
  mutating func willMake(_ count: Int, in forest: borrowing Forest<Sum, Child, Owner>) throws(Refusal) {
    try nodes.willAdd(count, to: forest.nodes)
  }

  /// Call before the tree of `child` changes at the child or next to it.
  @inline(never) mutating func savePath(
    to child: Child, in forest: borrowing Forest<Sum, Child, Owner>
  ) throws(Refusal) {
    var parent = forest.children[Int(child.raw)].parent
    while parent.isNode {
      try save(parent.node, of: forest)
      parent = forest.nodes[parent.node].parent
    }
  }

  @inline(never) private mutating func save(_ node: Int, of forest: borrowing Forest<Sum, Child, Owner>)
    throws(Refusal)
  {
    let count = Int(forest.nodes[node].count)
    try links.reserve(extra: count)
    try sums.reserve(extra: count)
    if !(try nodes.save(UInt32(node), of: forest.nodes)) { return }
    guard let first = unsafe forest.links.pointer, let firstSum = unsafe forest.sums.pointer else { return }
    unsafe links.append(first + node * forest.fanOut, count)
    unsafe sums.append(firstSum + node * forest.fanOut, count)
  }

  /// Restores all nodes, with a new stamp: what was read before may have been corrected in between, for what the nodes
  /// had then. The owners of the trees restore the parents of the roots, and stamp the children that they restore.
  mutating func restore(_ forest: inout Forest<Sum, Child, Owner>) {
    if forest.nodes.count == 0 { return }
    nodes.rollBack(&forest.nodes)
    forest.links.truncate(to: nodes.end * forest.fanOut)
    forest.sums.truncate(to: nodes.end * forest.fanOut)
    var next = 0
    let stamp = forest.nextStamp()
    for i in 0..<nodes.saved.count where !nodes.saved[i].wasFree {
      let node = Int(nodes.saved[i].number)
      forest.nodes[node].stamp = stamp
      let start = node * forest.fanOut
      for entry in start..<start + Int(forest.nodes[node].count) {
        forest.links[entry] = links[next]
        forest.sums[entry] = sums[next]
        forest.setParent(of: links[next], to: .node(node))
        next += 1
      }
    }
  }
}
