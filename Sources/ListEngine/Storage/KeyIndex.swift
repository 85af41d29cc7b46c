// From a key to a number: an open-addressing table that holds no keys.
//
//     entry    | fingerprint, 32 bits | number + 1, 32 bits |     0: free
//     bucket   (fingerprint × capacity) >> 32, then the next ones in a ring
//
// An entry knows its own bucket, so growing and deleting read no keys, and any capacity serves: the
// table grows by a third and stays between 0.56 and 0.75 full. Deleting closes the gap at once
// (backward shift, Knuth 6.4 R), so there are no tombstones. Whether the number found belongs to the
// key is for the caller to see: a fingerprint that is equal by chance is rare but real.

import CPlatform

public struct KeyIndex: ~Copyable {
  private var entries = Buffer<UInt64>()
  private var used: UInt32 = 0
  public private(set) var count: Int {
    get { Int(used) }
    set { used = UInt32(truncatingIfNeeded: newValue) }
  }

  public init() {}

  public var bytes: Int { entries.bytes }

  @inline(__always) private static func bucket(_ fingerprint: UInt32, _ capacity: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(fingerprint) &* UInt64(truncatingIfNeeded: capacity)) &>> 32)
  }

  /// A number as a key: its fingerprint is its own alone.
  @inline(__always) static func fingerprint(ofNumber number: UInt32) -> UInt32 { number &* 0x9e37_79b1 }

  @inline(__always) private static func entry(_ fingerprint: UInt32, _ number: UInt32) -> UInt64 {
    UInt64(fingerprint) &<< 32 | UInt64(number &+ 1)
  }

  @inline(__always) private func after(_ bucket: Int) -> Int { bucket + 1 == entries.count ? 0 : bucket + 1 }

  /// Brings the bucket near; call it some lookups ahead.
  @inline(__always) public func prefetch(_ fingerprint: UInt32) {
    guard let base = unsafe entries.pointer else { return }
    unsafe iqp_prefetch(base + KeyIndex.bucket(fingerprint, entries.count))
  }

  /// The first number under `fingerprint` that `isMatch` accepts.
  @inline(__always) public func find(_ fingerprint: UInt32, where isMatch: (UInt32) -> Bool) -> UInt32? {
    if count == 0 { return nil }
    var bucket = KeyIndex.bucket(fingerprint, entries.count)
    while true {
      let entry = entries[bucket]
      if entry == 0 { return nil }
      if UInt32(truncatingIfNeeded: entry &>> 32) == fingerprint {
        let number = UInt32(truncatingIfNeeded: entry) &- 1
        if isMatch(number) { return number }
      }
      bucket = after(bucket)
    }
  }

  /// Sets in `filter`, of 1 << bits zeroes, that of each fingerprint's upper bits. Where it is not set the
  /// fingerprint is not here.
  func mark(_ filter: inout Buffer<UInt64>, bits: UInt64) {
    // What is free passes for a fingerprint of 0.
    for bucket in 0..<entries.count {
      let bit = entries[bucket] &>> (64 &- bits)
      filter[Int(truncatingIfNeeded: bit &>> 6)] |= 1 &<< (bit & 63)
    }
  }

  /// Room for `total` entries in all; the capacity is what a load of 0.75 wants.
  public mutating func reserve(_ total: Int) throws(Refusal) {
    if total * 4 <= entries.count * 3 { return }
    try rebuild(capacity: total + total / 3 + 2)
  }

  /// Room for `extra` more; grows by a third at least.
  public mutating func reserve(extra: Int) throws(Refusal) {
    let total = count + extra
    if total * 4 <= entries.count * 3 { return }
    try rebuild(capacity: max(total + total / 3 + 2, entries.count + entries.count / 3, 8))
  }

  private mutating func rebuild(capacity: Int) throws(Refusal) {
    var grown = KeyIndex()
    grown.entries = try Buffer(repeating: 0, count: capacity)
    for bucket in 0..<entries.count where entries[bucket] != 0 { grown.place(entries[bucket]) }
    self = grown
  }

  @inline(__always) @discardableResult private mutating func place(_ entry: UInt64) -> Int {
    var bucket = KeyIndex.bucket(UInt32(truncatingIfNeeded: entry &>> 32), entries.count)
    while entries[bucket] != 0 { bucket = after(bucket) }
    entries[bucket] = entry
    count += 1
    return bucket
  }

  /// Where entries come in the order of their fingerprints, the table is filled from one end to the
  /// other, and nothing is searched: each goes to its bucket, or behind the one before it.
  struct Filling {
    fileprivate var end = 0
    fileprivate var lastHome = 0
  }

  /// The next entry of a filling that began with an empty table, into room that was reserved. Some may
  /// be a little out of order.
  @inline(__always) mutating func append(
    _ fingerprint: UInt32, _ number: UInt32, to filling: inout Filling
  ) {
    let home = KeyIndex.bucket(fingerprint, entries.count)
    let bucket = max(home, filling.end)
    if home >= filling.lastHome && bucket < entries.count {
      entries[bucket] = KeyIndex.entry(fingerprint, number)
      count += 1
      filling.end = bucket &+ 1
      filling.lastHome = home
    } else {
      // Back in the row that is there, or round to the front.
      filling.end = max(filling.end, place(KeyIndex.entry(fingerprint, number)) &+ 1)
    }
  }

  /// Into room that was reserved: cannot fail. The caller knows that the key is not there.
  @inline(__always) public mutating func insert(_ fingerprint: UInt32, _ number: UInt32) {
    place(KeyIndex.entry(fingerprint, number))
  }

  /// Inserts unless `isMatch` accepts a number under the same fingerprint, which is then answered.
  @inline(__always) public mutating func insert(
    _ fingerprint: UInt32, _ number: UInt32, unless isMatch: (UInt32) -> Bool
  ) -> UInt32? {
    var bucket = KeyIndex.bucket(fingerprint, entries.count)
    while entries[bucket] != 0 {
      if UInt32(truncatingIfNeeded: entries[bucket] &>> 32) == fingerprint {
        let other = UInt32(truncatingIfNeeded: entries[bucket]) &- 1
        if isMatch(other) { return other }
      }
      bucket = after(bucket)
    }
    entries[bucket] = KeyIndex.entry(fingerprint, number)
    count += 1
    return nil
  }

  /// Removes one entry; answers whether it was there.
  @discardableResult
  public mutating func remove(_ fingerprint: UInt32, _ number: UInt32) -> Bool {
    if count == 0 { return false }
    let wanted = KeyIndex.entry(fingerprint, number)
    var bucket = KeyIndex.bucket(fingerprint, entries.count)
    while entries[bucket] != wanted {
      if entries[bucket] == 0 { return false }
      bucket = after(bucket)
    }
    closeGap(at: bucket)
    count -= 1
    return true
  }

  /// Moves back each entry behind the gap that may stand there: one whose bucket is not between the
  /// gap and itself.
  private mutating func closeGap(at start: Int) {
    let capacity = entries.count
    var gap = start
    var next = after(gap)
    while entries[next] != 0 {
      let home = KeyIndex.bucket(UInt32(truncatingIfNeeded: entries[next] &>> 32), capacity)
      let reach = next >= home ? next - home : next - home + capacity
      let distance = next >= gap ? next - gap : next - gap + capacity
      if reach >= distance {
        entries[gap] = entries[next]
        gap = next
      }
      next = after(next)
    }
    entries[gap] = 0
  }

  /// Empty, with its memory kept.
  public mutating func removeAll() {
    if count > 0, let base = unsafe entries.pointer {
      unsafe memset(base, 0, entries.count * MemoryLayout<UInt64>.stride)
    }
    count = 0
  }

  public func copy() throws(Refusal) -> KeyIndex {
    var copy = KeyIndex()
    try copy.entries.reserve(entries.count)
    copy.entries.append(contentsOf: entries)
    copy.count = count
    return copy
  }

  /// A copy with no more room than its entries need.
  func trimmed() throws(Refusal) -> KeyIndex {
    var trimmed = KeyIndex()
    try trimmed.reserve(count)
    for bucket in 0..<entries.count where entries[bucket] != 0 { trimmed.place(entries[bucket]) }
    return trimmed
  }

  public mutating func free() {
    entries.free()
    count = 0
  }
}
