// An update, from the host's input to the commit:
//
//     1. match       the two sides                                      Matcher
//     2. reserve     a slot and an index entry for each new item        (readers are blocked briefly)
//     3. build       the new leaves                                     LeafBuilder
//     4. order       the fewest moves, if a changeset is requested      Correspondence
//     5. ask         the host: `equal` and `changed` of classes; retain new models
//     6. commit      cannot fail                                        ListState+Commit
//     7. release     removed models; calls the host without locks
//
// Match or reserve may find a duplicate key. Then the list's policy refuses the update, or what was read of
// the input is changed accordingly (SettledInput), and the update begins anew.
//
// Before the commit nothing changes for a reader: lookups skip reserved slots and their entries. A failure
// undoes the steps so far in reverse order. Only phase 5 calls the host.

import CPlatform

extension List {
  /// Replaces the list's state by what `fill` writes to the scratch memory; `only` limits the update to one
  /// section. The caller holds the update lock. Returns the changeset if one is requested.
  func update(
    _ change: inout ListChange, _ options: UpdateOptions, section only: SectionID? = nil,
    wantsChangeset: Bool, fill: (inout UpdateScratch) throws(Refusal) -> Void
  ) throws(Refusal) -> Changeset? {
    let changeset = try commit(&change, options, wantsChangeset: wantsChangeset) {
      _, scratch, report throws(Refusal) in
      try ListUpdate(section: only).run(self, &scratch, &report, fill)
    }
    if hasFeatures { endLoading(options) }
    return changeset
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
    try prepare(list, &scratch, &report, fill)
    try complete(list, &scratch, &report)
  }

  /// Phases 1 to 4. What they made stands until the list changes; a failure undoes it.
  func prepare(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport,
    _ fill: (inout UpdateScratch) throws(Refusal) -> Void
  ) throws(Refusal) {
    scratch.begin()
    do throws(Refusal) {
      try scratch.matcher.pairing.before.set(list.state.value.arrangement, section: section)
      try fill(&scratch)
      try checkLimits(list, scratch.matcher.pairing)
      if try !match(list, &scratch, &report) {
        try settleDuplicates(list, &scratch)
        // What was settled has no duplicates left.
        if try !match(list, &scratch, &report) { throw Refusal.duplicateItem }
      }
      try checkClasses(list, scratch.matcher)
      scratch.isIdentity = scratch.matcher.matches.isIdentity(scratch.matcher.pairing)
      if !scratch.isIdentity { try build(list, &scratch, &report) }
      try report.order(&scratch.correspondence, scratch.matcher, &scratch.solving)
    } catch {
      list.undo(&scratch)
      throw error
    }
  }

  /// Phases 5 and 6. A failure undoes all.
  func complete(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport
  ) throws(Refusal) {
    do throws(Refusal) {
      try finish(list, &scratch, &report)
      try list.reserveMarks(report)
      if scratch.isIdentity {
        report.statistics.leavesKept = scratch.matcher.pairing.before.chunks.count
        return
      }
      try list.write(&report) { state, lost throws(Refusal) in
        try state.arrangement.prepareCommit(&scratch)
        if state.states.isMade && list.wants(EventKind.states) {
          try state.collectLostStates(scratch.matcher, section: section, into: &lost)
          try lost.reserve(list.features)
        }
        state.commit(&scratch, section: section)
      }
    } catch {
      list.undo(&scratch)
      throw error
    }
  }

  private func checkLimits(_ list: borrowing List, _ pairing: borrowing Pairing) throws(Refusal) {
    let items = list.state.value.arrangement.count - pairing.before.count + pairing.after.count
    let sections =
      list.state.value.arrangement.sectionCount - pairing.before.sectionCount + pairing.after.sectionCount
    if items > list.options.maxItems || sections > list.options.maxSections { throw Refusal(.limit) }
  }

  // MARK: 1 and 2. Match and reserve

  /// Returns false if there is a duplicate key; then nothing is reserved.
  private func match(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport
  ) throws(Refusal) -> Bool {
    try scratch.matcher.match(
      index: list.state.value.index, sections: list.state.value.arrangement.sectionIndex,
      numbers: list.state.value.numbers, isScoped: list.options.isScoped, isPartial: section != nil)
    report.statistics.lookups = scratch.matcher.matches.lookups
    report.statistics.leavesCompared =
      scratch.matcher.pairing.before.chunks.count - scratch.matcher.matches.leavesShared
    report.statistics.matchNanoseconds = report.clock.lap()
    if scratch.matcher.matches.hasDuplicate { return false }
    if scratch.matcher.matches.staged.newCount == 0 && scratch.matcher.matches.leftCount == 0 { return true }
    scratch.isReserved = try list.write { state throws(Refusal) in
      try state.reserve(&scratch.matcher, &scratch.nextIndex)
    }
    return scratch.isReserved
  }

  /// Refuses the first duplicate of the input, or resolves all of them.
  private func settleDuplicates(_ list: borrowing List, _ scratch: inout UpdateScratch) throws(Refusal) {
    if scratch.matcher.pairing.after.columns != nil {
      scratch.settled.read(try scratch.matcher.readAfter())
      scratch.matcher.pairing.after.columns = scratch.settled.columns
    }
    if !Duplicates.areRefused(scratch.duplicatePolicy) {
      // A snapshot resolves its duplicates itself, and the policy of a list needs all of it.
      if section != nil || scratch.matcher.pairing.after.columns == nil { throw Refusal.duplicateItem }
      return try scratch.settleDuplicates(dropsEmptySections: list.options.dropsEmptySections)
    }
    let isScoped = list.options.isScoped
    guard let section, let columns = scratch.matcher.pairing.after.columns else {
      throw try scratch.matcher.pairing.after.firstDuplicate(isScoped: isScoped) ?? .duplicateItem
    }
    throw try list.state.value.firstDuplicate(among: columns, ofSection: section, isScoped: isScoped)
      ?? .duplicateItem
  }

  /// Of new items, and of those that get another one.
  private func checkClasses(_ list: borrowing List, _ matcher: borrowing Matcher) throws(Refusal) {
    if !list.options.registersClasses { return }
    try list.checkClasses(matcher.matches.staged.count) { i in
      if !matcher.matches.staged.isNew(i) { return nil }
      return (matcher.matches.staged.values(i).cellClass, matcher.matches.staged.key(i))
    }
    try list.checkClasses(matcher.matches.patches.count) { i in
      let patch = matcher.matches.patches[i]
      return (patch.values.cellClass, matcher.pairing.before.key(at: Int(patch.before)))
    }
  }

  // MARK: 3. Build

  private func build(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport
  ) throws(Refusal) {
    try scratch.leafBuilder.build(scratch.matcher, leafCapacity: list.state.value.arrangement.leafCapacity)
    report.statistics.leavesWritten = scratch.leafBuilder.written
    report.statistics.leavesKept = scratch.leafBuilder.newLeaves.count - scratch.leafBuilder.written
    report.statistics.prepareNanoseconds = report.clock.lap()
  }

  // MARK: 5. Ask

  /// Asks, and makes the changeset if one is requested.
  func finish(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport
  ) throws(Refusal) {
    if report.lacksMoves { try report.order(&scratch.correspondence, scratch.matcher, &scratch.solving) }
    try scratch.retainModels()
    try scratch.askAboutChanges()
    try report.summarize(scratch.correspondence, matched: scratch.matcher.matches.claimedCount)
    report.statistics.duplicates = scratch.duplicates
    if let section {
      report.marks.widen(to: list.state.value.arrangement, section: section)
      report.statistics.changes.widen(to: list.state.value.arrangement)
      if report.needsChangeset {
        try scratch.correspondence.widen(to: list.state.value.arrangement, section: section)
      }
    }
    try report.makeChangeset(
      &scratch.correspondence, of: scratch.matcher, list.state.value.arrangement,
      list.options, duplicates: scratch.duplicates)
    report.statistics.solveNanoseconds = report.clock.lap()
  }
}
