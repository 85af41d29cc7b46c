// Submissions: updates that any thread asks for, that are prepared beforehand, and that polls commit.
//
//     submit    freezes the snapshot, takes a ticket, and supersedes the one that waits
//     prepare   by the worker, by the submitting thread, or by a poll: phases 1 to 4 of an update   List+Prepare
//     poll      asks the host, commits, and calls `done`                                            List+CommitSubmission

import CPlatform

extension List {
  /// Returns the ticket. `handle` is the handle of this list.
  public func submit(
    _ handle: Handle, _ snapshot: borrowing Snapshot, _ update: UpdateOptions, _ options: SubmissionOptions
  ) throws(Refusal) -> UInt64 {
    if snapshot.options.isScoped != self.options.isScoped { throw Refusal(.mixedScopes) }
    if isDerived { throw Refusal(.derived, role: .object) }
    try makeFeatures()
    // A policy resolves duplicates when the index is built, which needs the snapshot itself.
    let indexed = !Duplicates.areRefused(snapshot.options.duplicates)
    let box = try Box(making: { () throws(Refusal) in
      try Submission(.snapshot(try freeze(snapshot, indexed: indexed)), update, options)
    })
    return try submit(handle, box)
  }

  /// There are features, and the list has the update of the submission.
  func submit(_ handle: Handle, _ box: consuming Box<Submission>) throws(Refusal) -> UInt64 {
    let isHere = box.value.isForSubmitter
    // It prepares a snapshot, and wakes up for a filter.
    let needsWorker = box.value.isForWorker || box.value.options.delayMilliseconds != 0
    box.value.start = Clock.now
    let hasWorker = needsWorker && joinWorker(handle)
    var released: SnapshotVersion? = nil
    let submission = unsafe box.release()
    let ticket: UInt64
    do throws(Refusal) {
      ticket = try submissions { queue throws(Refusal) in
        if hasWorker { queue.hasWorker = true }
        return unsafe try queue.add(submission, released: &released)
      }
    } catch {
      _ = unsafe Box(owning: submission)
      throw error
    }
    released = nil
    if isHere { prepareHere() }
    return ticket
  }

  /// Ticket 0: all that have not been committed.
  public func cancel(_ ticket: UInt64) throws(Refusal) {
    if !hasFeatures { throw Refusal(.noTicket, value: Int(truncatingIfNeeded: ticket)) }
    try submissions { queue throws(Refusal) in try queue.cancel(ticket) }
  }

  /// Until it was resumed as often, polls commit no snapshot and follow no newer version of a source.
  public func hold() throws(Refusal) {
    try makeFeatures()
    try submissions { queue throws(Refusal) in try queue.hold() }
    // The next poll does what has waited for the end of the source's edit.
    if isDerived { features.channel.add(.following) }
  }

  public func resume() throws(Refusal) {
    if !hasFeatures { throw Refusal(.notHeld, role: .object) }
    try submissions { queue throws(Refusal) in try queue.resume() }
  }

  /// The descriptor that is readable while a poll would find something to do.
  public func wakeup() throws(Refusal) -> Int32 {
    try makeFeatures()
    return try features.channel.descriptor()
  }

  // MARK: The worker
  //
  //     destroys     the handle is dead ─► fence ─► are there features?       either sees what the other has done;
  //     submits      there are features ─► fence ─► is the handle dead?       the first to see both has it leave

  /// Returns whether there is a worker.
  private func joinWorker(_ handle: Handle) -> Bool {
    let entry = unsafe features.workerEntry.address
    let isJoined = unsafe Worker.process.add(entry, handle.bits) { handle in
      List.prepareNext(Handle(bits: handle))
    }
    AtomicWord.fence()
    if HandleTable.process.isDead(handle) { leaveWorker() }
    return isJoined
  }

  /// Waits for the worker, which is interrupted, at most as long as one leaf or one phase takes. It never comes back.
  func leaveWorker() {
    if !hasFeatures { return }
    lock.interrupt()
    unsafe Worker.process.remove(features.workerEntry.address)
  }
}
