// One state of the items of a list: which items have it. The truth is a bit by slot, so moves cost nothing; a
// summary by leaf says whether the bits of the leaf's items are read at all, so a range costs a store for each leaf.
//
//     leaf       0           1           2           3
//     summary    3           all         none        unknown
//     items      a b c d     e f g h     i j k l     m n o p
//     bit        1 0 1 1     - - - -     - - - -     0 0 1 0          by slot; "-": stale, not read
//
//     total      3 + 4 + 0 + 1
//
// A leaf whose items are about to change is pushed down first: the bits of its items are written, and its summary
// becomes unknown. Afterwards the bits are right wherever the items go, so nothing has to follow them.
//
// Invariants:
// 1. An item in the list has the state if the summary of its leaf says all, or if it says neither all nor none and
//    the item's bit is set. `total` counts these items.
// 2. An item that an open edit has deleted has the state if its bit is set. `deletedInEdit` counts these items.
// 3. The bit of a free or reserved slot is clear, and a leaf with a known count has that many items whose bit is
//    set, neither none nor all of them.
// 4. A bit behind the last one is clear, and a summary behind the last one is unknown: items and leaves are added
//    without memory for their states. Every item of a leaf with summary `all` has a bit.

struct StateColumn: ~Copyable {
  /// The state of a leaf's items. Other values are the number of items that have the state, and their bits count.
  enum Summary {
    static var none: UInt16 { 0 }
    static var all: UInt16 { 0xFFFF }
    static var unknown: UInt16 { 0xFFFE }

    static func of(_ count: Int, among size: Int) -> UInt16 {
      count == 0 ? none : count == size ? all : UInt16(truncatingIfNeeded: count)
    }
  }

  private(set) var bits = Buffer<UInt64>()
  var summaries = Buffer<UInt16>()
  /// The number of items in the list that have the state.
  var total = 0
  /// The number of items deleted by an open edit that have the state.
  private(set) var deletedInEdit = 0
  /// The item that got the state last by itself; it need not have it any more.
  var latest = Slot.noIndex
  /// Whether items of a leaf with summary `none` may have set bits.
  var hasStaleBits = false
  var hasUnknown = false

  init() {}

  var bytes: Int { bits.bytes + summaries.bytes }

  /// Whether any item has the state, deleted ones included.
  var isEmpty: Bool { total == 0 && deletedInEdit == 0 }

  // MARK: Memory

  /// Reserves memory for the states of so many slots and leaves: call it before `set`.
  mutating func reserve(slots: Int, leaves: Int) throws(Refusal) {
    let words = (slots + 63) / 64
    if words > bits.count {
      try bits.reserve(extra: words - bits.count)
      try bits.resize(to: words, filling: 0)
    }
    if leaves > summaries.count {
      try summaries.reserve(extra: leaves - summaries.count)
      try summaries.resize(to: leaves, filling: Summary.unknown)
      hasUnknown = true
    }
  }

  /// A copy for the first `slots` slots and for `leaves` other leaves. All leaves must be pushed down.
  func trimmed(slots: Int, leaves: Int) throws(Refusal) -> StateColumn {
    var copy = StateColumn()
    if total == 0 { return copy }
    let words = min(bits.count, (slots + 63) / 64)
    try copy.bits.reserve(words)
    for i in 0..<words { copy.bits.push(bits[i]) }
    try copy.summaries.resize(to: leaves, filling: Summary.unknown)
    copy.total = total
    copy.latest = latest
    copy.hasStaleBits = hasStaleBits
    copy.hasUnknown = true
    return copy
  }

  // MARK: One item

  @inline(__always) func summary(_ leaf: LeafID) -> UInt16 {
    Int(leaf.raw) < summaries.count ? summaries[Int(leaf.raw)] : Summary.unknown
  }

  @inline(__always) func bit(_ slot: Slot) -> Bool {
    let word = Int(slot.raw &>> 6)
    return word < bits.count && bits[word] &>> UInt64(slot.raw & 63) & 1 != 0
  }

  @inline(__always) mutating func set(_ isOn: Bool, bit slot: Slot) {
    let word = Int(slot.raw &>> 6)
    let mask = 1 as UInt64 &<< UInt64(slot.raw & 63)
    if isOn {
      bits[word] |= mask
    } else if word < bits.count {
      bits[word] &= ~mask
    }
  }

  /// Whether an item of the list has the state.
  @inline(__always) func contains(_ slot: Slot, in leaf: LeafID) -> Bool {
    let summary = summary(leaf)
    return summary == Summary.all || summary != Summary.none && bit(slot)
  }

  /// Writes the bits of a leaf's items.
  mutating func write(_ isOn: Bool, _ leaf: Leaf) {
    if !isOn && !hasStaleBits { return }
    for i in 0..<leaf.count { set(isOn, bit: leaf.slot(i)) }
  }

  /// The number of a leaf's items whose bit is set.
  func bits(of leaf: Leaf) -> Int {
    var count = 0
    for i in 0..<leaf.count where bit(leaf.slot(i)) { count &+= 1 }
    return count
  }

  mutating func clearBits() {
    for i in 0..<bits.count { bits[i] = 0 }
    hasStaleBits = false
  }

  // MARK: Changes of leaves

  /// The items of a leaf are about to change.
  mutating func pushDown(_ id: LeafID, _ leaf: Leaf) {
    if Int(id.raw) >= summaries.count { return }
    let summary = summaries[Int(id.raw)]
    if summary == Summary.unknown { return }
    if summary == Summary.all || summary == Summary.none { write(summary == Summary.all, leaf) }
    summaries[Int(id.raw)] = Summary.unknown
    hasUnknown = true
  }

  /// The leaf with this id has other items now; the one that had it before was pushed down.
  mutating func didChange(_ id: LeafID) {
    if Int(id.raw) >= summaries.count { return }
    summaries[Int(id.raw)] = Summary.unknown
    hasUnknown = true
  }

  /// Call before leaves are pushed down: fewer bits have to be written afterwards.
  mutating func willChange() { if isEmpty && hasStaleBits { clearBits() } }

  /// Whether some leaf has to be counted: `settle` makes enumerating cheaper.
  func isUnsettled(_ arrangement: borrowing Arrangement) -> Bool {
    total > 0 && (hasUnknown || summaries.count < arrangement.leaves.count)
  }

  /// Counts the leaves with unknown summary.
  mutating func settle(_ arrangement: borrowing Arrangement) {
    for i in 0..<summaries.count where summaries[i] == Summary.unknown {
      guard i < arrangement.leaves.count, let leaf = arrangement.leaves[i] else { continue }
      summaries[i] = Summary.of(bits(of: leaf), among: leaf.count)
    }
    hasUnknown = false
  }

  // MARK: Items that go and come

  /// An item goes whose leaf is pushed down; its slot will be freed.
  @inline(__always) mutating func remove(_ slot: Slot) {
    if !bit(slot) { return }
    set(false, bit: slot)
    total -= 1
  }

  /// An item that does not have the state gets it; its leaf is pushed down, and its bit has memory.
  mutating func give(_ slot: Slot) {
    set(true, bit: slot)
    total += 1
    latest = slot
  }

  /// An open edit deletes an item whose leaf is pushed down.
  mutating func suspend(_ slot: Slot) {
    if !bit(slot) { return }
    total -= 1
    deletedInEdit += 1
  }

  /// A deleted item is in the list again.
  mutating func resume(_ slot: Slot) {
    if !bit(slot) { return }
    total += 1
    deletedInEdit -= 1
  }

  /// A deleted item loses the state.
  mutating func removeDeletedInEdit(_ slot: Slot) {
    if !bit(slot) { return }
    set(false, bit: slot)
    deletedInEdit -= 1
  }
}
