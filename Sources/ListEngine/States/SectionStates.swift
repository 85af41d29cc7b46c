// The states of sections, by id, and for each state the sections that have it.
//
//     section    0    1    2    3
//     states     e    -    ef   f
//     having     e: 0 2    f: 2 3          one set: a state's numbers begin at its column × capacity

struct SectionStates: ~Copyable {
  /// Sections behind the last one have none.
  private var states = Buffer<UInt16>()
  private var having = NumberSet()
  private var capacity = 0
  private var withStates = 0
  private(set) var focused = SectionID.noIndex

  init() {}

  var bytes: Int { states.bytes + having.bytes }
  var isEmpty: Bool { withStates == 0 }

  subscript(id: SectionID) -> UInt32 { Int(id.raw) < states.count ? UInt32(states[Int(id.raw)]) : 0 }

  /// Reserves memory for so many sections.
  mutating func reserve(_ count: Int) throws(Refusal) {
    if count <= states.count { return }
    if count > capacity {
      let larger = max(count, capacity + capacity / 2)
      var set = try NumberSet(below: 16 * larger)
      try states.reserve(larger)
      for i in 0..<states.count {
        ItemStates.forEach(UInt32(states[i])) { one in set.insert(one.trailingZeroBitCount * larger + i) }
      }
      swap(&having, &set)
      capacity = larger
    }
    try states.resize(to: count, filling: 0)
  }

  /// Memory must be reserved, unless there are no states.
  mutating func set(_ new: UInt32, of id: SectionID) {
    let i = Int(id.raw)
    if i >= states.count { return }
    let old = UInt32(states[i])
    states[i] = UInt16(truncatingIfNeeded: new)
    if (old == 0) != (new == 0) { withStates += new == 0 ? -1 : 1 }
    ItemStates.forEach(new & ~old) { one in having.insert(number(one, i)) }
    ItemStates.forEach(old & ~new) { one in having.remove(number(one, i)) }
    if new & ItemStates.Mask.focused != 0 {
      focused = id
    } else if focused == id {
      focused = .noIndex
    }
  }

  private func number(_ one: UInt32, _ i: Int) -> Int { one.trailingZeroBitCount * capacity + i }

  /// Calls `body` once with each section that has one of the states, in no order.
  func forEach(having mask: UInt32, _ body: (SectionID) throws(Refusal) -> Void) throws(Refusal) {
    var rest = mask
    while rest != 0 {
      let one = rest & (0 &- rest)
      rest &= ~one
      var next = having.next(from: number(one, 0))
      while let found = next, found < number(one, capacity) {
        let i = found - number(one, 0)
        // It was visited with the lowest of its states.
        if UInt32(states[i]) & mask & (one - 1) == 0 { try body(SectionID(UInt32(i))) }
        next = having.next(from: found + 1)
      }
    }
  }

  /// A copy that is as short as it can be.
  func trimmed() throws(Refusal) -> SectionStates {
    var copy = SectionStates()
    if isEmpty { return copy }
    var end = states.count
    while states[end - 1] == 0 { end -= 1 }
    try copy.reserve(end)
    for i in 0..<end { copy.set(UInt32(states[i]), of: SectionID(UInt32(i))) }
    return copy
  }
}
