// The preparation of a submission: its update up to the questions to the host. It can be committed as long as the list
// does not change. Every other change comes first and discards it; it is prepared again afterwards, after the second
// time by a poll itself.

import CPlatform

@safe struct Preparation: ~Copyable {
  /// Stays the first field: the thread sanitizer attributes a change of a preparation to what its first pointer has.
  let scratch: Box<UpdateScratch>
  /// Whose update it is: the first one of the queue, ready or being committed.
  let submission: UnsafeMutablePointer<Submission>
  var statistics: UpdateStatistics
  /// Whether the fewest moves were found.
  let isOrdered: Bool
}

extension List {
  /// Requires the update lock. It is changed by address: otherwise this would count as a change of the list, and other
  /// changes of the list are made with the state locked.
  @inline(__always) var preparation: Preparation? {
    _read { yield unsafe features.preparation.address.pointee }
    nonmutating _modify {
      let kept = unsafe features.preparation.address
      yield unsafe &kept.pointee
    }
  }

  /// Another change begins; the update lock is held. There are features.
  func discardPreparation() {
    guard let preparation = self.preparation.take() else { return }
    let submission = unsafe preparation.submission
    let job = unsafe submission.pointee.job
    let scratch = unsafe preparation.scratch.address.assumingMemoryBound(to: UpdateScratch.self)
    submissions { queue in
      unsafe job.pointee.takeBack(from: &scratch.pointee.matcher)
      unsafe queue.requeue(submission, isDiscarded: true)
    }
    discard(preparation)
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
}
