// The stable numbers of a list's items: an item keeps its slot while its key is in the list, wherever it
// moves. A handle consists of slot and generation.
//
//     slot    0               1               2
//           | gen 7, leaf 3 | gen 2, next 4 | gen 9, pending 12 |
//             in the list     free            reserved: new item 12 of the current update
//
// A slot in use has an even generation, a free slot an odd one. Generations start at a number that differs
// per list, so that a handle of another list passes with a probability of 2⁻³¹ only. A slot that has used up
// all generations retires. Free slots behind the last used one can be released: the highest of their
// generations is remembered, and slots that are created again start above it.
//
// Not a Slab, for three reasons: free slots are linked through the rows, because a stack of their numbers
// would take half as much memory as the slots themselves; reservations are undone in reverse order, with
// their generations, and need no journal; and a slot that has used up its generations retires.

import CPlatform

public struct SlotRecord: BitwiseCopyable {
  public internal(set) var generation: UInt32
  /// The leaf that holds the item, if the slot is in use; `Slots.pending` plus the number of the new item, if it is
  /// reserved; the next free slot, or `noIndex`, if it is free.
  public internal(set) var target: UInt32
}

public struct Slots: ~Copyable {
  static let pending: UInt32 = 0x8000_0000

  private(set) var all = PagedBuffer<SlotRecord>()
  private var firstFree = Slot.noIndex
  private var freeCount: UInt32 = 0
  private let firstGap: UInt32
  /// The number of generations, which is even, used up for slots that do not exist yet.
  private var usedGenerations: UInt32 = 0

  init(seed: UInt32) { firstGap = seed | 1 }

  var bytes: Int { all.bytes }

  /// Reserves memory for `extra` more reservations.
  mutating func reserve(extra: Int) throws(Refusal) {
    let total = all.count + extra - Int(freeCount)
    if total <= all.capacity { return }
    // The first load allocates exactly what it needs; later growth is by an eighth or a page at least.
    try all.reserve(max(total, all.count + min((all.count + 7) / 8, PagedBuffer<SlotRecord>.page)))
  }

  /// Reserves a slot for new item `number`; memory must be reserved.
  mutating func take(_ number: Int) -> Slot {
    let target = Slots.pending | UInt32(truncatingIfNeeded: number)
    let slot = firstFree
    if slot == .noIndex {
      all.push(SlotRecord(generation: firstGap &+ usedGenerations &+ 1, target: target))
      return Slot(UInt32(truncatingIfNeeded: all.count - 1))
    }
    let record = unsafe record(slot)
    firstFree = unsafe Slot(record.pointee.target)
    freeCount -= 1
    unsafe record.pointee = SlotRecord(generation: record.pointee.generation &+ 1, target: target)
    return slot
  }

  /// Undoes the latest reservation.
  mutating func giveBack(_ slot: Slot) {
    all[slot].generation &-= 1
    link(slot)
  }

  /// The item is removed: its handle is refused from now on.
  mutating func free(_ slot: Slot) {
    let record = unsafe record(slot)
    let generation = unsafe record.pointee.generation &+ 1
    let isRetired = generation == firstGap
    unsafe record.pointee = SlotRecord(generation: generation, target: isRetired ? noIndex : firstFree.raw)
    if isRetired { return }
    firstFree = slot
    freeCount += 1
  }

  private mutating func link(_ slot: Slot) {
    all[slot].target = firstFree.raw
    firstFree = slot
    freeCount += 1
  }

  @inline(__always) @unsafe private func record(_ slot: Slot) -> UnsafeMutablePointer<SlotRecord> {
    assert(Int(slot.raw) < all.count)
    return unsafe all.values.address(Int(slot.raw))
  }

  /// The item is removed but may be inserted again: its handle is refused until then.
  mutating func suspend(_ slot: Slot) { all[slot].target = Slots.pending }

  @inline(__always) mutating func setLeaf(_ leaf: LeafID, of slot: Slot) {
    all[slot].target = leaf.raw
  }

  /// The same for many slots.
  @unsafe func setLeaf(_ leaf: LeafID, of slots: UnsafePointer<UInt32>, count: Int) {
    let values = all.values
    if values.isBlock {
      let block = unsafe values.address(0)
      for i in 0..<count { unsafe block[Int(slots[i])].target = leaf.raw }
      return
    }
    for i in 0..<count { unsafe values.address(Int(slots[i])).pointee.target = leaf.raw }
  }

  @inline(__always) func leaf(of slot: Slot) -> LeafID { LeafID(all[slot].target) }

  @inline(__always) func generation(of slot: Slot) -> UInt32 { all[slot].generation }

  /// Prefetches a slot.
  @inline(__always) func prefetch(_ slot: Slot) {
    unsafe iqp_prefetch(all.values.address(Int(slot.raw)))
  }

  /// The new item for which a slot is reserved, or nil if the slot is in use.
  @inline(__always) func pendingItem(_ slot: Slot) -> Int? {
    let target = all[slot].target
    return target & Slots.pending == 0 ? nil : Int(target & ~Slots.pending)
  }

  /// Whether the slot is that of an item in the list: neither free, nor reserved, nor deleted by an open edit.
  func isInList(_ slot: Slot) -> Bool {
    Int(slot.raw) < all.count && all[slot].generation & 1 == 0 && all[slot].target & Slots.pending == 0
  }

  // MARK: Trimming

  /// A copy without the free slots behind the last used one. A retired slot stays, because nothing else
  /// distinguishes its last handles from new ones.
  func trimmed() throws(Refusal) -> Slots {
    var end = all.count
    var used = usedGenerations
    while end > 0, all[end - 1].generation & 1 == 1, all[end - 1].generation != firstGap {
      used = max(used, all[end - 1].generation &- firstGap)
      end -= 1
    }
    var copy = Slots(seed: firstGap)
    try copy.all.reserve(end)
    for number in 0..<end { copy.all.push(all[number]) }
    copy.usedGenerations = used
    for number in (0..<end).reversed() where all[number].generation & 1 == 1 {
      if all[number].generation != firstGap { copy.link(Slot(UInt32(number))) }
    }
    return copy
  }

  // MARK: Changes of leaves

  /// Slots name the leaves in which their items are now.
  mutating func relocate(_ changes: borrowing Buffer<LeafChange>) {
    for c in 0..<changes.count where !changes[c].isRemoved { relocate(changes[c]) }
  }

  mutating func relocate(_ change: LeafChange) {
    unsafe setLeaf(change.id, of: change.leaf.slots + change.first, count: change.count)
  }

  // MARK: Handles

  /// Never 0.
  func handle(_ slot: Slot) -> UInt64 {
    (UInt64(slot.raw) + 1) << 32 | UInt64(all[slot].generation)
  }

  /// Whether the item of a handle exists, also while an open edit has deleted it.
  func holds(_ handle: UInt64) -> Bool {
    let number = Int(handle >> 32) - 1
    let generation = UInt32(truncatingIfNeeded: handle)
    return number >= 0 && number < all.count && generation & 1 == 0 && all[number].generation == generation
  }

  /// The slot of a handle whose item is in the list.
  func slot(_ handle: UInt64) -> Slot? {
    let number = Int(handle >> 32) - 1
    let generation = UInt32(truncatingIfNeeded: handle)
    guard number >= 0 && number < all.count && generation & 1 == 0 else { return nil }
    let record = all[number]
    let isInList = record.generation == generation && record.target & Slots.pending == 0
    return isInList ? Slot(UInt32(number)) : nil
  }
}

extension PagedBuffer where Element == SlotRecord {
  @inline(__always) fileprivate subscript(slot: Slot) -> SlotRecord {
    get { self[Int(slot.raw)] }
    set { self[Int(slot.raw)] = newValue }
  }
}
