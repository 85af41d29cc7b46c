// Sizes that were measured, by the key of the item and what they were measured for: an item that leaves and comes again, or a
// width that does, has them without being asked. The oldest one goes first.
//
//     rows     | a, tag 3f: 20 | b, tag 81: 34 | a, tag 99: 26 |      next ─► 0, the oldest

struct KeptSizes: ~Copyable {
  private struct Row: BitwiseCopyable {
    var key: Key
    var tag: UInt32
    var length: Int32
    /// Negative if it does not matter.
    var across: Int32
  }

  private var rows = Buffer<Row>()
  private var index = KeyIndex()
  /// The oldest row, once all are used.
  private var next = 0
  /// The most rows.
  var limit = 0

  static var usual: Int { 4096 }
  static var most: Int { 1 << 20 }

  init() {}

  var bytes: Int { rows.bytes + index.bytes }

  mutating func removeAll() {
    rows.free()
    index.free()
    next = 0
  }

  /// All rows of a key have one fingerprint.
  private static func fingerprint(_ key: Key) -> Fingerprint {
    let mixed = ItemTags.mix(key.low ^ ItemTags.mix(key.high))
    return Fingerprint(UInt32(truncatingIfNeeded: mixed >> 32))
  }

  private func row(_ key: Key, _ tag: UInt32) -> Int? {
    if rows.isEmpty { return nil }
    let found = index.find(KeptSizes.fingerprint(key)) {
      rows[Int($0)].tag == tag && rows[Int($0)].key == key
    }
    return found.map { Int($0) }
  }

  /// The size in ticks of an item with a key that looks like this.
  func find(_ key: Key, _ tag: UInt32) -> (length: Int, across: Int?)? {
    guard let row = row(key, tag), rows[row].length >= 0 else { return nil }
    return (Int(rows[row].length), rows[row].across < 0 ? nil : Int(rows[row].across))
  }

  /// Makes room for `extra` more.
  mutating func reserve(extra: Int) throws(Refusal) {
    let new = min(extra, limit - rows.count)
    try rows.reserve(extra: new)
    try index.reserve(extra: new + 1)
  }

  /// Within the room.
  mutating func keep(_ key: Key, _ tag: UInt32, length: Int, across: Int?) {
    let new = Row(
      key: key, tag: tag, length: Int32(truncatingIfNeeded: length),
      across: Int32(truncatingIfNeeded: across ?? -1))
    if let row = row(key, tag) {
      rows[row] = new
      return
    }
    let fingerprint = KeptSizes.fingerprint(key)
    if rows.count < limit {
      index.insert(fingerprint, UInt32(rows.count))
      return rows.push(new)
    }
    let oldest = rows[next]
    index.remove(KeptSizes.fingerprint(oldest.key), UInt32(next))
    rows[next] = new
    index.insert(fingerprint, UInt32(next))
    next = next + 1 == limit ? 0 : next + 1
  }

  /// Forgets all sizes of a key.
  mutating func forget(_ key: Key) {
    if rows.isEmpty { return }
    while let row = index.find(KeptSizes.fingerprint(key), where: { isKept($0, key) }) {
      rows[Int(row)].length = -1
    }
  }

  private func isKept(_ row: UInt32, _ key: Key) -> Bool {
    rows[Int(row)].key == key && rows[Int(row)].length >= 0
  }
}

extension Extents {
  /// The key and tag that the size of an item is kept by. Nil without a content: another model may have the same address
  /// later.
  func kept(
    _ location: Location, in section: SectionID, _ tag: UInt32, _ list: borrowing ListState
  ) -> (key: Key, tag: UInt32)? {
    let leaf = list.arrangement.leaf(location.leaf)
    if leaf.values(location.offset).content == 0 { return nil }
    let key = leaf.key(location.offset)
    if !isScoped { return (key, tag) }
    let scope = list.arrangement.sections[section].key
    return (key, tag ^ UInt32(truncatingIfNeeded: ItemTags.mix(scope.low ^ ItemTags.mix(scope.high)) >> 32))
  }

  /// The size that an item had before, if one is kept for what it is now.
  func keptSize(
    ofItem location: Location, in section: SectionID, _ list: borrowing ListState
  ) -> (length: Int, across: Int?)? {
    let tag = tag(ofItem: location, in: section, list)
    return kept(location, in: section, tag, list).flatMap { kept.find($0.key, $0.tag) }
  }
}
