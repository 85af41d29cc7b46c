// The one way to change a list: an update, a trim, each call of an edit, and an edit's begin, commit and
// abandon. The update lock is held from the check of the open edit to the end of `work`; the way out is the same
// on success and on failure, and its order is a matter of correctness:
//
//     publish         statistics first: a `retain` that reads them finds those of the change it belongs to
//     retainShared    under the update lock: no other change may release what was handed over (PendingReleases)
//     endUpdate
//     wakeFirst       before any `release`, which may wait for the very thread that waits to open an edit
//     releaseAll      nothing is held: the host may do anything
//
// Models that came in with a change that failed are among the releases, too.

/// Which edit a change requires.
enum ChangeAccess {
  /// Refuses `busy` while an edit is open.
  case withoutEdit
  /// A call of the edit of that number. Refuses `state` if that edit has ended.
  case edit(UInt64)
  /// The end of that edit without a commit. It waits for the lock, also inside a function of the host: a thread
  /// that holds it is about to be refused, as an edit is open, and calls no function of the host before.
  case abandoning(UInt64)
}

/// What a change under way leaves for its end.
struct ListChange: ~Copyable {
  var releases = PendingReleases()
  /// Of an update that succeeded.
  var statistics: UpdateStatistics? = nil
  /// Whether the scratch memory was used, and so its size has to be published.
  var usesScratch = false
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
      result = try work(&change)
    } catch {
      change.statistics = nil
      endChange(&change)
      throw error
    }
    endChange(&change)
    return result
  }

  private func beginChange(_ access: ChangeAccess) throws(Refusal) {
    if case .abandoning = access {
      // Before the lock: an edit that has ended has nothing to wait for, and nobody else can end this one.
      try check(access)
      try lock.beginUpdateWaiting()
    } else {
      try lock.beginUpdate()
    }
  }

  private func check(_ access: ChangeAccess) throws(Refusal) {
    switch access {
    case .withoutEdit: if editNumber.value != 0 { throw Refusal(.busy) }
    case .edit(let number), .abandoning(let number):
      if editNumber.value != number { throw Refusal(.state, role: .object) }
    }
  }

  private func endChange(_ change: inout ListChange) {
    // What an update gave up is no scratch memory.
    if scratch.isMade { scratch.value.takePendingReleases(&change.releases) }
    if change.usesScratch || change.statistics != nil { publish(change.statistics) }
    change.releases.retainShared()
    lock.endUpdate()
    if change.endedEdit != nil { EditQueue.process.wakeFirst(of: editQueueKey) }
    change.releases.releaseAll()
    // Releases the models of supplementaries that only the edit kept.
    change.endedEdit = nil
    change.statistics?.log()
  }
}

extension UpdateScratch {
  /// Hands the releases of an update over in exchange for empty ones; a change that is no update has its own.
  fileprivate mutating func takePendingReleases(_ other: inout PendingReleases) {
    if releases.isEmpty { return }
    swap(&releases, &other)
  }
}
