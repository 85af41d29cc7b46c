// Both sides' keys, kept on request, so that a changeset can be asked by key when neither side is
// there any more. Their index numbers are flat positions.

extension Changeset {
  struct Keys: ~Copyable {
    struct OneSide: ~Copyable {
      var sections = Buffer<Key>()
      var items = Buffer<Key>()
    }

    var before = OneSide()
    var after = OneSide()
    var isScoped = false
    var areKept = false
  }

  mutating func keepKeys(_ matcher: borrowing Matcher) throws(Refusal) {
    keys.isScoped = matcher.isScoped
    try keys.before.fill(matcher.before)
    try keys.after.fill(matcher.after)
    keys.areKept = true
  }
}

extension Changeset {
  /// Where only `section` was matched: with the keys of all others, which stay as they are.
  mutating func keepKeys(
    _ matcher: borrowing Matcher, of section: UInt32, in arrangement: borrowing Arrangement
  ) throws(Refusal) {
    var whole = Input()
    try whole.set(arrangement)
    keys.isScoped = matcher.isScoped
    try keys.before.fill(whole)
    try keys.after.fill(whole, Int(arrangement.place(ofSection: section).units), matcher.after)
    keys.areKept = true
  }
}

extension Changeset.Keys.OneSide {
  mutating func fill(_ input: borrowing Input) throws(Refusal) {
    try sections.reserve(input.sectionCount)
    sections.append(contentsOf: input.sectionKeys)
    try items.reserve(input.count)
    for flat in 0..<input.count { items.push(input.key(at: flat)) }
  }

  /// The `position`-th section with the items of `other`.
  fileprivate mutating func fill(
    _ input: borrowing Input, _ position: Int, _ other: borrowing Input
  ) throws(Refusal) {
    try sections.reserve(input.sectionCount)
    sections.append(contentsOf: input.sectionKeys)
    let start = Int(input.starts[position])
    let end = Int(input.starts[position + 1])
    try items.reserve(input.count - (end - start) + other.count)
    for flat in 0..<start { items.push(input.key(at: flat)) }
    for flat in 0..<other.count { items.push(other.key(at: flat)) }
    for flat in end..<input.count { items.push(input.key(at: flat)) }
  }

  func position(
    _ key: Key, _ section: Key?, _ index: borrowing KeyIndex, _ starts: borrowing Buffer<UInt32>,
    _ isScoped: Bool
  ) throws(Refusal) -> Position {
    if isScoped && section == nil { throw Refusal(.scope, key: key) }
    let salt = isScoped ? KeyHash.salt(ofSection: section ?? key) : 0
    let fingerprint = KeyHash.seeded.fingerprint(key, salt: salt)
    var found = Position.nowhere
    _ = index.find(fingerprint) { flat in
      if items[Int(flat)] != key { return false }
      let position = Correspondence.position(of: flat, guess: none, in: starts)
      if let section, isScoped, sections[Int(position.section)] != section { return false }
      found = position
      return true
    }
    return found
  }
}

extension KeyIndex {
  mutating func fill(
    _ side: borrowing Changeset.Keys.OneSide, _ starts: borrowing Buffer<UInt32>, _ isScoped: Bool
  ) throws(Refusal) {
    let hash = KeyHash.seeded
    try reserve(side.items.count)
    for section in 0..<side.sections.count {
      let salt = isScoped ? KeyHash.salt(ofSection: side.sections[section]) : 0
      for flat in starts[section]..<starts[section + 1] {
        insert(hash.fingerprint(side.items[Int(flat)], salt: salt), flat)
      }
    }
  }
}
