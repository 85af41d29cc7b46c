// Editing a list in place. While an edit is open, whoever reads the list sees it edited, and whoever
// would change it otherwise is told that it is busy.
//
//     begin ──┬── insert, delete, move, update, mark ──┬── commit     one changeset, of all of it
//             └────────────────────────────────────────┴── abandon    as it was; takes no memory
//
// An edit's number tells it from the ones before it: what has ended is refused.

import CPlatform

extension List {
  // MARK: From beginning to end

  /// Opens an edit, which another that is open has to end before: waits so long for that. Busy at once from
  /// inside a function of the host. The list is `handle`'s.
  public func beginEdit(_ handle: Handle, waiting milliseconds: UInt32) throws(Refusal) -> UInt64 {
    if milliseconds == 0 || HostCall.isUnderWay {
      // Those who wait were first.
      if EditQueue.process.hasWaiters(for: editQueueKey) { throw Refusal(.busy) }
      return try beginEdit()
    }
    let waiter = try EditWaiter(for: editQueueKey, milliseconds: milliseconds)
    while true {
      if HandleTable.process.isDead(handle) { throw Refusal(.handle) }
      if waiter.isFirst {
        do throws(Refusal) { return try beginEdit() } catch {
          guard error.kind.code == Refusal.Kind.busy.code else { throw error }
        }
      }
      if !waiter.wait() { throw Refusal(.busy) }
    }
  }

  public func wasDestroyed() { EditQueue.process.wakeAll(of: editQueueKey) }

  func beginEdit() throws(Refusal) -> UInt64 {
    try change(.withoutEdit) { _ throws(Refusal) in
      try openEdit.make { () throws(Refusal) in try OpenEdit(of: state.value) }
      editNumber.value = UInt64(bitPattern: unsafe iqp_add(&List.editsBegun, 1))
      return editNumber.value
    }
  }

  /// In the process: no number comes again.
  nonisolated(unsafe) private static var editsBegun: Int64 = 0

  /// One changeset of all changes since the beginning. On failure the edit stays open.
  public func commitEdit(
    _ number: UInt64, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try change(.edit(number)) { change throws(Refusal) in
      try scratch.make { UpdateScratch() }
      try makeStatistics()
      var compaction = Compaction()
      let touched = try openEdit.value.journal.touchedLeaves(of: state.value.arrangement)
      try compaction.plan(touched, leaving: Buffer(), in: state.value.arrangement, &change.releases)
      var statistics = UpdateStatistics()
      let changeset = try scratch.value.finish(
        &openEdit.value, state.value, options, self.options, wantsChangeset, &statistics)
      write { state in
        editNumber.value = 0
        state.settle(&openEdit.value)
        compaction.carryOut(on: &state.arrangement, &change.releases)
        state.slots.follow(compaction.changes)
      }
      change.endedEdit = openEdit.take()
      change.statistics = statistics
      return changeset
    }
  }

  /// Restores the state in which the edit began. An edit that has ended is nothing to abandon.
  public func abandonEdit(_ number: UInt64) throws(Refusal) {
    try change(.abandoning(number)) { change throws(Refusal) in
      write { state in
        editNumber.value = 0
        state.restore(&openEdit.value)
      }
      change.endedEdit = openEdit.take()
    }
  }

  /// One change in an edit.
  func edit(
    _ number: UInt64, _ work: (inout ListState, inout OpenEdit, inout PendingReleases) throws(Refusal) -> Void
  ) throws(Refusal) {
    try edit(number, models: { _ in ModelReferences() }, work: work)
  }

  /// One change in an edit that brings the models that `models` lists. They are retained under the update lock,
  /// as they may depend on the state, with readers let in; they are released if the change fails.
  func edit(
    _ number: UInt64, models: (borrowing ListState) throws(Refusal) -> ModelReferences,
    work: (inout ListState, inout OpenEdit, inout PendingReleases) throws(Refusal) -> Void
  ) throws(Refusal) {
    try change(.edit(number)) { change throws(Refusal) in
      let retained = try models(state.value)
      retained.retainAll()
      do throws(Refusal) {
        try write { state throws(Refusal) in try work(&state, &openEdit.value, &change.releases) }
      } catch {
        change.releases.returned = retained
        throw error
      }
    }
  }
}

extension ListState {
  /// What is gone is gone for good.
  fileprivate mutating func settle(_ edit: inout OpenEdit) {
    for i in 0..<edit.items.count where edit.items[i].isGone { slots.free(edit.items[i].slot) }
    for i in 0..<edit.sections.count {
      let id = edit.sections[i].id
      if edit.sections[i].isDropped {
        let section = arrangement.sections[Int(id)]
        arrangement.sectionIndex.remove(KeyHash.seeded.fingerprint(section.key, salt: 0), id)
        arrangement.displaceSection(id)
        if let supplementaries = section.supplementaries { edit.droppedSupplementaries.push(supplementaries) }
      }
      if edit.sections[i].isDropped || edit.sections[i].isGone {
        arrangement.dropSection(id, firstGeneration: firstSectionGeneration)
      }
    }
  }

  /// Takes no memory: all that comes back was there before.
  fileprivate mutating func restore(_ edit: inout OpenEdit) {
    edit.journal.restore(&arrangement) { id, leaf in
      for i in 0..<leaf.count { slots.setLeaf(id, of: leaf.slot(i)) }
    }
    edit.log.rollBack(&index)
    while !edit.taken.isEmpty { slots.free(edit.taken.pop()) }
  }
}

extension UpdateScratch {
  /// Fills the changeset and the statistics of an edit. Nothing fails after it.
  fileprivate mutating func finish(
    _ edit: inout OpenEdit, _ state: borrowing ListState, _ options: UpdateOptions,
    _ listOptions: ListOptions, _ wantsChangeset: Bool, _ done: inout UpdateStatistics
  ) throws(Refusal) -> Changeset? {
    var clock = Clock()
    let ends = try edit.fill(
      &correspondence, state, dropsEmptySections: listOptions.dropsEmptySections)
    done.matchNanoseconds = clock.lap()
    done.changes = try solveFilled(
      matched: correspondence.matchedCount, isAsked: wantsChangeset || options.verifies,
      verifies: options.verifies)
    done.duplicates = edit.duplicates
    var made: Changeset? = nil
    if wantsChangeset {
      done.reload = options.reload(done.changes, or: listOptions.reloadThreshold)
      // What is told is the difference of the two ends: they have no key twice.
      var changeset = try Changeset(done.changes, reload: done.reload, duplicates: DuplicateCounts())
      changeset.take(&correspondence)
      if options.keepsKeys {
        try edit.keepKeys(in: &changeset, ends, state.arrangement, isScoped: listOptions.isScoped)
      }
      if options.keepsPayload {
        try edit.keepPayload(in: &changeset, ends, state.arrangement, isScoped: listOptions.isScoped)
      }
      made = consume changeset
    }
    try edit.drop(ends.dropped)
    done.solveNanoseconds = clock.lap()
    return made
  }
}
