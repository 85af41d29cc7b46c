// Submissions: updates that any thread asks for, that are prepared beforehand, and that take place in polls.
//
//     submit    freezes the snapshot, takes a ticket, and supersedes the one that waits
//     prepare   by the worker, by the submitting thread, or by a poll: phases 1 to 4 of an update   List+Prepare
//     poll      asks the host, commits, and calls `done`                                            List+TakePlace

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
      Submission(try freeze(snapshot, indexed: indexed), update, options)
    })
    return try submit(handle, box)
  }

  func submit(_ handle: Handle, _ box: consuming Box<Submission>) throws(Refusal) -> UInt64 {
    let isHere = box.value.options.isHere && !box.value.isFilter
    let needsWorker = box.value.isFilter ? box.value.options.delayMilliseconds != 0 : !isHere
    box.value.start = Clock.now
    if needsWorker { addToWorker(handle) }
    features.submissions.isUsed.value = 1
    let added = unsafe try add(box)
    if let superseded = unsafe added.superseded {
      // Its snapshot is held no longer; `done` is called by the next poll.
      unsafe superseded.pointee.version = nil
      unsafe features.submissions.end(superseded, .superseded)
      features.channel.add(.ended)
    }
    if isHere { prepareHere() }
    scheduleSubmission()
    return unsafe added.ticket
  }

  /// The list owns it from now on.
  private func add(
    _ box: consuming Box<Submission>
  ) throws(Refusal) -> (ticket: UInt64, superseded: UnsafeMutablePointer<Submission>?) {
    let submission = unsafe box.release()
    do throws(Refusal) { return unsafe try features.submissions.add(submission) } catch {
      _ = unsafe Box(owning: submission)
      throw error
    }
  }

  private func addToWorker(_ handle: Handle) {
    if features.submissions.isAdded.value != 0 { return }
    // A thread that submits at the same time waits until the worker knows the list.
    features.submissions.locked { _ in
      if features.submissions.isAdded.value != 0 { return }
      let entry = unsafe features.submissions.entry.address
      unsafe entry.pointee.handle = handle.bits
      unsafe Worker.process.add(entry) { handle in List.prepareNext(Handle(bits: handle)) }
      features.submissions.isAdded.value = 1
    }
    // Whoever has destroyed it meanwhile may have found the worker without it.
    AtomicWord.fence()
    if HandleTable.process.isDead(handle) { leaveWorker() }
  }

  /// Ticket 0: all that have not taken place.
  public func cancel(_ ticket: UInt64) throws(Refusal) {
    if !hasFeatures { throw Refusal(.noTicket, value: Int(truncatingIfNeeded: ticket)) }
    switch features.submissions.cancel(ticket) {
    case .ended: features.channel.add(.ended)
    case .current: features.channel.add(.submission)
    case .both:
      features.channel.add(.ended)
      features.channel.add(.submission)
    case .nothing: break
    case .tooLate: throw Refusal(.ticketEnded, value: Int(truncatingIfNeeded: ticket))
    case .unknown: throw Refusal(.noTicket, value: Int(truncatingIfNeeded: ticket))
    }
    // The one behind it may have another thread to prepare it.
    scheduleSubmission()
  }

  /// The descriptor that is readable while a poll would find something to do.
  public func wakeup() throws(Refusal) -> Int32 {
    try makeFeatures()
    return try features.channel.descriptor()
  }
}

extension Submissions {
  enum Cancellation {
    case ended, current, both, nothing, tooLate, unknown
  }

  fileprivate func cancel(_ ticket: UInt64) -> Cancellation {
    locked { chains in
      if ticket == 0 {
        let hasWaiting = chains.waiting.count > 0
        while let submission = unsafe chains.waiting.first { unsafe chains.cancel(submission) }
        let hasCurrent = chains.cancelCurrent()
        if hasCurrent { return hasWaiting ? .both : .current }
        return hasWaiting ? .ended : .nothing
      }
      if ticket > chains.lastTicket { return .unknown }
      guard let submission = unsafe chains.tickets.find(ticket) else { return .tooLate }
      if unsafe submission == chains.current { return chains.cancelCurrent() ? .current : .tooLate }
      unsafe chains.cancel(submission)
      return .ended
    }
  }
}

extension Submissions.Chains {
  @unsafe fileprivate mutating func cancel(_ submission: UnsafeMutablePointer<Submission>) {
    unsafe waiting.remove(submission)
    if unsafe supersedable == submission { unsafe supersedable = nil }
    unsafe end(submission, .cancelled)
  }

  /// The poll discards what is prepared. False if there is none, if it is taking place, or is cancelled already.
  fileprivate mutating func cancelCurrent() -> Bool {
    guard let submission = unsafe current,
      unsafe !submission.pointee.isTakingPlace && !submission.pointee.isCancelled
    else { return false }
    unsafe submission.pointee.isCancelled = true
    return true
  }
}
