// A map from keys to numbers: an open-addressing table that does not store the keys.
//
//     buckets    | 3: 17 |      | 9: 4 | 8: 21 |      |     fingerprint: number; empty buckets are free
//     home         3              8        8                (fingerprint × capacity) >> 32
//
// 1. Between an entry's home and its bucket, with wrap-around, no bucket is free.
// 2. At least one bucket is free; the table grows by a third and stays between 0.56 and 0.75 full.
// 3. An entry occurs once; a fingerprint may occur with several numbers.
//
// Deleting closes the gap at once (backward shift, Knuth 6.4 R), so there are no tombstones. The caller must
// check that a number belongs to the key, because fingerprints can collide.

import CPlatform

public struct KeyIndex: ~Copyable {
  private var buckets = Buffer<Bucket>()
  private var used: UInt32 = 0
  public private(set) var count: Int {
    get { Int(used) }
    set { used = UInt32(truncatingIfNeeded: newValue) }
  }

  public init() {}

  public var bytes: Int { buckets.bytes }

  /// A number as a key; its fingerprint is unique.
  @inline(__always) static func fingerprint(ofNumber number: UInt32) -> Fingerprint {
    Fingerprint(number &* 0x9e37_79b1)
  }

  @inline(__always) static func fingerprint<Index: TypedIndex>(of index: Index) -> Fingerprint {
    fingerprint(ofNumber: index.raw)
  }

  // MARK: Finding

  /// The first bucket from the home of `fingerprint` on that is free or accepted by `isWanted`.
  @inline(__always) private func probe(_ fingerprint: Fingerprint, until isWanted: (Bucket) -> Bool) -> Int {
    var i = home(of: fingerprint)
    while true {
      let bucket = buckets[i]
      if bucket.isFree || isWanted(bucket) { return i }
      i = after(i)
    }
  }

  @inline(__always) private func home(of fingerprint: Fingerprint) -> Int {
    Bucket.home(of: fingerprint, buckets.count)
  }

  @inline(__always) private func after(_ i: Int) -> Int { i + 1 == buckets.count ? 0 : i + 1 }

  /// Prefetches the bucket; call it some lookups ahead.
  @inline(__always) public func prefetch(_ fingerprint: Fingerprint) {
    guard let base = unsafe buckets.pointer else { return }
    unsafe iqp_prefetch(base + home(of: fingerprint))
  }

  /// The first number with `fingerprint` that `isMatch` accepts.
  @inline(__always) public func find(_ fingerprint: Fingerprint, where isMatch: (UInt32) -> Bool) -> UInt32? {
    if count == 0 { return nil }
    let bucket = buckets[probe(fingerprint) { $0.fingerprint == fingerprint && isMatch($0.number) }]
    return bucket.isFree ? nil : bucket.number
  }

  /// `filter` has 1 << bits zero bits. Sets the bit of each fingerprint's upper bits; a fingerprint whose bit
  /// is not set is not in the table.
  func mark(_ filter: inout Buffer<UInt64>, bits: UInt64) {
    // A free bucket counts as fingerprint 0.
    for i in 0..<buckets.count {
      let bit = buckets[i].fingerprint.raw &>> UInt32(truncatingIfNeeded: 32 &- bits)
      filter[Int(truncatingIfNeeded: bit &>> 6)] |= 1 &<< (UInt64(bit) & 63)
    }
  }

  // MARK: Capacity

  /// Reserves capacity for `total` entries at a load of 0.75.
  public mutating func reserve(_ total: Int) throws(Refusal) {
    if total * 4 <= buckets.count * 3 { return }
    try rebuild(capacity: total + total / 3 + 2)
  }

  /// Reserves capacity for `extra` more entries; grows by a third at least.
  public mutating func reserve(extra: Int) throws(Refusal) {
    let total = count + extra
    if total * 4 <= buckets.count * 3 { return }
    try rebuild(capacity: max(total + total / 3 + 2, buckets.count + buckets.count / 3, 8))
  }

  private mutating func rebuild(capacity: Int) throws(Refusal) {
    var grown = KeyIndex()
    grown.buckets = try Buffer(repeating: .free, count: capacity)
    grown.insert(all: self)
    self = grown
  }

  // MARK: Inserting

  private mutating func insert(all other: borrowing KeyIndex) {
    for i in 0..<other.buckets.count where !other.buckets[i].isFree { put(other.buckets[i]) }
  }

  @inline(__always) @discardableResult private mutating func put(_ entry: Bucket) -> Int {
    let i = probe(entry.fingerprint) { _ in false }
    buckets[i] = entry
    count += 1
    return i
  }

  /// State of filling the table in the order of fingerprints. The table is then written sequentially without
  /// probing: an entry is written to its home, or behind the previous entry.
  struct Filling {
    fileprivate var end = 0
    fileprivate var lastHome = 0
  }

  /// Appends the next entry; the table was empty at the start, and capacity is reserved. A few entries may be
  /// out of order.
  @inline(__always) mutating func append(
    _ fingerprint: Fingerprint, _ number: UInt32, to filling: inout Filling
  ) {
    let home = home(of: fingerprint)
    let i = max(home, filling.end)
    if home >= filling.lastHome && i < buckets.count {
      buckets[i] = Bucket(fingerprint, number)
      count += 1
      filling.end = i &+ 1
      filling.lastHome = home
    } else {
      // Out of order, or wrapped around to the start.
      filling.end = max(filling.end, put(Bucket(fingerprint, number)) &+ 1)
    }
  }

  /// Inserts within the reserved capacity; cannot fail. The key must be new.
  @inline(__always) public mutating func insert(_ fingerprint: Fingerprint, _ number: UInt32) {
    put(Bucket(fingerprint, number))
  }

  /// Inserts, unless `isMatch` accepts a number with the same fingerprint, which is then returned.
  @inline(__always) public mutating func insert(
    _ fingerprint: Fingerprint, _ number: UInt32, unless isMatch: (UInt32) -> Bool
  ) -> UInt32? {
    let i = probe(fingerprint) { $0.fingerprint == fingerprint && isMatch($0.number) }
    let bucket = buckets[i]
    if !bucket.isFree { return bucket.number }
    buckets[i] = Bucket(fingerprint, number)
    count += 1
    return nil
  }

  // MARK: Removing

  /// Removes one entry; returns whether it existed.
  @discardableResult
  public mutating func remove(_ fingerprint: Fingerprint, _ number: UInt32) -> Bool {
    if count == 0 { return false }
    let wanted = Bucket(fingerprint, number)
    let i = probe(fingerprint) { $0 == wanted }
    if buckets[i].isFree { return false }
    closeGap(at: i)
    count -= 1
    return true
  }

  /// Moves an entry into the gap unless its home is between the gap and itself; otherwise invariant 1 would
  /// not hold for it any more.
  private mutating func closeGap(at start: Int) {
    let capacity = buckets.count
    var gap = start
    var next = after(gap)
    while !buckets[next].isFree {
      let home = home(of: buckets[next].fingerprint)
      let reach = next >= home ? next - home : next - home + capacity
      let distance = next >= gap ? next - gap : next - gap + capacity
      if reach >= distance {
        buckets[gap] = buckets[next]
        gap = next
      }
      next = after(next)
    }
    buckets[gap] = .free
  }

  /// Removes all entries and keeps the memory.
  public mutating func removeAll() {
    if count > 0, let base = unsafe buckets.pointer {
      unsafe memset(base, 0, buckets.count * MemoryLayout<Bucket>.stride)
    }
    count = 0
  }

  // MARK: Copies

  public func copy() throws(Refusal) -> KeyIndex {
    var copy = KeyIndex()
    try copy.buckets.reserve(buckets.count)
    copy.buckets.append(contentsOf: buckets)
    copy.count = count
    return copy
  }

  /// A copy with the smallest capacity for its entries.
  func trimmed() throws(Refusal) -> KeyIndex {
    var trimmed = KeyIndex()
    try trimmed.reserve(count)
    trimmed.insert(all: self)
    return trimmed
  }

  public mutating func free() {
    buckets.free()
    count = 0
  }
}
