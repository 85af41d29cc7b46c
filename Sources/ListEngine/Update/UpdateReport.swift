// What a change reports to its host, the same for an update of the whole list, of a section, for the commit of
// an edit and for a diff of two snapshots: the statistics, and the changeset where one is wanted.
//
//     solve           the filled correspondence: the fewest moves, where somebody asks, and the summary
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

  /// Whether anybody asks which items move.
  private var needsMoves: Bool { wantsChangeset || options.verifies }

  /// What `scratch` has matched: fills the correspondence and solves it.
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

  /// `reloadThreshold` counts where the options name none; `duplicates` are those that the changeset reports.
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

  /// Nil where none is wanted.
  mutating func takeChangeset() -> Changeset? {
    var taken: Changeset? = nil
    swap(&taken, &changeset)
    return taken
  }
}

extension UpdateOptions {
  /// Whether everything is to be reloaded, and why. `other` counts where no threshold is given.
  fileprivate func reload(_ summary: Summary, or other: Int) -> UInt32 {
    if reloads { return Reload.asked }
    let limit = reloadThreshold != 0 ? reloadThreshold : other
    return limit != 0 && summary.changedItems > limit ? Reload.threshold : Reload.no
  }
}
