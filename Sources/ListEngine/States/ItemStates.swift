// The states of a list's items and sections: selected, highlighted, focused, expanded, and eight of the host's. They
// belong to the list and not to its content: snapshots, changesets and journals know nothing of them. Made when a
// state is first used; a list that uses none pays a test for nil in each commit.
//
//     columns      0 selected   1 highlighted   2 focused   3 expanded   4 ... 11 of the host      StateColumn
//     inUse        those that ever had an item: only they have a column
//     sections     theirs                                                                             SectionStates
//
// States of a call are a set of bits as in the header; a column's number counts without the gap.

@safe public struct ItemStates: ~Copyable {
  /// Sets of states: bits of the header.
  public enum Mask {
    static var selected: UInt32 { 1 }
    static var highlighted: UInt32 { 2 }
    static var focused: UInt32 { 4 }
    static var expanded: UInt32 { 8 }
    public static var all: UInt32 { 0xFF0F }
    /// The states that a section can have.
    public static var ofSections: UInt32 { 0xFF0C }
  }

  private static let columnCount = 12

  /// Nil until the state is first used.
  private var columns = unsafe InlineArray<12, UnsafeMutablePointer<StateColumn>?>(repeating: nil)
  /// The states that have columns.
  private(set) var inUse: UInt32 = 0
  private(set) var sections = SectionStates()
  var selection = SelectionMode.initial

  init() {}

  deinit {
    for i in 0..<ItemStates.columnCount {
      if let column = unsafe columns[i] { _ = unsafe Box(owning: column) }
    }
  }

  var bytes: Int {
    var total = MemoryLayout<ItemStates>.size + sections.bytes
    ItemStates.forEach(inUse) { state in total += MemoryLayout<StateColumn>.size + self[state].bytes }
    return total
  }

  // MARK: Columns

  @inline(__always) private static func number(of state: UInt32) -> Int {
    let bit = state.trailingZeroBitCount
    return bit < 4 ? bit : bit - 4
  }

  /// Calls `body` with each state of a set.
  @inline(__always) static func forEach(_ mask: UInt32, _ body: (UInt32) -> Void) {
    var rest = mask
    while rest != 0 {
      let state = rest & (0 &- rest)
      body(state)
      rest &= ~state
    }
  }

  /// The column of one state in use.
  subscript(state: UInt32) -> StateColumn {
    _read { yield unsafe columns[ItemStates.number(of: state)].unsafelyUnwrapped.pointee }
    _modify { yield unsafe &columns[ItemStates.number(of: state)].unsafelyUnwrapped.pointee }
  }

  private mutating func add(
    _ state: UInt32, _ column: () throws(Refusal) -> StateColumn
  ) throws(Refusal) {
    unsafe columns[ItemStates.number(of: state)] = try Box(making: column).release()
    inUse |= state
  }

  /// Reserves memory to give or take away these states: call it before a change of a column.
  mutating func reserve(_ mask: UInt32, slots: Int, leaves: Int) throws(Refusal) {
    var rest = mask
    while rest != 0 {
      let state = rest & (0 &- rest)
      if inUse & state == 0 { try add(state) { StateColumn() } }
      try self[state].reserve(slots: slots, leaves: leaves)
      rest &= ~state
    }
  }

  // MARK: Items

  /// The states of an item of the list.
  func states(of slot: Slot, in leaf: LeafID) -> UInt32 {
    var found: UInt32 = 0
    ItemStates.forEach(inUse) { state in if self[state].contains(slot, in: leaf) { found |= state } }
    return found
  }

  enum LeafSummary {
    case none, some, all
  }

  /// Whether the items of a leaf have all states of a set, as far as it can be said without reading the leaf. A state
  /// without a column, which a trim may have discarded, no item has.
  func summary(_ mask: UInt32, _ leaf: LeafID) -> LeafSummary {
    if mask & ~inUse != 0 { return .none }
    var found = LeafSummary.all
    ItemStates.forEach(mask) { state in
      let summary = self[state].total == 0 ? StateColumn.Summary.none : self[state].summary(leaf)
      if summary == StateColumn.Summary.none {
        found = .none
      } else if summary != StateColumn.Summary.all && found == .all {
        found = .some
      }
    }
    return found
  }

  /// Returns the states of a set that some item of a leaf may have.
  func possible(_ mask: UInt32, in leaf: LeafID) -> UInt32 {
    var found: UInt32 = 0
    ItemStates.forEach(mask & inUse) { state in
      if self[state].total > 0 && self[state].summary(leaf) != StateColumn.Summary.none { found |= state }
    }
    return found
  }

  /// The states of an item whose leaf is pushed down, or of a deleted one.
  func bits(of slot: Slot) -> UInt32 {
    var found: UInt32 = 0
    ItemStates.forEach(inUse) { state in if self[state].bit(slot) { found |= state } }
    return found
  }

  /// The states that some item has, deleted ones included.
  var given: UInt32 {
    var found: UInt32 = 0
    ItemStates.forEach(inUse) { state in if !self[state].isEmpty { found |= state } }
    return found
  }

  /// The states that some deleted item has.
  var givenToDeletedInEdit: UInt32 {
    var found: UInt32 = 0
    ItemStates.forEach(inUse) { state in if self[state].deletedInEdit > 0 { found |= state } }
    return found
  }

  func isUnsettled(_ mask: UInt32, _ arrangement: borrowing Arrangement) -> Bool {
    var found = false
    ItemStates.forEach(mask & inUse) { state in if self[state].isUnsettled(arrangement) { found = true } }
    return found
  }

  mutating func settle(_ mask: UInt32, _ arrangement: borrowing Arrangement) {
    ItemStates.forEach(mask & inUse) { state in self[state].settle(arrangement) }
  }

  // MARK: Changes of leaves and items

  /// Call before leaves are pushed down.
  mutating func willChange() { ItemStates.forEach(inUse) { state in self[state].willChange() } }

  /// The items of a leaf are about to change.
  mutating func pushDown(_ id: LeafID, _ leaf: Leaf) {
    ItemStates.forEach(inUse) { state in self[state].pushDown(id, leaf) }
  }

  /// The leaf with this id has other items now.
  mutating func didChange(_ id: LeafID) { ItemStates.forEach(inUse) { state in self[state].didChange(id) } }

  /// The item goes for good; its leaf is pushed down.
  mutating func remove(_ slot: Slot) { ItemStates.forEach(inUse) { state in self[state].remove(slot) } }

  /// An item gets states; its leaf is pushed down, and memory is reserved.
  mutating func give(_ mask: UInt32, to slot: Slot) {
    ItemStates.forEach(mask) { state in self[state].give(slot) }
  }

  mutating func suspend(_ slot: Slot) { ItemStates.forEach(inUse) { state in self[state].suspend(slot) } }

  mutating func resume(_ slot: Slot) { ItemStates.forEach(inUse) { state in self[state].resume(slot) } }

  /// A deleted item loses states, or goes for good.
  mutating func removeDeletedInEdit(_ mask: UInt32, of slot: Slot) {
    ItemStates.forEach(mask & inUse) { state in self[state].removeDeletedInEdit(slot) }
  }

  // MARK: Sections

  func states(ofSection id: SectionID) -> UInt32 { sections[id] }

  var hasSectionStates: Bool { !sections.isEmpty }
  var focusedSection: SectionID { sections.focused }

  mutating func reserve(sections count: Int) throws(Refusal) { try sections.reserve(count) }

  /// Memory must be reserved, unless there are no states.
  mutating func set(_ states: UInt32, ofSection id: SectionID) { sections.set(states, of: id) }

  // MARK: Trimming

  /// A copy for the first `slots` slots and for `leaves` other leaves; all leaves must be pushed down. States that
  /// no item has take no memory.
  func trimmed(slots: Int, leaves: Int) throws(Refusal) -> ItemStates {
    var copy = ItemStates()
    var rest = inUse
    while rest != 0 {
      let state = rest & (0 &- rest)
      if self[state].total > 0 {
        try copy.add(state) { () throws(Refusal) in
          try self[state].trimmed(slots: slots, leaves: leaves)
        }
      }
      rest &= ~state
    }
    copy.selection = selection
    copy.sections = try sections.trimmed()
    return copy
  }
}
