// The states of items when an edit is abandoned. States are not restored: what was given and taken away while the
// edit was open stays so.

extension List {
  /// Before the edit is abandoned. Each item has its own event, because none of them has an index; room was reserved
  /// when they got the states.
  func reportStatesOfNewItems(_ state: borrowing ListState, _ edit: borrowing OpenEdit) {
    if edit.stateEvents.value == 0 { return }
    state.forEachNewWithStates(edit) { record in
      if openEdit.value.stateEvents.value == 0 { return }
      _ = openEdit.value.stateEvents.subtract(1)
      var record = record
      // The abandonment is counted afterwards.
      record.version &+= 1
      features.channel.push(record)
    }
  }
}

extension ListState {
  /// Calls `body` with the event of each item and section that the edit has added and that has states.
  @_optimize(size) fileprivate func forEachNewWithStates(
    _ edit: borrowing OpenEdit, _ body: (EventRecord) -> Void
  ) {
    for i in 0..<edit.taken.count {
      let slot = edit.taken[i]
      guard let item = edit.item(ofSlot: slot) else { continue }
      var mask = states.value.bits(of: slot)
      var section = edit.items[item].section
      if slots.isInList(slot) {
        let location = location(ofSlot: slot)
        mask = states.value.states(of: slot, in: location.leaf)
        section = arrangement.start(ofLeaf: location.leaf).section
      }
      if mask == 0 { continue }
      var record = statesRecord(slot, edit.items[item].key, ofSection: section)
      record.flags = StatesEventFlags.gone
      record.states = mask
      record.count = 1
      body(record)
    }
    for i in 0..<edit.sections.count where !edit.sections[i].wasThere {
      let mask = states.value.states(ofSection: edit.sections[i].id)
      if mask == 0 { continue }
      var record = statesRecord(ofSection: edit.sections[i].id)
      record.flags = StatesEventFlags.gone
      record.states = mask
      body(record)
    }
  }

  /// The states that deleted items and sections lose with the commit, by runs as at the beginning of the edit. Items
  /// that the edit had inserted come last, without an index.
  @_optimize(size) func collectLostStates(_ edit: borrowing OpenEdit, into lost: inout LostStates)
    throws(Refusal)
  {
    if states.value.givenToDeletedInEdit != 0 {
      var sorted = Buffer<UInt64>()
      for i in 0..<edit.items.count
      where edit.items[i].isDeleted && states.value.bits(of: edit.items[i].slot) != 0 {
        let origin = edit.items[i].origin
        let flat = origin.isNew ? noIndex : edit.ends.flat(of: origin)
        try sorted.append(UInt64(flat) << 32 | UInt64(i))
      }
      try sorted.sort()
      for i in 0..<sorted.count {
        let item = edit.items[Int(UInt32(truncatingIfNeeded: sorted[i]))]
        try lost.add(states.value.bits(of: item.slot), at: UInt32(sorted[i] >> 32)) {
          statesRecord(item.slot, item.key, ofSection: item.section)
        }
      }
    }
    if !states.value.hasSectionStates { return }
    for i in 0..<edit.sections.count where edit.sections[i].isDeleted {
      try collectLostStates(of: edit.sections[i].id, into: &lost)
    }
    for i in 0..<edit.ends.dropped.count { try collectLostStates(of: edit.ends.dropped[i], into: &lost) }
  }

  /// The leaves will be as before the edit: those of now are pushed down, and so the states of items that were
  /// there stay right. Deleted items are resumed; new ones lose their states.
  @_optimize(size) mutating func statesWillBeRestored(_ edit: borrowing OpenEdit) {
    states.value.willChange()
    edit.journal.forEachTouchedLeaf(of: arrangement) { id, leaf in states.value.pushDown(id, leaf) }
    for i in 0..<edit.items.count {
      if edit.items[i].isDeleted { states.value.resume(edit.items[i].slot) }
    }
    for i in 0..<edit.taken.count { states.value.remove(edit.taken[i]) }
    for i in 0..<edit.sections.count where !edit.sections[i].wasThere {
      states.value.set(0, ofSection: edit.sections[i].id)
    }
  }
}
