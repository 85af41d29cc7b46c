// Inserts items into a snapshot, all or nothing. Until the index is made, their keys are not looked at. From then on
// duplicates are refused here, or, where the policy resolves them, the index is dropped and made again on next use.
//
//     replace the items of A        sections    A[1 2 3] B[4 5]
//     set aside                                 A[] B[4 5]          1 2 3 keep their leaves
//     insert, which may fail                    A[3 6] B[4 5]       on failure 1 2 3 are put back
//     drop the old leaves

extension SnapshotState {
  mutating func append(
    _ entries: borrowing OwnedColumns, to section: Key?, _ options: SnapshotOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    try insert(entries, in: target(section), at: atEnd, options, &releases)
  }

  /// Inserts next to an item.
  mutating func insert(
    _ entries: borrowing OwnedColumns, at anchor: Anchor, in section: Key?, _ options: SnapshotOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    let location = try find(anchor.key, in: section, options)
    let leaf = arrangement.start(ofLeaf: location.leaf)
    let index = leaf.start + location.offset + (anchor.isAfter ? 1 : 0)
    try insert(entries, in: leaf.section, at: index, options, &releases)
  }

  /// Inserts below an item, one level deeper than it, as its child `number`.
  mutating func insert(
    _ entries: inout OwnedColumns, asChild number: Int, of parent: Key, in section: Key?,
    _ options: SnapshotOptions, _ releases: inout PendingReleases
  ) throws(Refusal) {
    let location = try find(parent, in: section, options)
    let place = try arrangement.position(ofChild: number, of: location)
    try entries.addToLevels(1 + Int(arrangement.entry(at: location).values.level))
    try insert(entries, in: place.section, at: place.index, options, &releases)
  }

  mutating func insert(
    _ entries: borrowing OwnedColumns, in section: SectionID, at index: Int, _ options: SnapshotOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    let index = try arrangement.check(index, in: section)
    try checkLimit(adding: entries.count)
    let scope = arrangement.scope(ofSection: section, isScoped: options.isScoped)
    let keepsIndex = try isIndexKept(entries, scope, options)
    if keepsIndex { try self.index.reserve(extra: entries.count) }
    let changes = try arrangement.insert(entries, in: section, at: index, &releases)
    if !keepsIndex { dropIndex() }
    self.index.relocate(changes, scope)
  }

  /// Replaces the items of a section.
  mutating func replace(
    itemsOf key: Key, _ entries: borrowing OwnedColumns, _ options: SnapshotOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    let section = try section(key)
    let count = Int(arrangement.sections[section].count)
    try checkLimit(adding: entries.count - count)
    let scope = arrangement.scope(ofSection: section, isScoped: options.isScoped)
    let keepsIndex = try isIndexKept(entries, scope, options, replacing: section)
    if keepsIndex { try index.reserve(extra: max(0, entries.count - count)) }
    var old = ChildList<LeafID>()
    try old.reserve(min(count, arrangement.leafCount))
    try releases.dropped.reserve(extra: min(count, arrangement.leafCount))
    let root = arrangement.setAside(itemsOf: section)
    let changes: Buffer<LeafChange>
    do throws(Refusal) { changes = try arrangement.insert(entries, in: section, at: 0, &releases) } catch {
      arrangement.putBack(root, count, in: section)
      throw error
    }
    if !keepsIndex { dropIndex() }
    arrangement.removeLeaves(of: root, &old, &releases, index: &index, scope)
    index.relocate(changes, scope)
  }

  private func checkLimit(adding count: Int) throws(Refusal) {
    if arrangement.count + count <= ListOptions.mostItems { return }
    throw Refusal(.snapshotLimit, value: arrangement.count + count, limit: ListOptions.mostItems)
  }

  // MARK: Duplicates

  /// Whether the index is made, and has no key of the new items. Refuses a duplicate unless the policy resolves it.
  private func isIndexKept(
    _ entries: borrowing OwnedColumns, _ scope: KeyScope, _ options: SnapshotOptions,
    replacing section: SectionID = .noIndex
  ) throws(Refusal) -> Bool {
    if !index.isMade { return false }
    guard let duplicate = try duplicate(in: entries, scope, replacing: section) else { return true }
    if Duplicates.areRefused(options.duplicates) { throw duplicate }
    return false
  }

  /// The refusal for a key that exists already, but in another section than the one that is replaced, or that is
  /// duplicated among the new items.
  private func duplicate(
    in entries: borrowing OwnedColumns, _ scope: KeyScope, replacing section: SectionID
  ) throws(Refusal) -> Refusal? {
    var seen = try KeySet(capacity: entries.count, isScoped: scope.section != nil)
    for i in 0..<entries.count {
      let key = scope.key(entries.key(i))
      let isNew = seen.add(key) == nil
      if let there = find(key), arrangement.start(ofLeaf: there.leaf).section != section {
        return Refusal(.duplicate, key: key.key, other: arrangement.position(of: there))
      }
      if !isNew { return Refusal(.duplicate, key: key.key) }
    }
    return nil
  }

  private mutating func dropIndex() {
    index.isMade = false
    index.table.free()
  }
}
