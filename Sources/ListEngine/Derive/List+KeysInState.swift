// Which items of a derived list have states, hidden ones included.

extension List {
  /// Like `keys(inStates:)`, but visits also the items that it hides, and behind these, in the order of the first
  /// source, those that lists above it hide. `first` counts the source's items.
  @_optimize(size) public func allKeys(
    inStates states: UInt32, from: Int, capacity: Int, _ visit: (Int, Key, Key) -> Void
  ) throws(Refusal) -> Int {
    if !isDerived { return try keys(inStates: states, from: from, capacity: capacity, visit) }
    if hasIndex { settle(states) }
    while true {
      // Remembered states get handles of the first source that the chain has now.
      let first = try firstHandles(of: Buffer()).first
      var others = StatesByKey()
      var found = try read { state throws(Refusal) in
        if first == derivation.above.first { try others.copyEntries(derivation.above.items) }
        return try visitOwn(inStates: states, from: from, capacity: capacity, state, visit)
      }
      var places = Buffer<PlaceAbove>()
      var isSame = true
      if !others.isEmpty {
        isSame = false
        _ = try withFirstSource { now, list, state throws(Refusal) in
          if now != first { return }
          places = try list.places(of: others, inStates: states, state)
          isSame = true
        }
      }
      if !isSame { continue }
      for i in 0..<places.count {
        if found < capacity { visit(found, others.entries[places[i].entry].key, places[i].section) }
        found += 1
      }
      return found
    }
  }

  /// The items of the source, in the order of the list if it has one of its own. The state is locked.
  @_optimize(size) private func visitOwn(
    inStates states: UInt32, from first: Int, capacity: Int, _ state: borrowing ListState,
    _ visit: (Int, Key, Key) -> Void
  ) throws(Refusal) -> Int {
    if hasIndex { return try state.keys(inStates: states, from: first, capacity: capacity, visit) }
    if first < 0 || first > derivation.bits.count {
      throw Refusal(.range, role: .first, value: first, limit: derivation.bits.count)
    }
    var found = 0
    derivation.forEach(inStates: states, from: first, state) { position in
      if found < capacity {
        let key = derivation.version.held.input.key(at: position)
        visit(found, key, derivation.version.sectionKey(of: position))
      }
      found += 1
    }
    return found
  }

  /// As the first source: where the items of entries with all of the states are, in order.
  @_optimize(size) private func places(
    of others: borrowing StatesByKey, inStates states: UInt32, _ state: borrowing ListState
  ) throws(Refusal) -> Buffer<PlaceAbove> {
    var order = Buffer<UInt64>()
    for i in 0..<others.entries.count where others.entries[i].states & states == states {
      guard let flat = firstPosition(of: others.entries[i].handle, state) else { continue }
      try order.append(UInt64(flat) << 32 | UInt64(i))
    }
    try order.sort()
    var places = try Buffer<PlaceAbove>(capacity: order.count)
    for i in 0..<order.count {
      let section = firstSectionKey(of: Int(order[i] >> 32), state)
      places.push(PlaceAbove(entry: Int(UInt32(truncatingIfNeeded: order[i])), section: section))
    }
    return places
  }
}

/// An item that a list above hides: its entry, and its section.
private struct PlaceAbove: BitwiseCopyable {
  var entry: Int
  var section: Key
}

extension Derivation {
  /// Calls `body` with the position of each item that has all of the states, in the source's order.
  fileprivate func forEach(
    inStates mask: UInt32, from first: Int, _ state: borrowing ListState, _ body: (Int) -> Void
  ) {
    let start = number(ofSource: first)
    var hidden = first
    let isAnyShown = state.states.isMade && state.states.value.inUse & mask == mask
    if isAnyShown {
      state.arrangement.forEachLeaf(start, state.arrangement.count - start) { id, offset, width, _ in
        if state.states.value.summary(mask, id) == .none { return }
        let leaf = state.arrangement.leaf(id)
        let before = state.arrangement.flat(of: Location(leaf: id, offset: offset))
        for i in 0..<width where state.states.value.states(of: leaf.slot(offset + i), in: id) & mask == mask {
          let position = position(of: Int(before) + i)
          forEachHidden(inStates: mask, &hidden, below: position, body)
          body(position)
        }
      }
    }
    forEachHidden(inStates: mask, &hidden, below: bits.count, body)
  }

  /// The hidden ones from `next` on, up to a position.
  @_optimize(size) private func forEachHidden(
    inStates mask: UInt32, _ next: inout Int, below end: Int, _ body: (Int) -> Void
  ) {
    defer { next = max(next, end) }
    if mask & rememberedStates == 0 {
      var position = bits.first(in: OutlineColumn.expanded, notIn: SourceColumn.shown, from: next, below: end)
      while position < end {
        body(position)
        position = bits.first(
          in: OutlineColumn.expanded, notIn: SourceColumn.shown, from: position + 1, below: end)
      }
      return
    }
    var i = remembered.first(from: next)
    while i < remembered.entries.count, Int(remembered.entries[i].position) < end {
      let position = Int(remembered.entries[i].position)
      if states(ofHidden: position) & mask == mask { body(position) }
      i += 1
    }
  }
}
