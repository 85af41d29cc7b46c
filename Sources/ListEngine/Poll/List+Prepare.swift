// The preparation of a submission, with the update lock held: phases 1 to 4 of an update, which call nothing of the
// host's but the allocator. What they made stands until the poll commits it, or another change evicts it.

import CPlatform

extension List {
  /// The worker's job for the list at a handle.
  static func prepareNext(_ handle: Handle) -> UInt64 {
    do throws(Refusal) {
      // A list that is being destroyed waits until this has returned.
      let list = try Pinned<List>(handle, role: .object)
      return list.value.prepareNext()
    } catch {
      return Worker.never
    }
  }

  /// Returns when to be called again.
  private func prepareNext() -> UInt64 {
    switch features.submissions.begin(now: Clock.now) {
    case .later(let due): return due
    case .polled:
      features.channel.add(.submission)
      return Worker.never
    case .begun:
      // It never waits for a host: one that holds the lock in a callback may destroy the list, which waits for the
      // worker. The end of that change schedules it again, unless it came before `putBack`.
      if !lock.tryBeginPreparation() {
        putBackSubmission(evicted: false)
        if !lock.tryBeginPreparation() { return Worker.never }
        lock.endUpdate()
        return 0
      }
      prepareCurrent()
      return Worker.never
    }
  }

  /// On the thread that submits. Inside a host callback it does not wait: then a poll prepares.
  func prepareHere() {
    do throws(Refusal) { try lock.beginUpdate() } catch { return }
    if features.submissions.beginHere() { prepareCurrent() } else { lock.endUpdate() }
  }

  /// Gives back the update lock; only then a poll can take what was prepared.
  private func prepareCurrent() {
    let isReady = prepareLocked()
    lock.endUpdate()
    if isReady { features.channel.add(.submission) }
  }

  private func prepareLocked() -> Bool {
    if editNumber.value != 0 {
      // The end of the edit schedules it again.
      putBackSubmission(evicted: false)
      return false
    }
    do throws(Refusal) {
      let prepared = try lock.preparing { () throws(Refusal) in
        unsafe try prepare(features.submissions.current)
      }
      preparation = consume prepared
      features.submissions.setReady(nil)
    } catch {
      if error.kind.code == Refusal.Kind.interrupted.code {
        // Whoever has interrupted it schedules it again.
        putBackSubmission(evicted: true)
        return false
      }
      features.submissions.setReady(error)
    }
    return true
  }

  /// The update lock is held.
  func prepare(_ submission: UnsafeMutablePointer<Submission>) throws(Refusal) -> Preparation {
    try makeStatistics()
    let scratch = try borrowScratch()
    var report = unsafe makeReport(submission.pointee.update, wantsChangeset: false)
    do throws(Refusal) {
      try ListUpdate().prepare(self, &scratch.value, &report) { scratch throws(Refusal) in
        unsafe try Submission.describe(submission, to: &scratch)
      }
    } catch {
      unsafe submission.pointee.version?.takeBack(from: &scratch.value.matcher)
      giveBack(scratch)
      throw error
    }
    return Preparation(scratch: scratch, statistics: report.statistics, isOrdered: report.isOrdered)
  }
}

extension Submission {
  /// Takes the pointer, as another thread may cancel the submission meanwhile: only `version` is changed here.
  @inline(never) @unsafe fileprivate static func describe(
    _ submission: UnsafeMutablePointer<Submission>, to scratch: inout UpdateScratch
  ) throws(Refusal) {
    guard var version = unsafe submission.pointee.version.take() else { return }
    scratch.duplicates = version.duplicates
    do throws(Refusal) { try version.describe(to: &scratch.matcher, &scratch.marks) } catch {
      unsafe submission.pointee.version = consume version
      throw error
    }
    unsafe submission.pointee.version = consume version
  }
}

extension Submissions {
  enum Beginning {
    case begun
    /// A filter that has waited long enough.
    case polled
    case later(UInt64)
  }

  var current: UnsafeMutablePointer<Submission> { unsafe locked { unsafe $0.current.unsafelyUnwrapped } }

  /// The first one that waits becomes the current one if it is due and is not left to polls.
  fileprivate func begin(now: UInt64) -> Beginning {
    locked { chains in
      if unsafe chains.current != nil { return .later(Worker.never) }
      guard let first = unsafe chains.waiting.first,
        unsafe first.pointee.isFilter || !first.pointee.isLeftToPolls
      else { return .later(Worker.never) }
      if unsafe first.pointee.due > now { return unsafe .later(first.pointee.due) }
      if unsafe first.pointee.isFilter { return .polled }
      chains.beginFirst()
      return .begun
    }
  }

  /// The first one that waits becomes the current one if it is to be prepared by its own thread.
  fileprivate func beginHere() -> Bool {
    locked { chains in
      guard unsafe chains.current == nil, let first = unsafe chains.waiting.first,
        unsafe first.pointee.options.isHere
      else { return false }
      chains.beginFirst()
      return true
    }
  }

  /// A poll can take the current one.
  fileprivate func setReady(_ refusal: Refusal?) {
    locked { chains in
      chains.isReady = true
      guard let refusal, let submission = unsafe chains.current else { return }
      unsafe submission.pointee.failure = refusal.kind
      unsafe submission.pointee.detail = refusal.detail
    }
  }
}

extension Submissions.Chains {
  mutating func beginFirst() {
    guard let first = unsafe waiting.first else { return }
    unsafe waiting.remove(first)
    if unsafe supersedable == first { unsafe supersedable = nil }
    unsafe current = first
    isReady = false
  }
}
