// Keeps the states of items right while their leaves change. Each change of the arrangement of a list calls these:
//
//     update            statesWillChange: leaves that go or are replaced are pushed down, removed items lose their
//                       states; statesDidChange: new leaves                                     Update/ListState+Commit
//     call of an edit   pushDown before items of a leaf are inserted or removed, didChange afterwards; deleted items
//                       are suspended, and resumed when they are inserted again
//     commit of an edit deleted items lose their states; merged leaves are pushed down
//     abandoned edit    all leaves that the edit has changed are pushed down; new items lose their states, deleted
//                       ones are resumed
//     trim              all leaves are pushed down, and leaves and slots get other numbers
//
// None of these takes memory but the trim: StateColumn reads what it has no memory for as "not".

extension ListState {
  /// The states of an item.
  func states(of slot: Slot, in leaf: LeafID) -> UInt32 {
    states.isMade ? states.value.states(of: slot, in: leaf) : 0
  }

  // MARK: Leaves

  /// The items of a leaf are about to change.
  @inline(__always) mutating func pushDown(_ id: LeafID) {
    if states.isMade { states.value.pushDown(id, arrangement.leaf(id)) }
  }

  /// Items of leaves have changed.
  mutating func statesDidChange(_ changes: borrowing Buffer<LeafChange>) {
    if !states.isMade { return }
    for i in 0..<changes.count where !changes[i].isRemoved { states.value.didChange(changes[i].id) }
  }

  /// Leaves were merged: the former ones still have their items.
  mutating func statesDidMerge(_ changes: borrowing Buffer<LeafChange>) {
    if !states.isMade { return }
    for i in 0..<changes.count where changes[i].isRemoved {
      states.value.pushDown(changes[i].id, changes[i].leaf)
    }
    statesDidChange(changes)
  }

  // MARK: Memory

  var stateBytes: Int { states.isMade ? states.value.bytes : 0 }

  /// Whether an item or section has a state, or the selection has a mode.
  var hasStates: Bool {
    states.isMade
      && (states.value.given != 0 || states.value.hasSectionStates || states.value.selection != .initial)
  }

  /// The states for the trimmed list.
  mutating func trimmedStates(slots: Int, leaves: Int) throws(Refusal) -> ItemStates {
    states.value.willChange()
    for i in 0..<arrangement.leaves.count {
      if let leaf = arrangement.leaves[i] { states.value.pushDown(LeafID(UInt32(i)), leaf) }
    }
    return try states.value.trimmed(slots: slots, leaves: leaves)
  }
}
