// A table says what the items of a leaf or node do to a walk over lines, whatever comes before them. It matters only how
// many of the items still join the open line: so there is a class for each such number, and few of them fit.
//
//     room 4       items 1 1 2 1       classes   0 join    they need 0, top  0      then  | 1 1 2 | 1
//                  lengths 20 30 10 20           1 joins                1     20          | 1 2 1 |
//                                                2 join                 2     30          | 2 1 |
//                                                3 join                 4     30          | 1 |
//
// Two tables are joined by sending each state that comes out of the first into the second. Where no item has a size of its
// own there is none: see LineState.add.
// (A segmented sum over a monoid of functions; the classes keep it small.)

struct LineClass: BitwiseCopyable {
  /// The state that comes out when so many have joined the open line and it was closed: the rest is in lines of its own.
  var out = LineState()
  /// Those that join need so much of the room, with the gap before each, and are so long.
  var room: Int32 = 0
  var top: Int32 = 0
}

@safe struct LineTable: NodeTable {
  /// `last + 1` classes. If all items may join, the last class has no `out`.
  private var classes: UnsafeMutablePointer<LineClass>? = nil
  private var capacity: UInt16 = 0
  private(set) var last: UInt16 = 0
  private(set) var items: UInt32 = 0
  /// The stamp that it was made at, 0 if never, and the number of the rule.
  var stamp: UInt32 = 0
  var rule: UInt32 = 0

  init() {}

  var bytes: Int { Int(capacity) * MemoryLayout<LineClass>.stride }

  subscript(i: Int) -> LineClass { unsafe classes.unsafelyUnwrapped[i] }

  func free() { if let classes = unsafe classes { unsafe Memory.release(classes, bytes) } }

  mutating func begin(items: Int) {
    self.items = UInt32(truncatingIfNeeded: items)
    last = 0
    stamp = 0
  }

  /// Adds class `i`, the one after the last.
  mutating func set(_ i: Int, _ new: LineClass) throws(Refusal) {
    if i >= Int(capacity) { try grow() }
    unsafe classes.unsafelyUnwrapped[i] = new
    last = UInt16(truncatingIfNeeded: i)
  }

  @inline(never) private mutating func grow() throws(Refusal) {
    let room = max(4, Int(capacity) + Int(capacity) / 4 + 1)
    let memory = unsafe try Memory.allocate(room * MemoryLayout<LineClass>.stride)
    let new = unsafe memory.bindMemory(to: LineClass.self, capacity: room)
    if let old = unsafe classes {
      unsafe new.update(from: old, count: Int(capacity))
      free()
    }
    unsafe classes = new
    capacity = UInt16(truncatingIfNeeded: room)
  }

  /// Walks over the items.
  func enter(_ state: LineState, _ rule: LineRule) -> LineState {
    if items == 0 { return state }
    if state.count == 0 {
      var out = self[0].out
      out.closed += state.closed
      return out
    }
    let room = rule.room - Int(state.used)
    var (low, high) = (0, min(Int(last), LineRule.most - Int(state.count)))
    while low < high {
      let middle = (low + high + 1) / 2
      if Int(self[middle].room) <= room { low = middle } else { high = middle - 1 }
    }
    let found = self[low]
    var out = state
    out.join(low, room: Int(found.room), top: Int(found.top))
    if low == Int(items) { return out }
    out.close(rule)
    let closed = out.closed
    out = found.out
    out.closed += closed
    return out
  }
}

/// A part of a section: a leaf or node with its table, or with the number of its items, which all have the rule's size.
struct LinePart: BitwiseCopyable {
  /// Nil: uniform.
  var table: LineTable?
  var items: Int

  func enter(_ state: LineState, _ rule: LineRule) -> LineState {
    if let table { return table.enter(state, rule) }
    var state = state
    state.add(items, rule)
    return state
  }

  /// Class `i`; nil if so many cannot join.
  func find(_ i: Int, _ rule: LineRule) -> LineClass? {
    if let table { return i <= Int(table.last) ? table[i] : nil }
    let room = i * (rule.gap + rule.item.width)
    if i > items || i > LineRule.most || room > rule.room { return nil }
    var found = LineClass()
    found.room = Int32(truncatingIfNeeded: room)
    found.top = i == 0 ? 0 : Int32(truncatingIfNeeded: rule.item.length)
    found.out.add(items - i, rule)
    return found
  }
}

struct LineTables: ~Copyable {
  private var tables = NodeTables<LineTable>()
  private var sizes = Buffer<LineItem>()
  private var tails = Buffer<LineState>()

  init() {}

  var bytes: Int { tables.bytes }

  mutating func reserve(_ items: borrowing Totals.Items) throws(Refusal) { _ = try tables.reserve(items) }

  /// All must be made anew.
  mutating func forget() { tables.forget() }

  @inline(__always) func table(_ link: Link) -> LineTable { tables[link] }

  private mutating func put(_ table: LineTable, _ link: Link) { tables[link] = table }

  func holds(_ link: Link, _ items: borrowing Totals.Items, rule: UInt32) -> Bool {
    tables[link].stamp == items.stamp(of: link) && tables[link].rule == rule
  }

  /// A size in a leaf has changed.
  mutating func invalidate(_ leaf: LeafID, _ items: borrowing Totals.Items) { tables.invalidate(leaf, items) }

  // MARK: Making

  /// Makes the table of a leaf. `size` returns the size of each of its items.
  @inline(never) mutating func make(
    _ link: Link, items count: Int, _ rule: LineRule, number: UInt32, stamp: UInt32,
    _ size: (Int) -> LineItem
  ) throws(Refusal) {
    var made = table(link)
    made.begin(items: count)
    put(made, link)
    sizes.removeAll()
    try sizes.reserve(count)
    for i in 0..<count { sizes.push(size(i)) }
    try tails.resize(to: 0, filling: LineState())
    try tails.resize(to: count + 1, filling: LineState())
    // From the end: the lines of what begins at each item.
    var i = count
    while i > 0 {
      i -= 1
      var line = LineState()
      var next = i
      while next < count && line.fits(sizes[next], rule) {
        line.add(sizes[next], rule)
        next += 1
      }
      if next < count {
        line.close(rule)
        let closed = line.closed
        line = tails[next]
        line.closed += closed
      }
      tails[i] = line
    }
    var joined = LineClass()
    for i in 0...count {
      if i > 0 {
        let room = Int(joined.room) + rule.gap + sizes[i - 1].width
        if i > LineRule.most || room > rule.room { break }
        joined.room = Int32(truncatingIfNeeded: room)
        joined.top = max(joined.top, Int32(truncatingIfNeeded: sizes[i - 1].length))
      }
      joined.out = tails[i]
      try set(i, joined, &made, link)
    }
    made.stamp = stamp
    made.rule = number
    put(made, link)
  }

  /// The memory of a table is put back at once: it may have moved.
  @inline(never) private mutating func set(
    _ i: Int, _ new: LineClass, _ made: inout LineTable, _ link: Link
  ) throws(Refusal) {
    try made.set(i, new)
    put(made, link)
  }

  /// Makes the table of a node. `part` returns each of its children.
  mutating func make(
    _ link: Link, children: Int, items: Int, _ rule: LineRule, number: UInt32, stamp: UInt32,
    _ part: (borrowing LineTables, Int) -> LinePart
  ) throws(Refusal) {
    var made = table(link)
    made.begin(items: items)
    put(made, link)
    var joining = 0
    // All items of the children before this one join: this is what they need.
    var before = LineClass()
    var child = 0
    while child < children {
      let here = part(self, child)
      var i = child == 0 ? 0 : 1
      while let found = here.find(i, rule) {
        var joined = before
        let room = Int(before.room) + Int(found.room)
        if joining + i > LineRule.most || room > rule.room { break }
        joined.room = Int32(truncatingIfNeeded: room)
        joined.top = max(before.top, found.top)
        joined.out = i == here.items ? LineState() : found.out
        for later in child + 1..<max(child + 1, children) {
          joined.out = part(self, later).enter(joined.out, rule)
        }
        try set(joining + i, joined, &made, link)
        i += 1
      }
      if i <= here.items { break }
      // All of this child may join.
      guard let all = here.find(here.items, rule) else { break }
      before.room += all.room
      before.top = max(before.top, all.top)
      joining += here.items
      child += 1
    }
    made.stamp = stamp
    made.rule = number
    put(made, link)
  }
}
