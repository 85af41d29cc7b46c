// The output of a change: its statistics, and the changeset if one is requested. Used by the update of a list
// or of a section, the commit of an edit, and the diff of two snapshots.
//
//     order           of what was matched: the fewest moves, if they are needed
//     summarize       once what is updated is known as well
//     makeChangeset   takes the correspondence; reads keys and payload from the change's ChangesetSource

struct UpdateReport: ~Copyable {
  let options: UpdateOptions
  let wantsChangeset: Bool
  var statistics = UpdateStatistics()
  var clock = Clock()
  private var changeset: Changeset? = nil

  init(_ options: UpdateOptions, wantsChangeset: Bool) {
    self.options = options
    self.wantsChangeset = wantsChangeset
  }

  /// Whether the host requests the moves.
  private var needsMoves: Bool { wantsChangeset || options.verifies }

  /// Fills the correspondence from what `matcher` has matched, without updates, and finds the fewest moves if
  /// they are needed.
  func order(
    _ correspondence: inout Correspondence, _ matcher: borrowing Matcher, _ solving: inout SolveScratch
  ) throws(Refusal) {
    try matcher.matches.fill(&correspondence, matcher.pairing, withRuns: needsMoves)
    if needsMoves { try correspondence.solve(&solving) }
  }

  /// Counts the changes of a correspondence, which is complete now.
  mutating func summarize(_ correspondence: borrowing Correspondence, matched: Int) throws(Refusal) {
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

  /// `reloadThreshold` is used if the options have none; the changeset reports `duplicates`.
  mutating func makeChangeset<Source: ChangesetSource & ~Copyable>(
    _ correspondence: inout Correspondence, of source: borrowing Source,
    _ arrangement: borrowing Arrangement, reloadThreshold: Int, duplicates: DuplicateCounts
  ) throws(Refusal) {
    if !wantsChangeset { return }
    statistics.reload = options.reload(statistics.changes, or: reloadThreshold)
    var made = try Changeset(statistics.changes, reload: statistics.reload, duplicates: duplicates)
    made.take(&correspondence)
    if options.keepsKeys { try made.keepKeys(of: source, arrangement) }
    if options.keepsPayload { try made.keepPayload(of: source, arrangement) }
    changeset = consume made
  }

  /// Nil if none was requested.
  mutating func takeChangeset() -> Changeset? {
    var taken: Changeset? = nil
    swap(&taken, &changeset)
    return taken
  }
}

extension UpdateOptions {
  /// Whether everything is reloaded, and why. `other` is used if the options have no threshold.
  fileprivate func reload(_ summary: Summary, or other: Int) -> UInt32 {
    if reloads { return Reload.asked }
    let limit = reloadThreshold != 0 ? reloadThreshold : other
    return limit != 0 && summary.changedItems > limit ? Reload.threshold : Reload.no
  }
}
