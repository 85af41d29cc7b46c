// A snapshot's items, named by key: whatever does so needs the index.

extension SnapshotState {
  /// Where an item is. Where keys are scoped its section must be named.
  func find(_ key: Key, in section: Key?, _ options: SnapshotOptions) throws(Refusal) -> Location {
    guard let location = try appearance(for: key, in: section, options) else {
      throw Refusal(.notFound, key: key, section: section)
    }
    return location
  }

  func appearance(
    for key: Key, in section: Key?, _ options: SnapshotOptions
  ) throws(Refusal) -> Location? {
    if options.isScoped && section == nil { throw Refusal(.scope, key: key) }
    var owner: UInt32? = nil
    if options.isScoped, let section {
      owner = arrangement.section(forKey: section)
      if owner == nil { return nil }
    }
    let salt = options.isScoped ? KeyHash.salt(ofSection: section ?? key) : 0
    var offset = 0
    let leaf = index.table.find(KeyHash.seeded.fingerprint(key, salt: salt)) { id in
      guard let found = arrangement.leaf(id).find(key) else { return false }
      if let owner, arrangement.items.place(of: id).owner != owner { return false }
      offset = found
      return true
    }
    return leaf.map { Location(leaf: $0, offset: offset) }
  }

  // MARK: Inserting

  mutating func append(
    _ entries: borrowing Entries, to section: Key?, _ options: SnapshotOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    let id = try target(section)
    let end = Int(arrangement.sections[Int(id)].count)
    try insert(entries, in: id, at: end, options, &releases)
  }

  mutating func insert(
    _ entries: borrowing Entries, at anchor: Anchor, in section: Key?, _ options: SnapshotOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    let location = try find(anchor.key, in: section, options)
    let place = arrangement.place(ofLeaf: location.leaf)
    let index = place.start + location.offset + (anchor.isAfter ? 1 : 0)
    try insert(entries, in: place.section, at: index, options, &releases)
  }

  private mutating func insert(
    _ entries: borrowing Entries, in section: UInt32, at position: Int, _ options: SnapshotOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    if arrangement.count + entries.count > ListOptions.mostItems { throw Refusal(.limit) }
    let salt = salt(of: section, options)
    var keepsIndex = index.isMade
    if keepsIndex, let duplicate = try duplicate(in: entries, section, salt, options) {
      if options.duplicates == Duplicates.refuse || options.isScoped { throw duplicate }
      keepsIndex = false
    }
    if keepsIndex { try index.reserve(extra: entries.count) }
    let changes = try arrangement.insert(entries, in: section, at: position, &releases)
    index.isMade = keepsIndex
    index.follow(changes, salt)
    if !keepsIndex { index.table.free() }
  }

  /// A key that is there already, or is there twice among the new ones.
  private func duplicate(
    in entries: borrowing Entries, _ section: UInt32, _ salt: UInt64, _ options: SnapshotOptions
  ) throws(Refusal) -> Refusal? {
    let hash = KeyHash.seeded
    let owner = arrangement.sections[Int(section)].key
    var seen = KeyIndex()
    try seen.reserve(entries.count)
    for i in 0..<entries.count {
      let key = entries.key(i)
      let fingerprint = hash.fingerprint(key, salt: salt)
      let isNew = seen.insert(fingerprint, UInt32(i)) { entries.key(Int($0)) == key } == nil
      let there = try appearance(for: key, in: owner, options)
      if let there { return Refusal(.duplicate, key: key, other: arrangement.position(of: there)) }
      if !isNew { return Refusal(.duplicate, key: key) }
    }
    return nil
  }

  // MARK: Moving

  /// Next to `anchor`, or (nil) to the end of `section`.
  mutating func move(
    _ key: Key, to anchor: Anchor?, in section: Key?, _ options: SnapshotOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    if anchor == nil && options.isScoped { throw Refusal(.scope, key: key, section: section) }
    let from = try find(key, in: anchor == nil ? nil : section, options)
    let home = arrangement.place(ofLeaf: from.leaf)
    let old = home.start + from.offset
    var target: UInt32
    var new: Int
    if let anchor {
      if anchor.key == key { return }
      let location = try find(anchor.key, in: section, options)
      let place = arrangement.place(ofLeaf: location.leaf)
      target = place.section
      new = place.start + location.offset + (anchor.isAfter ? 1 : 0)
    } else {
      guard let section else { throw Refusal(.noSection) }
      target = try self.section(section)
      new = Int(arrangement.sections[Int(target)].count)
    }
    if target == home.section && (new == old || new == old + 1) { return }
    try relocate(key, from: (home.section, old), to: (target, new), options, &releases)
  }

  /// Puts the item in at its new place first, which may fail, and then takes it out of the old one.
  private mutating func relocate(
    _ key: Key, from: (section: UInt32, index: Int), to: (section: UInt32, index: Int),
    _ options: SnapshotOptions, _ releases: inout PendingReleases
  ) throws(Refusal) {
    let location = arrangement.location(ofItem: from.index, inSection: from.section)
    let entry = try arrangement.writable(location.leaf, extra: 0, traits: 0, &releases).entry(
      location.offset)
    let leaf = arrangement.leaf(location.leaf)
    let salt = salt(of: from.section, options)
    var places = try Buffer(repeating: place(of: location), count: 1)
    var compaction = try compaction(afterItemsAt: &places, &releases)
    try index.reserve(extra: 1)
    let changes = try arrangement.insert(
      Entries(entry, traits: leaf.traits), in: to.section, at: to.index, &releases)
    index.follow(changes, salt)
    let isShifted = to.section == from.section && to.index <= from.index
    let old = arrangement.location(ofItem: from.index + (isShifted ? 1 : 0), inSection: from.section)
    index.table.remove(KeyHash.seeded.fingerprint(key, salt: salt), old.leaf)
    _ = arrangement.remove(at: old, in: from.section)
    compact(&compaction, options, &releases)
  }

  // MARK: Deleting

  /// Answers how many were not there.
  mutating func delete(
    _ keys: borrowing Buffer<Key>, in section: Key?, _ options: SnapshotOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) -> Int {
    var missing = 0
    try releases.released.reserve(extra: keys.count)
    // What can fail goes first: every leaf that an item is taken out of becomes this version's own.
    var places = Buffer<UInt64>()
    for i in 0..<keys.count {
      if let location = try appearance(for: keys[i], in: section, options) {
        _ = try arrangement.writable(location.leaf, extra: 0, traits: 0, &releases)
        try places.append(place(of: location))
      }
    }
    var compaction = try compaction(afterItemsAt: &places, &releases)
    for i in 0..<keys.count {
      guard let location = try appearance(for: keys[i], in: section, options) else {
        missing += 1
        continue
      }
      let owner = arrangement.place(ofLeaf: location.leaf).section
      let fingerprint = KeyHash.seeded.fingerprint(keys[i], salt: salt(of: owner, options))
      index.table.remove(fingerprint, location.leaf)
      let entry = arrangement.remove(at: location, in: owner)
      releases.released.push(entry.model, entry.cellClass)
    }
    compact(&compaction, options, &releases)
    return missing
  }

  /// An item's place counted over all sections above, its leaf below.
  private func place(of location: Location) -> UInt64 {
    UInt64(arrangement.flat(of: location)) << 32 | UInt64(location.leaf)
  }

  /// Planned for when the items at these places, some perhaps named twice, have gone.
  private func compaction(
    afterItemsAt places: inout Buffer<UInt64>, _ releases: inout PendingReleases
  ) throws(Refusal) -> Compaction {
    try places.sort()
    var touched = Buffer<UInt32>()
    var leaving = Buffer<UInt64>()
    for i in 0..<places.count where i == 0 || places[i] != places[i - 1] {
      let leaf = UInt32(truncatingIfNeeded: places[i])
      if let last = touched.last, last == leaf {
        leaving[leaving.count - 1] += 1
      } else {
        try touched.append(leaf)
        try leaving.append(UInt64(leaf) << 32 | 1)
      }
    }
    try leaving.sort()
    var compaction = Compaction()
    try compaction.plan(touched, leaving: leaving, in: arrangement, &releases)
    return compaction
  }

  private mutating func compact(
    _ compaction: inout Compaction, _ options: SnapshotOptions, _ releases: inout PendingReleases
  ) {
    compaction.carryOut(on: &arrangement, &releases)
    for i in 0..<compaction.changes.count {
      index.follow(compaction.changes[i], salt(of: compaction.sections[i], options))
    }
  }

  /// Of one section, or of all.
  mutating func deleteAllItems(
    of key: Key?, _ options: SnapshotOptions, _ releases: inout PendingReleases
  ) throws(Refusal) {
    var scratch = LeafList()
    try scratch.reserve(arrangement.leafCount)
    try releases.dropped.reserve(extra: arrangement.leafCount)
    if let key {
      let id = try section(key)
      arrangement.removeItems(of: id, &scratch, &releases, index: &index, salt: salt(of: id, options))
      return
    }
    for position in 0..<arrangement.sectionCount {
      let id = arrangement.section(at: position)
      arrangement.removeItems(of: id, &scratch, &releases, index: &index, salt: salt(of: id, options))
    }
  }
}
