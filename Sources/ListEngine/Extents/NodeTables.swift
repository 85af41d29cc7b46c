// What a view has computed of the leaves and nodes of the list's forest of items, one table each. A table holds as long as its
// leaf or node has the stamp that it was made at, and as its section has the rule that it was made by.
//
//     forest     node 7 {stamp 91}                       leaf 17 {stamp 91}
//     tables     node 7 {made at 91 by rule 3}           leaf 17 {made at 90 by rule 3}: to be made anew

/// The table of a leaf or node.
protocol NodeTable: BitwiseCopyable {
  /// A table that was never made.
  init()
  /// 0: it must be made anew.
  var stamp: UInt32 { get set }
  /// Something below has changed.
  mutating func invalidate()
  var bytes: Int { get }
  func free()
}

extension NodeTable {
  mutating func invalidate() { stamp = 0 }
}

struct NodeTables<Table: NodeTable>: ~Copyable {
  typealias Items = Forest<ItemSum, LeafID, SectionID>

  private var nodes = Buffer<Table>()
  private var leaves = Buffer<Table>()
  private var epoch: UInt16 = 0

  init() {}

  deinit {
    for i in 0..<nodes.count { nodes[i].free() }
    for i in 0..<leaves.count { leaves[i].free() }
  }

  var bytes: Int {
    var total = nodes.bytes + leaves.bytes
    for i in 0..<nodes.count { total += nodes[i].bytes }
    for i in 0..<leaves.count { total += leaves[i].bytes }
    return total
  }

  /// Makes room for the tables of a forest. Returns false if it is another forest: all must be made anew.
  mutating func reserve(_ items: borrowing Items) throws(Refusal) -> Bool {
    let isSame = items.epoch == epoch
    if !isSame { forget() }
    epoch = items.epoch
    if nodes.count < items.nodes.count { try nodes.resize(to: items.nodes.capacity, filling: Table()) }
    if leaves.count < items.children.count {
      try leaves.resize(to: items.children.capacity, filling: Table())
    }
    return isSame
  }

  /// All must be made anew.
  mutating func forget() {
    for i in 0..<nodes.count { nodes[i].stamp = 0 }
    for i in 0..<leaves.count { leaves[i].stamp = 0 }
  }

  @inline(__always) subscript(link: Link) -> Table {
    get { link.isNode ? nodes[link.node] : leaves[Int(link.end)] }
    set { if link.isNode { nodes[link.node] = newValue } else { leaves[Int(link.end)] = newValue } }
  }

  /// Something in a leaf has changed: nothing above it holds.
  mutating func invalidate(_ leaf: LeafID, _ items: borrowing Items) {
    var link = Link.end(leaf.raw)
    if Int(leaf.raw) < leaves.count { leaves[Int(leaf.raw)].invalidate() }
    while true {
      link = items.parent(of: link)
      if !link.isNode { return }
      if link.node < nodes.count { nodes[link.node].invalidate() }
    }
  }
}
