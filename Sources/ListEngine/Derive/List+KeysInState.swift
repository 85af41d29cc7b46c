// Which items of a derived list have states, hidden ones included.

extension List {
  /// Of a derived list, as `keys(inStates:)`: also the items that it hides. They come in the order of the source, and
  /// `first` counts the source's items.
  public func allKeys(
    inStates states: UInt32, from first: Int, capacity: Int, _ visit: (Int, Key, Key) -> Void
  ) throws(Refusal) -> Int {
    if !read({ _ in isFollowing }) {
      return try keys(inStates: states, from: first, capacity: capacity, visit)
    }
    return try read { state throws(Refusal) in
      if first < 0 || first > derivation.bits.count { throw Refusal(.range, role: .first) }
      var found = 0
      derivation.forEach(inStates: states, from: first, state) { position in
        if found < capacity {
          let input = derivation.version.held.input.position(of: position)
          let key = derivation.version.held.input.key(at: position)
          visit(found, key, derivation.version.held.input.sectionKeys[Int(input.section)])
        }
        found += 1
      }
      return found
    }
  }
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
  private func forEachHidden(
    inStates mask: UInt32, _ next: inout Int, below end: Int, _ body: (Int) -> Void
  ) {
    defer { next = max(next, end) }
    if mask & rememberedStates == 0 {
      var position = bits.first(in: SourceColumn.expanded, notIn: SourceColumn.shown, from: next, below: end)
      while position < end {
        body(position)
        position = bits.first(
          in: SourceColumn.expanded, notIn: SourceColumn.shown, from: position + 1, below: end)
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
