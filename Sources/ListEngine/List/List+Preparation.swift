// What is prepared of a submission, and how it makes way: every other change of the list comes first. The prepared
// update is discarded, and prepared again afterwards; after the second time in the poll itself.

import CPlatform

extension List {
  /// With the update lock held. (By address: to change it would count as a change of the list, others of which are made
  /// with the state locked.)
  @inline(__always) var preparation: Preparation? {
    _read { yield unsafe features.submissions.preparation.address.pointee }
    nonmutating _modify {
      let kept = unsafe features.submissions.preparation.address
      yield unsafe &kept.pointee
    }
  }

  /// Undoes what was prepared of an update. The update lock is held.
  func discard(_ preparation: consuming Preparation) {
    undo(&preparation.scratch.value)
    giveBack(preparation.scratch)
  }

  /// Undoes the phases of an update before its commit, each only if it was run.
  func undo(_ scratch: inout UpdateScratch) {
    scratch.leafBuilder.discard()
    if scratch.isReserved {
      write { state in state.unreserve(scratch.matcher, &scratch.nextIndex) }
      scratch.isReserved = false
    }
    swap(&scratch.releases.returned, &scratch.retained)
  }

  /// Another change begins; the update lock is held. There are features.
  func evictPreparation() {
    guard let preparation = self.preparation.take() else { return }
    features.submissions.takeBack(preparation)
    discard(preparation)
    features.channel.remove(.submission)
    putBackSubmission(evicted: true)
  }

  /// The current submission waits again.
  func putBackSubmission(evicted: Bool) {
    if features.submissions.putBack(evicted: evicted) { features.channel.add(.ended) }
  }

  /// A change has ended, or a submission came: has the next one prepared, or reports that a poll can take it. There
  /// are features.
  func scheduleSubmission() {
    if features.submissions.isUsed.value == 0 || editNumber.value != 0 { return }
    switch features.submissions.next() {
    case .none: break
    case .poll: features.channel.add(.submission)
    case .worker(let due):
      if unsafe !Worker.process.schedule(features.submissions.entry.address, due: due) {
        features.channel.add(.submission)
      }
    }
  }
}

extension Submissions {
  enum Next {
    case none
    case poll
    case worker(UInt64)
  }

  func next() -> Next {
    locked { chains in
      if let current = unsafe chains.current {
        if unsafe current.pointee.isTakingPlace {
          chains.isWantedAgain = true
          return .none
        }
        return chains.isReady ? .poll : .none
      }
      guard let first = unsafe chains.waiting.first else { return .none }
      if unsafe first.pointee.isFilter {
        return unsafe first.pointee.options.delayMilliseconds == 0 ? .poll : .worker(first.pointee.due)
      }
      return unsafe first.pointee.isLeftToPolls ? .poll : .worker(first.pointee.due)
    }
  }

  /// The input of the current one, which its preparation has taken.
  func takeBack(_ preparation: borrowing Preparation) {
    locked { chains in
      _ = unsafe chains.current?.pointee.version?.takeBack(from: &preparation.scratch.value.matcher)
    }
  }
}
