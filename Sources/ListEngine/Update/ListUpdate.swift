// An update, from the host's input to the commit:
//
//     1. match       the two sides                                      Matcher
//     2. reserve     a slot and an index entry for each new item; a     (readers are blocked briefly)
//                    duplicate key is detected here
//     3. retain      new models; calls the host
//     4. build       the new leaves                                     LeafBuilder
//     5. solve       the fewest moves, if a changeset is requested      Correspondence
//     6. commit      cannot fail                                        ListState+Commit
//     7. release     removed models; calls the host without locks
//
// Before the commit nothing changes for a reader: lookups skip reserved slots and their entries. A failure
// undoes the steps so far in reverse order.

import CPlatform

extension List {
  /// Replaces the list's state by what `fill` writes to the scratch memory; `only` limits the update to one
  /// section. The caller holds the update lock. Returns the changeset if one is requested.
  func update(
    _ change: inout ListChange, _ options: UpdateOptions, section only: SectionID? = nil,
    wantsChangeset: Bool, fill: (inout UpdateScratch) throws(Refusal) -> Void
  ) throws(Refusal) -> Changeset? {
    try commit(&change, options, wantsChangeset: wantsChangeset) { _, scratch, report throws(Refusal) in
      try ListUpdate(section: only).run(self, &scratch, &report, fill)
    }
  }
}

/// The phases of one update; its list's update lock is held.
struct ListUpdate {
  /// The one section that is updated, or nil: all.
  let section: SectionID?

  func run(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport,
    _ fill: (inout UpdateScratch) throws(Refusal) -> Void
  ) throws(Refusal) {
    try match(list, &scratch, &report, fill)
    if scratch.matcher.isIdentity {
      try finish(list, &scratch, &report)
      report.statistics.leavesKept = scratch.matcher.before.chunks.count
    } else {
      try change(list, &scratch, &report)
    }
  }

  // MARK: 1. Match

  private func match(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport,
    _ fill: (inout UpdateScratch) throws(Refusal) -> Void
  ) throws(Refusal) {
    scratch.marks.removeAll()
    try scratch.matcher.before.set(list.state.value.arrangement, section: section)
    try fill(&scratch)
    try checkLimits(list, scratch.matcher)
    do throws(Refusal) {
      try scratch.matcher.match(
        index: list.state.value.index, numbers: list.state.value.numbers, isScoped: list.options.isScoped,
        looksUpAll: section != nil && !list.options.isScoped, isPartial: section != nil)
    } catch { throw try named(error, list, scratch) }
    report.statistics.lookups = scratch.matcher.lookups
    report.statistics.leavesCompared = scratch.matcher.before.chunks.count - scratch.matcher.leavesShared
    report.statistics.matchNanoseconds = report.clock.lap()
  }

  private func checkLimits(_ list: borrowing List, _ matcher: borrowing Matcher) throws(Refusal) {
    let items = list.state.value.arrangement.count - matcher.before.count + matcher.after.count
    let sections =
      list.state.value.arrangement.sectionCount - matcher.before.sectionCount + matcher.after.sectionCount
    if items > list.options.maxItems || sections > list.options.maxSections { throw Refusal(.limit) }
  }

  /// Converts the refusal of a duplicate to one that reports the first duplicate of the input.
  private func named(
    _ refusal: Refusal, _ list: borrowing List, _ scratch: borrowing UpdateScratch
  ) throws(Refusal) -> Refusal {
    guard scratch.refusesDuplicates, refusal.isDuplicateItem else { return refusal }
    let isScoped = list.options.isScoped
    guard let section, let columns = scratch.matcher.after.columns else {
      return try scratch.matcher.after.firstDuplicate(isScoped: isScoped) ?? refusal
    }
    return try list.state.value.firstDuplicate(among: columns, ofSection: section, isScoped: isScoped)
      ?? refusal
  }

  // MARK: 2 to 6

  private func change(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport
  ) throws(Refusal) {
    scratch.isReserved = false
    scratch.retained.removeAll()
    do throws(Refusal) {
      try reserve(list, &scratch)
      try retain(&scratch)
      try scratch.leafBuilder.build(
        scratch.matcher, leafCapacity: list.state.value.arrangement.leafCapacity)
      report.statistics.leavesWritten = scratch.leafBuilder.written
      report.statistics.leavesKept = scratch.leafBuilder.newLeaves.count - scratch.leafBuilder.written
      report.statistics.prepareNanoseconds = report.clock.lap()
      try finish(list, &scratch, &report)
      try list.write(&report) { state throws(Refusal) in
        try state.arrangement.prepareCommit(&scratch)
        state.commit(&scratch, section: section)
      }
    } catch {
      // Each of these undoes only what was done.
      scratch.leafBuilder.discard()
      unreserve(list, &scratch)
      swap(&scratch.releases.returned, &scratch.retained)
      throw try named(error, list, scratch)
    }
  }

  /// Reserves slots and index entries for the new items; detects duplicate keys among them.
  private func reserve(_ list: borrowing List, _ scratch: inout UpdateScratch) throws(Refusal) {
    if scratch.matcher.staged.newCount == 0 { return }
    try list.write { state throws(Refusal) in
      try state.reserve(&scratch.matcher, fresh: &scratch.freshIndex)
    }
    scratch.isReserved = true
  }

  private func unreserve(_ list: borrowing List, _ scratch: inout UpdateScratch) {
    if !scratch.isReserved { return }
    list.write { state in state.unreserve(scratch.matcher) }
  }

  /// Retains models that the list did not hold before, or held with another class.
  private func retain(_ scratch: inout UpdateScratch) throws(Refusal) {
    if scratch.matcher.after.traits & ItemColumn.model.bit == 0 { return }
    var references = ModelReferences()
    for i in 0..<scratch.matcher.staged.count where scratch.matcher.staged.isNew(i) {
      try references.add(scratch.matcher.staged.values(i))
    }
    for i in 0..<scratch.matcher.patches.count {
      let patch = scratch.matcher.patches[i]
      if scratch.matcher.replacesModel(patch) { try references.add(patch.values) }
    }
    references.retainAll()
    swap(&scratch.retained, &references)
  }

  /// Solves the correspondence, and makes the changeset if one is requested.
  private func finish(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport
  ) throws(Refusal) {
    try report.solve(&scratch)
    if let section {
      report.statistics.changes.widen(to: list.state.value.arrangement)
      if report.wantsChangeset {
        try scratch.correspondence.widen(to: list.state.value.arrangement, section: section)
      }
    }
    try report.makeChangeset(
      &scratch.correspondence, of: scratch.matcher, list.state.value.arrangement,
      reloadThreshold: list.options.reloadThreshold, duplicates: scratch.duplicates)
    report.statistics.solveNanoseconds = report.clock.lap()
  }
}
