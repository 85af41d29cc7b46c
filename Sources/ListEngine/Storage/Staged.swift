// The items of `after` that are not in a run: new items, and items that were found individually. Everything
// read of them is stored here in columns, from which the new leaves are filled, so that nothing is read from
// the host again or from `before` at random.
//
//     flat      4, new    7         8           flat flatPositions in after, ascending
//     partner   -         2         -           its flat flat in before
//     number    -         slot 12   -           8 is open: not looked up yet
//     key       ...       ...       ...
//
// After matching no item is open. The number of a new item is then the slot reserved for it.

import CPlatform

public struct Staged: ~Copyable {
  private let inPlace = InPlace()
  /// The flag of an item that is not in `before`, in an entry of `flatPositions`.
  private static let new: UInt32 = 0x8000_0000

  private var flatPositions = Buffer<UInt32>()
  /// Valid only for items that were found.
  private var partners = Buffer<UInt32>()
  /// Its slots are the index's numbers of items that were found: in a list their slots.
  private(set) var columns = OwnedColumns()
  private(set) var newCount = 0
  private(set) var openCount = 0

  var count: Int { flatPositions.count }
  var foundCount: Int { count - newCount - openCount }
  var bytes: Int { flatPositions.bytes + partners.bytes + columns.bytes }

  @inline(__always) func flat(_ i: Int) -> Int { Int(flatPositions[i] & ~Staged.new) }
  @inline(__always) func isNew(_ i: Int) -> Bool {
    newCount == count || flatPositions[i] & Staged.new != 0
  }
  @inline(__always) func isOpen(_ i: Int) -> Bool { number(i) == noIndex && !isNew(i) }
  @inline(__always) func isFound(_ i: Int) -> Bool { number(i) != noIndex && !isNew(i) }
  /// The flat flat in `before` of an item that was found.
  @inline(__always) func partner(_ i: Int) -> UInt32 { partners[i] }
  @inline(__always) func number(_ i: Int) -> UInt32 { columns.slots[i].raw }
  @inline(__always) func key(_ i: Int) -> Key { columns.keys[i] }
  @inline(__always) func content(_ i: Int) -> UInt64 { columns.contents[i] }
  func values(_ i: Int) -> ItemValues { columns.values(i) }

  /// The number of entries from `i` on with consecutive flat flatPositions below `end`.
  @inline(__always) func consecutiveCount(from i: Int, end: Int) -> Int {
    let limit = min(count - i, end - flat(i))
    var length = 1
    while length < limit && flat(i + length) == flat(i) + length { length += 1 }
    return length
  }

  @inline(__always) mutating func reserve(extra: Int, traits: UInt32) throws(Refusal) {
    // The contents' capacity grows last.
    if traits == 0 && columns.contents.capacity - columns.contents.count >= extra { return }
    try grow(extra, traits)
  }

  private mutating func grow(_ extra: Int, _ traits: UInt32) throws(Refusal) {
    try flatPositions.reserve(extra: extra)
    try partners.reserve(extra: extra)
    try columns.slots.reserve(extra: extra)
    try columns.keys.reserve(extra: extra)
    try columns.optional.reserve(extra: extra, traits: traits)
    try columns.contents.reserve(extra: extra)
  }

  mutating func removeAll() {
    flatPositions.removeAll()
    partners.removeAll()
    columns.removeAll()
    newCount = 0
    openCount = 0
  }

  // MARK: Adding, with capacity reserved

  @inline(__always) mutating func push(new flat: Int, _ key: Key, _ content: UInt64) {
    let i = open(1)
    fill(i, flat: UInt32(truncatingIfNeeded: flat) | Staged.new, key, content, number: noIndex)
    newCount += 1
  }

  /// Adds the items of a window from `flat` on, as new or as open.
  mutating func push(_ window: Window, at flat: Int, isNew: Bool) {
    let mark = isNew ? Staged.new : 0
    partners.setCountWithinCapacity(count + window.count)
    for i in 0..<window.count {
      flatPositions.push(UInt32(truncatingIfNeeded: flat &+ i) | mark)
      columns.slots.push(.noIndex)
    }
    if window.isPacked {
      unsafe columns.keys.append(window.keys, window.count)
      unsafe columns.contents.append(window.contents, window.count)
    } else {
      for i in 0..<window.count {
        columns.keys.push(window.key(i))
        columns.contents.push(window.content(i))
      }
    }
    if isNew { newCount += window.count } else { openCount += window.count }
  }

  /// Adds `length` uninitialised entries, to be filled or truncated. Returns the first.
  @inline(__always) mutating func open(_ length: Int) -> Int {
    let first = count
    flatPositions.setCountWithinCapacity(first + length)
    partners.setCountWithinCapacity(first + length)
    columns.slots.setCountWithinCapacity(first + length)
    columns.keys.setCountWithinCapacity(first + length)
    columns.contents.setCountWithinCapacity(first + length)
    return first
  }

  @inline(__always) mutating func fill(
    _ i: Int, found flat: Int, partner: Int, _ key: Key, _ content: UInt64, number: UInt32
  ) {
    fill(i, flat: UInt32(truncatingIfNeeded: flat), key, content, number: number)
    partners[i] = UInt32(truncatingIfNeeded: partner)
  }

  @inline(__always) private mutating func fill(
    _ i: Int, flat: UInt32, _ key: Key, _ content: UInt64, number: UInt32
  ) {
    flatPositions[i] = flat
    columns.slots[i] = Slot(number)
    columns.keys[i] = key
    columns.contents[i] = content
  }

  mutating func truncate(to length: Int) {
    flatPositions.truncate(to: length)
    partners.truncate(to: length)
    columns.slots.truncate(to: length)
    columns.keys.truncate(to: length)
    columns.contents.truncate(to: length)
  }

  /// Adds the optional values of the next item that has none yet.
  @inline(__always) mutating func push(_ values: ItemValues) { columns.optional.push(values) }

  // MARK: Resolving

  /// An open item was found in `before`.
  mutating func resolve(_ i: Int, partner: Int, number: UInt32) {
    partners[i] = UInt32(truncatingIfNeeded: partner)
    columns.slots[i] = Slot(number)
    openCount -= 1
  }

  mutating func resolveAsNew(_ i: Int) {
    flatPositions[i] |= Staged.new
    openCount -= 1
    newCount += 1
  }

  /// Prefetches an entry's number.
  @inline(__always) func prefetch(_ i: Int) {
    guard let numbers = unsafe columns.slots.pointer else { return }
    unsafe iqp_prefetch(numbers + i)
  }

  mutating func setSlot(_ slot: Slot, of i: Int) { columns.slots[i] = slot }
}
