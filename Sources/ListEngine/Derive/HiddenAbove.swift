// The states that a derived list remembers of what the lists above it hide: of items and sections that its source does
// not have, though the first source of the chain has them.
//
//     first source ──► filter ──► outline
//     A B C            A C        A C            B, by its handle in the first source: selected, expanded
//
// An entry is stale once the first source does not have its handle any more: then the item has gone, and may have come
// again as another one. Nobody looks for stale entries: one goes when its key is shown again, or when the table grows.
// So each update costs what goes and what comes, however much is remembered.

/// The beginning of a chain of derived lists that has lists between it and its end.
struct FirstSource: BitwiseCopyable, Equatable {
  private var bits: UInt64 = 0
  /// Its own source has gone: what counts is the version of that number, which it holds.
  private(set) var version: UInt64 = 0
  private(set) var isHeld = false

  /// None.
  init() {}

  init(_ list: Handle) { bits = list.bits }

  init(_ list: Handle, version: UInt64) {
    bits = list.bits
    self.version = version
    isHeld = true
  }

  var list: Handle { Handle(bits: bits) }
}

struct HiddenAbove: ~Copyable {
  /// The list whose handles the entries have.
  var first = FirstSource()
  var items = StatesByKey()
  var sections = StatesByKey()

  init() {}

  var isEmpty: Bool { items.isEmpty && sections.isEmpty }
}

/// States by key, with the handle of what has them.
struct StatesByKey: ~Copyable {
  struct Entry: BitwiseCopyable {
    var key: Key
    var handle: UInt64
    var fingerprint: Fingerprint
    var states: UInt32
  }

  // Beside the states that the host sees, of an item of an outline:
  /// It was collapsed, and is not just new.
  static var collapsed: UInt32 { 1 << 4 }
  /// Its children were asked for.
  static var asked: UInt32 { 1 << 5 }

  private(set) var entries = Buffer<Entry>()
  /// The sections of the entries, if keys are scoped.
  private var owners = Buffer<Key>()
  private var index = KeyIndex()
  /// Memory is reserved for so many entries.
  private var room = 0
  /// No entry has others.
  private var given: UInt32 = 0

  init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// Whether so many more fit, and do not leave most of the memory unused.
  func hasRoom(for extra: Int) -> Bool {
    let total = entries.count + extra
    return total <= room && (total * 8 > room || room <= 64)
  }

  /// Takes over the entries of another one, without the index: none can be found.
  mutating func copyEntries(_ other: borrowing StatesByKey) throws(Refusal) {
    try entries.copy(other.entries)
    try owners.copy(other.owners)
  }

  func key(of i: Int) -> ScopedKey {
    ScopedKey(
      key: entries[i].key, section: owners.isEmpty ? nil : owners[i], fingerprint: entries[i].fingerprint)
  }

  func find(_ wanted: ScopedKey) -> Int? {
    index.find(wanted) { number in
      entries[Int(number)].key == wanted.key ? Int(number) : nil
    } section: { i in
      owners[i]
    }
  }

  mutating func reserve(extra: Int, isScoped: Bool) throws(Refusal) {
    if entries.count + extra <= room { return }
    let total = max(entries.count + extra, room + room / 2)
    try entries.reserve(total)
    if isScoped { try owners.reserve(total) }
    try index.reserve(extra: total - entries.count)
    room = total
  }

  /// Needs no more than the reserved memory. Replaces an entry of that key, and keeps its states if the handle is the same.
  mutating func add(_ key: ScopedKey, _ handle: UInt64, _ states: UInt32) {
    given |= states
    if let i = find(key) {
      entries[i].states = states | (entries[i].handle == handle ? entries[i].states : 0)
      entries[i].handle = handle
      return
    }
    index.insert(key.fingerprint, UInt32(entries.count))
    entries.push(Entry(key: key.key, handle: handle, fingerprint: key.fingerprint, states: states))
    if let section = key.section { owners.push(section) }
  }

  mutating func set(_ states: UInt32, at i: Int) {
    given |= states
    entries[i].states = states
  }

  /// The last entry takes its place.
  mutating func remove(at i: Int) {
    index.remove(entries[i].fingerprint, UInt32(i))
    let last = entries.pop()
    let owner = owners.isEmpty ? nil : owners.pop()
    if i < entries.count {
      index.remove(last.fingerprint, UInt32(entries.count))
      index.insert(last.fingerprint, UInt32(i))
      entries[i] = last
      if let owner { owners[i] = owner }
    }
  }

  /// Releases the memory if there is no entry.
  mutating func trim() { if entries.isEmpty { self = StatesByKey() } }

  /// All lose states. Entries are looked at only if some may have one of them.
  mutating func forget(_ states: UInt32) {
    if given & states == 0 { return }
    for i in 0..<entries.count {
      if entries[i].states & states & ItemStates.Mask.expanded != 0 {
        entries[i].states |= StatesByKey.collapsed
      }
      entries[i].states &= ~states
    }
    given = given & ~states | StatesByKey.collapsed
  }
}
