// The rows of a slab as they were at `begin`, so that changes can be rolled back without taking memory: the
// rollback journal of a database's pager (SQLite's, for one), with rows in place of pages. The journal lies
// under whatever the rows make up; it knows rows and numbers, and nothing of trees.
//
//     begin          rows | A | B | - | D |        free | 2 |     end 4
//     save(1)        saved | 1: B |                               before row 1 is first changed
//     willAdd(2)     saved | 1: B | 2: -, free |                  before two rows are added: 2, and a new one
//     changed        rows | A | X | C | D | E |    free | |
//     rolled back    rows | A | B | - | D |        free | 2 |
//                    saved | 1: X | 2: C | 4: E |                 what came, for the owner to release
//
// Invariants:
// 1. A row below `end` that was in use is saved before it is first changed or removed. (The owner's part.)
// 2. The lowest `untouched` numbers of the free stack are those of `begin`. The numbers that were above them
//    are in `saved`, marked free, the top of the stack first.
// 3. Each number is in `saved` once, and `indices` has it.
// 4. `saved` has room for every row from `end` on: rolling back takes no memory.
// 5. Each row that is added is among the n of one `willAdd(n)`, counted from that call: calls do not add up.
//
// It is in Storage rather than beside Slab because it finds a saved row by the key index.

struct SlabJournal<Row: BitwiseCopyable>: ~Copyable {
  struct Saved: BitwiseCopyable {
    /// As it was; once rolled back, as it had become.
    var row: Row
    let number: UInt32
    let wasFree: Bool
  }

  private(set) var saved = Buffer<Saved>()
  /// By number: where in `saved`.
  private(set) var indices = KeyIndex()
  /// The slab's count at `begin`.
  private(set) var end = 0
  private(set) var untouched = 0
  /// At most so many rows from `end` on.
  private var mostNew = 0

  init() {}

  var bytes: Int { saved.bytes + indices.bytes }

  mutating func begin(_ slab: borrowing Slab<Row>) {
    saved.removeAll()
    indices.removeAll()
    end = slab.count
    untouched = slab.free.count
    mostNew = 0
  }

  // MARK: Saving

  /// At most `count` rows are about to be added.
  mutating func willAdd(_ count: Int, to slab: borrowing Slab<Row>) throws(Refusal) {
    assert(slab.count - end <= mostNew)
    mostNew = max(mostNew, slab.count - end + max(0, count - slab.free.count))
    let depth = max(0, slab.free.count - count)
    try reserve(extra: max(0, untouched - depth))
    while untouched > depth {
      untouched -= 1
      push(slab.free[untouched], of: slab, wasFree: true)
    }
  }

  /// A row is about to be changed or removed. Answers whether it is saved now: false where it was saved before
  /// or came after `begin`.
  mutating func save(_ number: UInt32, of slab: borrowing Slab<Row>) throws(Refusal) -> Bool {
    if Int(number) >= end || index(of: number) != nil { return false }
    try reserve(extra: 1)
    push(number, of: slab, wasFree: false)
    return true
  }

  private mutating func reserve(extra: Int) throws(Refusal) {
    try saved.reserve(extra: extra + mostNew)
    try indices.reserve(extra: extra)
  }

  private mutating func push(_ number: UInt32, of slab: borrowing Slab<Row>, wasFree: Bool) {
    indices.insert(KeyIndex.fingerprint(ofNumber: number), UInt32(truncatingIfNeeded: saved.count))
    saved.push(Saved(row: slab[Int(number)], number: number, wasFree: wasFree))
  }

  private func index(of number: UInt32) -> Int? {
    indices.find(KeyIndex.fingerprint(ofNumber: number)) { _ in true }.map { Int($0) }
  }

  // MARK: What was saved

  /// A row as it was, if it was saved while in use.
  func row(_ number: UInt32) -> Row? {
    guard let i = index(of: number), !saved[i].wasFree else { return nil }
    return saved[i].row
  }

  /// The numbers of all rows that may have been changed, removed or added.
  func touched(in slab: borrowing Slab<Row>) throws(Refusal) -> Buffer<UInt32> {
    var touched = try Buffer<UInt32>(capacity: saved.count + slab.count - end)
    for i in 0..<saved.count where !saved[i].wasFree { touched.push(saved[i].number) }
    for i in 0..<saved.count where saved[i].wasFree { touched.push(saved[i].number) }
    for number in end..<slab.count { touched.push(UInt32(truncatingIfNeeded: number)) }
    return touched
  }

  // MARK: Rolling back

  /// The slab is as it was. Afterwards `saved` has the rows that gave way, those from `end` on last.
  mutating func rollBack(_ slab: inout Slab<Row>) {
    assert(slab.count - end <= mostNew)
    for number in end..<slab.count {
      saved.push(Saved(row: slab[number], number: UInt32(truncatingIfNeeded: number), wasFree: true))
    }
    let count = saved.count - (slab.count - end)
    slab.truncate(to: end, free: untouched)
    for i in (0..<count).reversed() {
      let number = saved[i].number
      swap(&saved[i].row, &slab[Int(number)])
      if saved[i].wasFree { slab.remove(number) }
    }
  }
}
