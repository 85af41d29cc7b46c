// The totals of the items' own sizes, by node and leaf of the list's forest. The list knows nothing of them: a total holds
// as long as its node or leaf has the stamp that it was read at (Forest).
//
//     forest      node 7 {stamp 91}                         leaf 17 {stamp 91}
//     totals      node 7 {sizes of 300 items, read at 91}   leaf 17 {sizes of 12 items, read at 90}: to be read anew
//
// Where there is no total yet, none of the items has a size of its own if the stamp is no later than `start`, the
// latest one when the first size was set. So a first size in a list of ten million takes no pass over them.
//
// The length of all items of a node is that of its own sizes and of `count - own` items of the rule's length.

struct SizeTotal: BitwiseCopyable {
  var length: Int = 0
  var own: UInt32 = 0

  static func + (a: SizeTotal, b: SizeTotal) -> SizeTotal {
    SizeTotal(length: a.length &+ b.length, own: a.own &+ b.own)
  }

  /// The length of `count` items, with what follows each.
  @inline(__always) func length(of count: Int, rule: Int, spacing: Int) -> Int {
    length &+ (count &- Int(own)) &* rule &+ count &* spacing
  }
}

struct Totals: ~Copyable {
  struct Row: BitwiseCopyable {
    var length: Int = 0
    var own: UInt32 = 0
    /// 0: never read.
    var stamp: UInt32 = 0
  }

  typealias Items = Forest<ItemSum, LeafID, SectionID>

  private var nodes = Buffer<Row>()
  private var leaves = Buffer<Row>()
  /// 0: what has no total must be read.
  private var start: UInt32 = 0
  private var epoch: UInt16 = 0
  /// How many leaves may still be read by this look, and how many nodes and leaves were read by all.
  var budget = 0
  private(set) var reads = 0

  init() {}

  var bytes: Int { nodes.bytes + leaves.bytes }

  /// Until now no item has had a size of its own.
  mutating func begin(_ items: borrowing Items) {
    forget()
    start = items.stamp
    epoch = items.epoch
  }

  /// Everything must be read.
  mutating func forget() {
    for i in 0..<nodes.count { nodes[i].stamp = 0 }
    for i in 0..<leaves.count { leaves[i].stamp = 0 }
    start = 0
  }

  /// Makes room for the totals of a forest.
  mutating func reserve(_ items: borrowing Items) throws(Refusal) {
    if items.epoch != epoch {
      forget()
      epoch = items.epoch
    }
    if nodes.count < items.nodes.count { try nodes.resize(to: items.nodes.capacity, filling: Row()) }
    if leaves.count < items.children.count { try leaves.resize(to: items.children.capacity, filling: Row()) }
  }

  private func row(_ link: Link) -> Row { link.isNode ? nodes[link.node] : leaves[Int(link.end)] }

  private mutating func setRow(_ link: Link, _ total: SizeTotal, _ stamp: UInt32) {
    let row = Row(length: total.length, own: total.own, stamp: stamp)
    if link.isNode { nodes[link.node] = row } else { leaves[Int(link.end)] = row }
  }

  /// The total of a node or leaf; nil if it must be read.
  @inline(__always) func find(_ link: Link, _ items: borrowing Items) -> SizeTotal? {
    let stamp = items.stamp(of: link)
    let row = row(link)
    if row.stamp == stamp { return SizeTotal(length: row.length, own: row.own) }
    return stamp <= start ? SizeTotal() : nil
  }

  /// The total of what was read.
  @inline(__always) func total(_ link: Link, _ items: borrowing Items) -> SizeTotal {
    find(link, items) ?? SizeTotal()
  }

  // MARK: Reading

  /// The total, read where it must be. Nil if the budget is used up: then a later look goes on from there.
  mutating func look(
    _ link: Link, _ list: borrowing ListState, _ sizes: borrowing SlotTable<OwnSize>, _ tags: ItemTags
  ) -> SizeTotal? {
    if link.isNone { return SizeTotal() }
    if let total = find(link, list.arrangement.items) { return total }
    var total = SizeTotal()
    if link.isNode {
      let first = link.node * list.arrangement.items.fanOut
      for i in first..<first + Int(list.arrangement.items.nodes[link.node].count) {
        guard let part = look(list.arrangement.items.links[i], list, sizes, tags) else { return nil }
        total = total + part
      }
    } else {
      if budget == 0 { return nil }
      budget -= 1
      total = Totals.read(list.arrangement.leaf(LeafID(link.end)), list.slots, sizes, tags)
    }
    reads += 1
    setRow(link, total, list.arrangement.items.stamp(of: link))
    return total
  }

  private static func read(
    _ leaf: Leaf, _ slots: borrowing Slots, _ sizes: borrowing SlotTable<OwnSize>, _ tags: ItemTags
  ) -> SizeTotal {
    var total = SizeTotal()
    for i in 0..<leaf.count {
      if i + 8 < leaf.count { sizes.prefetch(leaf.slot(i + 8)) }
      let slot = leaf.slot(i)
      if let size = sizes.find(slot, slots.generation(of: slot)) {
        if size.length == 0 && tags.isGuess(size, leaf.values(i)) {
          // As a guess it would never be near a window, and never measured.
          sizes.set(slot, OwnSize())
          continue
        }
        total.length += Int(size.length)
        total.own += 1
      }
    }
    return total
  }

  // MARK: Changes of sizes

  /// An item of a leaf has got another size: totals that hold are corrected. Above one that does not, none does.
  mutating func add(_ change: Int, own: Int, to leaf: LeafID, _ items: borrowing Items) {
    var link = Link.end(leaf.raw)
    while var total = find(link, items) {
      total.length += change
      total.own = UInt32(truncatingIfNeeded: Int(total.own) + own)
      setRow(link, total, items.stamp(of: link))
      let parent = items.parent(of: link)
      if !parent.isNode { return }
      link = parent
    }
  }
}
