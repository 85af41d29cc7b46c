// A snapshot's sections. Their keys are always unique: a duplicate is resolved when it is inserted.

/// A neighbour, and the side of it to insert at.
public struct Anchor: BitwiseCopyable, Sendable {
  public var key: Key
  public var isAfter: Bool

  public init(before key: Key) {
    self.key = key
    isAfter = false
  }

  public init(after key: Key) {
    self.key = key
    isAfter = true
  }
}

extension SnapshotState {
  func section(_ key: Key) throws(Refusal) -> SectionID {
    guard let id = arrangement.section(forKey: key) else { throw Refusal(.notFound, section: key) }
    return id
  }

  private func last() -> SectionID? {
    arrangement.root.isNone ? nil : arrangement.order.edge(of: arrangement.root, last: true)
  }

  /// The section after which to insert; nil for the front. Without an anchor, the end.
  private func sibling(_ anchor: Anchor?) throws(Refusal) -> SectionID? {
    guard let anchor else { return last() }
    let id = try section(anchor.key)
    return anchor.isAfter ? id : arrangement.order.neighbour(of: id, step: -1)
  }

  /// `keys` holds `count` keys, which are read once each.
  mutating func insertSections(
    _ given: borrowing Buffer<Key>, at anchor: Anchor?, _ options: SnapshotOptions
  ) throws(Refusal) {
    try insertSections(given, after: sibling(anchor), options)
  }

  /// Inserts sections, the first of them at `position` before KEEP_LAST moves any.
  mutating func insertSections(
    _ given: borrowing Buffer<Key>, atPosition position: Int, _ options: SnapshotOptions
  ) throws(Refusal) {
    let position = try arrangement.check(position: position)
    let sibling = position == 0 ? nil : arrangement.section(at: position - 1)
    try insertSections(given, after: sibling, options)
  }

  private mutating func insertSections(
    _ given: borrowing Buffer<Key>, after sibling: SectionID?, _ options: SnapshotOptions
  ) throws(Refusal) {
    if arrangement.sectionCount + given.count > ListOptions.mostSections {
      throw Refusal(
        .sectionLimit, value: arrangement.sectionCount + given.count, limit: ListOptions.mostSections)
    }
    var sibling = sibling
    try arrangement.reserve(sections: given.count)
    let keys = try arrangement.resolve(sections: given, options.duplicates, &duplicates)
    for i in 0..<keys.count {
      if let duplicate = arrangement.section(forKey: keys[i]) {
        current = duplicate
        if options.duplicates != Duplicates.keepLast { continue }
        // The existing section moves to the position of the later one.
        if sibling == duplicate { continue }
        arrangement.displaceSection(duplicate)
        arrangement.placeSection(duplicate, after: sibling)
        sibling = duplicate
      } else {
        sibling = arrangement.insertSection(keys[i], after: sibling)
        current = .noIndex
      }
    }
  }

  mutating func moveSection(_ key: Key, to anchor: Anchor) throws(Refusal) {
    let id = try section(key)
    let other = try section(anchor.key)
    if id == other { return }
    try arrangement.reserve(sections: 1)
    arrangement.displaceSection(id)
    arrangement.placeSection(
      id, after: anchor.isAfter ? other : arrangement.order.neighbour(of: other, step: -1))
  }

  /// Returns how many keys do not exist.
  mutating func deleteSections(
    _ keys: borrowing Buffer<Key>, _ options: SnapshotOptions, _ releases: inout PendingReleases
  ) throws(Refusal) -> Int {
    var missing = 0
    try releases.supplementaries.reserve(extra: keys.count)
    try releases.dropped.reserve(extra: arrangement.leafCount)
    var scratch = ChildList<LeafID>()
    try scratch.reserve(arrangement.leafCount)
    for i in 0..<keys.count {
      guard let id = arrangement.section(forKey: keys[i]) else {
        missing += 1
        continue
      }
      removeItems(of: id, &scratch, options, &releases)
      arrangement.removeSection(id, &releases)
      if current == id { current = .noIndex }
    }
    return missing
  }

  /// The named section, or the one to which items are appended.
  func target(_ key: Key?) throws(Refusal) -> SectionID {
    if let key { return try section(key) }
    if current != .noIndex { return current }
    guard let last = last() else { throw Refusal(.noSection) }
    return last
  }
}

extension Arrangement {
  /// Resolves the keys of new sections: existing ones are refused or numbered; the other policies handle them
  /// on insertion.
  func resolve(
    sections given: borrowing Buffer<Key>, _ policy: UInt32, _ counts: inout DuplicateCounts
  ) throws(Refusal) -> Buffer<Key> {
    let scope = KeyScope.list
    var keys = try Buffer<Key>(capacity: given.count)
    var seen = try KeySet(capacity: given.count, isScoped: false)
    let isNumbering = policy == Duplicates.number
    var numbered = try NumberedKeys(capacity: isNumbering ? given.count : 0, isScoped: false)
    var found = counts
    for i in 0..<given.count {
      var key = scope.key(given[i])
      let there = section(forKey: key)
      if isNumbering {
        key = numbered.next(key, scope) { section(forKey: $0) == nil && seen.find($0) == nil }
        if key.key != given[i] { found.numbered += 1 }
      } else if there != nil || seen.find(key) != nil {
        if Duplicates.areRefused(policy) {
          let other = there.map { Position(section: start(ofSection: $0).units, item: noIndex) }
          throw Refusal(.duplicate, section: key.key, other: other)
        }
        found.dropped += 1
      }
      seen.add(key)
      keys.push(key.key)
    }
    counts = found
    return keys
  }
}
