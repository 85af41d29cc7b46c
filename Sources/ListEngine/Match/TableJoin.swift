// Looks up keys without an index, where both sides fit the cache: one hash table of the unmatched items of
// `before`, in which each open item of `after` is searched. Where they do not fit, see PartitionedJoin.
//
//     before   9 4 7 1      numbered 1 2 3 4 in the order of adding
//     table    [ 4:2 |  | 9:1 | 1:4 |  |  | 7:3 |  ]      see TagTable

import CPlatform

struct TableJoin: ~Copyable, KeyJoin {
  static let most = TagTable.most

  /// Whether so many items of either side can be joined.
  static func fits(_ before: Int, _ after: Int) -> Bool { before <= most && after <= 4 * most }

  private var items = Buffer<JoinItem>()
  private var table = TagTable()
  /// The fingerprints of the items of `after`, by number.
  private var fingerprints = Buffer<UInt32>()
  private var isLarge = false

  var bytes: Int { items.bytes + table.bytes + fingerprints.bytes }

  /// `count` is at most `most`.
  mutating func begin(before count: Int, after newCount: Int) throws(Refusal) {
    items.removeAll()
    fingerprints.removeAll()
    try items.reserve(count)
    try fingerprints.reserve(newCount)
    try table.begin(count)
  }

  @inline(__always) mutating func add(before item: JoinItem, _ fingerprint: UInt32) {
    items.push(item)
    table.add(fingerprint, items.count)
  }

  @inline(__always) mutating func add(after fingerprint: UInt32) { fingerprints.push(fingerprint) }

  mutating func run() { isLarge = bytes > TableJoin.cached }

  /// Prefetches what item `number` of `after` will be compared with, and the bucket of one further on. There
  /// need not be such items.
  @inline(__always) func prefetch(_ number: Int) {
    guard isLarge, number < fingerprints.count, let items = unsafe items.pointer else { return }
    table.prefetch(fingerprints[min(number &+ TableJoin.ahead, fingerprints.count &- 1)])
    // A free bucket leads to the address before the first item, which is not read.
    let first = table.first(fingerprints[number])
    unsafe iqp_prefetch(UnsafeRawPointer(items) + (first &- 1) &* MemoryLayout<JoinItem>.stride)
  }

  /// The item of `before` that matches item `number` of `after`.
  @inline(__always) func match(_ number: Int, where isMatch: (JoinItem) -> Bool) -> JoinItem? {
    guard let items = unsafe items.pointer else { return nil }
    let found = table.find(fingerprints[number]) { isMatch(unsafe items[$0 &- 1]) }
    return found.map { unsafe items[$0 &- 1] }
  }

  private static let ahead = 8
  /// More bytes than these are prefetched.
  private static let cached = 1 << 18
}
