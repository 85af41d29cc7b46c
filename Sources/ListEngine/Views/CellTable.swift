// The cells of a view, by number, and those of each class that wait.
//
//     number   0           1           2          3          4
//     cells    bound: 7    leaving: 9  pooled     free       bound: 8
//     index    7 ─► 0      9 ─► 1                            8 ─► 4        by what they are bound to
//     pools    class 5: 2                                                  chained, the last one first
//
// A new cell gets the lowest free number. Everything that can fail is reserved before the host is called.

struct CellTable: ~Copyable {
  private struct Pool: BitwiseCopyable {
    var cellClass: UInt32
    var first = noIndex
    var count: UInt32 = 0
  }

  private var cells = Buffer<Cell>()
  private var index = KeyIndex()
  private var pools = Buffer<Pool>()
  /// No number below it is free.
  private var firstFree = 0

  init() {}

  var count: Int { cells.count }

  subscript(number: UInt32) -> Cell {
    get { cells[Int(number)] }
    _modify { yield &cells[Int(number)] }
  }

  /// The cell that is bound to that, or leaves it.
  func find(_ name: CellName) -> UInt32? {
    index.find(name.fingerprint) { cells[Int($0)].content.name == name }
  }

  /// Reserves memory for `extra` more cells that are bound, of at most as many classes.
  mutating func reserve(extra: Int) throws(Refusal) {
    try cells.reserve(extra: extra)
    try pools.reserve(extra: extra)
    try index.reserve(extra: extra)
  }

  // MARK: Numbers

  /// A pooled cell of the class; nil if there is none.
  mutating func takePooled(_ cellClass: UInt32) -> UInt32? {
    guard let p = pool(of: cellClass), pools[p].first != noIndex else { return nil }
    let number = pools[p].first
    pools[p].first = self[number].next
    pools[p].count -= 1
    return number
  }

  /// A new cell, with the lowest free number. It is pooled until it is bound, but in no pool.
  mutating func make(_ cellClass: UInt32) -> UInt32 {
    while firstFree < cells.count && cells[firstFree].phase != .free { firstFree += 1 }
    if firstFree == cells.count { cells.push(Cell()) }
    let number = UInt32(firstFree)
    self[number].phase = .pooled
    self[number].cellClass = cellClass
    return number
  }

  mutating func free(_ number: UInt32) {
    let isQueued = self[number].isQueued
    self[number] = Cell()
    self[number].isQueued = isQueued
    firstFree = min(firstFree, Int(number))
  }

  // MARK: Pools

  /// Whether there was room; without it the cell is to be destroyed.
  mutating func putIntoPool(_ number: UInt32, limit: UInt32) -> Bool {
    let cellClass = self[number].cellClass
    guard let p = pool(of: cellClass) ?? makePool(cellClass), pools[p].count < limit else { return false }
    self[number].phase = .pooled
    self[number].next = pools[p].first
    pools[p].first = number
    pools[p].count += 1
    return true
  }

  private func pool(of cellClass: UInt32) -> Int? {
    for p in 0..<pools.count where pools[p].cellClass == cellClass { return p }
    return nil
  }

  private mutating func makePool(_ cellClass: UInt32) -> Int? {
    if pools.count == pools.capacity { return nil }
    pools.push(Pool(cellClass: cellClass))
    return pools.count - 1
  }

  // MARK: Binding

  mutating func bind(_ number: UInt32, to content: CellContent) {
    self[number].phase = .bound
    self[number].content = content
    index.insert(content.name.fingerprint, number)
  }

  /// It is in no pool then.
  mutating func unbind(_ number: UInt32) {
    unindex(number)
    self[number].phase = .pooled
    self[number].content = CellContent()
    self[number].pending = 0
  }

  /// Another cell takes over what it is bound to.
  mutating func unindex(_ number: UInt32) {
    index.remove(self[number].content.name.fingerprint, number)
  }
}
