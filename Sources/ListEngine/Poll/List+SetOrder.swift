// The orders of a sorted list: an order is the job of a submission that is never prepared beforehand.
//
//     set order   anywhere    waits its turn                                   SubmissionQueue
//     poll        asks the host about all items, as many as a poll may ask
//     poll        once all are known, the order takes effect: one update, of moves
//
// It works on the version that the list shows. A newer one waits, so that it ends.

import CPlatform

extension List {
  /// Returns the ticket. `handle` is the handle of this list.
  public func setOrder(
    _ handle: Handle, _ order: consuming SortOrder, _ update: UpdateOptions, _ options: SubmissionOptions
  ) throws(Refusal) -> UInt64 {
    if !isDerived || read({ _ in !derivation.options.isOrdered }) { throw Refusal(.noOrder, role: .object) }
    var order = Optional(order)
    return try submit(
      handle, Box(making: { () throws(Refusal) in try Submission(.order(order.take()!), update, options) }))
  }

  /// The order in effect: its flags and ticket, and the ticket of the one that waits, as `filter`.
  @_optimize(size) public func order() throws(Refusal) -> (flags: OrderFlags, ticket: UInt64, waiting: UInt64)
  {
    if !isDerived || read({ _ in !derivation.options.isOrdered }) { throw Refusal(.noOrder, role: .object) }
    return read { _ in (derivation.ordering.order.flags, derivation.ticket, waitingTicket) }
  }

  /// Whether it is a grouped list, which needs an order that asks.
  public var isGrouped: Bool { isDerived && derivation.options.isGrouped }

  // MARK: In a poll

  /// The host is asked about the order, or it takes effect. Until then it waits, and another thread may end it.
  @_optimize(size) @unsafe func commitOrder(_ submission: UnsafeMutablePointer<Submission>) throws(Refusal) {
    do throws(Refusal) {
      var sourceUpdate = SourceUpdate()
      // While the source is edited nothing changes. The end of the edit has this list follow it, and that unblocks.
      if try !readSource(&sourceUpdate, news: false) { return submissions { queue in queue.block() } }
      let (ticket, job) = unsafe (submission.pointee.ticket, submission.pointee.job)
      // An edit of the source goes first, and with it another version.
      if features.asking.value.ticket != ticket || orderAsking.next.number != derivation.number {
        var questions = OrderQuestions()
        questions.number = derivation.number
        if unsafe !(derivation.ordering.order.asks && submission.pointee.keepsAnswers) {
          try questions.askAll(derivation.bits.count)
        }
        swap(&orderAsking.next, &questions)
        features.asking.value.ticket = ticket
      }
      switch unsafe job.pointee {
      case .order(let order): if try !askNext(order, &sourceUpdate) { return }
      case .snapshot: break
      case .filter: break
      case .released: break
      }
      if unsafe mustAnnounce(submission) { return unsafe try announce(submission) }
      if unsafe !begin(submission) { return }
      unsafe try takeEffect(submission, &sourceUpdate)
    } catch {
      if error.kind.code == Refusal.Kind.busy.code { return unsafe waitForChange(submission) }
      // The next poll asks for the rest.
      if error.kind.code == Refusal.Kind.callback.code { throw error }
      if unsafe !begin(submission) { return }
      submissions { queue in unsafe queue.fail(submission, error) }
    }
    endAsking()
    orderAsking.next = OrderQuestions()
    unsafe end(submission)
  }

  private func askNext(
    _ order: borrowing SortOrder, _ sourceUpdate: inout SourceUpdate
  ) throws(Refusal) -> Bool {
    var questions = OrderQuestions()
    swap(&questions, &orderAsking.next)
    defer { swap(&questions, &orderAsking.next) }
    let isAnswered = try ask(&questions, order, &sourceUpdate, reorders: true)
    features.unansweredNext.value = isAnswered ? 0 : questions.unanswered
    return isAnswered
  }

  /// A failure leaves the order before in effect.
  @unsafe private func takeEffect(
    _ submission: UnsafeMutablePointer<Submission>, _ sourceUpdate: inout SourceUpdate
  ) throws(Refusal) {
    var options = unsafe submission.pointee.update
    unsafe options.ticket = submission.pointee.ticket
    let job = unsafe submission.pointee.job
    var questions = OrderQuestions()
    swap(&questions, &orderAsking.next)
    let (ticket, before) = unsafe (submission.pointee.ticket, derivation.ticket)
    write { _ in
      unsafe job.pointee.exchangeOrder(&derivation.ordering.order)
      derivation.ticket = ticket
    }
    do throws(Refusal) {
      try update(&sourceUpdate, options, skipsUnchanged: false, &questions.update)
    } catch {
      write { _ in
        unsafe job.pointee.exchangeOrder(&derivation.ordering.order)
        derivation.ticket = before
      }
      swap(&questions, &orderAsking.next)
      throw error
    }
    // What was asked for the order before is asked again.
    dropQuestions()
  }
}
