// One commit, of an update and of an edit. Its phases:
//
//     prepare      takes all memory, asks the host, makes the changeset: readers see nothing of it
//     write        readers are kept out; what fails here changes nothing that they see
//     account      the statistics, published with the end of the change (List+Change)
//
// `prepare` and `write` are `work`'s, in this order: see ListUpdate and EditCommit. Where `work` fails, the
// list is as it was.

extension List {
  /// Returns the changeset where one is wanted.
  func commit(
    _ change: inout ListChange, _ options: UpdateOptions, wantsChangeset: Bool,
    _ work: (inout ListChange, inout UpdateScratch, inout UpdateReport) throws(Refusal) -> Void
  ) throws(Refusal) -> Changeset? {
    try scratch.make { UpdateScratch() }
    try makeStatistics()
    change.usesScratch = true
    var report = UpdateReport(options, wantsChangeset: wantsChangeset)
    try work(&change, &scratch.value, &report)
    change.statistics = report.statistics
    return report.takeChangeset()
  }

  /// The second phase, after which nothing fails.
  func write(
    _ report: inout UpdateReport, _ work: (inout ListState) throws(Refusal) -> Void
  ) throws(Refusal) {
    try write { state throws(Refusal) in try work(&state) }
    report.statistics.commitNanoseconds = report.clock.lap()
  }
}
