// The filter of a derived list: a submission without a preparation.
//
//     given ──► asked, in slices, one a poll ──► takes effect in one update ──► the filter before it ends with `done`
//
// Until it takes effect it waits, and so it can be superseded and cancelled while the host is asked.

extension List {
  /// `bits` has a bit for each item of the source at `version`. Returns the ticket; `handle` is this list's.
  public func setFilter(
    _ handle: Handle, _ filter: consuming Filter, bits: UnsafePointer<UInt64>?, version: UInt64,
    _ update: UpdateOptions, _ options: SubmissionOptions
  ) throws(Refusal) -> UInt64 {
    if !isDerived || read({ _ in !derivation.isFilter }) { throw Refusal(.noFilter, role: .object) }
    if let bits = unsafe bits { filter.bits = unsafe try readBits(bits, version) }
    var filter = Optional(filter)
    return try submit(
      handle,
      Box(making: { () throws(Refusal) in try Submission(.filter(filter.take()!), update, options) }))
  }

  /// The filter in effect: its kind and ticket, 0 before the first one; and the ticket of the one that was given last,
  /// if that has neither taken effect nor ended, else 0.
  @_optimize(size) public func filter() throws(Refusal) -> (
    kind: Filter.Kind, ticket: UInt64, waiting: UInt64
  ) {
    if !isDerived || read({ _ in !derivation.isFilter }) { throw Refusal(.noFilter, role: .object) }
    return read { _ in (derivation.filter.kind, derivation.ticket, waitingTicket) }
  }

  /// The ticket of the filter or the order that was given last, 0 if that is in effect or has ended. The state is locked.
  var waitingTicket: UInt64 {
    let newest = submissions { queue in queue.newestTicket }
    return newest == derivation.ticket ? 0 : newest
  }

  /// Bits are made for what the source has now: there are none without it.
  private func readBits(
    _ bits: UnsafePointer<UInt64>, _ version: UInt64
  ) throws(Refusal) -> FilterBits {
    var read = FilterBits()
    let isRead = try withSource { source throws(Refusal) in
      try source.read { state throws(Refusal) in
        if source.editNumber.value != 0 { throw Refusal(.sourceBusy) }
        if state.version != version {
          throw Refusal(
            .otherVersion, role: .target, value: Int(truncatingIfNeeded: version),
            limit: Int(truncatingIfNeeded: state.version))
        }
        read.table = try BitTable(columns: 1, count: state.arrangement.count)
        unsafe read.table.fill(0, from: bits)
        read.version = try SourceVersion(state.arrangement)
        read.number = version
        return true
      }
    }
    if isRead == nil { throw Refusal(.sourceGone, role: .object) }
    return read
  }

  // MARK: In a poll

  /// The host is asked about the filter, or it takes effect. Until then it waits, and another thread may end it. Returns
  /// false if the source is to be followed before.
  @_optimize(size) @unsafe func commitFilter(
    _ submission: UnsafeMutablePointer<Submission>
  ) throws(Refusal) -> Bool {
    do throws(Refusal) {
      var sourceUpdate = SourceUpdate()
      // While the source is edited nothing changes. The end of the edit has this list follow it, and that unblocks.
      if try !readSource(&sourceUpdate, news: false) {
        submissions { queue in queue.block() }
        return true
      }
      let job = unsafe submission.pointee.job
      if unsafe sourceUpdate.hasSource && job.pointee.isOfLater(than: derivation.number) {
        features.channel.add(.source)
        submissions { queue in unsafe queue.waitForSource(submission) }
        return false
      }
      // The version that they were made for never came.
      if unsafe !sourceUpdate.hasSource && job.pointee.isOfOther(than: derivation.number) {
        throw Refusal(.cancelled)
      }
      try prepare(&sourceUpdate)
      let (ticket, change) = unsafe (submission.pointee.ticket, submission.pointee.filterChange)
      switch unsafe job.pointee {
      case .filter(let filter): if try !ask(filter, ticket, change, &sourceUpdate) { return true }
      case .snapshot: break
      case .order: break
      case .released: break
      }
      if unsafe mustAnnounce(submission) {
        unsafe try announce(submission)
        return true
      }
      if unsafe !begin(submission) { return true }
      unsafe try takeEffect(submission, &sourceUpdate)
    } catch {
      if error.kind.code == Refusal.Kind.busy.code {
        unsafe waitForChange(submission)
        return true
      }
      if unsafe !begin(submission) { return true }
      submissions { queue in unsafe queue.fail(submission, error) }
    }
    endAsking()
    unsafe end(submission)
    return true
  }

  /// Fills what passes next. Returns whether all of it is known; else it is kept for the next poll.
  private func ask(
    _ filter: borrowing Filter, _ ticket: UInt64, _ change: UInt32, _ sourceUpdate: inout SourceUpdate
  ) throws(Refusal) -> Bool {
    switch filter.kind {
    case .everything: sourceUpdate.bits.fill(true, FilterColumn.nextPasses, 0, sourceUpdate.bits.count)
    case .bits: try sourceUpdate.readBits(filter.bits, isScoped: options.isScoped)
    case .function:
      if features.asking.value.ticket != ticket {
        features.asking.value.ticket = ticket
        sourceUpdate.beginAsking(change)
      }
      var left = features.asking.value.left
      features.unansweredNext.value = try sourceUpdate.ask(
        filter, passes: FilterColumn.nextPasses, known: FilterColumn.nextKnown, &left)
      features.asking.value.left = left
      write { _ in
        derivation.bits.copy(sourceUpdate.bits.count, of: sourceUpdate.bits, FilterColumn.next, at: 0, to: 0)
      }
      return features.unansweredNext.value == 0
    }
    return true
  }

  /// No filter and no order is being asked any more.
  func endAsking() {
    features.asking.value.ticket = 0
    features.unansweredNext.value = 0
  }

  @unsafe private func takeEffect(
    _ submission: UnsafeMutablePointer<Submission>, _ sourceUpdate: inout SourceUpdate
  ) throws(Refusal) {
    sourceUpdate.bits.copyWithin(FilterColumn.nextPasses, to: FilterColumn.passes, 0, sourceUpdate.bits.count)
    sourceUpdate.bits.fill(true, FilterColumn.known, 0, sourceUpdate.bits.count)
    var options = unsafe submission.pointee.update
    unsafe options.ticket = submission.pointee.ticket
    var unordered = OrderUpdate()
    try update(&sourceUpdate, options, skipsUnchanged: false, &unordered)
    features.unanswered.value = 0
    let job = unsafe submission.pointee.job
    write { _ in
      unsafe job.pointee.exchangeFilter(&derivation.filter)
      unsafe derivation.ticket = submission.pointee.ticket
    }
  }
}

extension SourceUpdate {
  /// Which answers are known without asking.
  fileprivate mutating func beginAsking(_ change: UInt32) {
    let (passes, known) = (FilterColumn.nextPasses, FilterColumn.nextKnown)
    bits.copyWithin(FilterColumn.passes, to: passes, 0, bits.count)
    var at = 0
    while at < bits.count {
      let width = min(64, bits.count - at)
      let answer = bits.word(of: FilterColumn.passes, at: at)
      var kept = bits.word(of: FilterColumn.known, at: at)
      switch change {
      case FilterChange.stricter: kept &= ~answer
      case FilterChange.looser: kept &= answer
      default: kept = 0
      }
      bits.set(kept, of: known, at: at, width: width)
      at += width
    }
  }

  /// The bits of a version, which may be another one: then they go along with its items.
  fileprivate mutating func readBits(_ given: borrowing FilterBits, isScoped: Bool) throws(Refusal) {
    let passes = FilterColumn.nextPasses
    bits.fill(false, passes, 0, bits.count)
    if given.number == number { return bits.copy(bits.count, of: given.table, 0, at: 0, as: passes, to: 0) }
    let scratch = try BorrowedScratch()
    try scratch.value.matcher.match(given.version, &version, isScoped: isScoped)
    var matches = MatchIterator()
    while let run = matches.next(scratch.value.matcher.matches) {
      bits.copy(Int(run.count), of: given.table, 0, at: Int(run.before), as: passes, to: Int(run.after))
    }
  }
}

extension BitTable {
  /// Reads a column from the host's memory.
  fileprivate mutating func fill(_ column: Int, from words: UnsafePointer<UInt64>) {
    var at = 0
    while at < count {
      let word = unsafe UnsafeRawPointer(words).loadUnaligned(fromByteOffset: at / 8, as: UInt64.self)
      set(word, of: column, at: at, width: min(64, count - at))
      at += 64
    }
  }
}
