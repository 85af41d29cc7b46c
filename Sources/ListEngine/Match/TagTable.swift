// A map from fingerprints to small numbers that fits the cache: open addressing, four bytes a bucket.
//
//     numbers   1: fingerprint 9..    2: 4..    3: 7..    4: 1..
//     buckets   [ 4:2 |  | 9:1 | 1:4 |  |  | 7:3 |  ]      tag and number in one word; 0 is free
//
// The tag is the upper half of the fingerprint, the bucket its lower bits. At most half of the table is filled.
// Nothing is removed, so the numbers with equal fingerprints are probed in the order of adding.

import CPlatform

struct TagTable: ~Copyable {
  /// A number has sixteen bits, and 0 is none.
  static let highest = 0xffff
  /// How many numbers there may be: half of what the bits can count keeps the table in the cache.
  static let most = 1 << 15

  private var buckets = Buffer<UInt32>()
  private var mask: UInt32 = 0

  var bytes: Int { buckets.bytes }

  /// Empties the table, for up to `count` numbers; `count` is at most `most`.
  mutating func begin(_ count: Int) throws(Refusal) {
    var capacity = 16
    while capacity < 2 * count { capacity *= 2 }
    buckets.removeAll()
    try buckets.resize(to: capacity, filling: 0)
    mask = UInt32(truncatingIfNeeded: capacity &- 1)
  }

  /// Adds a number, counted from 1.
  @inline(__always) mutating func add(_ fingerprint: UInt32, _ number: Int) {
    let bucket = probe(fingerprint) { _ in false }
    write(number, fingerprint, to: bucket)
  }

  /// Adds a number, unless `isEqual` accepts another one with its tag, which is returned.
  @inline(__always) mutating func add(
    _ fingerprint: UInt32, _ number: Int, unless isEqual: (Int) -> Bool
  ) -> Int? {
    let bucket = probe(fingerprint, isEqual)
    let found = self.number(in: bucket)
    if found != 0 { return found }
    write(number, fingerprint, to: bucket)
    return nil
  }

  /// The first number with the fingerprint's tag that `isEqual` accepts.
  @inline(__always) func find(_ fingerprint: UInt32, where isEqual: (Int) -> Bool) -> Int? {
    let found = number(in: probe(fingerprint, isEqual))
    return found == 0 ? nil : found
  }

  /// Prefetches the bucket.
  @inline(__always) func prefetch(_ fingerprint: UInt32) {
    if let buckets = unsafe buckets.pointer { unsafe iqp_prefetch(buckets + Int(fingerprint & mask)) }
  }

  /// The number in the fingerprint's first bucket; 0 if it is free.
  @inline(__always) func first(_ fingerprint: UInt32) -> Int { number(in: fingerprint & mask) }

  // MARK: Buckets

  private static let tag: UInt32 = 0xffff_0000

  @inline(__always) private func number(in bucket: UInt32) -> Int {
    Int(buckets[Int(bucket)] & ~TagTable.tag)
  }

  @inline(__always) private mutating func write(_ number: Int, _ fingerprint: UInt32, to bucket: UInt32) {
    buckets[Int(bucket)] = fingerprint & TagTable.tag | UInt32(truncatingIfNeeded: number)
  }

  /// The bucket of a number that `isEqual` accepts, or the free one behind those with the fingerprint.
  @inline(__always) private func probe(_ fingerprint: UInt32, _ isEqual: (Int) -> Bool) -> UInt32 {
    guard let buckets = unsafe buckets.pointer else { return 0 }
    var bucket = fingerprint & mask
    while true {
      let entry = unsafe buckets[Int(bucket)]
      if entry == 0 { return bucket }
      if (entry ^ fingerprint) & TagTable.tag == 0, isEqual(Int(entry & ~TagTable.tag)) { return bucket }
      bucket = (bucket &+ 1) & mask
    }
  }
}
