// Items that will be inserted into a list in an edit, and how duplicates of existing keys are resolved.
//
//     list  A[1 2 3] B[4 5]     insert  9 2 9 before 4
//
//     refuse, scope             refused: 2 is at 0:1
//     keep first                9               2 and the second 9 are skipped
//     keep last                 2 9             2 leaves A and stays the same item
//     number                    9 2#2 9#2       the first number that is free
//
// If the items of a section are replaced, its present items do not count as existing: a new item with such a
// key is that item.

struct NewItems: ~Copyable {
  var entries: OwnedColumns
  /// The slot of the existing item that each entry is, or `noIndex`.
  private(set) var duplicates = Buffer<Slot>()
  /// The fingerprint of each entry's key, computed once by `resolve`.
  private var fingerprints = Buffer<Fingerprint>()
  private var scope = KeyScope.list
  private var entryOfDuplicate = KeyIndex()
  /// The models of skipped entries.
  private(set) var dropped = ModelReferences()
  private(set) var counts = DuplicateCounts()
  /// Whether all are existing items that move and stay as they are: references of models move with them.
  private(set) var isMove = false

  /// No items.
  init() { entries = OwnedColumns() }

  init(_ columns: Columns, hasLevels: Bool = false) throws(Refusal) {
    entries = try OwnedColumns(columns, adding: hasLevels ? ItemColumn.level.bit : 0)
  }

  /// Existing items, which are distinct.
  init(moving slots: consuming Buffer<Slot>, of state: borrowing ListState) throws(Refusal) {
    self.init()
    isMove = true
    var traits: UInt32 = 0
    for i in 0..<slots.count { traits |= state.arrangement.leaf(state.slots.leaf(of: slots[i])).traits }
    entries = try OwnedColumns(capacity: slots.count, traits: traits)
    for i in 0..<slots.count {
      let entry = state.arrangement.entry(at: state.location(ofSlot: slots[i]))
      entries.push(entry.key, entry.values)
    }
    duplicates = slots
    try addDuplicates()
  }

  var count: Int { entries.count }

  /// The key of an entry; valid after `resolve`.
  func key(_ i: Int) -> ScopedKey { scope.key(entries.key(i), fingerprints[i]) }

  /// The entry that is the item of a slot.
  func entry(ofDuplicate slot: Slot) -> Int? {
    entryOfDuplicate.find(KeyIndex.fingerprint(of: slot)) { duplicates[Int($0)] == slot }.map { Int($0) }
  }

  /// Resolves duplicates. `isReplacing`: the section's present items do not count as existing.
  mutating func resolve(
    in section: SectionID, of state: borrowing ListState, _ options: ListOptions, isReplacing: Bool
  ) throws(Refusal) {
    var resolver = try DuplicateResolver(section, state, options, isReplacing: isReplacing, count: count)
    let isNumbering = options.duplicates == Duplicates.number
    var numbered = try NumberedKeys(capacity: isNumbering ? count : 0, isScoped: options.isScoped)
    var isDropped = try Buffer<Bool>(repeating: false, count: count)
    try duplicates.resize(to: count, filling: .noIndex)
    try fingerprints.resize(to: count, filling: Fingerprint(0))
    scope = resolver.scope
    for step in 0..<count {
      // From the end, if the last duplicate is kept.
      let i = options.duplicates == Duplicates.keepLast ? count - 1 - step : step
      var key = scope.key(entries.key(i))
      if isNumbering { key = number(i, key, &numbered, resolver, state) }
      fingerprints[i] = key.fingerprint
      let isTwice = resolver.isDuplicate(key)
      let there = resolver.find(key, state)
      if isTwice || there?.isDuplicate == true {
        counts.dropped += 1
        switch options.duplicates {
        case Duplicates.keepFirst: isDropped[i] = true
        case Duplicates.keepLast: isDropped[i] = isTwice
        default:
          var other: Position? = nil
          if let there, there.isDuplicate { other = state.arrangement.position(of: there.location) }
          throw Refusal(
            .duplicate, key: key.key, section: state.arrangement.sections[section].key, other: other)
        }
      }
      if let there { duplicates[i] = state.slot(of: there.location) }
    }
    try drop(isDropped)
  }

  private mutating func number(
    _ i: Int, _ original: ScopedKey, _ numbered: inout NumberedKeys,
    _ resolver: borrowing DuplicateResolver, _ state: borrowing ListState
  ) -> ScopedKey {
    let key = numbered.next(original, scope) { resolver.isFree($0, state) }
    if key.key == original.key { return key }
    counts.numbered += 1
    entries.keys[i] = key.key
    return key
  }

  private mutating func drop(_ isDropped: borrowing Buffer<Bool>) throws(Refusal) {
    var kept = 0
    for i in 0..<count {
      if isDropped[i] {
        try dropped.add(entries.values(i))
        continue
      }
      entries.move(i, to: kept)
      duplicates[kept] = duplicates[i]
      fingerprints[kept] = fingerprints[i]
      kept += 1
    }
    entries.truncate(to: kept)
    duplicates.truncate(to: kept)
    fingerprints.truncate(to: kept)
    try addDuplicates()
  }

  private mutating func addDuplicates() throws(Refusal) {
    for i in 0..<count where duplicates[i] != .noIndex {
      try entryOfDuplicate.reserve(extra: 1)
      entryOfDuplicate.insert(KeyIndex.fingerprint(of: duplicates[i]), UInt32(i))
    }
  }
}

/// The keys that a new item can duplicate: the list's, and those of earlier new items.
private struct DuplicateResolver: ~Copyable {
  let scope: KeyScope
  private let section: SectionID
  private let isReplacing: Bool
  /// A single item cannot duplicate another new one, so `seen` is not filled.
  private let isAlone: Bool
  private var seen = KeySet()

  init(
    _ section: SectionID, _ state: borrowing ListState, _ options: ListOptions, isReplacing: Bool, count: Int
  ) throws(Refusal) {
    self.section = section
    self.isReplacing = isReplacing
    isAlone = count == 1
    scope = state.arrangement.scope(ofSection: section, isScoped: options.isScoped)
    seen = try KeySet(capacity: isAlone ? 0 : count, isScoped: options.isScoped)
  }

  /// Whether an earlier new item has the same key.
  mutating func isDuplicate(_ key: ScopedKey) -> Bool { !isAlone && seen.add(key) != nil }

  /// The item with that key in the list, and whether it counts as a duplicate.
  func find(_ key: ScopedKey, _ state: borrowing ListState) -> (location: Location, isDuplicate: Bool)? {
    guard let location = state.find(key) else { return nil }
    let isOwn = isReplacing && state.arrangement.start(ofLeaf: location.leaf).section == section
    return (location, !isOwn)
  }

  /// Whether a new item can have the key.
  func isFree(_ key: ScopedKey, _ state: borrowing ListState) -> Bool {
    seen.find(key) == nil && find(key, state)?.isDuplicate != true
  }
}
