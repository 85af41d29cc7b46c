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
    try features.submissions.reserveFilter()
    var filter = Optional(filter)
    do throws(Refusal) {
      let box = try Box(making: { () throws(Refusal) in Submission(filter.take()!, update, options) })
      return try submit(handle, box)
    } catch {
      features.submissions.unreserveFilter()
      throw error
    }
  }

  /// The filter in effect: its kind and ticket, 0 before the first one; and the ticket of the one that was given last,
  /// if that has neither taken effect nor ended, else 0.
  public func filter() throws(Refusal) -> (kind: Filter.Kind, ticket: UInt64, waiting: UInt64) {
    if !isDerived || read({ _ in !derivation.isFilter }) { throw Refusal(.noFilter, role: .object) }
    return read { _ in
      let waiting = features.submissions.newest()
      let ticket = derivation.filterTicket
      return (derivation.filter.kind, ticket, waiting == ticket ? 0 : waiting)
    }
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

  /// The next filter is asked, or takes effect.
  func takeFilter() throws(Refusal) {
    guard let submission = unsafe features.submissions.firstFilter() else { return }
    do throws(Refusal) {
      var sourceUpdate = SourceUpdate()
      // While the source is edited nothing changes; the end of the edit wakes this list.
      if try !readSource(&sourceUpdate) { return }
      if sourceUpdate.isNewVersion {
        features.channel.add(.following)
        return features.channel.add(.submission)
      }
      // The version that they were made for never came.
      if unsafe !sourceUpdate.hasSource && submission.pointee.filter.isOfOther(than: derivation.number) {
        throw Refusal(.cancelled)
      }
      try prepare(&sourceUpdate)
      let isKnown = unsafe try ask(submission, &sourceUpdate)
      if !isKnown { return features.channel.add(.submission) }
      if unsafe try announceFilter(submission) { return features.channel.add(.submission) }
      if unsafe !features.submissions.beginFilter(submission) { return }
      unsafe try takeEffect(submission, &sourceUpdate)
    } catch {
      if error.kind.code == Refusal.Kind.busy.code {
        putBackSubmission(evicted: false)
        return features.channel.add(.submission)
      }
      // It may have been superseded meanwhile.
      if unsafe !features.submissions.beginFilter(submission) { return }
      unsafe submission.pointee.failure = error.kind
      unsafe submission.pointee.detail = error.detail
    }
    features.asking.value.ticket = 0
    unsafe end(submission)
  }

  /// Fills what passes next. Returns whether all of it is known; else it is kept for the next poll.
  @unsafe private func ask(
    _ submission: UnsafeMutablePointer<Submission>, _ sourceUpdate: inout SourceUpdate
  ) throws(Refusal) -> Bool {
    switch unsafe submission.pointee.filter.kind {
    case .everything: sourceUpdate.bits.fill(true, FilterColumn.nextPasses, 0, sourceUpdate.bits.count)
    case .bits:
      unsafe try sourceUpdate.readBits(submission.pointee.filter.bits, isScoped: options.isScoped)
    case .function:
      let ticket = unsafe submission.pointee.ticket
      if features.asking.value.ticket != ticket {
        features.asking.value.ticket = ticket
        sourceUpdate.beginAsking(features.submissions.change(to: ticket))
      }
      var calls = features.asking.value.calls
      let isComplete = unsafe sourceUpdate.ask(
        submission.pointee.filter, passes: FilterColumn.nextPasses, known: FilterColumn.nextKnown, &calls)
      features.asking.value.calls = calls
      write { _ in
        derivation.bits.copy(sourceUpdate.bits.count, of: sourceUpdate.bits, FilterColumn.next, at: 0, to: 0)
      }
      return isComplete
    }
    return true
  }

  /// Returns whether it was announced just now: it takes effect with the next poll.
  @unsafe private func announceFilter(
    _ submission: UnsafeMutablePointer<Submission>
  ) throws(Refusal) -> Bool {
    if unsafe !wants(EventKind.willUpdate) || submission.pointee.isAnnounced { return false }
    unsafe try announce(submission)
    return true
  }

  @unsafe private func takeEffect(
    _ submission: UnsafeMutablePointer<Submission>, _ sourceUpdate: inout SourceUpdate
  ) throws(Refusal) {
    sourceUpdate.bits.copyWithin(FilterColumn.nextPasses, to: FilterColumn.passes, 0, sourceUpdate.bits.count)
    sourceUpdate.bits.fill(true, FilterColumn.known, 0, sourceUpdate.bits.count)
    var options = unsafe submission.pointee.update
    unsafe options.ticket = submission.pointee.ticket
    try update(&sourceUpdate, options, skipsUnchanged: false)
    write { _ in
      unsafe swap(&derivation.filter, &submission.pointee.filter)
      unsafe derivation.filterTicket = submission.pointee.ticket
    }
    unsafe features.submissions.forgetChanges(to: submission.pointee.ticket)
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

extension Submissions {
  /// Reserves room to note a filter.
  fileprivate func reserveFilter() throws(Refusal) {
    try locked { chains throws(Refusal) in
      try chains.filterChanges.reserve(extra: chains.reservedChanges + 1)
      chains.reservedChanges += 1
    }
  }

  fileprivate func unreserveFilter() { locked { $0.reservedChanges -= 1 } }

  /// The ticket of the newest one that waits or takes place, or 0.
  fileprivate func newest() -> UInt64 {
    locked { chains in
      var ticket = unsafe chains.current?.pointee.ticket ?? 0
      var waiting = unsafe chains.waiting.first
      while let submission = unsafe waiting {
        ticket = unsafe submission.pointee.ticket
        unsafe waiting = submission.pointee.next
      }
      return ticket
    }
  }

  /// The filter that is asked next, if it need not wait any longer.
  fileprivate func firstFilter() -> UnsafeMutablePointer<Submission>? {
    unsafe locked { chains in
      guard unsafe chains.current == nil, let first = unsafe chains.waiting.first,
        unsafe first.pointee.isFilter
      else { return nil }
      let waits = unsafe first.pointee.options.delayMilliseconds != 0 && Worker.process.hasThread
      if unsafe waits && first.pointee.due > Clock.now { return nil }
      return unsafe first
    }
  }

  /// It takes place now, unless it was superseded or cancelled.
  @unsafe fileprivate func beginFilter(_ submission: UnsafeMutablePointer<Submission>) -> Bool {
    locked { chains in
      if unsafe chains.current == submission { return true }
      guard unsafe chains.current == nil, unsafe chains.waiting.first == submission else { return false }
      chains.beginFirst()
      chains.isReady = true
      unsafe submission.pointee.isTakingPlace = true
      return true
    }
  }

  /// How a filter compares with the one in effect: all changes in between joined.
  fileprivate func change(to ticket: UInt64) -> UInt32 {
    locked { chains in
      var joined: UInt32? = nil
      for i in 0..<chains.filterChanges.count where chains.filterChanges[i].ticket <= ticket {
        let change = chains.filterChanges[i].change
        joined = joined.map { FilterChange.join($0, change) } ?? change
      }
      return joined ?? FilterChange.different
    }
  }

  fileprivate func forgetChanges(to ticket: UInt64) {
    locked { chains in
      var kept = 0
      for i in 0..<chains.filterChanges.count where chains.filterChanges[i].ticket > ticket {
        chains.filterChanges[kept] = chains.filterChanges[i]
        kept += 1
      }
      chains.filterChanges.truncate(to: kept)
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
