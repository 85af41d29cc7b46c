// Rows with stable numbers: a row keeps its number until it is removed, and the numbers of removed rows are
// reused, the latest first. An arrangement's leaves and sections, a forest's nodes and a piece table's pieces
// are stored in slabs.
//
//     rows     | A | - | C | - | E |  capacity     numbers 0 ..< 5; 1 and 3 are free
//     free     | 3 | 1 |  capacity                 a stack: the next row gets 1, then 3, then 5
//
// Invariants:
// 1. Every number on the free stack is below `count` and occurs once.
// 2. The free stack has capacity for every number, so `remove` cannot fail.
// 3. After `reserve(extra: n)` adding n rows allocates nothing.
// 4. Row n is value n of one block, so reading it is one load. Other columns may be indexed by the same
//    numbers, such as the entries of a forest's nodes.
//
// A free row keeps its last value for the owner: a section's record keeps its generation. A number that is
// neither in use nor free is retired. SlabJournal can roll a slab back.

struct Slab<Row: BitwiseCopyable>: ~Copyable {
  private var rows = Buffer<Row>()
  private(set) var free = Buffer<UInt32>()

  init() {}

  /// The number of rows, in use and free.
  @inline(__always) var count: Int { rows.count }
  var usedCount: Int { rows.count - free.count }
  var capacity: Int { rows.capacity }
  var bytes: Int { rows.bytes + free.bytes }

  /// The rows, valid until the next one is added.
  @unsafe var pointer: UnsafeMutablePointer<Row>? { unsafe rows.pointer }

  @inline(__always) subscript(number: Int) -> Row {
    get { rows[number] }
    set { rows[number] = newValue }
    _modify { yield &rows[number] }
  }

  // MARK: Adding and removing

  /// Reserves capacity for exactly `total` rows.
  mutating func reserve(_ total: Int) throws(Refusal) {
    try rows.reserve(total)
    try free.reserve(total)
  }

  /// Reserves capacity for `extra` more rows, including free numbers: at first exactly, so that a short list
  /// stays small; then it grows by a half at least.
  mutating func reserve(extra: Int) throws(Refusal) {
    let new = extra - free.count
    if new <= 0 { return }
    if rows.capacity == 0 { try rows.reserve(new) } else { try rows.reserve(extra: new) }
    try free.reserve(rows.capacity)
  }

  /// The free number that the next row gets; nil if it gets a new number.
  var nextFree: UInt32? { free.last }

  /// Adds a row within the reserved capacity; cannot fail. Returns its number.
  @discardableResult mutating func add(_ row: Row) -> UInt32 {
    if free.isEmpty {
      rows.push(row)
      return UInt32(truncatingIfNeeded: rows.count - 1)
    }
    let number = free.pop()
    rows[Int(number)] = row
    return number
  }

  /// Frees the number.
  mutating func remove(_ number: UInt32) { free.push(number) }

  /// Removes all rows and keeps the memory.
  mutating func removeAll() {
    rows.removeAll()
    free.removeAll()
  }

  // MARK: Copying

  func copy() throws(Refusal) -> Slab {
    var copy = Slab()
    try copy.reserve(count)
    copy.rows.append(contentsOf: rows)
    copy.free.append(contentsOf: free)
    return copy
  }

  /// A copy without the numbers from `end` on.
  func copy(below end: Int) throws(Refusal) -> Slab {
    var copy = Slab()
    try copy.reserve(end)
    for number in 0..<end { copy.rows.push(rows[number]) }
    for i in 0..<free.count where Int(free[i]) < end { copy.free.push(free[i]) }
    return copy
  }

  // MARK: Rolling back

  /// Removes the numbers from `end` on, and all but the lowest `depth` numbers of the free stack.
  mutating func truncate(to end: Int, free depth: Int) {
    rows.truncate(to: end)
    free.truncate(to: depth)
  }

  /// Adds a free row at the end; capacity must be reserved.
  mutating func addFree(_ row: Row) {
    free.push(UInt32(truncatingIfNeeded: rows.count))
    rows.push(row)
  }
}
