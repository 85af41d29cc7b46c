// The submissions of a list, and the one that is prepared.
//
//     waiting    7 (EACH), 9        in the order of tickets; 9 is superseded by the next one
//     current    6                  begun by the worker; if it is prepared, `preparation` has its scratch memory
//     ended      4, 5               their `done` is called by a poll
//
// The lock protects the chains; `preparation` is protected by the list's update lock.

import CPlatform

/// An update up to the questions to the host: it can be committed as long as the list does not change.
struct Preparation: ~Copyable {
  let scratch: Box<UpdateScratch>
  var statistics: UpdateStatistics
  /// Whether the fewest moves were found.
  let isOrdered: Bool
}

/// How a filter compares with the one given before it.
struct GivenFilter: BitwiseCopyable {
  var ticket: UInt64
  var change: UInt32
}

@safe struct Submissions: ~Copyable {
  @safe struct Chains: ~Copyable {
    var lastTicket: UInt64 = 0
    /// Those that have not ended.
    var tickets = TicketTable()
    var waiting = SubmissionChain()
    /// The one among those that wait which a later one supersedes.
    var supersedable: UnsafeMutablePointer<Submission>? = nil
    var current: UnsafeMutablePointer<Submission>? = nil
    /// Whether `current` waits for a poll.
    var isReady = false
    /// Whether somebody wanted to have `current` polled while a poll had taken it.
    var isWantedAgain = false
    var ended = SubmissionChain()
    /// Of filters that have not taken effect, or never will.
    var filterChanges = Buffer<GivenFilter>()
    /// How many more have room.
    var reservedChanges = 0

    init() {}
  }

  private let lock = Mutex(.part)
  private let chains = InlineBox(Chains())
  let preparation = InlineBox(Preparation?.none)
  let entry = unsafe InlineBox(Worker.Entry())
  /// 1 once there was a submission.
  let isUsed = AtomicWord()
  /// 1 once the worker knows the list, 2 once it has left again.
  let isAdded = AtomicWord()

  init() {}

  /// Calls the host: no list has them any more.
  deinit {
    unsafe end(chains.value.current)
    while let waiting = unsafe chains.value.waiting.first {
      unsafe chains.value.waiting.remove(waiting)
      unsafe end(unsafe waiting)
    }
    while let ended = unsafe chains.value.ended.first {
      unsafe chains.value.ended.remove(ended)
      unsafe Submissions.complete(ended)
    }
  }

  private func end(_ submission: UnsafeMutablePointer<Submission>?) {
    guard let submission = unsafe submission else { return }
    unsafe submission.pointee.failure = .cancelled
    unsafe submission.pointee.detail = Refusal.Detail()
    unsafe Submissions.complete(submission)
  }

  /// Calls `done`, and frees the submission. Calls the host, so no lock may be held.
  @unsafe static func complete(_ submission: UnsafeMutablePointer<Submission>) {
    let options = unsafe submission.pointee.options
    let ticket = unsafe submission.pointee.ticket
    let failure = unsafe submission.pointee.failure
    let detail = unsafe submission.pointee.detail
    // Releases models.
    _ = unsafe Box(owning: submission)
    guard let done = unsafe options.done else { return }
    if failure.code != 0 { Failure.keep(Failure(failure, detail)) }
    HostCall.runKeepingDetail { unsafe done(options.context, ticket, failure.code) }
  }

  func locked<Result: ~Copyable, Failure: Error>(
    _ body: (inout Chains) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&chains.value)
  }

  // MARK: The order

  /// A new one, which gets a ticket; also returns the one that it supersedes.
  @unsafe func add(
    _ submission: UnsafeMutablePointer<Submission>
  ) throws(Refusal) -> (ticket: UInt64, superseded: UnsafeMutablePointer<Submission>?) {
    unsafe try locked { chains throws(Refusal) in
      try chains.tickets.reserve()
      chains.lastTicket += 1
      unsafe submission.pointee.ticket = chains.lastTicket
      unsafe chains.tickets.add(submission)
      unsafe submission.pointee.filter.isAccepted = true
      let superseded = unsafe chains.supersedable
      if let superseded = unsafe superseded {
        unsafe chains.tickets.remove(superseded)
        unsafe chains.waiting.remove(superseded)
        unsafe submission.pointee.start = superseded.pointee.start
      }
      unsafe submission.pointee.due =
        submission.pointee.start &+ UInt64(submission.pointee.options.delayMilliseconds) &* 1_000_000
      unsafe chains.waiting.append(submission)
      if unsafe submission.pointee.isFilter { unsafe chains.note(submission, superseding: superseded) }
      unsafe chains.supersedable = submission.pointee.options.isEach ? nil : submission
      return unsafe (chains.lastTicket, superseded)
    }
  }

  /// Has ended: its `done` is to be called.
  @unsafe func end(_ submission: UnsafeMutablePointer<Submission>, _ failure: Refusal.Kind) {
    locked { chains in
      if unsafe chains.current == submission {
        unsafe chains.current = nil
        chains.isReady = false
      }
      unsafe chains.end(submission, failure)
    }
  }

  /// The current one waits again, before all others; a cancelled one ends: then returns true.
  func putBack(evicted: Bool) -> Bool {
    locked { chains in
      guard let submission = unsafe chains.current else { return false }
      unsafe chains.current = nil
      chains.isReady = false
      if unsafe submission.pointee.isCancelled {
        unsafe chains.end(submission, .cancelled)
        return true
      }
      // One that could not begin yet is superseded like before.
      if !evicted, unsafe chains.waiting.first == nil && !submission.pointee.options.isEach {
        unsafe chains.supersedable = submission
      }
      if evicted { unsafe submission.pointee.evictions += 1 }
      unsafe submission.pointee.isTakingPlace = false
      unsafe chains.waiting.prepend(submission)
      return false
    }
  }

  /// Those that have neither taken place nor ended.
  var count: Int { locked { unsafe $0.waiting.count + ($0.current == nil ? 0 : 1) } }
}

extension Submissions.Chains {
  /// It is in no chain any more.
  @unsafe mutating func end(_ submission: UnsafeMutablePointer<Submission>, _ failure: Refusal.Kind) {
    unsafe tickets.remove(submission)
    unsafe submission.pointee.failure = failure
    unsafe ended.append(submission)
  }

  /// A filter was given. The room is reserved.
  @unsafe fileprivate mutating func note(
    _ submission: UnsafeMutablePointer<Submission>, superseding superseded: UnsafeMutablePointer<Submission>?
  ) {
    reservedChanges -= 1
    var given = unsafe GivenFilter(
      ticket: submission.pointee.ticket, change: submission.pointee.filter.change)
    if let last = filterChanges.last, unsafe last.ticket == superseded?.pointee.ticket {
      given.change = FilterChange.join(last.change, given.change)
      filterChanges[filterChanges.count - 1] = given
    } else {
      filterChanges.push(given)
    }
  }
}
