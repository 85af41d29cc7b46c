// Operations on a snapshot's items by key; they need the index.

extension SnapshotState {
  /// The location of an item. Its section is required if keys are scoped.
  func find(_ key: Key, in section: Key?, _ options: SnapshotOptions) throws(Refusal) -> Location {
    guard let location = try appearance(for: key, in: section, options) else {
      throw Refusal(.notFound, key: key, section: section)
    }
    return location
  }

  func appearance(
    for key: Key, in section: Key?, _ options: SnapshotOptions
  ) throws(Refusal) -> Location? {
    find(try ScopedKey(key, in: section, isScoped: options.isScoped))
  }

  func find(_ key: ScopedKey) -> Location? {
    index.table.find(key) { number in
      let id = LeafID(number)
      return arrangement.leaf(id).find(key.key).map { Location(leaf: id, offset: $0) }
    } section: { location in
      arrangement.sectionKey(of: location)
    }
  }

  // MARK: Updating

  /// The locations of items, whose keys must be distinct.
  func locations(
    of keys: borrowing Buffer<Key>, in section: Key?, _ options: SnapshotOptions
  ) throws(Refusal) -> Buffer<Location> {
    var locations = try Buffer<Location>(capacity: keys.count)
    for i in 0..<keys.count { locations.push(try find(keys[i], in: section, options)) }
    if keys.count < 2 { return locations }
    // All are of one section, or keys are not scoped.
    let scope = KeyScope.list
    var seen = try KeySet(capacity: keys.count, isScoped: false)
    for i in 0..<keys.count {
      let isNew = seen.add(scope.key(keys[i])) == nil
      if !isNew { throw Refusal(.namedTwice, role: .items, element: i) }
    }
    return locations
  }

  // MARK: Moving

  /// Moves an item next to `anchor`, or to the end of `section` if that is nil.
  mutating func move(
    _ key: Key, to anchor: Anchor?, in section: Key?, _ options: SnapshotOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    if anchor == nil && options.isScoped { throw Refusal(.scopedMove, key: key) }
    let from = try find(key, in: anchor == nil ? nil : section, options)
    let home = arrangement.start(ofLeaf: from.leaf)
    let old = home.start + from.offset
    var target: SectionID
    var new: Int
    if let anchor {
      if anchor.key == key { return }
      let location = try find(anchor.key, in: section, options)
      let leaf = arrangement.start(ofLeaf: location.leaf)
      target = leaf.section
      new = leaf.start + location.offset + (anchor.isAfter ? 1 : 0)
    } else {
      guard let section else { throw Refusal(.noSection) }
      target = try self.section(section)
      new = Int(arrangement.sections[target].count)
    }
    if target == home.section && (new == old || new == old + 1) { return }
    try relocate(key, from: (home.section, old), to: (target, new), options, &releases)
  }

  /// Inserts the item at its new position, which may fail, then removes it from the old one.
  private mutating func relocate(
    _ key: Key, from: (section: SectionID, index: Int), to: (section: SectionID, index: Int),
    _ options: SnapshotOptions, _ releases: inout PendingReleases
  ) throws(Refusal) {
    let location = arrangement.location(ofItem: from.index, inSection: from.section)
    let entry = try arrangement.writable(location.leaf, extra: 0, traits: 0, &releases).entry(
      location.offset)
    let leaf = arrangement.leaf(location.leaf)
    let scope = arrangement.scope(ofSection: from.section, isScoped: options.isScoped)
    var ranks = try Buffer(repeating: rank(of: location), count: 1)
    var compaction = try compaction(afterItemsAt: &ranks, rewriting: 1, &releases)
    try index.reserve(extra: 1)
    let changes = try arrangement.insert(
      OwnedColumns(entry, traits: leaf.traits), in: to.section, at: to.index, &releases)
    index.relocate(changes, scope)
    let isShifted = to.section == from.section && to.index <= from.index
    let old = arrangement.location(ofItem: from.index + (isShifted ? 1 : 0), inSection: from.section)
    index.table.remove(scope.fingerprint(key), old.leaf.raw)
    _ = arrangement.remove(at: old, in: from.section)
    compact(&compaction, options, &releases)
  }

  // MARK: Deleting

  /// Returns how many keys do not exist.
  mutating func delete(
    _ keys: borrowing Buffer<Key>, in section: Key?, _ options: SnapshotOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) -> Int {
    var missing = 0
    try releases.released.reserve(extra: keys.count)
    // Steps that can fail come first: every leaf with an item to remove becomes exclusive to this version.
    var ranks = Buffer<UInt64>()
    for i in 0..<keys.count {
      if let location = try appearance(for: keys[i], in: section, options) {
        _ = try arrangement.writable(location.leaf, extra: 0, traits: 0, &releases)
        try ranks.append(rank(of: location))
      }
    }
    var compaction = try compaction(afterItemsAt: &ranks, &releases)
    for i in 0..<keys.count {
      let key = try ScopedKey(keys[i], in: section, isScoped: options.isScoped)
      guard let location = find(key) else {
        missing += 1
        continue
      }
      let owner = arrangement.start(ofLeaf: location.leaf).section
      index.table.remove(key.fingerprint, location.leaf.raw)
      let entry = arrangement.remove(at: location, in: owner)
      releases.released.push(entry.values)
    }
    compact(&compaction, options, &releases)
    return missing
  }

  /// An item's flat position in the high half, its leaf's id in the low half.
  private func rank(of location: Location) -> UInt64 {
    UInt64(arrangement.flat(of: location)) << 32 | UInt64(location.leaf.raw)
  }

  /// Plans the compaction after the items of these ranks are removed; ranks may repeat. Inserting before that
  /// rewrites `rewriting` leaves.
  private func compaction(
    afterItemsAt ranks: inout Buffer<UInt64>, rewriting: Int = 0, _ releases: inout PendingReleases
  ) throws(Refusal) -> Compaction {
    try ranks.sort()
    var touched = Buffer<LeafID>()
    var removals = Buffer<UInt64>()
    for i in 0..<ranks.count where i == 0 || ranks[i] != ranks[i - 1] {
      let leaf = LeafID(UInt32(truncatingIfNeeded: ranks[i]))
      if let last = touched.last, last == leaf {
        removals[removals.count - 1] += 1
      } else {
        try touched.append(leaf)
        try removals.append(UInt64(leaf.raw) << 32 | 1)
      }
    }
    try removals.sort()
    var compaction = Compaction()
    try compaction.plan(touched, removals: removals, rewriting: rewriting, in: arrangement, &releases)
    return compaction
  }

  private mutating func compact(
    _ compaction: inout Compaction, _ options: SnapshotOptions, _ releases: inout PendingReleases
  ) {
    compaction.carryOut(on: &arrangement, &releases)
    for i in 0..<compaction.changes.count {
      let scope = arrangement.scope(ofSection: compaction.sections[i], isScoped: options.isScoped)
      index.relocate(compaction.changes[i], scope)
    }
  }

  /// Deletes the items of one section, or of all if `section` is nil.
  mutating func deleteAllItems(
    of key: Key?, _ options: SnapshotOptions, _ releases: inout PendingReleases
  ) throws(Refusal) {
    var scratch = ChildList<LeafID>()
    try scratch.reserve(arrangement.leafCount)
    try releases.dropped.reserve(extra: arrangement.leafCount)
    if let key {
      removeItems(of: try section(key), &scratch, options, &releases)
      return
    }
    for position in 0..<arrangement.sectionCount {
      removeItems(of: arrangement.section(at: position), &scratch, options, &releases)
    }
  }

  /// Removes all items of a section; `scratch` and `releases` must have capacity reserved.
  mutating func removeItems(
    of section: SectionID, _ scratch: inout ChildList<LeafID>, _ options: SnapshotOptions,
    _ releases: inout PendingReleases
  ) {
    let scope = arrangement.scope(ofSection: section, isScoped: options.isScoped)
    arrangement.removeItems(of: section, &scratch, &releases, index: &index, scope)
  }
}
