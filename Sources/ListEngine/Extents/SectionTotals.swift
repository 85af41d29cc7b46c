// The lengths of sections, and the totals of them by node of the list's forest of sections; and which layout each section
// has. A length holds as long as its section has the stamp that it was computed at.
//
//     sections   7 {layout 1 of generation 8, length 310, at 91}     2 {layout 0, length 0, at 40}
//     nodes      3 {length 310, shown 1, at 91}
//
// A section without length is not shown, and has no spacing: a total counts those that are.

struct SectionTotal: BitwiseCopyable {
  var length: Int = 0
  var shown: UInt32 = 0

  static func + (a: SectionTotal, b: SectionTotal) -> SectionTotal {
    SectionTotal(length: a.length &+ b.length, shown: a.shown &+ b.shown)
  }

  init(length: Int = 0, shown: UInt32 = 0) {
    self.length = length
    self.shown = shown
  }

  init(section length: Int) { self.init(length: length, shown: length > 0 ? 1 : 0) }
}

struct SectionTotals: ~Copyable {
  typealias Sections = Forest<ItemSum, SectionID, SoleOwner>

  struct Node: BitwiseCopyable {
    var total = SectionTotal()
    /// 0: to be computed.
    var stamp: UInt32 = 0
  }

  struct Row: BitwiseCopyable {
    var length: Int = 0
    var stamp: UInt32 = 0
    /// A layout of the section of that generation.
    var layout = LayoutTable.ofAll
    var generation: UInt32 = 0
    /// The number of its choice of lanes, or of what custom functions say, of the section of that generation and a layout's
    /// number.
    var choice: UInt32 = 0
    var choiceGeneration: UInt32 = 0
    var choiceOfLayout: UInt32 = 0
  }

  private var nodes = Buffer<Node>()
  private var rows = Buffer<Row>()
  private var epoch: UInt16 = 0
  private(set) var reads = 0
  /// The last number of a choice.
  private var lastChoice: UInt32 = 0

  init() {}

  var bytes: Int { nodes.bytes + rows.bytes }

  /// All lengths are to be computed.
  mutating func forget() {
    for i in 0..<nodes.count { nodes[i].stamp = 0 }
    for i in 0..<rows.count { rows[i].stamp = 0 }
  }

  mutating func reserve(_ order: borrowing Sections) throws(Refusal) {
    if order.epoch != epoch {
      forget()
      epoch = order.epoch
    }
    if nodes.count < order.nodes.count { try nodes.resize(to: order.nodes.capacity, filling: Node()) }
    if rows.count < order.children.count { try rows.resize(to: order.children.capacity, filling: Row()) }
  }

  /// The total of a node or section; nil if it is to be computed.
  @inline(__always) func find(_ link: Link, _ order: borrowing Sections) -> SectionTotal? {
    let stamp = order.stamp(of: link)
    if link.isNode { return nodes[link.node].stamp == stamp ? nodes[link.node].total : nil }
    let row = rows[Int(link.end)]
    return row.stamp == stamp ? SectionTotal(section: row.length) : nil
  }

  /// The total of what was computed.
  @inline(__always) subscript(link: Link) -> SectionTotal {
    link.isNode ? nodes[link.node].total : SectionTotal(section: rows[Int(link.end)].length)
  }

  mutating func set(_ link: Link, _ total: SectionTotal, _ order: borrowing Sections) {
    reads += 1
    let stamp = order.stamp(of: link)
    if link.isNode {
      nodes[link.node] = Node(total: total, stamp: stamp)
    } else {
      rows[Int(link.end)].length = total.length
      rows[Int(link.end)].stamp = stamp
    }
  }

  /// A section is to be computed anew, and all above it.
  mutating func invalidate(_ id: SectionID, _ order: borrowing Sections) {
    if Int(id.raw) >= rows.count { return }
    rows[Int(id.raw)].stamp = 0
    var parent = order.children[Int(id.raw)].parent
    while parent.isNode {
      if parent.node < nodes.count { nodes[parent.node].stamp = 0 }
      parent = order.nodes[parent.node].parent
    }
  }

  // MARK: Layouts

  /// The layout of a section; that of all if it has none of its own.
  func layout(of id: SectionID, generation: UInt32) -> UInt32 {
    guard Int(id.raw) < rows.count, rows[Int(id.raw)].generation == generation else {
      return LayoutTable.ofAll
    }
    return rows[Int(id.raw)].layout
  }

  /// Within the reserved memory. Returns the layout that the number had before, also of a section that has gone.
  mutating func setLayout(_ layout: UInt32, of id: SectionID, generation: UInt32) -> UInt32 {
    let former = rows[Int(id.raw)].layout
    rows[Int(id.raw)].layout = layout
    rows[Int(id.raw)].generation = generation
    rows[Int(id.raw)].choice = 0
    return former
  }

  // MARK: Choices

  func choice(of id: SectionID) -> UInt32 { rows[Int(id.raw)].choice }

  /// Gives the choice of a section a number of its own: another one if it is another section, or its layout another number.
  mutating func numberChoice(of id: SectionID, generation: UInt32, layout: UInt32) {
    let row = rows[Int(id.raw)]
    if row.choice != 0 && row.choiceGeneration == generation && row.choiceOfLayout == layout { return }
    lastChoice = lastChoice + 1 < OwnLane.numbers ? lastChoice + 1 : 1
    rows[Int(id.raw)].choice = lastChoice
    rows[Int(id.raw)].choiceGeneration = generation
    rows[Int(id.raw)].choiceOfLayout = layout
  }
}
