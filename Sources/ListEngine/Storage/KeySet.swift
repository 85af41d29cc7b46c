// The keys of items, or of sections, held against one another: in an encoding none may stand twice.

/// Items by key, and by section where keys are scoped.
struct KeySet: ~Copyable {
  private struct Name: BitwiseCopyable {
    var key: Key
    var section: Key
  }

  private var names = Buffer<Name>()
  private var table = KeyIndex()
  private let isScoped: Bool
  private(set) var areTwice = false

  init(capacity: Int, isScoped: Bool) throws(Refusal) {
    self.isScoped = isScoped
    try names.reserve(capacity)
    try table.reserve(capacity)
  }

  /// Answers which one of those added before, counted from 0, has the same name.
  @discardableResult
  mutating func add(_ key: Key, in section: Key) -> UInt32? {
    let name = Name(key: key, section: isScoped ? section : Key(low: 0, high: 0))
    let salt = isScoped ? KeyHash.salt(ofSection: section) : 0
    let duplicate = table.insert(KeyHash.seeded.fingerprint(key, salt: salt), UInt32(names.count)) {
      names[Int($0)].key == name.key && names[Int($0)].section == name.section
    }
    names.push(name)
    if duplicate != nil { areTwice = true }
    return duplicate
  }
}
