// Which items have states. Leaves whose summary says that no item has one are not read; those that must be counted
// first are counted once, with readers kept out.

extension List {
  public var selection: SelectionMode { read { $0.selectionMode } }

  /// Calls `visit` with the handles of the items at flat position `first` or behind it that have all of `states`, in
  /// order, and returns their number. `visit` gets the first `capacity` only.
  public func items(
    inStates states: UInt32, from first: Int, capacity: Int, _ visit: (Int, UInt64) -> Void
  ) throws(Refusal) -> Int {
    settle(states)
    return try read { state throws(Refusal) in
      try state.forEachItem(inStates: states, from: first, capacity: capacity) { i, leaf, _, offset in
        visit(i, state.slots.handle(leaf.slot(offset)))
      }
    }
  }

  /// The same by key, with the keys of the sections.
  public func keys(
    inStates states: UInt32, from first: Int, capacity: Int, _ visit: (Int, Key, Key) -> Void
  ) throws(Refusal) -> Int {
    settle(states)
    return try read { state throws(Refusal) in
      try state.keys(inStates: states, from: first, capacity: capacity, visit)
    }
  }

  func settle(_ states: UInt32) {
    lock.beginRead()
    let isUnsettled =
      state.value.states.isMade && state.value.states.value.isUnsettled(states, state.value.arrangement)
    lock.endRead()
    if !isUnsettled { return }
    // A trim may have discarded them meanwhile.
    write { state in if state.states.isMade { state.states.value.settle(states, state.arrangement) } }
  }
}

extension ListState {
  @_optimize(size) func keys(
    inStates states: UInt32, from first: Int, capacity: Int, _ visit: (Int, Key, Key) -> Void
  ) throws(Refusal) -> Int {
    try forEachItem(inStates: states, from: first, capacity: capacity) { i, leaf, id, offset in
      visit(i, leaf.key(offset), arrangement.sectionKey(of: Location(leaf: id, offset: offset)))
    }
  }

  @_optimize(size) fileprivate func forEachItem(
    inStates mask: UInt32, from first: Int, capacity: Int, _ body: (Int, Leaf, LeafID, Int) -> Void
  ) throws(Refusal) -> Int {
    if first < 0 || first > arrangement.count {
      throw Refusal(.range, role: .first, value: first, limit: arrangement.count)
    }
    if !states.isMade || states.value.inUse & mask != mask { return 0 }
    var found = 0
    arrangement.forEachLeaf(first, arrangement.count - first) { id, offset, width, _ in
      switch states.value.summary(mask, id) {
      case .none: return
      case .all where found >= capacity: found += width
      case let summary:
        let leaf = arrangement.leaf(id)
        for i in offset..<offset + width
        where summary == .all || states.value.states(of: leaf.slot(i), in: id) & mask == mask {
          if found < capacity { body(found, leaf, id, i) }
          found += 1
        }
      }
    }
    return found
  }
}
