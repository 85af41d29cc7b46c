// Entries of an index that came and went, so that they can be taken back, the latest first.
//
//     done      + 4   - 7   - 4        4 came, 7 went, 4 went
//     undone    + 4   + 7   - 4        from the end: 4 comes back, 7 comes back, 4 goes
//
// What is undone was there before, so the index has the room for it.

public struct IndexJournal: ~Copyable {
  private struct Change: BitwiseCopyable {
    var fingerprint: UInt32
    var number: UInt32
    /// It came; else it went.
    var isNew: Bool
  }

  private var changes = Buffer<Change>()

  init() {}

  var bytes: Int { changes.bytes }

  mutating func reserve(extra: Int) throws(Refusal) { try changes.reserve(extra: extra) }

  /// An entry came or went; room was reserved.
  mutating func add(_ fingerprint: UInt32, _ number: UInt32, isNew: Bool) {
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
