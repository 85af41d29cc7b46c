// The insertions and removals of index entries, so that they can be undone in reverse order.
//
//     done      + 4   - 7   - 4        4 inserted, 7 removed, 4 removed
//     undone    + 4   + 7   - 4        from the end: 4 inserted, 7 inserted, 4 removed
//
// Undoing restores entries that existed before, so the index has capacity for them.
//
// Not a SlabJournal: an index moves its entries as it grows and closes gaps, so there is no row to restore.

public struct IndexJournal: ~Copyable {
  private struct Change: BitwiseCopyable {
    var fingerprint: Fingerprint
    var number: UInt32
    /// True for an insertion, false for a removal.
    var isNew: Bool
  }

  private var changes = Buffer<Change>()

  init() {}

  var bytes: Int { changes.bytes }

  /// Keeps the memory.
  mutating func removeAll() { changes.removeAll() }

  mutating func reserve(extra: Int) throws(Refusal) { try changes.reserve(extra: extra) }

  /// Records an insertion or a removal; capacity must be reserved.
  mutating func add(_ fingerprint: Fingerprint, _ number: UInt32, isNew: Bool) {
    changes.push(Change(fingerprint: fingerprint, number: number, isNew: isNew))
  }

  mutating func rollBack(_ index: inout KeyIndex) {
    while !changes.isEmpty {
      let change = changes.pop()
      if change.isNew {
        index.remove(change.fingerprint, change.number)
      } else {
        index.insert(change.fingerprint, change.number)
      }
    }
  }
}
