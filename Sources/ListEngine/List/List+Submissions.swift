// The only way to the submissions of a list, and with it the only place that knows who goes on with them.
//
//     transition ──► the queue ──► next?     a poll      PollWork.submission, and the descriptor is readable
//                                            the worker  it comes when the first one is due
//                                            nobody      a change is under way, whose end unblocks the queue
//                              ──► ended?    PollWork.ended
//                              ──► holds?    PollWork.onHold
//
// The lock is that of the EventChannel, so that its work is what the queue says at any moment. The worker is called
// without it: at a fork its lock is taken before that of FollowLink, under which channels are locked.

import CPlatform

extension List {
  /// Runs a transition. There are features; no more than the state may be locked.
  func submissions<Result, Failure: Error>(
    _ transition: (inout SubmissionQueue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if features.isQueueUsed.value == 0 {
      features.isQueueUsed.value = 1
      AtomicWord.fence()
    }
    features.channel.beginTransition()
    defer { endTransition() }
    // The queue is changed by address: otherwise the thread sanitizer takes this for a change of the features.
    let queue = unsafe features.submissions.address
    return unsafe try transition(&queue.pointee)
  }

  @inline(never) private func endTransition() {
    // Read with the lock: the end of an edit unblocks the queue, before this or behind it.
    let queue = unsafe features.submissions.address
    if editNumber.value != 0 { unsafe queue.pointee.block() }
    assert(features.submissions.value.checkInvariants())
    let next = features.submissions.value.next()
    var work: UInt64 = 0
    if case .poll = next { work |= PollWork.submission.bits }
    if !features.submissions.value.ended.isEmpty { work |= PollWork.ended.bits }
    if features.submissions.value.holds > 0 { work |= PollWork.onHold.bits }
    features.channel.endTransition(work)
    guard case .worker(let due) = next else { return }
    if unsafe Worker.process.schedule(features.workerEntry.address, due: due) { return }
    // Then a poll.
    submissions { queue in queue.hasWorker = false }
  }

  /// Whoever has given back the update lock calls this: what was blocked by its change goes on. The fences: another
  /// thread may have used the queue for the first time meanwhile; it sees that the change has ended, or is seen here.
  func unblockSubmissions() {
    AtomicWord.fence()
    if hasFeatures && features.isQueueUsed.value != 0 { submissions { queue in queue.unblock() } }
  }

  /// Behind a transition that blocks the queue since another thread has the update lock: that one may have unblocked it
  /// before. If any thread has the lock now, it does so again.
  func unblockSubmissionsIfFree() {
    if !lock.tryBeginPreparation() { return }
    lock.endUpdate()
    unblockSubmissions()
  }
}
