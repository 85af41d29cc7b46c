// The only way to change a list: used by an update, a trim, each call of an edit, and an edit's begin, commit
// and abandon. The update lock is held from the check of the open edit to the end of `work`. The steps after
// `work` are the same on success and on failure, and their order matters:
//
//     publish         first, so that a `retain` that reads the statistics finds those of its own change
//     retainShared    under the update lock: no other change may release handed-over models (PendingReleases)
//     endUpdate
//     wakeFirst       before any `release`, which may wait for the very thread that waits to open an edit
//     releaseAll      with no lock held: the host may call anything
//
// The releases include new models of a change that failed.

/// Which edit a change requires.
enum ChangeAccess {
  /// Refuses `busy` while an edit is open, and `state` if the list is derived.
  case withoutEdit
  /// The same, of what leaves the items alone: also of a derived list.
  case maintenance
  /// A call of the edit of that number. Refuses `state` if that edit has ended.
  case edit(UInt64)
  /// Ends the edit without a commit. It always waits for the lock, even inside a host callback: the thread
  /// that holds it will be refused because an edit is open, and calls no host function before.
  case abandoning(UInt64)
  /// A poll commits a submission. Does not wait.
  case submission

  /// Discards what is prepared of a submission.
  var isDirect: Bool { if case .submission = self { false } else { true } }

  var isOfEdit: Bool { if case .edit = self { true } else { false } }
}

/// The results of a change, for the steps after it.
struct ListChange: ~Copyable {
  var releases = PendingReleases()
  /// Set by an update that succeeded.
  var statistics: UpdateStatistics? = nil
  /// Whether the scratch memory was used, so that its size must be published.
  var usesScratch = false
  /// Steps that are no longer in the history.
  var droppedSteps = UndoSteps()
  /// The edit that this change has ended.
  var endedEdit: Box<OpenEdit>? = nil
}

extension List {
  func change<Result: ~Copyable>(
    _ access: ChangeAccess, _ work: (inout ListChange) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    try beginChange(access)
    var change = ListChange()
    let result: Result
    do throws(Refusal) {
      try check(access)
      if hasFeatures && access.isDirect { discardPreparation() }
      result = try work(&change)
    } catch {
      change.statistics = nil
      endChange(&change, access)
      throw error
    }
    endChange(&change, access)
    return result
  }

  private func beginChange(_ access: ChangeAccess) throws(Refusal) {
    if case .abandoning = access {
      // Checked before the lock as well: a call of an edit that has ended need not wait, and no other thread
      // can end this one.
      try check(access)
      try lock.beginUpdateWaiting()
    } else if case .submission = access {
      try lock.tryBeginUpdate()
    } else {
      try lock.beginUpdate()
    }
  }

  private func check(_ access: ChangeAccess) throws(Refusal) {
    switch access {
    case .withoutEdit:
      if editNumber.value != 0 { throw Refusal(.editOpen) }
      if isDerived { throw Refusal(.derived, role: .object) }
    case .maintenance, .submission: if editNumber.value != 0 { throw Refusal(.editOpen) }
    case .edit(let number), .abandoning(let number):
      if editNumber.value != number { throw Refusal(.editEnded, role: .object) }
    }
  }

  private func endChange(_ change: inout ListChange, _ access: ChangeAccess) {
    if change.usesScratch || change.statistics != nil { publish(change.statistics) }
    let isReleasing = !change.releases.isEmpty
    if isReleasing {
      change.releases.retainShared()
    }
    lock.endUpdate()
    // Within an edit submissions stay blocked.
    if change.endedEdit != nil || !access.isOfEdit { unblockSubmissions() }
    if change.endedEdit != nil && hasFeatures { features.followers.wake() }
    if change.endedEdit != nil { EditQueue.process.wakeFirst(of: editQueueKey) }
    if isReleasing { change.releases.releaseAll() }
    if !change.droppedSteps.isEmpty { change.droppedSteps = UndoSteps() }
    // Releases the models of supplementaries that only the edit referenced.
    if let edit = change.endedEdit.take() {
      edit.value.end()
      ScratchPool.process.giveBack(edit)
    }
    change.statistics?.log()
  }
}
