// The commit of updates and edits. Its phases:
//
//     prepare      reserves all memory, calls the host, makes the changeset; invisible to readers
//     write        blocks readers; a failure changes nothing that they see; pushes the UPDATE event, and those of
//                  the states that items lose as they go
//     account      the statistics, published at the end of the change (List+Change), and the step of a list that
//                  keeps a history
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
    var report = makeReport(options, wantsChangeset: wantsChangeset)
    do throws(Refusal) { try makeNotice(of: &report) } catch {
      giveBack(scratch)
      throw error
    }
    try commit(&change, in: scratch, &report, work)
    return wantsChangeset ? report.takeChangeset() : nil
  }

  /// Commits an update that was prepared beforehand; if it cannot be reported, it is discarded.
  func commit(
    _ change: inout ListChange, _ options: UpdateOptions, _ prepared: consuming Preparation
  ) throws(Refusal) {
    var report = makeReport(options, wantsChangeset: false)
    do throws(Refusal) { try makeNotice(of: &report) } catch {
      discard(prepared)
      throw error
    }
    report.isOrdered = prepared.isOrdered
    report.statistics = prepared.statistics
    try commit(&change, in: prepared.scratch, &report) { _, scratch, report throws(Refusal) in
      try ListUpdate().complete(self, &scratch, &report)
    }
  }

  private func commit(
    _ change: inout ListChange, in scratch: consuming Box<UpdateScratch>,
    _ report: inout UpdateReport,
    _ work: (inout ListChange, inout UpdateScratch, inout UpdateReport) throws(Refusal) -> Void
  ) throws(Refusal) {
    change.usesScratch = true
    var failure: Refusal? = nil
    do throws(Refusal) { try work(&change, &scratch.value, &report) } catch { failure = error }
    if report.notice != nil { endNotice(of: &report, failed: failure != nil) }
    // The references that it releases are not part of the scratch memory.
    if !scratch.value.releases.isEmpty { swap(&scratch.value.releases, &change.releases) }
    giveBack(scratch)
    if let failure {
      if let step = report.historyEntry.step.take() { change.droppedSteps.append(step) }
      throw failure
    }
    // Nothing was written, but marked.
    if !report.isCounted, report.marks.count > 0 || report.options.reloads {
      write { state in count(&report, state) }
    }
    if report.keepsHistory && report.statistics.changes.hasChanges {
      write { _ in history.value.record(&report.historyEntry, &change.droppedSteps) }
    }
    if report.options.reloads && hasFeatures { write { _ in features.paging.value.reload() } }
    if hasFeatures { markForViews(report) }
    change.statistics = report.statistics
  }

  func makeReport(_ options: UpdateOptions, wantsChangeset: Bool) -> UpdateReport {
    UpdateReport(
      options, wantsChangeset: wantsChangeset || wants(EventKind.update),
      keepsHistory: history.isMade && !options.isWithinHistory)
  }

  @inline(__always) private func makeNotice(of report: inout UpdateReport) throws(Refusal) {
    if wants(EventKind.update) { report.notice = try UpdateNotice(features) }
  }

  /// An update that wrote nothing has pushed no event yet.
  private func endNotice(of report: inout UpdateReport, failed: Bool) {
    if failed || report.skipsUnchanged {
      if let notice = report.notice.take() { notice.cancel(features) }
    } else {
      read { state in report.pushNotice(to: features, version: state.version) }
    }
  }

  /// The second phase; nothing can fail after it.
  func write(
    _ report: inout UpdateReport, _ work: (inout ListState, inout LostStates) throws(Refusal) -> Void
  ) throws(Refusal) {
    try write { state throws(Refusal) in
      var lost = LostStates()
      try work(&state, &lost)
      if hasFeatures { features.followers.wake { $0.add(report.options) } }
      countChange(of: &state)
      count(&report, state)
      if !hasFeatures { return }
      report.pushNotice(to: features, version: state.version)
      lost.push(to: features, version: state.version)
    }
    report.statistics.commitNanoseconds = report.clock.lap()
  }
}
