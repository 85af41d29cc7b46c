// The lanes that items have, and the sums of leaves and nodes of sections of lanes.
//
//     slot 5     lane 2, of the lanes number 7, generation 8
//     node 7     {before 310 280 | first 0, made at 91}           a node below which nothing has a lane or a size of its own
//     leaf 17    {before 40 12 | first 3 | after 0 20, at 90}     has no table: its items are a band

import CPlatform

/// The lane of an item, and the number of the lanes that it is of: a section gets another one where all are chosen anew. An
/// item that has come from another section has a lane of that one, which counts no more.
struct OwnLane: SlotRow {
  var generation: UInt32 = 0
  private var bits: UInt32 = 0

  /// Numbers of lanes are less than this.
  static var numbers: UInt32 { 1 << 27 }

  init() {}

  /// `number` is not 0.
  init(_ lane: Int, of number: UInt32, _ generation: UInt32) {
    self.generation = generation
    bits = number << 5 | UInt32(truncatingIfNeeded: lane)
  }

  var isSet: Bool { bits != 0 }
  var number: UInt32 { bits >> 5 }
  var lane: Int { Int(bits & 31) }
}

/// The sum of a leaf or node.
struct LaneTable: NodeTable {
  var sum = LaneSum()
  /// 0: it must be made anew.
  var stamp: UInt32 = 0
  fileprivate var metrics: UInt32 = 0
  fileprivate var number: UInt32 = 0
  /// Whether an item below it may have a lane although its stamp is early: see LaneTables.start.
  fileprivate var mayHaveLanes = false

  init() {}

  var bytes: Int { sum.bytes }
  func free() { sum.free() }

  mutating func invalidate() {
    stamp = 0
    mayHaveLanes = true
  }

  fileprivate mutating func make(of made: LaneSum, _ rule: LaneRule, _ stamp: UInt32) throws(Refusal) {
    if !made.isBare { try sum.reserve(rule.lanes) }
    sum.copy(made, rule)
    self.stamp = stamp
    metrics = rule.metrics
    number = rule.number
    mayHaveLanes = true
  }

  fileprivate func holds(_ stamp: UInt32, _ rule: LaneRule) -> Bool {
    self.stamp == stamp && metrics == rule.metrics && number == rule.number
  }
}

struct LaneTables: ~Copyable {
  private var tables = NodeTables<LaneTable>()
  private var rows = SlotTable<OwnLane>()
  /// The handles of items that got a lane since the last scene, and not by a size of their own.
  private var fresh = Buffer<UInt64>()
  private var hasLanes = false
  /// A leaf or node that has not changed since this stamp has no lanes below it, unless its table says so.
  private var start: UInt32 = 0
  /// Memory for the walk over a section, for what may be added to it, and for sums that are made, by level. Copies share it.
  private(set) var walk = LaneSum()
  private(set) var trial = LaneSum()
  private var made = Buffer<LaneSum>()

  init() {}

  deinit {
    walk.free()
    trial.free()
    for i in 0..<made.count { made[i].free() }
  }

  var bytes: Int { tables.bytes + rows.bytes + walk.bytes + trial.bytes }

  mutating func reserve(_ items: borrowing Totals.Items) throws(Refusal) {
    if try !tables.reserve(items) { start = 0 }
    try walk.reserve(LaneRule.most)
    try trial.reserve(LaneRule.most)
  }

  /// Makes room for sums of leaves and of nodes above them, of so many levels in all.
  mutating func reserve(levels: Int) throws(Refusal) {
    while made.count < levels {
      try made.reserve(extra: 1)
      var new = LaneSum()
      try new.reserve(LaneRule.most)
      made.push(new)
    }
  }

  /// Returns the memory for the sum of a node of a level. The level of leaves is 0.
  func made(_ level: Int) -> LaneSum { made[level] }

  /// All sums must be made anew.
  mutating func forget() {
    tables.forget()
    start = 0
  }

  // MARK: Lanes of items

  @inline(__always) func lane(of slot: Slot, _ generation: UInt32, _ rule: LaneRule) -> Int? {
    guard let row = rows.find(slot, generation), row.number == rule.number else { return nil }
    return row.lane
  }

  @inline(__always) func prefetch(_ slot: Slot) { rows.prefetch(slot) }

  /// Gives an item a lane. The caller says that the sums that it is in hold no longer. `isFresh`: see `fresh`.
  mutating func set(
    _ lane: Int, of slot: Slot, _ rule: LaneRule, isFresh: Bool = false, _ list: borrowing ListState
  ) throws(Refusal) {
    try rows.reserve(slot)
    if isFresh { try fresh.append(list.slots.handle(slot)) }
    if !hasLanes {
      hasLanes = true
      start = list.arrangement.items.stamp
    }
    rows.set(slot, OwnLane(lane, of: rule.number, list.slots.generation(of: slot)))
  }

  var freshCount: Int { fresh.count }

  func fresh(_ i: Int) -> UInt64 { fresh[i] }

  mutating func forgetFresh() { fresh.removeAll() }

  mutating func giveUp(_ slot: Slot) { rows.remove(slot) }

  // MARK: Sums

  /// Whether an item of a leaf or node may have a lane.
  func mayHaveLanes(_ link: Link, _ items: borrowing Totals.Items) -> Bool {
    hasLanes && (items.stamp(of: link) > start || tables[link].mayHaveLanes)
  }

  func holds(_ link: Link, _ items: borrowing Totals.Items, _ rule: LaneRule) -> Bool {
    tables[link].holds(items.stamp(of: link), rule)
  }

  /// The sum of a leaf or node, which holds.
  @inline(__always) func sum(_ link: Link) -> LaneSum { tables[link].sum }

  /// Without lanes there is no sum yet.
  mutating func invalidate(_ leaf: LeafID, _ items: borrowing Totals.Items) {
    if hasLanes { tables.invalidate(leaf, items) }
  }

  mutating func make(
    _ link: Link, of made: LaneSum, _ items: borrowing Totals.Items, _ rule: LaneRule
  ) throws(Refusal) {
    var table = tables[link]
    // Its memory may have moved even if this fails.
    defer { tables[link] = table }
    try table.make(of: made, rule, items.stamp(of: link))
  }
}
