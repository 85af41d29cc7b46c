// The invariants of SubmissionQueue between two transitions, checked after each of them in debug builds.

extension SubmissionQueue {
  /// True, or stops the program: for `assert`, which a release build leaves out.
  func checkInvariants() -> Bool {
    var last: UInt64 = 0
    unsafe open.forEach { submission in
      unsafe checkOpen(submission)
      assert(unsafe submission.pointee.ticket > last, "tickets ascend")
      unsafe last = submission.pointee.ticket
    }
    assert(last <= lastTicket)
    unsafe ended.forEach { submission in
      assert(unsafe submission.pointee.state == .ended)
      assert(unsafe tickets.find(submission.pointee.ticket) == nil, "what has ended cannot be cancelled")
    }
    if let first = unsafe open.first, unsafe first.pointee.state == .preparing {
      assert(isBlocked, "the update lock is held, or will be")
    }
    return true
  }

  @unsafe private func checkOpen(_ submission: UnsafeMutablePointer<Submission>) {
    assert(unsafe tickets.find(submission.pointee.ticket) == submission)
    switch unsafe submission.pointee.state {
    case .ended: assertionFailure("it is in the other chain")
    case .waiting: assert(unsafe !submission.pointee.hasFailed, "it would have ended")
    case .preparing, .ready, .committing: assert(unsafe submission == open.first, "one at a time")
    }
    if unsafe submission.pointee.state == .waiting && submission != open.last {
      let first = unsafe open.first == submission
      assert(
        unsafe first || submission.pointee.options.isEach || submission.pointee.discards > 0,
        "the one behind it would have superseded it")
    }
  }
}
