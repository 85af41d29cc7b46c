// A map from keys to numbers: an open-addressing table that does not store the keys.
//
//     table      | 3: 17 |      | 9: 4 | 8: 21 |      |     BucketTable: fingerprint and number
//     growth     the old table and the new one              IndexGrowth, while a large index grows
//
// 1. The table stays at most 0.75 full; it grows by a third, so it is at least 0.56 full unless entries were
//    removed.
// 2. An entry occurs once; a fingerprint may occur with several numbers.
// 3. `table` is none while the index grows, and while it has no memory. The test for this takes the place of
//    the one for an empty index, so lookups in an index that does not grow cost nothing more.
//
// The caller must check that a number belongs to the key, because fingerprints can collide.
//
// Rejected: segments that grow one by one. A reservation does not know the fingerprints, so it could not
// promise that no insertion fails, and each lookup would read a directory first.

public struct KeyIndex: ~Copyable {
  private(set) var table = BucketTable.none
  private var used: UInt32 = 0

  private var isGrowing: Bool { table.isGrowing }
  /// Valid only while it grows.
  @unsafe private var growth: UnsafeMutablePointer<IndexGrowth> { unsafe table.growth }

  public internal(set) var count: Int {
    get { Int(used) }
    set { used = UInt32(truncatingIfNeeded: newValue) }
  }

  public init() {}

  private init(capacity: Int) throws(Refusal) { table = try BucketTable(capacity: capacity) }

  deinit { release() }

  @inline(never) private func release() {
    if isGrowing { _ = unsafe Box(owning: table.growth) } else { table.release() }
  }

  public var bytes: Int {
    table.bytes + (isGrowing ? unsafe growth.pointee.bytes + MemoryLayout<IndexGrowth>.size : 0)
  }

  /// The buckets, of the new table while it grows.
  private var capacity: Int { isGrowing ? unsafe growth.pointee.capacity : table.capacity }

  /// The homes whose entries a growth in steps has moved; nil if none is under way.
  var movedHomes: Int? { isGrowing ? unsafe growth.pointee.moved : nil }

  /// A number as a key; its fingerprint is unique.
  @inline(__always) static func fingerprint(ofNumber number: UInt32) -> Fingerprint {
    Fingerprint(number &* 0x9e37_79b1)
  }

  @inline(__always) static func fingerprint<Index: TypedIndex>(of index: Index) -> Fingerprint {
    fingerprint(ofNumber: index.raw)
  }

  // MARK: Finding

  /// The table that has the entries of a fingerprint; none if the index has no memory.
  @inline(__always) private func table(of fingerprint: Fingerprint) -> BucketTable {
    _slowPath(table.isNone) ? growingTable(of: fingerprint) : table
  }

  /// Prefetches the bucket; call it some lookups ahead.
  @inline(__always) public func prefetch(_ fingerprint: Fingerprint) {
    if _slowPath(table.isNone) { return prefetchGrowing(fingerprint) }
    table.prefetch(fingerprint)
  }

  /// The first number with `fingerprint` that `isMatch` accepts.
  @inline(__always) public func find(_ fingerprint: Fingerprint, where isMatch: (UInt32) -> Bool) -> UInt32? {
    let table = table(of: fingerprint)
    if table.isNone { return nil }
    let bucket = table[table.probe(fingerprint) { $0.fingerprint == fingerprint && isMatch($0.number) }]
    return bucket.isFree ? nil : bucket.number
  }

  /// `filter` has 1 << bits zero bits. Sets the bit of each fingerprint's upper bits; a fingerprint whose bit
  /// is not set is not in the table.
  func mark(_ filter: inout Buffer<UInt64>, bits: UInt64) {
    mark(&filter, bits, table, table.capacity)
    if !isGrowing { return }
    mark(&filter, bits, unsafe growth.pointee.old, unsafe growth.pointee.old.capacity)
    mark(&filter, bits, unsafe growth.pointee.new, unsafe growth.pointee.cleared)
  }

  private func mark(_ filter: inout Buffer<UInt64>, _ bits: UInt64, _ table: BucketTable, _ end: Int) {
    // A free bucket counts as fingerprint 0.
    for i in 0..<end {
      let bit = table[i].fingerprint.raw &>> UInt32(truncatingIfNeeded: 32 &- bits)
      filter[Int(truncatingIfNeeded: bit &>> 6)] |= 1 &<< (UInt64(bit) & 63)
    }
  }

  // MARK: Capacity

  /// The most buckets of a table whose entries are all moved at once when it grows.
  public static let largestAtOnce = 1 << 15

  /// Reserves capacity for `total` entries at a load of 0.75.
  public mutating func reserve(_ total: Int) throws(Refusal) {
    if total * 4 > capacity * 3 { try rebuild(capacity: total + total / 3 + 2) }
  }

  /// Reserves capacity for `extra` more entries; grows by a third at least. The work is in proportion to
  /// `extra`, or to `largestAtOnce` if that is more: a larger table grows in steps.
  public mutating func reserve(extra: Int, atOnce: Int = KeyIndex.largestAtOnce) throws(Refusal) {
    if table.isNone || (count + extra) * 4 > table.capacity * 3 { try grow(extra, atOnce) }
  }

  @inline(never) private mutating func grow(_ extra: Int, _ atOnce: Int) throws(Refusal) {
    let homes = extra * IndexGrowth.homesPerEntry
    if isGrowing { advance(homes) }
    let total = count + extra
    if total * 4 <= capacity * 3 { return }
    // Only if `extra` is a good part of the index.
    if isGrowing { advance(capacity) }
    let wanted = max(total + total / 3 + 2, capacity + capacity / 3, 8)
    if capacity <= atOnce || capacity <= homes { return try rebuild(capacity: wanted) }
    let made = try Box(making: { [table] () throws(Refusal) in try IndexGrowth(of: table, to: wanted) })
    table = unsafe BucketTable(growth: made.release())
    advance(homes)
  }

  private mutating func advance(_ homes: Int) {
    if unsafe !growth.advance(homes) { return }
    let ended = unsafe Box(owning: table.growth)
    table = ended.value.takeTable()
  }

  private mutating func rebuild(capacity: Int) throws(Refusal) { self = try copy(capacity: capacity) }

  /// How many entries to reserve for a load of `count`: a large index begins to grow a little later, so that
  /// the first edits after a load do not pay for it.
  static func roomy(_ count: Int) -> Int { count < largestAtOnce ? count : count + count / 64 }

  /// Whether `total` entries fit into one table.
  func hasCapacity(_ total: Int) -> Bool { total * 4 <= table.capacity * 3 }

  // MARK: Inserting

  /// Puts an entry within the reserved capacity; returns its bucket.
  @inline(__always) @discardableResult mutating func put(_ entry: Bucket) -> Int {
    count += 1
    return _slowPath(table.isNone) ? unsafe growth.put(entry) : table.put(entry)
  }

  /// Inserts within the reserved capacity; cannot fail. The key must be new.
  @inline(__always) public mutating func insert(_ fingerprint: Fingerprint, _ number: UInt32) {
    put(Bucket(fingerprint, number))
  }

  /// Inserts, unless `isMatch` accepts a number with the same fingerprint, which is then returned.
  @inline(__always) public mutating func insert(
    _ fingerprint: Fingerprint, _ number: UInt32, unless isMatch: (UInt32) -> Bool
  ) -> UInt32? {
    let table = table(of: fingerprint)
    let i = table.probe(fingerprint) { $0.fingerprint == fingerprint && isMatch($0.number) }
    let bucket = table[i]
    if !bucket.isFree { return bucket.number }
    table[i] = Bucket(fingerprint, number)
    count += 1
    if _slowPath(self.table.isNone) { unsafe growth.didPut(fingerprint, at: i) }
    return nil
  }

  // MARK: Removing

  /// Removes one entry; returns whether it existed.
  @discardableResult
  public mutating func remove(_ fingerprint: Fingerprint, _ number: UInt32) -> Bool {
    let table = table(of: fingerprint)
    if table.isNone { return false }
    let wanted = Bucket(fingerprint, number)
    let i = table.probe(fingerprint) { $0 == wanted }
    if table[i].isFree { return false }
    table.closeGap(at: i)
    count -= 1
    return true
  }

  /// Removes all entries and keeps the memory, unless the index grows.
  public mutating func removeAll() {
    if isGrowing { return free() }
    if count > 0 { table.clear(0, table.capacity) }
    count = 0
  }

  // MARK: While it grows, or has no memory

  @inline(never) private func growingTable(of fingerprint: Fingerprint) -> BucketTable {
    isGrowing ? unsafe growth.pointee.table(of: fingerprint) : .none
  }

  @inline(never) private func prefetchGrowing(_ fingerprint: Fingerprint) {
    if isGrowing { unsafe growth.pointee.table(of: fingerprint).prefetch(fingerprint) }
  }

  // MARK: Copies

  public func copy() throws(Refusal) -> KeyIndex {
    if isGrowing { return try copy(capacity: capacity) }
    var copy = KeyIndex()
    if table.isNone { return copy }
    copy.table = try BucketTable(uncleared: table.capacity)
    copy.table.copy(from: table)
    copy.count = count
    return copy
  }

  /// A copy with the smallest capacity for its entries.
  func trimmed() throws(Refusal) -> KeyIndex {
    count == 0 ? KeyIndex() : try copy(capacity: count + count / 3 + 2)
  }

  /// A copy with capacity for `total` entries at least.
  func copy(reserving total: Int) throws(Refusal) -> KeyIndex {
    try copy(capacity: max(capacity, total + total / 3 + 2))
  }

  private func copy(capacity: Int) throws(Refusal) -> KeyIndex {
    var copy = try KeyIndex(capacity: capacity)
    copy.table.put(all: table, below: table.capacity)
    if isGrowing {
      copy.table.put(all: unsafe growth.pointee.old, below: unsafe growth.pointee.old.capacity)
      copy.table.put(all: unsafe growth.pointee.new, below: unsafe growth.pointee.cleared)
    }
    copy.count = count
    return copy
  }

  public mutating func free() { self = KeyIndex() }
}
