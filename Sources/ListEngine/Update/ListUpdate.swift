// An update, from what should be shown to the commit:
//
//     1. match       the two sides                                      Matcher
//     2. reserve     a slot and an index entry for each newcomer; a     (readers out, briefly)
//                    key that is there twice among them shows here
//     3. retain      models that come in: the host is asked
//     4. weave       the new leaves                                     Weaver
//     5. solve       the fewest moves, where a changeset is wanted      Correspondence
//     6. commit      cannot fail                                        Shown+Commit
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
    fill: (inout Workshop) throws(Refusal) -> Void
  ) throws(Refusal) -> Changeset? {
    try workshop.make { Workshop() }
    try makeStatistics()
    var update = ListUpdate(options: options, section: only, wantsChangeset: wantsChangeset)
    try update.run(self, &workshop.value, fill)
    workshop.value.statistics = update.statistics
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
    _ list: borrowing List, _ shop: inout Workshop, _ fill: (inout Workshop) throws(Refusal) -> Void
  ) throws(Refusal) {
    try match(list, &shop, fill)
    if shop.matcher.isIdentity {
      try finish(list, &shop)
      statistics.leavesKept = shop.matcher.before.chunks.count
    } else {
      try change(list, &shop)
    }
  }

  // MARK: 1. Match

  private mutating func match(
    _ list: borrowing List, _ shop: inout Workshop, _ fill: (inout Workshop) throws(Refusal) -> Void
  ) throws(Refusal) {
    shop.marks.removeAll()
    try shop.matcher.before.set(list.shown.value.arrangement, section: section)
    try fill(&shop)
    try checkLimits(list, shop.matcher)
    do throws(Refusal) {
      try shop.matcher.match(
        index: list.shown.value.index, numbers: list.shown.value.numbers, isScoped: list.options.isScoped,
        looksUpAll: section != nil && !list.options.isScoped, isPartial: section != nil)
    } catch { throw try named(error, list, shop) }
    statistics.lookups = shop.matcher.lookups
    statistics.leavesCompared = shop.matcher.before.chunks.count - shop.matcher.leavesShared
    statistics.matchNanoseconds = clock.lap()
  }

  private func checkLimits(_ list: borrowing List, _ matcher: borrowing Matcher) throws(Refusal) {
    let items = list.shown.value.arrangement.count - matcher.before.count + matcher.after.count
    let sections =
      list.shown.value.arrangement.sectionCount - matcher.before.sectionCount + matcher.after.sectionCount
    if items > list.options.maxItems || sections > list.options.maxSections { throw Refusal(.limit) }
  }

  /// The same refusal; if it is of a duplicate, naming the one that comes first in the description.
  private func named(
    _ refusal: Refusal, _ list: borrowing List, _ shop: borrowing Workshop
  ) throws(Refusal) -> Refusal {
    guard shop.refusesDuplicates, refusal.isDuplicateItem else { return refusal }
    let isScoped = list.options.isScoped
    guard let section, let columns = shop.matcher.after.columns else {
      return try shop.matcher.after.firstDuplicate(isScoped: isScoped) ?? refusal
    }
    return try list.shown.value.firstDuplicate(among: columns, ofSection: section, isScoped: isScoped)
      ?? refusal
  }

  // MARK: 2 to 6

  private mutating func change(
    _ list: borrowing List, _ shop: inout Workshop
  ) throws(Refusal) {
    shop.isReserved = false
    shop.retained.removeAll()
    do throws(Refusal) {
      try reserve(list, &shop)
      try retain(&shop)
      try shop.weaver.weave(
        shop.matcher, leafCapacity: list.shown.value.arrangement.leafCapacity)
      statistics.leavesWritten = shop.weaver.written
      statistics.leavesKept = shop.weaver.pieces.count - shop.weaver.written
      statistics.prepareNanoseconds = clock.lap()
      try finish(list, &shop)
      list.lock.beginCommit()
      defer { list.lock.endCommit() }
      try list.shown.value.arrangement.prepareCommit(&shop)
      list.shown.value.commit(&shop, section: section)
    } catch {
      // Each of these undoes only what was done.
      shop.weaver.discard()
      unreserve(list, &shop)
      swap(&shop.departures.returned, &shop.retained)
      throw try named(error, list, shop)
    }
    statistics.commitNanoseconds = clock.lap()
  }

  /// Slots and index entries for the newcomers; a key that is there twice among them shows here.
  private func reserve(_ list: borrowing List, _ shop: inout Workshop) throws(Refusal) {
    if shop.matcher.staged.newCount == 0 { return }
    list.lock.beginCommit()
    defer { list.lock.endCommit() }
    try list.shown.value.reserve(&shop.matcher, fresh: &shop.freshIndex)
    shop.isReserved = true
  }

  private func unreserve(_ list: borrowing List, _ shop: inout Workshop) {
    if !shop.isReserved { return }
    list.lock.beginCommit()
    list.shown.value.unreserve(shop.matcher)
    list.lock.endCommit()
  }

  /// Models that the list will hold and did not, or held under another class.
  private func retain(_ shop: inout Workshop) throws(Refusal) {
    if shop.matcher.after.traits & Leaf.hasModels == 0 { return }
    var ledger = Ledger()
    for i in 0..<shop.matcher.staged.count where shop.matcher.staged.isNew(i) {
      try ledger.add(shop.matcher.staged.model(i), shop.matcher.staged.cellClass(i))
    }
    for i in 0..<shop.matcher.patches.count {
      let patch = shop.matcher.patches[i]
      if shop.matcher.replacesModel(patch) { try ledger.add(patch.model, patch.cellClass) }
    }
    ledger.retainAll()
    swap(&shop.retained, &ledger)
  }

  /// The correspondence, solved, and the changeset where one is wanted.
  private mutating func finish(_ list: borrowing List, _ shop: inout Workshop) throws(Refusal) {
    statistics.changes = try shop.solve(countsMoves: wantsChangeset, verifies: options.verifies)
    if section != nil { statistics.changes.widen(to: list.shown.value.arrangement) }
    statistics.duplicates = shop.duplicates
    if wantsChangeset {
      statistics.reload = options.reload(statistics.changes, or: list.options.reloadThreshold)
      if let section { try shop.correspondence.widen(to: list.shown.value.arrangement, section: section) }
      var made = try shop.changeset(
        statistics.changes, reload: statistics.reload, keepsKeys: options.keepsKeys && section == nil,
        keepsPayload: options.keepsPayload && section == nil)
      if let section, options.keepsKeys {
        try made.keepKeys(shop.matcher, widenedTo: list.shown.value.arrangement, section: section)
      }
      if let section, options.keepsPayload {
        try made.keepPayload(shop.matcher, widenedTo: list.shown.value.arrangement, section: section)
      }
      changeset = consume made
    }
    statistics.solveNanoseconds = clock.lap()
  }
}
