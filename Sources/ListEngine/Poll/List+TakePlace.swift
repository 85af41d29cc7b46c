// A submission takes place: the part of a poll that commits what was prepared. While an edit is open or another
// thread changes the list it is passed over; the end of that change reports it again.

import CPlatform

extension List {
  func takeSubmission() throws(Refusal) {
    // First, so that a change which ends meanwhile adds it again.
    features.channel.remove(.submission)
    // The end of the edit adds it again.
    if editNumber.value != 0 { return }
    if isDerived { return try takeFilter() }
    guard let submission = unsafe features.submissions.take() else { return }
    let isDropped = unsafe submission.pointee.isCancelled || submission.pointee.failure.code != 0
    if unsafe !isDropped && wants(EventKind.willUpdate) && !submission.pointee.isAnnounced {
      defer {
        _ = features.submissions.untake()
        features.channel.add(.submission)
      }
      return unsafe try announce(submission)
    }
    do throws(Refusal) {
      if isDropped {
        unsafe try dropSubmission(submission)
      } else {
        unsafe try commit(submission)
      }
    } catch {
      if error.kind.code == Refusal.Kind.busy.code {
        // The change in the way may have ended since, and have found this poll at it.
        if features.submissions.untake() { features.channel.add(.submission) }
        return
      }
      unsafe submission.pointee.failure = error.kind
      unsafe submission.pointee.detail = error.detail
      unsafe end(submission)
      return
    }
    unsafe end(submission)
  }

  /// Pushes WILL_UPDATE: the next poll commits.
  func announce(_ submission: UnsafeMutablePointer<Submission>) throws(Refusal) {
    var record = EventRecord(EventKind.willUpdate)
    unsafe record.number = submission.pointee.ticket
    unsafe record.flags = submission.pointee.update.isPlain ? UpdateEventFlags.plain : 0
    unsafe record.animation = submission.pointee.update.animation
    try append(record)
    unsafe submission.pointee.isAnnounced = true
  }

  /// An event about the list as it is now.
  private func append(_ event: EventRecord) throws(Refusal) {
    var record = event
    try read { state throws(Refusal) in
      record.version = state.version
      try features.channel.append(record)
    }
  }

  private func commit(_ submission: UnsafeMutablePointer<Submission>) throws(Refusal) {
    var options = unsafe submission.pointee.update
    unsafe options.ticket = submission.pointee.ticket
    try change(.submission) { change throws(Refusal) in
      unsafe try features.submissions.checkTaken(submission)
      if let prepared = preparation.take() {
        try commit(&change, options, prepared)
      } else {
        unsafe try commit(&change, options, prepare(submission))
      }
      endLoading(options)
    }
  }

  /// It is cancelled, or its preparation has failed.
  private func dropSubmission(_ submission: UnsafeMutablePointer<Submission>) throws(Refusal) {
    try change(.submission) { _ throws(Refusal) in
      unsafe try features.submissions.checkTaken(submission)
      if let preparation = self.preparation.take() { discard(preparation) }
    }
    if unsafe submission.pointee.isCancelled { unsafe submission.pointee.failure = .cancelled }
  }

  /// Reports a failure, and lets the next one begin.
  func end(_ submission: UnsafeMutablePointer<Submission>) {
    let failure = unsafe submission.pointee.failure
    if failure.code != 0 && failure.code != Refusal.Kind.cancelled.code && wants(EventKind.update) {
      unsafe pushFailure(submission)
    }
    // Releases models that the list does not have.
    unsafe submission.pointee.version = nil
    unsafe features.submissions.end(submission, failure)
    features.channel.add(.ended)
    scheduleSubmission()
  }

  private func pushFailure(_ submission: UnsafeMutablePointer<Submission>) {
    var record = EventRecord(EventKind.update)
    unsafe record.number = submission.pointee.ticket
    unsafe record.status = submission.pointee.failure.code
    unsafe record.animation = submission.pointee.update.animation
    // Without memory `done` alone has the failure.
    do throws(Refusal) { try append(record) } catch {}
  }

  // MARK: The end

  /// Calls `done` of what has ended: all, or only what makes no events. What ends meanwhile is left to the next poll,
  /// since other threads may submit as fast as these are completed.
  func completeSubmissions(all: Bool) {
    if !features.channel.has(.ended) { return }
    features.channel.remove(.ended)
    for _ in 0..<features.submissions.endedCount {
      guard let submission = unsafe features.submissions.takeEnded(all: all) else { break }
      unsafe Submissions.complete(submission)
    }
    if features.submissions.endedCount > 0 { features.channel.add(.ended) }
  }
}

extension Submissions {
  /// The one that a poll can take.
  fileprivate func take() -> UnsafeMutablePointer<Submission>? {
    unsafe locked { chains in
      if unsafe chains.current == nil {
        guard let first = unsafe chains.waiting.first,
          unsafe first.pointee.isLeftToPolls || isAdded.value != 1 || !Worker.process.hasThread
        else { return nil }
        chains.beginFirst()
        chains.isReady = true
      }
      guard chains.isReady, let submission = unsafe chains.current else { return nil }
      unsafe submission.pointee.isTakingPlace = true
      chains.isWantedAgain = false
      return unsafe submission
    }
  }

  /// Refuses `busy` if another change has evicted it before the poll had the lock.
  fileprivate func checkTaken(_ submission: UnsafeMutablePointer<Submission>) throws(Refusal) {
    if locked({ chains in unsafe chains.current != submission || !submission.pointee.isTakingPlace }) {
      throw Refusal(.busy)
    }
  }

  /// Returns whether somebody wanted to have it polled meanwhile.
  fileprivate func untake() -> Bool {
    locked { chains in
      unsafe chains.current?.pointee.isTakingPlace = false
      return chains.isWantedAgain
    }
  }

  fileprivate func takeEnded(all: Bool) -> UnsafeMutablePointer<Submission>? {
    unsafe locked { chains in
      var each = unsafe chains.ended.first
      while let submission = unsafe each {
        let code = unsafe submission.pointee.failure.code
        if all || code == Refusal.Kind.superseded.code || code == Refusal.Kind.cancelled.code {
          unsafe chains.ended.remove(submission)
          return unsafe submission
        }
        unsafe each = submission.pointee.next
      }
      return nil
    }
  }

  fileprivate var endedCount: Int { locked { $0.ended.count } }
}
