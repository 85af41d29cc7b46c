// What a view knows of items, by slot, so that it follows an item wherever it moves: sizes of their own, and lanes.
//
//     pages      | * | - | * |            a page where something is known of an item, of 1,024 slots
//     slot 5     length 512, generation 8, tag 0x2f1
//
// A slot that belongs to another item by now has another generation: nobody tells the view that an item has gone.

import CPlatform

/// A row of a table by slot.
protocol SlotRow: BitwiseCopyable {
  /// A row that is not set.
  init()
  var isSet: Bool { get }
  /// Of the slot.
  var generation: UInt32 { get }
}

/// A size of its own that an item has. The tag is a hash of what it was measured for: if the item has another one the size is
/// a guess. Mixed with the number of a `measure`, that was asked and does not know it: the size, if there is one, stays a
/// guess.
struct OwnSize: SlotRow {
  /// The length in ticks. It is negative if there is none.
  var length: Int32 = -1
  /// Of the slot.
  var generation: UInt32 = 0
  var tag: UInt32 = 0

  var isSet: Bool { length >= 0 }

  /// `measure` is a number of LayoutTable, not 0.
  func wasAsked(for tag: UInt32, by measure: UInt32) -> Bool { self.tag == tag ^ measure }

  mutating func setAsked(for tag: UInt32, by measure: UInt32) { self.tag = tag ^ measure }
}

struct SlotTable<Row: SlotRow>: ~Copyable {
  /// The rows of 1,024 slots; nil: none is set.
  @safe struct Page: BitwiseCopyable {
    static var shift: Int { 10 }
    static var bytes: Int { MemoryLayout<Row>.stride << shift }

    var rows: UnsafeMutablePointer<Row>? = nil

    var isMade: Bool { unsafe rows != nil }

    mutating func make() throws(Refusal) {
      let memory = unsafe try Memory.allocate(Page.bytes)
      unsafe rows = memory.bindMemory(to: Row.self, capacity: 1 << Page.shift)
      unsafe rows.unsafelyUnwrapped.initialize(repeating: Row(), count: 1 << Page.shift)
    }

    func free() { if let rows = unsafe rows { unsafe Memory.release(rows, Page.bytes) } }
  }

  private var pages = Buffer<Page>()

  init() {}

  deinit { for i in 0..<pages.count { pages[i].free() } }

  var isEmpty: Bool { pages.isEmpty }

  var bytes: Int {
    var total = pages.bytes
    for i in 0..<pages.count where pages[i].isMade { total += Page.bytes }
    return total
  }

  /// Forgets all rows.
  mutating func removeAll() {
    for i in 0..<pages.count { pages[i].free() }
    pages.free()
  }

  @inline(__always) @unsafe private func address(_ slot: Slot) -> UnsafeMutablePointer<Row>? {
    let page = Int(slot.raw) &>> Page.shift
    guard page < pages.count, let rows = unsafe pages[page].rows else { return nil }
    return unsafe rows + (Int(slot.raw) & ((1 &<< Page.shift) &- 1))
  }

  /// The row of the item that has the slot in that generation; nil if it has none.
  @inline(__always) func find(_ slot: Slot, _ generation: UInt32) -> Row? {
    guard let row = unsafe address(slot), unsafe row.pointee.isSet,
      unsafe row.pointee.generation == generation
    else { return nil }
    return unsafe row.pointee
  }

  @inline(__always) func prefetch(_ slot: Slot) {
    if let row = unsafe address(slot) { unsafe iqp_prefetch(row) }
  }

  /// Makes room for the row of a slot.
  mutating func reserve(_ slot: Slot) throws(Refusal) {
    let page = Int(slot.raw) >> Page.shift
    if page >= pages.count { try pages.resize(to: page + 1, filling: Page()) }
    if !pages[page].isMade { try pages[page].make() }
  }

  /// Sets a row, for which there is room.
  func set(_ slot: Slot, _ row: Row) {
    guard let place = unsafe address(slot) else { return }
    unsafe place.pointee = row
  }

  /// Sets a row and returns the former one of that generation. Where there is no room, that is nil and none is set.
  @inline(__always) func exchange(_ slot: Slot, _ generation: UInt32, for row: Row) -> Row? {
    guard let place = unsafe address(slot) else { return nil }
    let former = unsafe place.pointee
    unsafe place.pointee = row
    return former.isSet && former.generation == generation ? former : nil
  }

  /// There may be none.
  func remove(_ slot: Slot) {
    if let place = unsafe address(slot) { unsafe place.pointee = Row() }
  }
}

extension SlotTable where Row == OwnSize {
  /// The size, or that the host was asked for it.
  func find(asked slot: Slot, _ generation: UInt32) -> OwnSize? {
    guard let size = unsafe address(slot), unsafe size.pointee.generation == generation else { return nil }
    return unsafe size.pointee
  }
}
