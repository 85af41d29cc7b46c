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

  /// Reads all items of one side from the arrangement, those of the other side through the runs and from the
  /// source. O(n).
  mutating func keepKeys<Source: ChangesetSource & ~Copyable>(
    of source: borrowing Source, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    var arranged = Keys.OneSide()
    var other = Keys.OneSide()
    let side = Source.arrangedSide
    let otherSide = side == .before ? Side.after : .before
    try arranged.sections.fill(from: source, side, correspondence, arrangement)
    try other.sections.fill(from: source, otherSide, correspondence, arrangement)
    try arrangement.appendKeys(to: &arranged.items)
    try other.items.resize(to: correspondence.itemCount(on: otherSide), filling: Key(low: 0, high: 0))
    for r in 0..<correspondence.runs.count {
      let run = correspondence.runs[r]
      let (first, target) = side == .before ? (run.before, run.after) : (run.after, run.before)
      for i in 0..<run.count { other.items[Int(target + i)] = arranged.items[Int(first + i)] }
    }
    var unmatched = try UnmatchedItems(correspondence, otherSide)
    try source.forEachUnmatched(on: otherSide, correspondence, arrangement) { key, _ in
      other.items[Int(unmatched.next(correspondence))] = key
    }
    if side == .after { swap(&arranged, &other) }
    swap(&keys.before, &arranged)
    swap(&keys.after, &other)
    keys.isScoped = source.isScoped
    keys.areKept = true
  }

  /// Copies keys that other changesets have kept.
  mutating func copyKeys(
    before: borrowing Keys.OneSide, after: borrowing Keys.OneSide, isScoped: Bool
  ) throws(Refusal) {
    try keys.before.copy(before)
    try keys.after.copy(after)
    keys.isScoped = isScoped
    keys.areKept = true
  }
}

extension Arrangement {
  /// All item keys in order.
  fileprivate func appendKeys(to keys: inout Buffer<Key>) throws(Refusal) {
    try keys.reserve(count)
    var next: LeafID? = count == 0 ? nil : location(ofItem: 0).leaf
    while let id = next {
      let leaf = leaf(id)
      for i in 0..<leaf.count { keys.push(leaf.key(i)) }
      next = self.leaf(after: id)
    }
  }
}

extension Changeset.Keys.OneSide {
  fileprivate mutating func copy(_ other: borrowing Changeset.Keys.OneSide) throws(Refusal) {
    try sections.copy(other.sections)
    try items.copy(other.items)
  }

  func position(
    _ key: ScopedKey, _ index: borrowing KeyIndex, _ starts: borrowing Buffer<UInt32>
  ) -> Position {
    index.find(key) { flat in
      items[Int(flat)] == key.key ? Correspondence.position(of: flat, guess: noIndex, in: starts) : nil
    } section: { position in
      sections[Int(position.section)]
    } ?? .nowhere
  }
}

extension KeyIndex {
  mutating func fill(
    _ side: borrowing Changeset.Keys.OneSide, _ starts: borrowing Buffer<UInt32>, _ isScoped: Bool
  ) throws(Refusal) {
    let list = KeyScope.list
    try reserve(side.items.count)
    for section in 0..<side.sections.count {
      let scope = list.narrowed(to: side.sections[section], if: isScoped)
      for flat in starts[section]..<starts[section + 1] {
        insert(scope.fingerprint(side.items[Int(flat)]), flat)
      }
    }
  }
}
