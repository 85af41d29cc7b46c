// Collects keys of items, or of sections, in order, and finds duplicates.
//
//     added       A:7   A:9   B:7   A:7           if keys are scoped
//     returned    nil   nil   nil    0            the number of the first equal key
//     numbers      0     1     2     3            duplicates are numbered too
//
// 1. The index contains the first of equal keys only.
// 2. If keys are scoped, each key's section is stored beside it; otherwise no sections are stored.

struct KeySet: ~Copyable {
  private var keys = Buffer<Key>()
  private var sections = Buffer<Key>()
  private var index = KeyIndex()
  private(set) var hasDuplicates = false

  init() {}

  /// Reserves capacity for `capacity` keys.
  init(capacity: Int, isScoped: Bool) throws(Refusal) {
    try keys.reserve(capacity)
    if isScoped { try sections.reserve(capacity) }
    try index.reserve(capacity)
  }

  /// Adds a key within the reserved capacity; returns the number of the first equal key, if there is one.
  @inline(__always) @discardableResult mutating func add(_ key: ScopedKey) -> UInt32? {
    let first = index.insert(key.fingerprint, UInt32(truncatingIfNeeded: keys.count)) {
      KeySet.isEqual($0, key, keys, sections)
    }
    keys.push(key.key)
    if let section = key.section { sections.push(section) }
    if first != nil { hasDuplicates = true }
    return first
  }

  /// The number of the first equal key.
  @inline(__always) func find(_ key: ScopedKey) -> UInt32? {
    index.find(key.fingerprint) { KeySet.isEqual($0, key, keys, sections) }
  }

  @inline(__always) private static func isEqual(
    _ number: UInt32, _ key: ScopedKey, _ keys: borrowing Buffer<Key>, _ sections: borrowing Buffer<Key>
  ) -> Bool {
    if keys[Int(number)] != key.key { return false }
    guard let section = key.section else { return true }
    return sections[Int(number)] == section
  }
}
