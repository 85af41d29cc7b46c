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

  /// Tells lists apart, as long as they live.
  private var editQueueKey: UInt { unsafe UInt(bitPattern: state.address) }

  public func wasDestroyed() { EditQueue.process.wakeAll(of: editQueueKey) }

  func beginEdit() throws(Refusal) -> UInt64 {
    try lock.beginUpdate()
    defer { lock.endUpdate() }
    try refuseEdit()
    try scratch.make { UpdateScratch() }
    try makeStatistics()
    var opened = OpenEdit(sections: state.value.arrangement.sectionCount)
    try opened.begin(state.value)
    scratch.value.edit = consume opened
    openEdit.value = UInt64(bitPattern: unsafe iqp_add(&List.editsBegun, 1))
    return openEdit.value
  }

  /// In the process: no number comes again.
  nonisolated(unsafe) private static var editsBegun: Int64 = 0

  /// Says all that was changed since the beginning as one changeset. On failure the edit stays open.
  public func commitEdit(
    _ number: UInt64, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try lock.beginUpdate()
    let changeset: Changeset?
    var releases = PendingReleases()
    var compaction = Compaction()
    do throws(Refusal) {
      try checkEdit(number)
      let touched = try scratch.value.edit!.journal.touchedLeaves(of: state.value.arrangement)
      try compaction.plan(touched, leaving: Buffer(), in: state.value.arrangement, &releases)
      changeset = try scratch.value.finishEdit(state.value, options, self.options, wantsChangeset)
    } catch {
      lock.endUpdate()
      throw error
    }
    lock.beginCommit()
    openEdit.value = 0
    var ended = scratch.value.takeEdit()
    state.value.settle(&ended)
    compaction.carryOut(on: &state.value.arrangement, &releases)
    state.value.slots.follow(compaction.changes)
    lock.endCommit()
    let done = scratch.value.statistics
    publish(done)
    releases.retainShared()
    lock.endUpdate()
    // Before the host is called: its `release` may wait for the very thread that waits here.
    EditQueue.process.wakeFirst(of: editQueueKey)
    releases.releaseAll()
    ended.end()
    done.log()
    return changeset
  }

  /// Everything is again as it was when the edit began. An edit that has ended is nothing to abandon.
  public func abandonEdit(_ number: UInt64) throws(Refusal) {
    try checkEdit(number)
    // Nobody else can end it. A thread that holds the lock meanwhile is about to be refused as the list is busy,
    // and calls no function of the host before.
    try lock.beginUpdateWaiting()
    lock.beginCommit()
    openEdit.value = 0
    var ended = scratch.value.takeEdit()
    state.value.restore(&ended)
    lock.endCommit()
    lock.endUpdate()
    EditQueue.process.wakeFirst(of: editQueueKey)
    ended.end()
  }

  private func checkEdit(_ number: UInt64) throws(Refusal) {
    if openEdit.value != number { throw Refusal(.state, role: .object) }
  }

  /// One change; models that come in were retained before.
  func edit(
    _ number: UInt64, models: borrowing ModelReferences,
    _ work: (inout ListState, inout OpenEdit, inout PendingReleases) throws(Refusal) -> Void
  ) throws(Refusal) {
    do throws(Refusal) { try edit(number, work) } catch {
      models.releaseAll()
      throw error
    }
  }

  /// One change whose new models depend on what the list shows: `models` lists them, and they are retained
  /// while readers are let in and no other change can begin.
  func edit(
    _ number: UInt64, models: (borrowing ListState) throws(Refusal) -> ModelReferences,
    work: (inout ListState, inout OpenEdit, inout PendingReleases) throws(Refusal) -> Void
  ) throws(Refusal) {
    try lock.beginUpdate()
    var retained = ModelReferences()
    var releases = PendingReleases()
    do throws(Refusal) {
      try checkEdit(number)
      retained = try models(state.value)
      retained.retainAll()
      lock.beginCommit()
      defer { lock.endCommit() }
      try scratch.value.withEdit { edit throws(Refusal) in try work(&state.value, &edit, &releases) }
    } catch {
      releases.returned = retained
      endUpdate(&releases)
      throw error
    }
    endUpdate(&releases)
  }

  func edit(
    _ number: UInt64, _ work: (inout ListState, inout OpenEdit, inout PendingReleases) throws(Refusal) -> Void
  ) throws(Refusal) {
    try lock.beginUpdate()
    var releases = PendingReleases()
    do throws(Refusal) {
      try checkEdit(number)
      lock.beginCommit()
      defer { lock.endCommit() }
      try scratch.value.withEdit { edit throws(Refusal) in try work(&state.value, &edit, &releases) }
    } catch {
      endUpdate(&releases)
      throw error
    }
    endUpdate(&releases)
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
  fileprivate mutating func withEdit(
    _ work: (inout OpenEdit) throws(Refusal) -> Void
  ) throws(Refusal) {
    if edit != nil { try work(&edit!) }
  }

  fileprivate mutating func takeEdit() -> OpenEdit { edit.take()! }

  /// The changeset, and the account of it.
  fileprivate mutating func finishEdit(
    _ state: borrowing ListState, _ options: UpdateOptions, _ listOptions: ListOptions, _ wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    var clock = Clock()
    var done = Statistics()
    let ends = try edit!.fill(
      &correspondence, state, dropsEmptySections: listOptions.dropsEmptySections)
    done.matchNanoseconds = clock.lap()
    done.changes = try solveFilled(
      matched: correspondence.matchedCount, isAsked: wantsChangeset || options.verifies,
      verifies: options.verifies)
    done.duplicates = edit!.duplicates
    var made: Changeset? = nil
    if wantsChangeset {
      done.reload = options.reload(done.changes, or: listOptions.reloadThreshold)
      // What is told is the difference of the two ends: they have no key twice.
      var changeset = try Changeset(done.changes, reload: done.reload, duplicates: DuplicateCounts())
      changeset.take(&correspondence)
      if options.keepsKeys {
        try edit!.keepKeys(in: &changeset, ends, state.arrangement, isScoped: listOptions.isScoped)
      }
      if options.keepsPayload {
        try edit!.keepPayload(in: &changeset, ends, state.arrangement, isScoped: listOptions.isScoped)
      }
      made = consume changeset
    }
    try edit!.drop(ends.dropped)
    done.solveNanoseconds = clock.lap()
    statistics = done
    return made
  }
}
