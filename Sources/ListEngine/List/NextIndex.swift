// The index that replaces the list's in the commit, where many items go: their entries are left out, and
// nothing has to be removed.
//
//     index      | 3: 17 |      | 9: 4 | 8: 21 |      |        removed   17, 21
//     next       |      |      | 9: 4 |      | 2: 8 |          8 is the slot of a new item

struct NextIndex: ~Copyable {
  /// Spare memory while it is not used.
  var index = KeyIndex()
  var isUsed = false
  /// One bit per slot: set for those of the items that go.
  private var removed = Buffer<UInt64>()

  var bytes: Int { index.bytes + removed.bytes }

  /// Fills it with the `staying` entries of `old` whose items do not go, with capacity for `extra` more.
  mutating func fill(
    from old: borrowing KeyIndex, _ staying: Int, extra: Int, _ matcher: borrowing Matcher, slots count: Int
  ) throws(Refusal) {
    index.removeAll()
    try index.reserve(KeyIndex.roomy(staying + extra))
    if staying == 0 { return }
    removed.removeAll()
    try removed.resize(to: (count + 63) / 64, filling: 0)
    for c in 0..<matcher.pairing.before.chunks.count {
      let chunk = matcher.pairing.before.chunks[c]
      let first = Int(chunk.first)
      matcher.matches.forEachUnclaimed(first, first + chunk.count) { flat in
        let slot = chunk.leaf.slot(flat &- first).raw
        removed[Int(slot &>> 6)] |= 1 &<< UInt64(slot & 63)
      }
    }
    index.fill(from: old, without: removed)
  }
}
