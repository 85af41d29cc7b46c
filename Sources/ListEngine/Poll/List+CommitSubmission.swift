// The part of a poll that goes on with the first submission: it announces it, commits it or reports why it has failed,
// and afterwards calls `done`. While an edit is open or another thread changes the list the queue is blocked; the end of
// that change unblocks it.

import CPlatform

extension List {
  /// Returns false if the source is to be followed before.
  func commitSubmission() throws(Refusal) -> Bool {
    guard let submission = unsafe features.withSubmissions({ queue in unsafe queue.forPoll }) else {
      return true
    }
    if unsafe !submission.pointee.isPrepared {
      if derivation.options.isOrdered {
        unsafe try commitOrder(submission)
        return true
      }
      return unsafe try commitFilter(submission)
    }
    unsafe try commitSnapshot(submission)
    return true
  }

  // MARK: A snapshot

  @unsafe private func commitSnapshot(_ submission: UnsafeMutablePointer<Submission>) throws(Refusal) {
    if unsafe !begin(submission) { return }
    if unsafe !submission.pointee.hasFailed && mustAnnounce(submission) {
      defer { submissions { queue in unsafe queue.pauseCommit(submission) } }
      return unsafe try announce(submission)
    }
    do throws(Refusal) { unsafe try commitOrDiscard(submission) } catch {
      if error.kind.code == Refusal.Kind.busy.code { return unsafe waitForChange(submission) }
      submissions { queue in unsafe queue.fail(submission, error) }
    }
    unsafe end(submission)
  }

  @unsafe private func commitOrDiscard(_ submission: UnsafeMutablePointer<Submission>) throws(Refusal) {
    var options = unsafe submission.pointee.update
    unsafe options.ticket = submission.pointee.ticket
    try change(.submission) { change throws(Refusal) in
      // Another change may have discarded it before this one had the lock.
      if !features.withSubmissions({ queue in unsafe queue.isCommitting(submission) }) {
        throw Refusal(.busy)
      }
      let prepared = preparation.take()
      if unsafe submission.pointee.hasFailed {
        if let prepared { discard(prepared) }
        return
      }
      if let prepared {
        try commit(&change, options, prepared)
      } else {
        unsafe try commit(&change, options, prepare(submission))
      }
      endLoading(options)
    }
  }

  // MARK: Of either kind

  /// False if it has ended or waits again since it was found.
  @unsafe func begin(_ submission: UnsafeMutablePointer<Submission>) -> Bool {
    submissions { queue in unsafe queue.beginCommit(submission) }
  }

  /// Another change is in the way, or has just been.
  @unsafe func waitForChange(_ submission: UnsafeMutablePointer<Submission>) {
    submissions { queue in
      unsafe queue.pauseCommit(submission)
      queue.block()
    }
    unblockSubmissionsIfFree()
  }

  /// Whether WILL_UPDATE comes first: then the next poll commits.
  @unsafe func mustAnnounce(_ submission: UnsafeMutablePointer<Submission>) -> Bool {
    unsafe wants(EventKind.willUpdate) && !submission.pointee.isAnnounced
  }

  @unsafe func announce(_ submission: UnsafeMutablePointer<Submission>) throws(Refusal) {
    var record = EventRecord(EventKind.willUpdate)
    unsafe record.number = submission.pointee.ticket
    unsafe record.flags = submission.pointee.update.isPlain ? UpdateEventFlags.plain : 0
    unsafe record.animation = submission.pointee.update.animation
    try append(record)
    unsafe submission.pointee.isAnnounced = true
  }

  /// Reports a failure, and lets the next one begin.
  @unsafe func end(_ submission: UnsafeMutablePointer<Submission>) {
    if unsafe submission.pointee.hasFailed && !submission.pointee.isCancelled && wants(EventKind.update) {
      var record = EventRecord(EventKind.update)
      unsafe record.number = submission.pointee.ticket
      unsafe record.status = submission.pointee.failure.code
      unsafe record.animation = submission.pointee.update.animation
      // Without memory `done` alone has the failure.
      do throws(Refusal) { try append(record) } catch {}
    }
    // Releases models that the list does not have.
    let job = unsafe submission.pointee.job
    _ = unsafe job.pointee.takeSnapshot()
    submissions { queue in unsafe queue.end(submission) }
  }

  /// An event about the list as it is now.
  private func append(_ event: EventRecord) throws(Refusal) {
    var record = event
    try read { state throws(Refusal) in
      record.version = state.version
      try features.channel.append(record)
    }
  }

  // MARK: The end

  /// Calls `done` of what has ended: all, or only what makes no events. What ends meanwhile is left to the next poll,
  /// since other threads may submit as fast as these are completed.
  func completeSubmissions(all: Bool) {
    if !features.channel.has(.ended) { return }
    for _ in 0..<features.withSubmissions({ queue in queue.ended.count }) {
      guard let submission = unsafe submissions({ queue in unsafe queue.takeEnded(all: all) }) else { return }
      unsafe Submission.complete(submission)
    }
  }
}
