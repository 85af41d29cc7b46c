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

  /// The keys of one section become those of the whole list: see `Correspondence.widen`.
  mutating func widenKeys(to arrangement: borrowing Arrangement, section: UInt32) throws(Refusal) {
    var whole = Input()
    try whole.set(arrangement)
    var changed = Buffer<Key>()
    swap(&changed, &keys.after.items)
    try keys.before.fill(whole)
    keys.after.sections.removeAll()
    try keys.after.sections.reserve(whole.sectionCount)
    keys.after.sections.append(contentsOf: whole.sectionKeys)
    let first = Int(arrangement.place(ofSection: section).items)
    let end = first + Int(arrangement.sections[Int(section)].count)
    try keys.after.items.reserve(whole.count - (end - first) + changed.count)
    for flat in 0..<first { keys.after.items.push(keys.before.items[flat]) }
    keys.after.items.append(contentsOf: changed)
    for flat in end..<whole.count { keys.after.items.push(keys.before.items[flat]) }
  }
}

extension Changeset.Keys.OneSide {
  mutating func fill(_ input: borrowing Input) throws(Refusal) {
    sections.removeAll()
    items.removeAll()
    try sections.reserve(input.sectionCount)
    sections.append(contentsOf: input.sectionKeys)
    try items.reserve(input.count)
    for flat in 0..<input.count { items.push(input.key(at: flat)) }
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
