// The cells of a view, by number, and those of each class that wait.
//
//     number   0           1           2          3          4
//     cells    bound: 7    leaving: 9  pooled     free       displayed: 8
//     index    7 ─► 0      9 ─► 1                            8 ─► 4        by what they are bound to
//     leaving  1                                                           chained, in the order in which they left
//     pools    class 5: 2                                                  chained, the last one first
//
// A pool without a limit of its own holds as many cells as were displayed at once: so many leave with a page, and as many
// are needed for the next one.
//
// A new cell gets the lowest free number. Everything that can fail is reserved before the host is called.

struct CellTable: ~Copyable {
  private struct Pool: BitwiseCopyable {
    var cellClass: UInt32
    var first = noIndex
    var count: UInt32 = 0
    /// Cells of the class that are displayed, and the most that were at once.
    var displayed: UInt32 = 0
    var mostDisplayed: UInt32 = 0
  }

  /// The least limit of a pool that has none of its own.
  private static let leastLimit: UInt32 = 8

  private var cells = Buffer<Cell>()
  private var index = KeyIndex()
  private var pools = Buffer<Pool>()
  /// The ends of the chain of cells that leave.
  private(set) var firstLeaving = noIndex
  private var lastLeaving = noIndex
  /// No number below it is free.
  private var firstFree = 0
  /// How many cells the host has acquired.
  private(set) var acquiredCount = 0
  /// Counts how often a cell was bound.
  private(set) var bindCount: UInt32 = 0

  init() {}

  var count: Int { cells.count }

  subscript(number: UInt32) -> Cell {
    get { cells[Int(number)] }
    _modify { yield &cells[Int(number)] }
  }

  /// The cell that is bound to that, or leaves it.
  func find(_ name: ElementName) -> UInt32? {
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
    guard let p = findPool(cellClass), pools[p].first != noIndex else { return nil }
    let number = pools[p].first
    pools[p].first = self[number].next
    pools[p].count -= 1
    return number
  }

  /// A new cell, with the lowest free number. It is pooled until it is bound, but in no pool.
  mutating func make(_ cellClass: UInt32) -> UInt32 {
    while firstFree < cells.count && cells[firstFree].state != .free { firstFree += 1 }
    if firstFree == cells.count { cells.push(Cell()) }
    let number = UInt32(firstFree)
    if findPool(cellClass) == nil { pools.push(Pool(cellClass: cellClass)) }
    self[number].state = .pooled
    self[number].cellClass = cellClass
    return number
  }

  mutating func free(_ number: UInt32) {
    self[number] = Cell()
    firstFree = min(firstFree, Int(number))
  }

  // MARK: Pools

  /// Whether there was room; without it the cell is to be destroyed. `limit` 0: as many as were displayed at once.
  mutating func putIntoPool(_ number: UInt32, limit: UInt32) -> Bool {
    let p = pool(of: number)
    let most = limit == 0 ? max(pools[p].mostDisplayed, CellTable.leastLimit) : limit
    if pools[p].count >= most { return false }
    self[number].state = .pooled
    self[number].next = pools[p].first
    pools[p].first = number
    pools[p].count += 1
    return true
  }

  private func findPool(_ cellClass: UInt32) -> Int? {
    for p in 0..<pools.count where pools[p].cellClass == cellClass { return p }
    return nil
  }

  /// A cell's class has a pool since its first cell was made.
  private func pool(of number: UInt32) -> Int {
    var p = 0
    while pools[p].cellClass != self[number].cellClass { p += 1 }
    return p
  }

  // MARK: Displaying

  /// The cell is bound, and was not displayed.
  mutating func beginDisplay(_ number: UInt32) {
    let p = pool(of: number)
    self[number].state = .displayed
    pools[p].displayed += 1
    pools[p].mostDisplayed = max(pools[p].mostDisplayed, pools[p].displayed)
  }

  /// The cell was displayed.
  mutating func endDisplay(_ number: UInt32) {
    self[number].state = .bound
    pools[pool(of: number)].displayed -= 1
  }

  // MARK: Binding

  mutating func bind(_ number: UInt32, to content: CellContent) {
    self[number].state = .bound
    self[number].content = content
    index.insert(content.name.fingerprint, number)
    countBinding(number)
  }

  /// The cell was bound, or bound again.
  mutating func countBinding(_ number: UInt32) {
    bindCount &+= 1
    self[number].binding = bindCount
  }

  /// The cell is in no pool afterwards.
  mutating func unbind(_ number: UInt32) {
    stay(number)
    unindex(number)
    self[number].state = .pooled
    self[number].content = CellContent()
    self[number].pending = 0
  }

  /// Another cell takes over what it is bound to.
  mutating func unindex(_ number: UInt32) {
    index.remove(self[number].content.name.fingerprint, number)
  }

  // MARK: Leaving

  var hasLeaving: Bool { firstLeaving != noIndex }

  /// A poll unbinds the cell, unless it is wanted again before. It is bound, and not displayed.
  mutating func leave(_ number: UInt32) {
    self[number].state = .leaving
    self[number].previous = lastLeaving
    self[number].next = noIndex
    if lastLeaving == noIndex { firstLeaving = number } else { self[lastLeaving].next = number }
    lastLeaving = number
  }

  /// A cell that leaves is wanted again, or is unbound now.
  mutating func stay(_ number: UInt32) {
    if self[number].state != .leaving { return }
    self[number].state = .bound
    let (previous, next) = (self[number].previous, self[number].next)
    if previous == noIndex { firstLeaving = next } else { self[previous].next = next }
    if next == noIndex { lastLeaving = previous } else { self[next].previous = previous }
  }

  // MARK: Acquired by the host

  mutating func acquire(_ number: UInt32) {
    stay(number)
    self[number].acquisitions += 1
    if self[number].acquisitions == 1 { acquiredCount += 1 }
  }

  /// The host gives up one acquisition. The cell leaves if nobody needs it any more; returns whether it does.
  mutating func release(_ number: UInt32) -> Bool {
    self[number].acquisitions -= 1
    if self[number].acquisitions > 0 { return false }
    acquiredCount -= 1
    if self[number].isDisplayed { return false }
    leave(number)
    return true
  }
}
