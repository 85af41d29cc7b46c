// Items on their way into a list that is being edited, and what becomes of keys that are there already.
//
//     list  A[1 2 3] B[4 5]     given  9 2 9, in front of 4
//
//     refuse, scope             a refusal: 2 stands at 0:1
//     keep first                9               2 and the second 9 are passed over
//     keep last                 2 9             2 leaves A and is the same item here
//     number                    9 2#2 9#2       the first number that is free
//
// Where the items of a section are replaced, those that it has do not count as there: a newcomer of such
// a key is that item.

struct NewItems: ~Copyable {
  var entries: Entries
  /// By entry: the slot of the item of the list that it is, or `noIndex`.
  private(set) var duplicates = Buffer<UInt32>()
  private var entriesOfTwins = KeyIndex()
  /// Models of entries that were passed over.
  private(set) var dropped = ModelReferences()
  private(set) var counts = DuplicateCounts()

  /// None.
  init() { entries = Entries() }

  init(_ columns: Columns) throws(Refusal) { entries = try Entries(columns) }

  var count: Int { entries.count }

  /// The entry that is the item of a slot.
  func entry(ofTwin slot: UInt32) -> Int? {
    entriesOfTwins.find(KeyIndex.fingerprint(ofNumber: slot)) { duplicates[Int($0)] == slot }.map { Int($0) }
  }

  /// Decides what becomes of each. `isReplacing`: the section's own items do not count.
  mutating func resolve(
    in section: UInt32, of state: borrowing ListState, _ options: ListOptions, isReplacing: Bool
  ) throws(Refusal) {
    var meeting = try DuplicateResolver(section, state, options, isReplacing: isReplacing, count: count)
    var isDropped = try Buffer<Bool>(repeating: false, count: count)
    try duplicates.resize(to: count, filling: noIndex)
    for step in 0..<count {
      // From the end, where the last of a key is to stay.
      let i = options.duplicates == Duplicates.keepLast ? count - 1 - step : step
      if options.duplicates == Duplicates.number { try meeting.number(&entries, i, state, &counts) }
      let isTwice = meeting.sees(i, entries)
      let there = meeting.find(entries.key(i), state)
      if isTwice || there.isMet {
        counts.dropped += 1
        switch options.duplicates {
        case Duplicates.keepFirst: isDropped[i] = true
        case Duplicates.keepLast: isDropped[i] = isTwice
        default:
          let other = there.isMet ? state.arrangement.position(of: state.location(ofSlot: there.slot)) : nil
          throw Refusal(.duplicate, key: entries.key(i), section: meeting.owner, other: other)
        }
      }
      duplicates[i] = there.slot
    }
    try drop(isDropped)
  }

  private mutating func drop(_ isDropped: borrowing Buffer<Bool>) throws(Refusal) {
    var kept = 0
    for i in 0..<count {
      if isDropped[i] {
        try dropped.add(entries.model(i), entries.cellClass(i))
        continue
      }
      entries.move(i, to: kept)
      duplicates[kept] = duplicates[i]
      kept += 1
    }
    entries.truncate(to: kept)
    duplicates.truncate(to: kept)
    for i in 0..<kept where duplicates[i] != noIndex {
      try entriesOfTwins.reserve(extra: 1)
      entriesOfTwins.insert(KeyIndex.fingerprint(ofNumber: duplicates[i]), UInt32(i))
    }
  }
}

/// The keys that newcomers meet: the list's, and those of the newcomers before.
private struct DuplicateResolver: ~Copyable {
  let owner: Key
  private let section: UInt32
  private let isScoped: Bool
  private let isReplacing: Bool
  private let salt: UInt64
  private let hash = KeyHash.seeded
  private var seen = KeyIndex()
  /// Where keys are numbered: those given, which entry had each first, and its next number.
  private var originals = Buffer<Key>()
  private var firsts = KeyIndex()
  private var numbers = Buffer<UInt64>()

  init(
    _ section: UInt32, _ state: borrowing ListState, _ options: ListOptions, isReplacing: Bool, count: Int
  ) throws(Refusal) {
    self.section = section
    self.isReplacing = isReplacing
    owner = state.arrangement.sections[Int(section)].key
    isScoped = options.isScoped
    salt = state.salt(of: section, options)
    try seen.reserve(count)
    if options.duplicates == Duplicates.number {
      try originals.reserve(count)
      try firsts.reserve(count)
      try numbers.resize(to: count, filling: 1)
    }
  }

  /// Whether a newcomer before had its key.
  mutating func sees(_ i: Int, _ entries: borrowing Entries) -> Bool {
    let key = entries.key(i)
    return seen.insert(hash.fingerprint(key, salt: salt), UInt32(i)) { entries.key(Int($0)) == key } != nil
  }

  /// The slot of the item of that key, or `noIndex`, and whether it is one to meet.
  func find(_ key: Key, _ state: borrowing ListState) -> (slot: UInt32, isMet: Bool) {
    guard let slot = state.find(key, in: isScoped ? owner : nil) else { return (noIndex, false) }
    let isOwn =
      isReplacing && state.arrangement.place(ofLeaf: state.slots.place(slot)).section == section
    return (slot, !isOwn)
  }

  /// Gives an entry the first key of its own that is free.
  mutating func number(
    _ entries: inout Entries, _ i: Int, _ state: borrowing ListState, _ counts: inout DuplicateCounts
  ) throws(Refusal) {
    let original = entries.key(i)
    originals.push(original)
    let fingerprint = hash.fingerprint(original, salt: salt)
    let first = Int(firsts.insert(fingerprint, UInt32(i)) { originals[Int($0)] == original } ?? UInt32(i))
    var key = original
    repeat {
      key = numbers[first] == 1 ? original : original.numbered(numbers[first])
      numbers[first] += 1
    } while find(key, state).isMet || isSeen(key, entries)
    if key != original { counts.numbered += 1 }
    entries.setKey(key, of: i)
  }

  private func isSeen(_ key: Key, _ entries: borrowing Entries) -> Bool {
    seen.find(hash.fingerprint(key, salt: salt)) { entries.key(Int($0)) == key } != nil
  }
}
