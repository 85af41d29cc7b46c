// The first source of a chain of derived lists says whether what a list above hides still exists:
//
//     first source ──► filter ──► outline     B went from the filter: has the first source the same B as then?
//
// If the source of a list in the middle goes, the version that this list holds is the beginning of the chain from then
// on. Handles in a version are positions; nothing goes from it.

extension List {
  /// The first source of a derived list, if its source is derived as well. Locks one list at a time.
  @_optimize(size) func firstSource() -> FirstSource? {
    if !isDerived { return nil }
    var found: FirstSource? = nil
    var handle = read { _ in derivation.source }
    while true {
      guard let list = try? Pinned<List>(handle, role: .object) else { return found }
      if !list.value.isDerived { return found.map { _ in FirstSource(handle) } }
      let above = list.value.read { _ in
        found = FirstSource(handle, version: list.value.derivation.number)
        return list.value.derivation.source
      }
      handle = above
    }
  }

  /// Calls `body` with the first source, its state and no other one locked. Returns false if there is none.
  @_optimize(size) func withFirstSource(
    _ body: (FirstSource, borrowing List, borrowing ListState) throws(Refusal) -> Void
  ) throws(Refusal) -> Bool {
    while let first = firstSource() {
      // Each list that has gone makes the chain shorter.
      guard let list = try? Pinned<List>(first.list, role: .object) else { continue }
      if first.isHeld { try list.value.indexVersion() }
      let isRead = try list.value.read { state throws(Refusal) in
        if first.isHeld && list.value.derivation.number != first.version { return false }
        try body(first, list.value, state)
        return true
      }
      if isRead { return true }
    }
    return false
  }

  // MARK: As the first source, with the state locked

  /// The handle of a key's item, also of one that the open edit has deleted; 0 if there is none.
  @_optimize(size) func firstHandle(of key: ScopedKey, _ state: borrowing ListState) -> UInt64 {
    if isDerived { return derivation.version.find(key).map { UInt64($0 + 1) << 32 } ?? 0 }
    if let location = state.find(key) { return state.handle(of: location) }
    guard openEdit.isMade, let slot = openEdit.value.deletedItem(key, in: state.arrangement) else { return 0 }
    let handle = state.slots.handle(slot)
    return state.slots.holds(handle) ? handle : 0
  }

  /// Whether the item of a handle still exists, and be it deleted by the open edit.
  func firstHas(_ handle: UInt64, _ state: borrowing ListState) -> Bool {
    isDerived || state.slots.holds(handle)
  }

  /// Its flat position; nil if it is not in the list.
  func firstPosition(of handle: UInt64, _ state: borrowing ListState) -> UInt32? {
    if isDerived { return UInt32(truncatingIfNeeded: handle >> 32) - 1 }
    return state.slots.slot(handle).map { UInt32(state.arrangement.flat(of: state.location(ofSlot: $0))) }
  }

  /// The key of the section of a flat position.
  func firstSectionKey(of flat: Int, _ state: borrowing ListState) -> Key {
    if !isDerived { return state.arrangement.sectionKey(of: state.arrangement.location(ofItem: flat)) }
    return derivation.version.sectionKey(of: flat)
  }

  /// For `firstHandle(ofSection:)`: a version has no index of its sections.
  func firstSectionIndex() throws(Refusal) -> KeyIndex {
    isDerived ? try derivation.version.sectionIndex() : KeyIndex()
  }

  /// The handle of a section, or 0.
  @_optimize(size) func firstHandle(
    ofSection key: ScopedKey, _ state: borrowing ListState, _ index: borrowing KeyIndex
  ) -> UInt64 {
    if !isDerived { return state.arrangement.section(forKey: key).map { state.handle(ofSection: $0) } ?? 0 }
    let found = index.find(key.fingerprint) {
      derivation.version.held.input.sectionKeys[Int($0)] == key.key
    }
    return found.map { UInt64($0 + 1) << 32 } ?? 0
  }

  func firstHas(section handle: UInt64, _ key: ScopedKey, _ state: borrowing ListState) -> Bool {
    if isDerived { return true }
    if let id = state.arrangement.section(forKey: key) { return state.handle(ofSection: id) == handle }
    return state.hasDeleted(section: handle)
  }
}

extension ListState {
  /// Whether the open edit has deleted the section: its record is not free.
  fileprivate func hasDeleted(section handle: UInt64) -> Bool {
    let id = Int(handle >> 32) - 1
    return id < arrangement.sections.count && !arrangement.sections[id].isFree
      && arrangement.sections[id].generation == UInt32(truncatingIfNeeded: handle)
  }
}
