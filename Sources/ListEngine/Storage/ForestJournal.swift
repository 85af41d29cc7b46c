// The nodes of a forest as they were, those that an edit is about to change. What changes is never more
// than the nodes on the way from a child to its root, and nodes that were not there before.
//
//     insert beside child 7         root ─► node 2 ─► node 5 ─► 7        5, 2 and the root are saved
//     whatever splits or goes       node 9 is new; 4 of 5's children are 9's now
//     put back                      5 has its entries again and tells them that it is their parent

public struct ForestJournal: ~Copyable {
  private var numbers = NumberJournal()
  private var nodes = Buffer<UInt32>()
  private var heads = Buffer<Forest.Head>()
  private var links = Buffer<Link>()
  private var sums = Buffer<Sum>()
  private var nodeCount = 0

  init() {}

  var bytes: Int { numbers.bytes + nodes.bytes + heads.bytes + links.bytes + sums.bytes }

  mutating func begin(_ forest: borrowing Forest) {
    numbers.begin(free: forest.freeNodes, end: forest.heads.count)
    nodeCount = forest.heads.count
    nodes.removeAll()
    heads.removeAll()
    links.removeAll()
    sums.removeAll()
  }

  /// So many nodes at most are about to be made.
  mutating func willMake(_ count: Int, in forest: borrowing Forest) throws(Refusal) {
    try numbers.willTake(count, from: forest.freeNodes)
  }

  /// The tree of `child` is about to change at the child or next to it.
  mutating func note(_ child: UInt32, in forest: borrowing Forest) throws(Refusal) {
    var parent = forest.parents[Int(child)]
    while parent.isNode {
      try save(parent.node, of: forest)
      parent = forest.heads[parent.node].parent
    }
  }

  private mutating func save(_ node: Int, of forest: borrowing Forest) throws(Refusal) {
    try nodes.reserve(extra: 1)
    try heads.reserve(extra: 1)
    try links.reserve(extra: forest.fanOut)
    try sums.reserve(extra: forest.fanOut)
    if !(try numbers.note(UInt32(node), savedAt: nodes.count)) { return }
    nodes.push(UInt32(node))
    heads.push(forest.heads[node])
    for i in node * forest.fanOut..<(node + 1) * forest.fanOut {
      links.push(forest.links[i])
      sums.push(forest.sums[i])
    }
  }

  /// All nodes are again as they were. Whose the roots are is for their owners to say.
  func restore(_ forest: inout Forest) {
    for i in 0..<nodes.count {
      let node = Int(nodes[i])
      forest.heads[node] = heads[i]
      for entry in 0..<forest.fanOut {
        forest.links[node * forest.fanOut + entry] = links[i * forest.fanOut + entry]
        forest.sums[node * forest.fanOut + entry] = sums[i * forest.fanOut + entry]
      }
    }
    // Parents come last: a child may stand in two saved nodes, but is of one.
    for i in 0..<nodes.count {
      let node = Int(nodes[i])
      for entry in 0..<Int(heads[i].count) {
        forest.setParent(of: links[i * forest.fanOut + entry], to: .node(node))
      }
    }
    forest.truncate(nodes: nodeCount)
    for i in 0..<numbers.takenCount { forest.heads[Int(numbers.taken(i))].count = 0 }
    numbers.restore(&forest.freeNodes)
  }
}
