// The keys of both sides, kept on request, so that a changeset can find a key when neither side exists any
// more. Their indexes map to flat positions.

extension Changeset {
  public struct Keys: ~Copyable {
    public struct OneSide: ~Copyable {
      var sections = Buffer<Key>()
      var items = Buffer<Key>()
    }

    var before = OneSide()
    var after = OneSide()
    var isScoped = false
    var areKept = false
  }

  mutating func keepKeys(_ matcher: borrowing Matcher) throws(Refusal) {
    try keepKeys(of: matcher.before, matcher.after.sectionKeys, matcher, first: 0)
  }

  /// After an update of one section: keeps the keys of the whole list. See `Correspondence.widen`.
  mutating func keepKeys(
    _ matcher: borrowing Matcher, widenedTo arrangement: borrowing Arrangement, section: UInt32
  ) throws(Refusal) {
    var whole = Input()
    try whole.set(arrangement)
    let first = Int(arrangement.place(ofSection: section).items)
    try keepKeys(of: whole, whole.sectionKeys, matcher, first: first)
  }

  /// `first` is the flat position of the matcher's first item in the whole list.
  private mutating func keepKeys(
    of before: borrowing Input, _ afterSections: borrowing Buffer<Key>, _ matcher: borrowing Matcher,
    first: Int
  ) throws(Refusal) {
    keys.isScoped = matcher.isScoped
    try keys.before.sections.reserve(before.sectionCount)
    keys.before.sections.append(contentsOf: before.sectionKeys)
    try keys.before.items.reserve(before.count)
    for flat in 0..<before.count { keys.before.items.push(before.key(at: flat)) }
    try keys.after.sections.reserve(afterSections.count)
    keys.after.sections.append(contentsOf: afterSections)
    try keys.after.items.resize(to: correspondence.afterCount, filling: Key(low: 0, high: 0))
    for r in 0..<correspondence.runs.count {
      let run = correspondence.runs[r]
      for i in 0..<run.count { keys.after.items[Int(run.after + i)] = keys.before.items[Int(run.before + i)] }
    }
    for i in 0..<matcher.staged.count where matcher.staged.isNew(i) {
      keys.after.items[first + matcher.staged.place(i)] = matcher.staged.keys[i]
    }
    keys.areKept = true
  }
}

extension Changeset.Keys.OneSide {
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
      let position = Correspondence.position(of: flat, guess: noIndex, in: starts)
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
