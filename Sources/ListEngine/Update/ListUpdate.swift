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
// Match or reserve finds a duplicate key, if there is one: to look for it first, in each update, would cost more than
// to match. The policy refuses the update, or resolves what was read of the input (ResolvedInput), which is matched
// instead.
//
// Before the commit nothing changes for a reader: lookups skip reserved slots and their entries. A failure
// undoes the steps so far in reverse order. Only phase 5 calls the host.

import CPlatform

extension List {
  /// Replaces the list's state, or that of the section `only`, by what `fill` writes to the scratch memory. The
  /// caller holds the update lock. Returns the changeset if one is requested.
  func update(
    _ change: inout ListChange, _ options: UpdateOptions, section only: SectionID? = nil,
    isMatched: Bool = false,
    wantsChangeset: Bool, fill: (inout UpdateScratch) throws(Refusal) -> Void
  ) throws(Refusal) -> Changeset? {
    let changeset = try commit(&change, options, wantsChangeset: wantsChangeset) {
      _, scratch, report throws(Refusal) in
      try ListUpdate(section: only, isMatched: isMatched).run(self, &scratch, &report, fill)
    }
    if hasFeatures { endLoading(options) }
    return changeset
  }
}

/// The phases of one update; its list's update lock is held.
struct ListUpdate {
  /// The one section that is updated, or nil: all.
  var section: SectionID? = nil
  /// Whether what is filled is matched already, as by a changeset.
  var isMatched = false

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
        try resolveDuplicates(list, &scratch)
        // The resolved input has no duplicates left.
        if try !match(list, &scratch, &report) { throw Refusal.duplicateItem }
      }
      try checkClasses(list, scratch.matcher)
      try build(list, &scratch, &report)
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
      try ask(list, &scratch, &report)
      if scratch.isIdentity {
        report.statistics.leavesKept = scratch.matcher.pairing.before.chunks.count
        return
      }
      try list.write(&report) { state, lost throws(Refusal) in
        let reports = list.wants(EventKind.states)
        try state.prepareCommit(&scratch, reports: reports, &lost)
        if reports { try lost.reserve(list.features) }
        state.commit(&scratch)
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
    if items > list.options.maxItems {
      throw Refusal(.itemLimit, value: items, limit: Int(list.options.maxItems))
    }
    if sections > list.options.maxSections {
      throw Refusal(.sectionLimit, value: sections, limit: Int(list.options.maxSections))
    }
  }

  // MARK: 1 and 2. Match and reserve

  /// Returns false if there is a duplicate key; then nothing is reserved.
  private func match(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport
  ) throws(Refusal) -> Bool {
    if !isMatched {
      try scratch.matcher.match(
        index: list.state.value.index, sections: list.state.value.arrangement.sectionIndex,
        numbers: list.state.value.numbers, isScoped: list.options.isScoped)
    }
    report.didMatch(scratch.matcher)
    if scratch.matcher.matches.hasDuplicate { return false }
    return try reserve(list, &scratch)
  }

  /// Returns false if there is a duplicate key. A derived list has no index, and its source no duplicates.
  func reserve(_ list: borrowing List, _ scratch: inout UpdateScratch) throws(Refusal) -> Bool {
    if !scratch.matcher.matches.changesItems { return true }
    let hasIndex = list.hasIndex
    scratch.isReserved = try list.write { state throws(Refusal) in
      if hasIndex { return try state.reserve(&scratch.matcher, &scratch.nextIndex) }
      try state.reserveSlots(&scratch.matcher, &scratch.nextIndex)
      return true
    }
    return scratch.isReserved
  }

  /// Checks the classes of new items, of items that get another class, and of elements.
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
    for s in 0..<matcher.pairing.after.sectionCount {
      guard let block = matcher.pairing.after.supplementaries[s] else { continue }
      try list.checkClasses(block.count, ofSection: matcher.pairing.after.sectionKeys[s]) { i in
        (block[i].cellClass, block[i].key)
      }
    }
  }

  // MARK: 3 and 4. Build and order

  func build(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport
  ) throws(Refusal) {
    scratch.isIdentity = scratch.matcher.matches.isIdentity(scratch.matcher.pairing)
    if !scratch.isIdentity {
      try scratch.leafBuilder.build(scratch.matcher, leafCapacity: list.state.value.arrangement.leafCapacity)
      report.didBuild(scratch.leafBuilder)
      if isMatched { report.statistics.leavesCompared -= report.statistics.leavesKept }
    }
    try report.order(&scratch.correspondence, scratch.matcher, &scratch.solving)
  }

  // MARK: 5. Ask

  /// Asks, makes the changeset if one is requested, and reserves what the commit adds beside the list.
  func ask(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport
  ) throws(Refusal) {
    try finish(list, &scratch, &report)
    try list.reserveMarks(report)
    if report.keepsHistory { try report.historyEntry.passOverInserted(by: list.history.value) }
  }

  private func finish(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ report: inout UpdateReport
  ) throws(Refusal) {
    if report.lacksMoves { try report.order(&scratch.correspondence, scratch.matcher, &scratch.solving) }
    try scratch.retainModels()
    try scratch.askAboutChanges()
    try report.summarize(scratch.correspondence, matched: scratch.matcher.matches.claimedCount)
    report.statistics.duplicates = scratch.duplicates
    if let section = scratch.matcher.pairing.before.onlySection {
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
