// The output of a change: its statistics, and the changeset if one is requested. Used by the update of a list
// or of a section, the commit of an edit, and the diff of two snapshots.
//
//     solve           of the filled correspondence: the fewest moves, if they are needed, and the summary
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

  /// Fills the correspondence from what `scratch` has matched, and solves it.
  mutating func solve(_ scratch: inout UpdateScratch) throws(Refusal) {
    try scratch.matcher.fill(&scratch.correspondence, marks: scratch.marks, withRuns: needsMoves)
    try solve(&scratch.correspondence, &scratch.solving, matched: scratch.matcher.claimedCount)
    statistics.duplicates = scratch.duplicates
  }

  mutating func solve(
    _ correspondence: inout Correspondence, _ solving: inout SolveScratch, matched: Int
  ) throws(Refusal) {
    if !needsMoves {
      statistics.changes = correspondence.summary(matched: matched)
      return
    }
    try correspondence.solve(&solving)
    if options.verifies { try BatchVerifier.check(correspondence.batch(), of: correspondence) }
    statistics.changes = correspondence.summary()
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
