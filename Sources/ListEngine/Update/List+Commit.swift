// The commit of updates and edits. Its phases:
//
//     prepare      reserves all memory, calls the host, makes the changeset; invisible to readers
//     write        blocks readers; a failure changes nothing that they see
//     account      the statistics, published at the end of the change (List+Change)
//
// `work` runs `prepare` and `write`, in this order: see ListUpdate and EditCommit. If it fails, the list is
// unchanged.

extension List {
  /// Returns the changeset if one is requested.
  func commit(
    _ change: inout ListChange, _ options: UpdateOptions, wantsChangeset: Bool,
    _ work: (inout ListChange, inout UpdateScratch, inout UpdateReport) throws(Refusal) -> Void
  ) throws(Refusal) -> Changeset? {
    try makeStatistics()
    let scratch = try borrowScratch()
    change.usesScratch = true
    var report = UpdateReport(options, wantsChangeset: wantsChangeset)
    var failure: Refusal? = nil
    do throws(Refusal) { try work(&change, &scratch.value, &report) } catch { failure = error }
    // What it releases is not part of the scratch memory.
    if !scratch.value.releases.isEmpty { swap(&scratch.value.releases, &change.releases) }
    giveBack(scratch)
    if let failure { throw failure }
    change.statistics = report.statistics
    return report.takeChangeset()
  }

  /// The second phase; nothing can fail after it.
  func write(
    _ report: inout UpdateReport, _ work: (inout ListState) throws(Refusal) -> Void
  ) throws(Refusal) {
    try write { state throws(Refusal) in try work(&state) }
    report.statistics.commitNanoseconds = report.clock.lap()
  }
}
