// The preparation of a submission, with the update lock held: phases 1 to 4 of an update, which call nothing of the
// host's but the allocator. What they made stands until the poll commits it, or another change discards it.

import CPlatform

extension List {
  /// The worker's job for the list at a handle.
  static func prepareNext(_ handle: Handle) {
    do throws(Refusal) {
      // A list that is being destroyed waits until this has returned.
      let list = try Pinned<List>(handle, role: .object)
      list.value.prepareNext()
    } catch {}
  }

  /// On the worker's thread. If there is nothing to begin with yet, the transition has the worker come again.
  private func prepareNext() {
    let now = Clock.now
    guard let submission = unsafe submissions({ queue in unsafe queue.beginPreparing(now: now) }) else {
      return
    }
    // It never waits for a host: one that holds the lock in a callback may destroy the list, which waits for the
    // worker. The end of that change has the worker come again.
    if lock.tryBeginPreparation() { return unsafe prepareLocked(submission) }
    submissions { queue in unsafe queue.requeue(submission, isDiscarded: false) }
    unblockSubmissionsIfFree()
  }

  /// On the thread that submits. Inside a host callback it does not wait: then a poll prepares.
  func prepareHere() {
    do throws(Refusal) { try lock.beginUpdate() } catch { return }
    if editNumber.value == 0,
      let submission = unsafe submissions({ queue in unsafe queue.beginPreparingHere() })
    {
      return unsafe prepareLocked(submission)
    }
    lock.endUpdate()
    unblockSubmissions()
  }

  /// Gives back the update lock, which is held, before it notifies a poll.
  @unsafe private func prepareLocked(_ submission: UnsafeMutablePointer<Submission>) {
    if editNumber.value != 0 {
      submissions { queue in unsafe queue.requeue(submission, isDiscarded: false) }
    } else {
      do throws(Refusal) {
        preparation = try lock.preparing { () throws(Refusal) in unsafe try prepare(submission) }
        submissions { queue in unsafe queue.prepared(submission, nil) }
      } catch {
        let isInterrupted = error.kind.code == Refusal.Kind.interrupted.code
        submissions { queue in
          if isInterrupted { return unsafe queue.requeue(submission, isDiscarded: true) }
          unsafe queue.prepared(submission, error)
        }
      }
    }
    lock.endUpdate()
    unblockSubmissions()
  }

  /// The update lock is held.
  @unsafe func prepare(_ submission: UnsafeMutablePointer<Submission>) throws(Refusal) -> Preparation {
    try makeStatistics()
    let scratch = try borrowScratch()
    var report = unsafe makeReport(submission.pointee.update, wantsChangeset: false)
    // Another thread may cancel it meanwhile, so only the job is changed.
    let job = unsafe submission.pointee.job
    do throws(Refusal) {
      try ListUpdate().prepare(self, &scratch.value, &report) { scratch throws(Refusal) in
        unsafe try job.pointee.describe(to: &scratch.matcher, &scratch.marks, &scratch.duplicates)
      }
    } catch {
      unsafe job.pointee.takeBack(from: &scratch.value.matcher)
      giveBack(scratch)
      throw error
    }
    return unsafe Preparation(
      scratch: scratch, submission: submission, statistics: report.statistics, isOrdered: report.isOrdered)
  }
}
