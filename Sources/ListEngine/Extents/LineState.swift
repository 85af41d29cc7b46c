// Items that fill lines: as many as fit into the room stand in a line, which is as long along the axis as its longest item.
// Rows of a grid are lines whose room is counted in columns; lines of a flow have theirs in ticks.
//
//     room 10, gap 1      widths 4 3 | 6 | 5 4 ...      used 8, 6, 10      lengths 20 30 | 10 | 25 20      30, 10, 25
//
// A walk over the items has a state: what the closed lines are long, and the open line. An item that does not fit closes it.
// Items that all have the rule's size are walked by arithmetic.

struct LineRule: BitwiseCopyable {
  /// Across: columns, or ticks.
  var room = 1
  var gap = 0
  /// Along, between lines.
  var lead = 0
  /// An item without a size of its own has this one.
  var item = LineItem(width: 1, length: 0)

  /// The most items in a line.
  static var most: Int { 64 }

  func isSame(as other: LineRule) -> Bool {
    room == other.room && gap == other.gap && lead == other.lead && item.width == other.item.width
      && item.length == other.item.length
  }

  /// How many items of the rule's size are in a line.
  var perLine: Int {
    let step = item.width + gap
    return step == 0 ? LineRule.most : max(1, min(LineRule.most, (room + gap) / step))
  }
}

/// The size of an item in a line: not wider than the room.
struct LineItem: BitwiseCopyable {
  var width: Int
  var length: Int
}

struct LineState: BitwiseCopyable {
  /// The closed lines, with the spacing behind each.
  var closed: Int = 0
  /// The open line takes so much of the room, is so long, and has so many items; 0: there is none.
  var used: Int32 = 0
  var top: Int32 = 0
  var count: Int32 = 0

  /// All lines.
  var length: Int { closed + Int(top) }

  @inline(__always) func fits(_ item: LineItem, _ rule: LineRule) -> Bool {
    count == 0 || Int(count) < LineRule.most && Int(used) + rule.gap + item.width <= rule.room
  }

  @inline(__always) mutating func close(_ rule: LineRule) {
    closed += Int(top) + rule.lead
    (used, top, count) = (0, 0, 0)
  }

  @inline(__always) mutating func add(_ item: LineItem, _ rule: LineRule) {
    if !fits(item, rule) { close(rule) }
    used += Int32(truncatingIfNeeded: count == 0 ? item.width : rule.gap + item.width)
    top = max(top, Int32(truncatingIfNeeded: item.length))
    count += 1
  }

  /// Adds items of the rule's size.
  mutating func add(_ number: Int, _ rule: LineRule) {
    var rest = number
    let step = rule.gap + rule.item.width
    if count > 0 {
      let room = step == 0 ? rest : max(0, rule.room - Int(used)) / step
      let joining = min(rest, LineRule.most - Int(count), room)
      if joining > 0 { join(joining, room: joining * step, top: rule.item.length) }
      rest -= joining
      if rest == 0 { return }
      close(rule)
    }
    if rest == 0 { return }
    let perLine = rule.perLine
    let full = (rest - 1) / perLine
    closed += full * (rule.item.length + rule.lead)
    let last = rest - full * perLine
    join(last, room: last * step - rule.gap, top: rule.item.length)
  }

  @inline(__always) mutating func join(_ number: Int, room: Int, top: Int) {
    used += Int32(truncatingIfNeeded: room)
    self.top = max(self.top, Int32(truncatingIfNeeded: top))
    count += Int32(truncatingIfNeeded: number)
  }
}
