// The sizes of items that have one of their own, by slot, so that it follows an item wherever it moves.
//
//     pages      | * | - | * |            a page where an item has a size, of 1,024 slots
//     slot 5     length 512, generation 8, tag 0x2f1
//
// A slot that belongs to another item by now has another generation: nobody tells the view that an item has gone.
// The tag is a hash of what the size was measured for. If the item has another one the size is a guess. Mixed with the
// number of a `measure`, that was asked and does not know it: the size, if there is one, stays a guess.

import CPlatform

struct OwnSize: BitwiseCopyable {
  /// The length in ticks. It is negative if there is none.
  var length: Int32 = -1
  /// Of the slot.
  var generation: UInt32 = 0
  var tag: UInt32 = 0

  /// `measure` is a number of LayoutTable, not 0.
  func wasAsked(for tag: UInt32, by measure: UInt32) -> Bool { self.tag == tag ^ measure }

  mutating func setAsked(for tag: UInt32, by measure: UInt32) { self.tag = tag ^ measure }
}

struct SizeTable: ~Copyable {
  /// The sizes of 1,024 slots; nil: none has one.
  @safe struct Page: BitwiseCopyable {
    static var shift: Int { 10 }
    static var bytes: Int { MemoryLayout<OwnSize>.stride << shift }

    var sizes: UnsafeMutablePointer<OwnSize>? = nil

    var isMade: Bool { unsafe sizes != nil }

    mutating func make() throws(Refusal) {
      let memory = unsafe try Memory.allocate(Page.bytes)
      unsafe sizes = memory.bindMemory(to: OwnSize.self, capacity: 1 << Page.shift)
      unsafe sizes.unsafelyUnwrapped.initialize(repeating: OwnSize(), count: 1 << Page.shift)
    }

    func free() { if let sizes = unsafe sizes { unsafe Memory.release(sizes, Page.bytes) } }
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

  /// Forgets all sizes.
  mutating func removeAll() {
    for i in 0..<pages.count { pages[i].free() }
    pages.free()
  }

  @inline(__always) @unsafe private func address(_ slot: Slot) -> UnsafeMutablePointer<OwnSize>? {
    let page = Int(slot.raw) &>> Page.shift
    guard page < pages.count, let sizes = unsafe pages[page].sizes else { return nil }
    return unsafe sizes + (Int(slot.raw) & ((1 &<< Page.shift) &- 1))
  }

  /// The size of the item that has the slot in that generation; nil if it has none of its own.
  @inline(__always) func find(_ slot: Slot, _ generation: UInt32) -> OwnSize? {
    guard let size = unsafe address(slot), unsafe size.pointee.length >= 0,
      unsafe size.pointee.generation == generation
    else { return nil }
    return unsafe size.pointee
  }

  /// The same also if it has none, but the host may have been asked.
  func find(asked slot: Slot, _ generation: UInt32) -> OwnSize? {
    guard let size = unsafe address(slot), unsafe size.pointee.generation == generation else { return nil }
    return unsafe size.pointee
  }

  @inline(__always) func prefetch(_ slot: Slot) {
    if let size = unsafe address(slot) { unsafe iqp_prefetch(size) }
  }

  /// Makes room for the size of a slot.
  mutating func reserve(_ slot: Slot) throws(Refusal) {
    let page = Int(slot.raw) >> Page.shift
    if page >= pages.count { try pages.resize(to: page + 1, filling: Page()) }
    if !pages[page].isMade { try pages[page].make() }
  }

  /// Sets a size, for which there is room.
  func set(_ slot: Slot, _ size: OwnSize) {
    guard let place = unsafe address(slot) else { return }
    unsafe place.pointee = size
  }

  /// Sets a size and returns the former one of that generation. Where there is no room, that is nil and none is set.
  @inline(__always) func exchange(_ slot: Slot, _ generation: UInt32, for size: OwnSize) -> OwnSize? {
    guard let place = unsafe address(slot) else { return nil }
    let former = unsafe place.pointee
    unsafe place.pointee = size
    return former.length >= 0 && former.generation == generation ? former : nil
  }

  /// There may be none.
  func remove(_ slot: Slot) {
    if let place = unsafe address(slot) { unsafe place.pointee = OwnSize() }
  }
}
