// Looks up keys without an index, where both sides fit the cache: one hash table of the unmatched items of
// `before`, in which each open item of `after` is searched. Where they do not fit, see PartitionedJoin.
//
//     before   9 4 7 1      numbered 1 2 3 4 in the order of adding
//     table    [ 4:2 |  | 9:1 | 1:4 |  |  | 7:3 |  ]      tag and number in one word; 0 is free
//
// The tag is the upper half of the fingerprint, the bucket its lower bits. At most half of the table is filled.

import CPlatform

struct TableJoin: ~Copyable, KeyJoin {
  /// A number has sixteen bits, and 0 is none. Half of what these can count keeps the table in the cache.
  static let most = 1 << 15

  /// Whether so many items of either side can be joined.
  static func fits(_ before: Int, _ after: Int) -> Bool { before <= most && after <= 4 * most }

  private var items = Buffer<JoinItem>()
  private var table = Buffer<UInt32>()
  /// By number of the items of `after`.
  private var fingerprints = Buffer<UInt32>()
  private var mask: UInt32 = 0
  private var isLarge = false

  var bytes: Int { items.bytes + table.bytes + fingerprints.bytes }

  /// `count` is at most `most`.
  mutating func begin(before count: Int, after newCount: Int) throws(Refusal) {
    items.removeAll()
    fingerprints.removeAll()
    table.removeAll()
    try items.reserve(count)
    try fingerprints.reserve(newCount)
    var capacity = 16
    while capacity < 2 * count { capacity *= 2 }
    try table.resize(to: capacity, filling: 0)
    mask = UInt32(truncatingIfNeeded: capacity &- 1)
  }

  @inline(__always) mutating func add(before item: JoinItem, _ fingerprint: UInt32) {
    items.push(item)
    guard let table = unsafe table.pointer else { return }
    var bucket = fingerprint & mask
    while unsafe table[Int(bucket)] != 0 { bucket = (bucket &+ 1) & mask }
    unsafe table[Int(bucket)] = fingerprint & TableJoin.tag | UInt32(truncatingIfNeeded: items.count)
  }

  @inline(__always) mutating func add(after fingerprint: UInt32) { fingerprints.push(fingerprint) }

  mutating func run() { isLarge = bytes > TableJoin.cached }

  /// Prefetches what item `number` of `after` will be compared with, and the bucket of one further on. There
  /// need not be such items.
  @inline(__always) func prefetch(_ number: Int) {
    guard isLarge, number < fingerprints.count, let table = unsafe table.pointer,
      let items = unsafe items.pointer
    else { return }
    let further = min(number &+ TableJoin.ahead, fingerprints.count &- 1)
    unsafe iqp_prefetch(table + Int(fingerprints[further] & mask))
    // A free bucket leads to the address before the first item, which is not read.
    let entry = Int(self.table[Int(fingerprints[number] & mask)] & ~TableJoin.tag)
    unsafe iqp_prefetch(UnsafeRawPointer(items) + (entry &- 1) &* MemoryLayout<JoinItem>.stride)
  }

  /// The item of `before` that matches item `number` of `after`.
  @inline(__always) func match(_ number: Int, where isMatch: (JoinItem) -> Bool) -> JoinItem? {
    guard let table = unsafe table.pointer, let items = unsafe items.pointer else { return nil }
    let fingerprint = fingerprints[number]
    var bucket = fingerprint & mask
    while true {
      let entry = unsafe table[Int(bucket)]
      if entry == 0 { return nil }
      if (entry ^ fingerprint) & TableJoin.tag == 0 {
        let item = unsafe items[Int(entry & ~TableJoin.tag) &- 1]
        if isMatch(item) { return item }
      }
      bucket = (bucket &+ 1) & mask
    }
  }

  private static let tag: UInt32 = 0xffff_0000
  private static let ahead = 8
  /// More bytes than these are prefetched.
  private static let cached = 1 << 18
}
