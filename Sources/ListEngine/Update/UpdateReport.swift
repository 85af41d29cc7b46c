// The output of a change: its statistics, and the changeset if one is requested. Used by the update of a list
// or of a section, the commit of an edit, and the diff of two snapshots.
//
//     order           of what was matched: the fewest moves, if they are needed
//     summarize       once what is updated is known as well
//     makeChangeset   takes the correspondence; reads keys and payload from the change's ChangesetSource; and
//                     the step of a list that keeps a history

struct UpdateReport: ~Copyable {
  let options: UpdateOptions
  let wantsChangeset: Bool
  /// Whether the list keeps a history.
  let keepsHistory: Bool
  var historyEntry = HistoryEntry()
  /// If the host asks for the event.
  var notice: UpdateNotice? = nil
  /// The elements that were marked to be reloaded or reconfigured.
  var marks = MarkedByUpdate()
  /// Whether the commit is counted (CommitLog).
  var isCounted = false
  /// Whether the UPDATE event is left out if nothing has changed.
  var skipsUnchanged = false
  /// Whether the fewest moves were found.
  var isOrdered = false
  var statistics = UpdateStatistics()
  var clock = Clock()
  private var changeset: Changeset? = nil

  init(_ options: UpdateOptions, wantsChangeset: Bool, keepsHistory: Bool = false) {
    self.options = options
    self.wantsChangeset = wantsChangeset
    self.keepsHistory = keepsHistory
  }

  /// Whether the moves are needed: requested by the host, or to know whether there is a change.
  private var needsMoves: Bool { needsChangeset || options.verifies }
  var needsChangeset: Bool { wantsChangeset || keepsHistory }

  /// Whether the moves are needed and were not when the update was prepared.
  var lacksMoves: Bool { needsMoves && !isOrdered }

  mutating func didMatch(_ matcher: borrowing Matcher) {
    statistics.lookups = matcher.matches.lookups
    statistics.leavesCompared = matcher.pairing.before.chunks.count - matcher.matches.leavesShared
    statistics.matchNanoseconds = clock.lap()
  }

  mutating func didBuild(_ builder: borrowing LeafBuilder) {
    statistics.leavesWritten = builder.written
    statistics.leavesKept = builder.newLeaves.count - builder.written
    statistics.prepareNanoseconds = clock.lap()
  }

  /// Fills the correspondence from what `matcher` has matched, without updates, and finds the fewest moves if
  /// they are needed.
  mutating func order(
    _ correspondence: inout Correspondence, _ matcher: borrowing Matcher, _ solving: inout SolveScratch
  ) throws(Refusal) {
    try Interruption.check()
    try matcher.matches.fill(&correspondence, matcher.pairing, withRuns: needsMoves)
    if needsMoves { try correspondence.solve(&solving) }
    isOrdered = needsMoves
  }

  /// Counts the changes of a correspondence, which is complete now.
  mutating func summarize(_ correspondence: borrowing Correspondence, matched: Int) throws(Refusal) {
    try marks.collect(correspondence)
    if !needsMoves {
      statistics.changes = correspondence.summary(matched: matched)
      return
    }
    if options.verifies { try BatchVerifier.check(correspondence.batch(), of: correspondence) }
    statistics.changes = correspondence.summary()
  }

  mutating func solve(
    _ correspondence: inout Correspondence, _ solving: inout SolveScratch, matched: Int
  ) throws(Refusal) {
    if needsMoves { try correspondence.solve(&solving) }
    try summarize(correspondence, matched: matched)
  }

  /// The thresholds of `list` are used if the options have none; the changeset reports `duplicates`.
  mutating func makeChangeset<Source: ChangesetSource & ~Copyable>(
    _ correspondence: inout Correspondence, of source: borrowing Source,
    _ arrangement: borrowing Arrangement, _ list: ListOptions, duplicates: DuplicateCounts
  ) throws(Refusal) {
    if !needsChangeset { return }
    statistics.reload = options.reload(statistics.changes, or: list.reloadThreshold)
    if keepsHistory && options.makesNoStep && !options.reloads {
      try historyEntry.findInserted(statistics.changes, correspondence, of: source, arrangement)
    }
    let makesStep = keepsHistory && !options.makesNoStep && statistics.changes.hasChanges
    if !wantsChangeset && !makesStep { return }
    var made = try Changeset(statistics.changes, reload: statistics.reload, duplicates: duplicates)
    made.take(&correspondence)
    if options.keepsKeys { try made.keepKeys(of: source, arrangement) }
    let limit = options.spliceThreshold != 0 ? options.spliceThreshold : list.spliceThreshold
    if limit != 0, try made.splices(updates: true).count > limit {
      statistics.reload = Reload.threshold
      made.reload = Reload.threshold
    }
    let keepsPayload = options.keepsPayload || notice != nil && list.keepsPayload
    if keepsPayload || makesStep { try made.keepPayload(of: source, arrangement) }
    if makesStep { try historyEntry.makeStep(&made, takingPayload: !keepsPayload, of: source, arrangement) }
    if wantsChangeset { changeset = consume made }
  }

  /// Pushes the event, if there is one that was not pushed yet. The changeset is made.
  mutating func pushNotice(to features: borrowing ListFeatures, version: UInt64) {
    guard let notice = notice.take(), let changeset = changeset.take() else { return }
    notice.push(to: features, options, changeset, version: version)
    self.changeset = consume changeset
  }

  /// Nil if none was requested.
  mutating func takeChangeset() -> Changeset? { changeset.take() }
}

extension UpdateOptions {
  /// Whether everything is reloaded, and why. `other` is used if the options have no threshold.
  fileprivate func reload(_ summary: Summary, or other: Int) -> UInt32 {
    if reloads { return Reload.asked }
    let limit = reloadThreshold != 0 ? reloadThreshold : other
    return limit != 0 && summary.changedItems > limit ? Reload.threshold : Reload.no
  }
}
