// Up to 256 consecutive items of one section, as columns in one block of memory.
//
//     | header 16 | keys 16 × c | contents 8 × c | slots 4 × c | models 8 × c | classes 4 × c | levels 2 × c |
//                   \________________ required ________________/ \____________ those of traits _____________/
//
// c is the capacity: 2, 4, 6, 8, 12, 16, 24, ... 192, 256. A section of one item takes 72 bytes, and no leaf of
// more than two items is filled to less than two thirds when it is made. Capacities are even, so every column is
// aligned. The columns are separate, so that comparing keys and contents streams through memory.
//
// A leaf is reference-counted: each version that contains it holds one reference, and only a sole holder may
// write to it. It owns one reference to each of its models. Slots belong to the list; in a leaf that a
// snapshot changed they have no meaning.

import CPlatform

@safe public struct Leaf: BitwiseCopyable {
  public static let largest = 256
  /// The smallest capacity.
  static let smallest = 2
  /// Bytes that an item takes in the columns that are always there.
  private static let width = 28

  private struct Header {
    var references: Int32
    var count: UInt32
    /// The bits of the optional columns that it has.
    var traits: UInt32
    var unused: UInt32 = 0
  }

  /// The block's address plus the capacity's step. The lowest four bits of the address are free, so a column is
  /// found without reading the block.
  private let tagged: UnsafeMutableRawPointer

  @inline(__always) private var tag: Int { unsafe Int(bitPattern: tagged) & 15 }
  @inline(__always) private var base: UnsafeMutableRawPointer { unsafe tagged - tag }

  private var header: UnsafeMutablePointer<Header> {
    unsafe base.assumingMemoryBound(to: Header.self)
  }

  /// Step 0 is 2, step 2 is 4, step 3 is 6, step 4 is 8, step 5 is 12. Step 1 would be odd and is not used.
  @inline(__always) private static func capacity(ofStep step: Int) -> Int {
    (2 | (step & 1)) &<< (step &>> 1)
  }

  private static func step(of capacity: Int) -> Int {
    let zeros = capacity.trailingZeroBitCount
    let step = capacity == 1 &<< zeros ? 2 &* (zeros &- 1) : 2 &* zeros &+ 1
    assert(step != 1 && Leaf.capacity(ofStep: step) == capacity)
    return step
  }

  /// The capacity for `count` items, which are at most `largest`.
  static func capacity(for count: Int) -> Int {
    if count <= smallest { return smallest }
    // The power of two that is not below `count`, or three quarters of it.
    let power = 1 &<< (Int.bitWidth &- (count &- 1).leadingZeroBitCount)
    let lower = power &- power &>> 2
    return lower >= count && power > 4 ? lower : power
  }

  static func bytes(capacity: Int, traits: UInt32) -> Int {
    16 + capacity * (width + ItemColumn.width(of: traits))
  }

  /// An empty leaf with one reference.
  public init(capacity: Int, traits: UInt32) throws(Refusal) {
    let memory = unsafe try Memory.allocate(Leaf.bytes(capacity: capacity, traits: traits))
    unsafe tagged = memory + Leaf.step(of: capacity)
    unsafe header.initialize(to: Header(references: 1, count: 0, traits: traits))
  }

  /// Releases the memory; the caller releases the models.
  func free() { unsafe Memory.release(base, bytes) }

  var bytes: Int { Leaf.bytes(capacity: capacity, traits: traits) }
  @inline(__always) public var capacity: Int { Leaf.capacity(ofStep: tag) }
  @inline(__always) public var traits: UInt32 { unsafe header.pointee.traits }
  @inline(__always) public var count: Int {
    get { unsafe Int(header.pointee.count) }
    nonmutating set { unsafe header.pointee.count = UInt32(truncatingIfNeeded: newValue) }
  }

  @inline(__always) static func == (a: Leaf, b: Leaf) -> Bool { unsafe a.tagged == b.tagged }

  // MARK: References

  var isShared: Bool { unsafe iqp_load32(references) > 1 }
  func retain() { _ = unsafe iqp_add32(references, 1) }
  /// Returns whether that was the last reference.
  func dropReference() -> Bool { unsafe iqp_add32(references, -1) == 0 }
  private var references: UnsafeMutablePointer<Int32> {
    unsafe base.assumingMemoryBound(to: Int32.self)
  }

  // MARK: Columns

  @inline(__always) @unsafe var keys: UnsafeMutablePointer<Key> {
    unsafe (base + 16).assumingMemoryBound(to: Key.self)
  }
  @inline(__always) @unsafe var contents: UnsafeMutablePointer<UInt64> {
    unsafe (base + 16 + capacity * 16).assumingMemoryBound(to: UInt64.self)
  }
  @inline(__always) @unsafe var slots: UnsafeMutablePointer<UInt32> {
    unsafe (base + 16 + capacity * 24).assumingMemoryBound(to: UInt32.self)
  }
  @inline(__always) var optional: OptionalColumns {
    unsafe OptionalColumns(base + 16 + capacity * Leaf.width, capacity: capacity, traits: traits)
  }
  /// Any column but keys and slots; nil where it is absent.
  @inline(__always) @unsafe func start(of column: ItemColumn) -> UnsafeMutableRawPointer? {
    column.isOptional ? unsafe optional.start(of: column) : unsafe UnsafeMutableRawPointer(contents)
  }

  @inline(__always) public func key(_ i: Int) -> Key {
    assert(i < count)
    return unsafe keys[i]
  }
  @inline(__always) public func content(_ i: Int) -> UInt64 {
    assert(i < count)
    return unsafe contents[i]
  }
  @inline(__always) public func slot(_ i: Int) -> Slot {
    assert(i < count)
    return unsafe Slot(slots[i])
  }
  @inline(__always) func prefetch(slotOf i: Int) { unsafe iqp_prefetch(slots + i) }
  @inline(__always) func prefetch(keyOf i: Int) { unsafe iqp_prefetch(keys + i) }
  /// The whole column.
  @inline(__always) func prefetchSlots() {
    for line in 0..<(count &+ 15) &>> 4 { unsafe iqp_prefetch(slots + line &* 16) }
  }
  /// 0 where there are no levels.
  @inline(__always) public func level(_ i: Int) -> UInt16 {
    assert(i < count)
    guard traits & ItemColumn.level.bit != 0, let levels = unsafe optional.start(of: .level) else { return 0 }
    return unsafe levels.assumingMemoryBound(to: UInt16.self)[i]
  }
  @inline(__always) public func values(_ i: Int) -> ItemValues {
    var values = ItemValues()
    values.content = content(i)
    optional.read(i, into: &values)
    return values
  }

  public func entry(_ i: Int) -> Entry { Entry(key: key(i), values(i), slot: slot(i)) }

  func write(_ entry: Entry, at i: Int) {
    assert(i < count)
    unsafe keys[i] = entry.key
    unsafe contents[i] = entry.values.content
    unsafe slots[i] = entry.slot.raw
    optional.write(entry.values, at: i)
  }

  /// The first item from `start` on with that key.
  func find(_ key: Key) -> Int? {
    for i in 0..<count where unsafe keys[i] == key { return i }
    return nil
  }

  func find(slot: Slot) -> Int? {
    let slots = unsafe slots
    let slot = slot.raw
    let count = count
    // At once, not line by line.
    prefetchSlots()
    var i = 0
    while i &+ 8 <= count, unsafe !Leaf.isAmongEight(slots + i, slot) { i &+= 8 }
    while i < count {
      if unsafe slots[i] == slot { return i }
      i &+= 1
    }
    return nil
  }

  /// Two at a time: in x a half word is 0 where the slot is, and subtracting 1 from it sets its high bit.
  @inline(__always) private static func isAmongEight(
    _ slots: UnsafeMutablePointer<UInt32>, _ slot: UInt32
  ) -> Bool {
    var highBits: UInt64 = 0
    for word in 0..<4 {
      let two = unsafe UnsafeRawPointer(slots + 2 * word).loadUnaligned(as: UInt64.self)
      let x = two ^ UInt64(slot) &* 0x1_0000_0001
      highBits |= (x &- 0x1_0000_0001) & ~x
    }
    return highBits & 0x8000_0000_8000_0000 != 0
  }
}
