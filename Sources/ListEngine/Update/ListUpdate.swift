// An update, from what should be shown to the commit:
//
//     1. match       the two sides                                      Matcher
//     2. reserve     a slot and an index entry for each newcomer; a     (readers out, briefly)
//                    key that is there twice among them shows here
//     3. retain      models that come in: the host is asked
//     4. weave       the new leaves                                     LeafBuilder
//     5. solve       the fewest moves, where a changeset is wanted      Correspondence
//     6. commit      cannot fail                                        ListState+Commit
//     7. settle      what went is released: the host is told, unlocked
//
// Until 6 nothing that a reader could see has changed: reserved slots and their entries are passed
// over. Whatever fails before is taken back in reverse.

import CPlatform

extension List {
  /// Makes what `fill` describes to the workshop what is shown; `only` limits that to one section. The
  /// update lock is held. Answers the changeset where one is wanted.
  func update(
    _ options: UpdateOptions, section only: UInt32? = nil, wantsChangeset: Bool,
    fill: (inout UpdateScratch) throws(Refusal) -> Void
  ) throws(Refusal) -> Changeset? {
    try scratch.make { UpdateScratch() }
    try makeStatistics()
    var update = ListUpdate(options: options, section: only, wantsChangeset: wantsChangeset)
    try update.run(self, &scratch.value, fill)
    scratch.value.statistics = update.statistics
    return update.takeChangeset()
  }
}

/// One update under way; its list's update lock is held.
struct ListUpdate: ~Copyable {
  let options: UpdateOptions
  let section: UInt32?
  let wantsChangeset: Bool
  private(set) var statistics = Statistics()
  private var changeset: Changeset? = nil
  private var clock = Clock()

  init(options: UpdateOptions, section: UInt32?, wantsChangeset: Bool) {
    self.options = options
    self.section = section
    self.wantsChangeset = wantsChangeset
  }

  mutating func takeChangeset() -> Changeset? {
    var taken: Changeset? = nil
    swap(&taken, &changeset)
    return taken
  }

  mutating func run(
    _ list: borrowing List, _ scratch: inout UpdateScratch,
    _ fill: (inout UpdateScratch) throws(Refusal) -> Void
  ) throws(Refusal) {
    try match(list, &scratch, fill)
    if scratch.matcher.isIdentity {
      try finish(list, &scratch)
      statistics.leavesKept = scratch.matcher.before.chunks.count
    } else {
      try change(list, &scratch)
    }
  }

  // MARK: 1. Match

  private mutating func match(
    _ list: borrowing List, _ scratch: inout UpdateScratch,
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
    statistics.lookups = scratch.matcher.lookups
    statistics.leavesCompared = scratch.matcher.before.chunks.count - scratch.matcher.leavesShared
    statistics.matchNanoseconds = clock.lap()
  }

  private func checkLimits(_ list: borrowing List, _ matcher: borrowing Matcher) throws(Refusal) {
    let items = list.state.value.arrangement.count - matcher.before.count + matcher.after.count
    let sections =
      list.state.value.arrangement.sectionCount - matcher.before.sectionCount + matcher.after.sectionCount
    if items > list.options.maxItems || sections > list.options.maxSections { throw Refusal(.limit) }
  }

  /// The same refusal; if it is of a duplicate, naming the one that comes first in the description.
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

  private mutating func change(
    _ list: borrowing List, _ scratch: inout UpdateScratch
  ) throws(Refusal) {
    scratch.isReserved = false
    scratch.retained.removeAll()
    do throws(Refusal) {
      try reserve(list, &scratch)
      try retain(&scratch)
      try scratch.leafBuilder.build(
        scratch.matcher, leafCapacity: list.state.value.arrangement.leafCapacity)
      statistics.leavesWritten = scratch.leafBuilder.written
      statistics.leavesKept = scratch.leafBuilder.newLeaves.count - scratch.leafBuilder.written
      statistics.prepareNanoseconds = clock.lap()
      try finish(list, &scratch)
      list.lock.beginCommit()
      defer { list.lock.endCommit() }
      try list.state.value.arrangement.prepareCommit(&scratch)
      list.state.value.commit(&scratch, section: section)
    } catch {
      // Each of these undoes only what was done.
      scratch.leafBuilder.discard()
      unreserve(list, &scratch)
      swap(&scratch.releases.returned, &scratch.retained)
      throw try named(error, list, scratch)
    }
    statistics.commitNanoseconds = clock.lap()
  }

  /// Slots and index entries for the newcomers; a key that is there twice among them shows here.
  private func reserve(_ list: borrowing List, _ scratch: inout UpdateScratch) throws(Refusal) {
    if scratch.matcher.staged.newCount == 0 { return }
    list.lock.beginCommit()
    defer { list.lock.endCommit() }
    try list.state.value.reserve(&scratch.matcher, fresh: &scratch.freshIndex)
    scratch.isReserved = true
  }

  private func unreserve(_ list: borrowing List, _ scratch: inout UpdateScratch) {
    if !scratch.isReserved { return }
    list.lock.beginCommit()
    list.state.value.unreserve(scratch.matcher)
    list.lock.endCommit()
  }

  /// Models that the list will hold and did not, or held under another class.
  private func retain(_ scratch: inout UpdateScratch) throws(Refusal) {
    if scratch.matcher.after.traits & Leaf.hasModels == 0 { return }
    var references = ModelReferences()
    for i in 0..<scratch.matcher.staged.count where scratch.matcher.staged.isNew(i) {
      try references.add(scratch.matcher.staged.model(i), scratch.matcher.staged.cellClass(i))
    }
    for i in 0..<scratch.matcher.patches.count {
      let patch = scratch.matcher.patches[i]
      if scratch.matcher.replacesModel(patch) { try references.add(patch.model, patch.cellClass) }
    }
    references.retainAll()
    swap(&scratch.retained, &references)
  }

  /// The correspondence, solved, and the changeset where one is wanted.
  private mutating func finish(_ list: borrowing List, _ scratch: inout UpdateScratch) throws(Refusal) {
    statistics.changes = try scratch.solve(countsMoves: wantsChangeset, verifies: options.verifies)
    if section != nil { statistics.changes.widen(to: list.state.value.arrangement) }
    statistics.duplicates = scratch.duplicates
    if wantsChangeset {
      statistics.reload = options.reload(statistics.changes, or: list.options.reloadThreshold)
      if let section { try scratch.correspondence.widen(to: list.state.value.arrangement, section: section) }
      var made = try scratch.changeset(
        statistics.changes, reload: statistics.reload, keepsKeys: options.keepsKeys && section == nil,
        keepsPayload: options.keepsPayload && section == nil)
      if let section, options.keepsKeys {
        try made.keepKeys(scratch.matcher, widenedTo: list.state.value.arrangement, section: section)
      }
      if let section, options.keepsPayload {
        try made.keepPayload(scratch.matcher, widenedTo: list.state.value.arrangement, section: section)
      }
      changeset = consume made
    }
    statistics.solveNanoseconds = clock.lap()
  }
}
