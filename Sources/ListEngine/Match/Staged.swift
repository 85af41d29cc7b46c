// The items of `after` that are in no run: new items, and items that were found individually. Everything read
// of them is stored here in columns, from which the new leaves are filled, so that nothing is read from the
// host again or from `before` at random.
//
//     flat          4         7         8       flat positions in after, ascending
//     partner       2         -         -       its flat position in before; none: open, in the end new
//     slot          12        -         -       of a found item its own; of a new one the one reserved for it
//     fingerprint             ...       ...     of the keys of open items
//     key, content, ...
//
// The walk adds items in order, as open or as found; Resolution finds partners of open ones.

import CPlatform

public struct Staged: ~Copyable {
  private let inPlace = InPlace()
  private var flatPositions = Buffer<UInt32>()
  private var fingerprints = Buffer<UInt32>()
  private var partners = Buffer<UInt32>()
  var columns = OwnedColumns()
  private(set) var foundCount = 0

  var count: Int { flatPositions.count }
  var newCount: Int { count - foundCount }
  var bytes: Int { flatPositions.bytes + fingerprints.bytes + partners.bytes + columns.bytes }

  @inline(__always) func flat(_ i: Int) -> Int { Int(flatPositions[i]) }
  @inline(__always) func isNew(_ i: Int) -> Bool { partners[i] == noIndex }
  /// The flat position in `before` of an item that was found.
  @inline(__always) func partner(_ i: Int) -> UInt32 { partners[i] }
  @inline(__always) func slot(_ i: Int) -> Slot { columns.slots[i] }
  @inline(__always) func key(_ i: Int) -> Key { columns.keys[i] }
  @inline(__always) func content(_ i: Int) -> UInt64 { columns.contents[i] }
  func values(_ i: Int) -> ItemValues { columns.values(i) }
  /// The hash of an open item, once `hash` has filled it.
  @inline(__always) func fingerprint(_ i: Int) -> Fingerprint { Fingerprint(fingerprints[i]) }

  mutating func removeAll() {
    flatPositions.removeAll()
    fingerprints.removeAll()
    partners.removeAll()
    columns.removeAll()
    foundCount = 0
  }

  // MARK: Adding

  private mutating func reserve(extra: Int, traits: UInt32) throws(Refusal) {
    try flatPositions.reserve(extra: extra)
    try partners.reserve(extra: extra)
    try columns.slots.reserve(extra: extra)
    try columns.keys.reserve(extra: extra)
    try columns.optional.reserve(extra: extra, traits: traits)
    // The last one to grow: if it has room, all have.
    try columns.contents.reserve(extra: extra)
  }

  /// Adds one item; its partner is `noIndex` if it is open.
  @inline(__always) mutating func append(
    _ flat: Int, _ key: Key, _ content: UInt64, of side: borrowing Input, partner: UInt32 = noIndex,
    slot: Slot = .noIndex
  ) throws(Refusal) {
    if side.traits != 0 || columns.contents.count == columns.contents.capacity {
      try reserve(extra: 1, traits: side.traits)
    }
    flatPositions.push(UInt32(truncatingIfNeeded: flat))
    partners.push(partner)
    columns.slots.push(slot)
    columns.keys.push(key)
    columns.contents.push(content)
    if partner != noIndex { foundCount &+= 1 }
    if side.traits != 0 { columns.optional.push(side.values(at: flat)) }
  }

  /// Adds the items of a side from `flat` on, as open.
  mutating func append(_ flat: Int, _ count: Int, of side: borrowing Input) throws(Refusal) {
    try reserve(extra: count, traits: side.traits)
    partners.push(noIndex, count)
    columns.slots.push(.noIndex, count)
    var flat = flat
    let end = flat + count
    while flat < end {
      let window = side.window(at: flat)
      let width = min(end, window.high) - flat
      append(window, flat, width)
      if side.traits != 0 { for i in flat..<flat + width { columns.optional.push(side.values(at: i)) } }
      flat += width
    }
  }

  /// The items from one on, valid until the next one is added.
  @safe struct Block: BitwiseCopyable {
    fileprivate let first: Int
    fileprivate let flatPositions: UnsafeMutablePointer<UInt32>
    fileprivate let keys: UnsafeMutablePointer<Key>
    fileprivate let contents: UnsafeMutablePointer<UInt64>
    fileprivate let partners: UnsafeMutablePointer<UInt32>
    fileprivate let slots: UnsafeMutablePointer<Slot>

    @inline(__always) func flat(_ i: Int) -> Int { unsafe Int(flatPositions[i]) }
    @inline(__always) func isNew(_ i: Int) -> Bool { unsafe partners[i] == noIndex }
    @inline(__always) func key(_ i: Int) -> Key { unsafe keys[i] }
    @inline(__always) func content(_ i: Int) -> UInt64 { unsafe contents[i] }

    /// Places an item; of one that was found, the values are still to be read.
    @inline(__always) func place(_ i: Int, _ flat: UInt32, partner: UInt32) {
      unsafe flatPositions[i] = flat
      unsafe partners[i] = partner
    }

    @inline(__always) func partner(_ i: Int) -> UInt32 { unsafe partners[i] }

    @inline(__always) func set(_ i: Int, _ key: Key, _ content: UInt64, _ slot: Slot) {
      unsafe keys[i] = key
      unsafe contents[i] = content
      unsafe slots[i] = slot
    }

    /// Item `i` was found in `before`; `didResolve` counts it.
    @inline(__always) func resolve(_ i: Int, partner: Int, slot: Slot) {
      unsafe partners[i] = UInt32(truncatingIfNeeded: partner)
      unsafe slots[i] = slot
    }
  }

  /// Adds the items of a side from `flat` on, at least one, as open; they are in one window.
  mutating func appendBlock(_ flat: Int, _ width: Int, of side: borrowing Input) throws(Refusal) -> Block {
    let first = count
    try append(flat, width, of: side)
    return unsafe block(from: first).unsafelyUnwrapped
  }

  /// Nil if there is no memory, and so no item.
  func block(from first: Int = 0) -> Block? {
    guard let flatPositions = unsafe flatPositions.pointer, let keys = unsafe columns.keys.pointer,
      let contents = unsafe columns.contents.pointer, let partners = unsafe partners.pointer,
      let slots = unsafe columns.slots.pointer
    else { return nil }
    return unsafe Block(
      first: first, flatPositions: flatPositions + first, keys: keys + first, contents: contents + first,
      partners: partners + first, slots: slots + first)
  }

  @inline(__always) mutating func didResolve() { foundCount &+= 1 }

  /// Removes what the block has behind its first `width` items; none of that was resolved.
  mutating func endBlock(_ block: Block, after width: Int) { truncate(to: block.first &+ width) }

  private mutating func append(_ window: Window, _ flat: Int, _ width: Int) {
    for i in flat..<flat &+ width { flatPositions.push(UInt32(truncatingIfNeeded: i)) }
    if window.isPacked {
      unsafe columns.keys.append(window.keys(from: flat), width)
      unsafe columns.contents.append(window.contents(from: flat), width)
    } else {
      for i in flat..<flat &+ width {
        columns.keys.push(window.key(i))
        columns.contents.push(window.content(i))
      }
    }
  }

  /// Whether the last item is open, at `flat`, and has that key.
  @inline(__always) func isOpen(at flat: Int, key: Key) -> Bool {
    let last = count &- 1
    return last >= 0 && partners[last] == noIndex && self.flat(last) == flat && self.key(last) == key
  }

  /// Adds items that the caller places and sets, `found` of them found; their other values are pushed.
  mutating func extend(by more: Int, found: Int, traits: UInt32) throws(Refusal) -> Block? {
    try reserve(extra: more, traits: traits)
    let first = count
    flatPositions.setCountWithinCapacity(first + more)
    partners.setCountWithinCapacity(first + more)
    columns.slots.setCountWithinCapacity(first + more)
    columns.keys.setCountWithinCapacity(first + more)
    columns.contents.setCountWithinCapacity(first + more)
    foundCount += found
    return block(from: first)
  }

  mutating func removeLast() { truncate(to: count - 1) }

  private mutating func truncate(to total: Int) {
    flatPositions.truncate(to: total)
    partners.truncate(to: total)
    columns.truncateAll(to: total)
  }

  /// Adds new items out of a leaf, the first of them at `flat`. `traits` are those of all items that are added.
  @inline(__always) mutating func append(
    new flat: Int, _ length: Int, of leaf: Leaf, at offset: Int, traits: UInt32
  ) throws(Refusal) {
    if traits == 0 && length == 1 && columns.contents.count < columns.contents.capacity {
      flatPositions.push(UInt32(truncatingIfNeeded: flat))
      partners.push(noIndex)
      columns.slots.push(.noIndex)
      unsafe columns.keys.push(leaf.keys[offset])
      unsafe columns.contents.push(leaf.contents[offset])
      return
    }
    try reserve(extra: length, traits: traits)
    for i in flat..<flat &+ length { flatPositions.push(UInt32(truncatingIfNeeded: i)) }
    partners.push(noIndex, length)
    columns.slots.push(.noIndex, length)
    unsafe columns.keys.append(leaf.keys + offset, length)
    unsafe columns.contents.append(leaf.contents + offset, length)
    columns.optional.append(length, of: leaf.optional, at: offset)
  }

  // MARK: Resolving

  /// Fills the fingerprints of the open items, unless they are filled.
  mutating func hash(_ pairing: borrowing Pairing) throws(Refusal) {
    if fingerprints.count == count { return }
    try fingerprints.reserve(count)
    let list = KeyScope.list
    if !pairing.isScoped {
      for i in 0..<count { hash(i, list) }
      return
    }
    var i = 0
    for section in 0..<pairing.after.sectionCount {
      let end = Int(pairing.after.starts[section + 1])
      if i == count || flat(i) >= end { continue }
      let scope = list.narrowed(to: pairing.after.sectionKeys[section], if: true)
      while i < count && flat(i) < end {
        hash(i, scope)
        i += 1
      }
    }
  }

  @inline(__always) private mutating func hash(_ i: Int, _ scope: KeyScope) {
    fingerprints.push(partners[i] == noIndex ? scope.fingerprint(columns.keys[i]).raw : 0)
  }

  /// Prefetches a slot.
  @inline(__always) func prefetchSlot(_ i: Int) {
    guard let slots = unsafe columns.slots.pointer else { return }
    unsafe iqp_prefetch(slots + i)
  }

  mutating func setSlot(_ slot: Slot, of i: Int) { columns.slots[i] = slot }
}
