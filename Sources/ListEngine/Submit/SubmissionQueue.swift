// The submissions of a list, and all transitions of one.
//
//             ┌──────────────────────────────────────────────────┐   a filter; a snapshot that a poll prepares
//             │                                                  ▼
//     ──► waiting ──► preparing ──► ready ──────────────► committing ──► ended ──► freed
//             │           │           │ ▲                        │         ▲
//             │           │           │ └─── announced ──────────┤         │
//             ├───────────┴───────────┴──────────────────────────┘         │
//             │       requeued: every other change of the list goes first, │
//             │       and what was prepared for the state before it is discarded
//             └── superseded, cancelled ───────────────────────────────────┘
//
//     transition                                  function          called by
//     (new) → waiting                             add               any thread that submits
//     waiting → ended                             add, cancel       superseded by the new one; cancelled
//     waiting → preparing                         beginPreparing    the worker, or the submitting thread
//     preparing → ready                           prepared          the same
//     waiting, ready → committing                 beginCommit       a poll
//     committing → ready, of a filter waiting     pauseCommit       a poll: announced, or the list is being changed
//     preparing, ready, committing → waiting      requeue           a change; a preparation that cannot begin
//       the same → ended                          requeue           if it was cancelled meanwhile
//     committing → ended                          end               a poll
//     ended → (freed)                             takeEnded         a poll
//
//     state        what holds
//     waiting      superseded by a new one that comes behind it, unless it is EACH or was prepared before
//     preparing    the first of `open`; `isBlocked`
//     ready        the first; if cancelled or failed it is to be ended, else committed: as prepared (List.preparation),
//                  or if nothing is, prepared by the poll as well
//     committing   the first; cannot be cancelled
//     ended        in `ended`, without a ticket: a poll calls `done`
//
// The queue is a value that knows no list, lock or thread: List.submissions runs each transition with the lock of the
// list's EventChannel, whose work is computed from the queue at its end, and has the worker come when `next` says so.

@safe struct SubmissionQueue: ~Copyable {
  /// Who goes on with the first one.
  enum Next: BitwiseCopyable {
    case nobody
    case poll
    /// At that time, on the monotonic clock.
    case worker(UInt64)
  }

  /// The submissions that have not ended, in the order of tickets. All but the first are waiting.
  private(set) var open = Chain<Submission>()
  private(set) var ended = Chain<Submission>()
  private(set) var tickets = TicketTable()
  private(set) var lastTicket: UInt64 = 0
  /// How the filters compare with those before them that have ended without effect behind all that are open.
  private var endedFilterChange: UInt32? = nil
  /// A change of the list is under way, or an edit is open: nothing begins before its end, which unblocks the queue.
  private(set) var isBlocked = false
  /// Whether there is a worker that knows the list; otherwise polls do everything.
  var hasWorker = false
  /// How often the list is held: until none is left, no snapshot is committed, though it is prepared.
  private(set) var holds: UInt32 = 0

  init() {}

  /// Calls the host: no list has them any more.
  @_optimize(size) deinit {
    unsafe open.forEach { submission in
      unsafe submission.pointee.fail(.cancelled)
      unsafe Submission.complete(submission)
    }
    unsafe ended.forEach { submission in unsafe Submission.complete(submission) }
  }

  // MARK: What follows from the states

  func next(now: @autoclosure () -> UInt64 = Clock.now) -> Next {
    guard !isBlocked, let first = unsafe open.first else { return .nobody }
    // A submission that has failed or was cancelled ends all the same.
    let isHeld = unsafe holds > 0 && (first.pointee.isPrepared || first.pointee.waitsForSource)
    let poll = unsafe isHeld && !first.pointee.hasFailed ? Next.nobody : .poll
    switch unsafe first.pointee.state {
    case .ready: return poll
    case .preparing, .committing, .ended: return .nobody
    case .waiting: break
    }
    if !hasWorker { return poll }
    if unsafe first.pointee.isPrepared {
      return unsafe first.pointee.isForWorker ? .worker(first.pointee.due) : poll
    }
    // The worker only waits for it.
    if unsafe first.pointee.options.delayMilliseconds == 0 { return poll }
    let due = unsafe first.pointee.due
    return due > now() ? .worker(due) : poll
  }

  /// The one that a poll can commit or end.
  var forPoll: UnsafeMutablePointer<Submission>? {
    guard case .poll = next() else { return nil }
    return unsafe open.first
  }

  /// The ticket of the first submission that has not ended, or 0.
  var oldestTicket: UInt64 { unsafe open.first?.pointee.ticket ?? 0 }

  /// The ticket of the newest submission that has not ended, or 0.
  var newestTicket: UInt64 { unsafe open.last?.pointee.ticket ?? 0 }

  @unsafe func isCommitting(_ submission: UnsafeMutablePointer<Submission>) -> Bool {
    unsafe open.first == submission && submission.pointee.state == .committing
  }

  private var supersedable: UnsafeMutablePointer<Submission>? {
    guard let last = unsafe open.last, unsafe last.pointee.state == .waiting,
      unsafe !last.pointee.options.isEach && last.pointee.discards == 0
    else { return nil }
    return unsafe last
  }

  // MARK: Any thread

  /// It gets a ticket. Its `start` is set. A snapshot that it supersedes is released by the caller, without the lock.
  @unsafe mutating func add(
    _ submission: UnsafeMutablePointer<Submission>, released: inout SnapshotVersion?
  ) throws(Refusal) -> UInt64 {
    try tickets.reserve()
    lastTicket += 1
    unsafe submission.pointee.ticket = lastTicket
    let job = unsafe submission.pointee.job
    unsafe job.pointee.accept()
    unsafe tickets.add(submission)
    if let superseded = unsafe supersedable {
      unsafe submission.pointee.start = superseded.pointee.start
      // Polls may be asking a filter.
      if unsafe superseded.pointee.isPrepared {
        let job = unsafe superseded.pointee.job
        unsafe released = job.pointee.takeSnapshot()
      }
      unsafe finish(superseded, .superseded)
    }
    unsafe submission.pointee.due =
      submission.pointee.start &+ UInt64(submission.pointee.options.delayMilliseconds) &* 1_000_000
    unsafe follow(endedFilterChange, submission)
    endedFilterChange = nil
    unsafe open.append(submission)
    return lastTicket
  }

  /// Ticket 0: all. One that is being committed is not cancelled any more.
  mutating func cancel(_ ticket: UInt64) throws(Refusal) {
    if ticket == 0 {
      var next = unsafe open.first
      while let submission = unsafe next {
        unsafe next = submission.pointee.links.next
        _ = unsafe cancel(submission)
      }
      return
    }
    if ticket > lastTicket { throw Refusal(.noTicket, value: Int(truncatingIfNeeded: ticket)) }
    guard let submission = unsafe tickets.find(ticket), unsafe cancel(submission) else {
      throw Refusal(.ticketEnded, value: Int(truncatingIfNeeded: ticket))
    }
  }

  @unsafe private mutating func cancel(_ submission: UnsafeMutablePointer<Submission>) -> Bool {
    switch unsafe submission.pointee.state {
    case .waiting: unsafe finish(submission, .cancelled)
    case .preparing, .ready:
      if unsafe submission.pointee.isCancelled { return false }
      unsafe submission.pointee.fail(.cancelled)
    case .committing, .ended: return false
    }
    return true
  }

  /// A change of the list has begun, or will not end soon.
  mutating func block() { isBlocked = true }

  /// It has ended.
  mutating func unblock() { isBlocked = false }

  static var mostHolds: UInt32 { 65535 }

  mutating func hold() throws(Refusal) {
    if holds == SubmissionQueue.mostHolds { throw Refusal(.holdLimit, limit: Int(holds)) }
    holds += 1
    // On hold a filter or an order does not wait for the end of the source's edit.
    if let first = unsafe open.first, unsafe !first.pointee.isPrepared { unblock() }
  }

  mutating func resume() throws(Refusal) {
    if holds == 0 { throw Refusal(.notHeld, role: .object) }
    holds -= 1
  }

  // MARK: Whoever prepares

  /// The worker begins with the first one if it is due; with the one that it gets it ends by `prepared` or `requeue`,
  /// and unblocks the queue behind that. So does the submitting thread, which has the update lock.
  mutating func beginPreparing(now: UInt64) -> UnsafeMutablePointer<Submission>? {
    guard !isBlocked, let first = unsafe open.first, unsafe first.pointee.state == .waiting,
      unsafe first.pointee.isForWorker && first.pointee.due <= now
    else { return nil }
    return unsafe begin(first)
  }

  mutating func beginPreparingHere() -> UnsafeMutablePointer<Submission>? {
    guard let first = unsafe open.first, unsafe first.pointee.state == .waiting,
      unsafe first.pointee.isForSubmitter
    else { return nil }
    return unsafe begin(first)
  }

  @unsafe private mutating func begin(
    _ submission: UnsafeMutablePointer<Submission>
  ) -> UnsafeMutablePointer<Submission> {
    unsafe submission.pointee.state = .preparing
    // A poll could not take it before the update lock is given back.
    isBlocked = true
    return unsafe submission
  }

  /// `refusal`: why it has failed.
  @unsafe mutating func prepared(_ submission: UnsafeMutablePointer<Submission>, _ refusal: Refusal?) {
    unsafe submission.pointee.state = .ready
    if let refusal, unsafe !submission.pointee.hasFailed {
      unsafe submission.pointee.fail(refusal.kind, refusal.detail)
    }
  }

  /// `isDiscarded`: what was prepared of it, if only a part. The change that goes first unblocks the queue at its end.
  @unsafe mutating func requeue(_ submission: UnsafeMutablePointer<Submission>, isDiscarded: Bool) {
    isBlocked = true
    if unsafe submission.pointee.isCancelled { return unsafe finish(submission, .cancelled) }
    unsafe submission.pointee.state = .waiting
    if isDiscarded { unsafe submission.pointee.discards += 1 }
  }

  // MARK: A poll

  /// False if it has ended meanwhile, or is not a poll's any more.
  @unsafe mutating func beginCommit(_ submission: UnsafeMutablePointer<Submission>) -> Bool {
    if unsafe isCommitting(submission) { return true }
    guard let first = unsafe forPoll, unsafe first == submission else { return false }
    unsafe submission.pointee.state = .committing
    return true
  }

  /// A held list goes on with it once it is not held any more.
  @unsafe mutating func waitForSource(_ submission: UnsafeMutablePointer<Submission>) {
    if unsafe submission == open.first { unsafe submission.pointee.waitsForSource = true }
  }

  /// Another poll goes on with it, unless a change has requeued it meanwhile.
  @unsafe mutating func pauseCommit(_ submission: UnsafeMutablePointer<Submission>) {
    if unsafe !isCommitting(submission) { return }
    unsafe submission.pointee.state = submission.pointee.isPrepared ? .ready : .waiting
  }

  /// Its commit has failed.
  @unsafe mutating func fail(_ submission: UnsafeMutablePointer<Submission>, _ refusal: Refusal) {
    unsafe submission.pointee.fail(refusal.kind, refusal.detail)
  }

  /// It was committed, or has failed.
  @unsafe mutating func end(_ submission: UnsafeMutablePointer<Submission>) {
    unsafe finish(submission, submission.pointee.failure, submission.pointee.detail)
  }

  /// One whose `done` is to be called: of all, or only of those that make no events.
  mutating func takeEnded(all: Bool) -> UnsafeMutablePointer<Submission>? {
    let found = unsafe ended.find { submission in
      let code = unsafe submission.pointee.failure.code
      return all || code == Refusal.Kind.superseded.code || code == Refusal.Kind.cancelled.code
    }
    if let found = unsafe found { unsafe ended.remove(found) }
    return unsafe found
  }

  // MARK: The end

  @unsafe private mutating func finish(
    _ submission: UnsafeMutablePointer<Submission>, _ kind: Refusal.Kind,
    _ detail: Refusal.Detail = Refusal.Detail()
  ) {
    let next = unsafe submission.pointee.links.next
    unsafe open.remove(submission)
    unsafe tickets.remove(submission)
    unsafe submission.pointee.state = .ended
    unsafe submission.pointee.fail(kind, detail)
    unsafe ended.append(submission)
    if kind.code == 0 { return }
    // The filter behind it compares with the one before it.
    let change = unsafe submission.pointee.filterChange
    if let next = unsafe next { return unsafe follow(change, next) }
    endedFilterChange = endedFilterChange.map { FilterChange.join($0, change) } ?? change
  }

  @unsafe private func follow(_ change: UInt32?, _ submission: UnsafeMutablePointer<Submission>) {
    guard let change else { return }
    unsafe submission.pointee.filterChange = FilterChange.join(change, submission.pointee.filterChange)
  }
}
