// Which items of a snapshot are marked, for a dump: by key and not through the snapshot's own index,
// which may not be made, and whose making may change the snapshot.

struct MarkIndex: ~Copyable {
  /// One for each key; where an item has both marks, that of reloading.
  private var marks = Buffer<ItemMark>()
  private var numbers = KeyIndex()
  private var isScoped = false

  /// Of what has no marks.
  init() {}

  init(_ given: borrowing Buffer<ItemMark>, isScoped: Bool) throws(Refusal) {
    var marks = try Buffer<ItemMark>(capacity: given.count)
    var numbers = KeyIndex()
    try numbers.reserve(given.count)
    for i in 0..<given.count {
      let mark = given[i]
      let fingerprint = MarkIndex.fingerprint(mark.key, mark.section, isScoped)
      let duplicate = numbers.insert(fingerprint, UInt32(marks.count)) {
        MarkIndex.matches(marks[Int($0)], mark.key, mark.section, isScoped)
      }
      if let duplicate { marks[Int(duplicate)].reloads |= mark.reloads } else { marks.push(mark) }
    }
    self.marks = marks
    self.numbers = numbers
    self.isScoped = isScoped
  }

  func find(_ key: Key, in section: Key) -> ItemMark? {
    if marks.isEmpty { return nil }
    let number = numbers.find(MarkIndex.fingerprint(key, section, isScoped)) {
      MarkIndex.matches(marks[Int($0)], key, section, isScoped)
    }
    return number.map { marks[Int($0)] }
  }

  private static func fingerprint(_ key: Key, _ section: Key, _ isScoped: Bool) -> UInt32 {
    KeyHash.seeded.fingerprint(key, salt: isScoped ? KeyHash.salt(ofSection: section) : 0)
  }

  private static func matches(_ mark: ItemMark, _ key: Key, _ section: Key, _ isScoped: Bool) -> Bool {
    if mark.key != key { return false }
    return !isScoped || mark.section == section
  }
}
