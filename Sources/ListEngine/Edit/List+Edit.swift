// Edits a list in place. While an edit is open, readers see the edited list, and any other change is refused
// with `busy`.
//
//     begin ──┬── insert, delete, move, update, mark ──┬── commit     one changeset, of all of it
//             └────────────────────────────────────────┴── abandon    restores; allocates nothing
//
// Every edit has its own number: calls of an edit that has ended are refused with `state`.

import CPlatform

extension List {
  // MARK: Begin, commit, abandon

  /// Opens an edit, waiting up to `milliseconds` for an open one to end; then refuses `busy`. Inside a host
  /// callback it does not wait. `handle` is the handle of this list.
  public func beginEdit(_ handle: Handle, waiting milliseconds: UInt32) throws(Refusal) -> UInt64 {
    if milliseconds == 0 || HostCall.isUnderWay {
      // Waiting threads come first.
      if EditQueue.process.hasWaiters(for: editQueueKey) { throw Refusal(.editOpen) }
      return try beginEdit()
    }
    let waiter = try EditWaiter(for: editQueueKey, milliseconds: milliseconds)
    while true {
      if HandleTable.process.isDead(handle) { throw Refusal(.object, role: .object) }
      if waiter.isFirst {
        do throws(Refusal) { return try beginEdit() } catch {
          guard error.kind.code == Refusal.Kind.busy.code else { throw error }
        }
      }
      if !waiter.wait() { throw Refusal(.editOpen) }
    }
  }

  func beginEdit() throws(Refusal) -> UInt64 {
    try change(.withoutEdit) { _ throws(Refusal) in
      let edit = try ScratchPool.process.borrowEdit()
      try edit.value.begin(state.value, isScoped: options.isScoped)
      // Setting states reads the open edit with the state lock only.
      lock.beginCommit()
      openEdit.put(edit)
      lock.endCommit()
      editNumber.value = UInt64(bitPattern: unsafe iqp_add(&List.editsBegun, 1))
      return editNumber.value
    }
  }

  /// Process-wide, so that numbers are never reused.
  nonisolated(unsafe) private static var editsBegun: Int64 = 0

  /// Ends the edit with one changeset of all its changes. On failure the edit stays open.
  public func commitEdit(
    _ number: UInt64, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try change(.edit(number)) { change throws(Refusal) in
      if !wantsChangeset, !options.verifies, openEdit.value.isEmpty, !openEdit.value.isReorder,
        !wants(EventKind.update)
      {
        try makeStatistics()
        change.statistics = .unchanged(state.value.arrangement)
        editNumber.value = 0
        change.endedEdit = write { _ in takeEdit() }
        return nil
      }
      var options = options
      if openEdit.value.isReorder { options.eventFlags |= UpdateEventFlags.reordered }
      // The edit is changed by address, because other threads read meanwhile whether there is one.
      let edit = unsafe openEdit.address
      let changeset = try commit(&change, options, wantsChangeset: wantsChangeset) {
        change, scratch, report throws(Refusal) in
        var commit = EditCommit()
        try unsafe commit.run(self, &scratch, &edit.pointee, &report, &change.releases)
      }
      change.endedEdit = write { _ in takeEdit() }
      return changeset
    }
  }

  /// Restores the state at the beginning of the edit.
  public func abandonEdit(_ number: UInt64) throws(Refusal) {
    try change(.abandoning(number)) { change throws(Refusal) in
      write { state in
        editNumber.value = 0
        if state.states.isMade { reportStatesOfNewItems(state, openEdit.value) }
        state.restore(&openEdit.value)
        if openEdit.value.reorder != nil {
          openEdit.value.reportReorder(ReorderEventFlags.cancelled, features, state)
        }
        countChange(of: &state)
      }
      change.endedEdit = write { _ in takeEdit() }
    }
  }

  /// Gives back the room for events that the edit did not use.
  private func takeEdit() -> Box<OpenEdit>? {
    if openEdit.isMade && openEdit.value.stateEvents.value > 0 {
      features.channel.unreserve(Int(openEdit.value.stateEvents.value))
      openEdit.value.stateEvents.value = 0
    }
    return openEdit.take()
  }

  /// Runs one change of the edit.
  func edit(
    _ number: UInt64, _ work: (inout ListState, inout OpenEdit, inout PendingReleases) throws(Refusal) -> Void
  ) throws(Refusal) {
    try edit(number, models: { _ in ModelReferences() }, work: work)
  }

  /// Runs one change with new models, which `models` lists. They may depend on the state, so they are
  /// retained under the update lock, while readers are admitted. They are released if the change fails.
  func edit(
    _ number: UInt64, models: (borrowing ListState) throws(Refusal) -> ModelReferences,
    work: (inout ListState, inout OpenEdit, inout PendingReleases) throws(Refusal) -> Void
  ) throws(Refusal) {
    try change(.edit(number)) { change throws(Refusal) in
      let retained = try models(state.value)
      retained.retainAll()
      do throws(Refusal) {
        try write { state throws(Refusal) in
          try work(&state, &openEdit.value, &change.releases)
          countChange(of: &state)
        }
      } catch {
        change.releases.returned = retained
        throw error
      }
    }
  }
}

extension ListState {
  /// Allocates nothing: everything that is restored existed before.
  fileprivate mutating func restore(_ edit: inout OpenEdit) {
    if states.isMade { statesWillBeRestored(edit) }
    edit.journal.restore(&arrangement) { id, leaf in
      unsafe slots.setLeaf(id, of: leaf.slots, count: leaf.count)
      if states.isMade { states.value.didChange(id) }
    }
    edit.log.rollBack(&index)
    while !edit.taken.isEmpty { slots.free(edit.taken.pop()) }
  }
}
