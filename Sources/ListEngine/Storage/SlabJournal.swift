// The rows of a slab as of `begin`, saved so that changes can be rolled back without allocating. This is the
// rollback journal of a database pager (such as SQLite's) with rows instead of pages. The journal is below
// the structure that the rows form: it knows rows and numbers, not trees.
//
//     begin          rows | A | B | - | D |        free | 2 |     end 4
//     save(1)        saved | 1: B |                               before row 1 is first changed
//     willAdd(2)     saved | 1: B | 2: -, free |                  before two rows are added: 2, and a new one
//     changed        rows | A | X | C | D | E |    free | |
//     rolled back    rows | A | B | - | D |        free | 2 |
//                    saved | 1: X | 2: C | 4: E |                 replaced rows, for the owner to release
//
// Invariants:
// 1. The owner saves a row below `end` that is in use before it is first changed or removed.
// 2. The lowest `untouched` numbers of the free stack are those of `begin`. The numbers that were above them
//    are in `saved`, marked free, the top of the stack first.
// 3. Each number is in `saved` once, and `indices` has it.
// 4. `saved` has room for every row from `end` on: rolling back takes no memory.
// 5. Each row that is added is among the n of one `willAdd(n)`, counted from that call: calls do not add up.
//
// It is in Storage rather than beside Slab because it finds a saved row by the key index.

struct SlabJournal<Row: BitwiseCopyable>: ~Copyable {
  struct Saved: BitwiseCopyable {
    /// The row as of `begin`; after a rollback, the row that was replaced.
    var row: Row
    let number: UInt32
    let wasFree: Bool
  }

  private(set) var saved = Buffer<Saved>()
  /// The index in `saved` of each saved row, by its number.
  private(set) var indices = KeyIndex()
  /// The slab's count at `begin`.
  private(set) var end = 0
  private(set) var untouched = 0
  /// The most rows that can be added from `end` on.
  private var mostNew = 0

  init() {}

  var bytes: Int { saved.bytes + indices.bytes }

  /// Keeps the memory.
  mutating func removeAll() {
    saved.removeAll()
    indices.removeAll()
  }

  mutating func begin(_ slab: borrowing Slab<Row>) {
    removeAll()
    end = slab.count
    untouched = slab.free.count
    mostNew = 0
  }

  // MARK: Saving

  /// Call before at most `count` rows are added.
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

  /// Call before a row is changed or removed. Returns whether it is saved now: false if it is saved already
  /// or was added after `begin`.
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

  // MARK: Saved rows

  /// The saved row, if it was in use when it was saved.
  func row(_ number: UInt32) -> Row? {
    guard let i = index(of: number), !saved[i].wasFree else { return nil }
    return saved[i].row
  }

  /// The numbers of all rows that may have been changed, removed or added.
  func touched<Number: TypedIndex>(in slab: borrowing Slab<Row>) throws(Refusal) -> Buffer<Number> {
    var touched = try Buffer<Number>(capacity: saved.count + slab.count - end)
    for i in 0..<saved.count where !saved[i].wasFree { touched.push(Number(saved[i].number)) }
    for i in 0..<saved.count where saved[i].wasFree { touched.push(Number(saved[i].number)) }
    for number in end..<slab.count { touched.push(Number(UInt32(truncatingIfNeeded: number))) }
    return touched
  }

  /// Calls `body` with the number of each row that may have been changed, removed or added.
  func forEachTouched(in slab: borrowing Slab<Row>, _ body: (UInt32) -> Void) {
    for i in 0..<saved.count { body(saved[i].number) }
    for number in end..<slab.count { body(UInt32(truncatingIfNeeded: number)) }
  }

  // MARK: Rolling back

  /// Restores the slab. Afterwards `saved` contains the rows that were replaced, those from `end` on last.
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
