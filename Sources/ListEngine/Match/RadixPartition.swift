// Fingerprints partitioned by their top bits, about a thousand to a part, so that working through one part at
// a time stays in the cache.
//
//     added      0x9..  0x4..  0x7..  0x1..                  numbered in this order: 0 1 2 3
//     entries    0x4.. 1   0x1.. 3  |  0x9.. 0   0x7.. 2     part 0 | part 1
//
// One pass of a radix sort: `add` counts by part, `divide` distributes.

struct RadixPartition: ~Copyable {
  static let size = 1024
  static let most = 4096

  private var fingerprints = Buffer<UInt32>()
  /// Fingerprint in the high half, number in the low half.
  private var entries = Buffer<UInt64>()
  /// The end of the entries of each part.
  private var ends = Buffer<UInt32>()
  private var shift: UInt64 = 32

  var count: Int { max(ends.count - 1, 0) }
  var bytes: Int { fingerprints.bytes + entries.bytes + ends.bytes }

  /// The number of parts for `total` fingerprints of about `size` each, a power of two.
  static func count(for total: Int) -> Int {
    var count = 1
    while count < RadixPartition.most && total > count * RadixPartition.size { count *= 2 }
    return count
  }

  /// Reserves memory for `total` fingerprints in `count` parts.
  mutating func begin(_ total: Int, count: Int) throws(Refusal) {
    shift = 32 - UInt64(count.trailingZeroBitCount)
    fingerprints.removeAll()
    ends.removeAll()
    try fingerprints.reserve(total)
    try entries.reserve(total)
    try ends.resize(to: count + 1, filling: 0)
  }

  @inline(__always) private func part(_ fingerprint: UInt32) -> Int {
    Int(truncatingIfNeeded: UInt64(fingerprint) &>> shift)
  }

  @inline(__always) mutating func add(_ fingerprint: UInt32) {
    fingerprints.push(fingerprint)
    ends[part(fingerprint) + 1] &+= 1
  }

  /// Call after all fingerprints are added.
  mutating func divide() {
    for part in 1..<ends.count { ends[part] &+= ends[part - 1] }
    entries.setCountWithinCapacity(fingerprints.count)
    for number in 0..<fingerprints.count {
      let fingerprint = fingerprints[number]
      let index = Int(ends[part(fingerprint)])
      entries[index] = UInt64(fingerprint) &<< 32 | UInt64(truncatingIfNeeded: number)
      ends[part(fingerprint)] &+= 1
    }
  }

  /// Valid after `divide`: the entries of a part.
  @inline(__always) func range(_ part: Int) -> Range<Int> {
    Int(part == 0 ? 0 : ends[part - 1])..<Int(ends[part])
  }

  @inline(__always) func fingerprint(_ entry: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: entries[entry] &>> 32)
  }

  @inline(__always) func number(_ entry: Int) -> Int { Int(UInt32(truncatingIfNeeded: entries[entry])) }

  @inline(__always) func fingerprint(ofNumber number: Int) -> UInt32 { fingerprints[number] }

  /// The entries of the part that contains a fingerprint.
  func range(of fingerprint: UInt32) -> Range<Int> { range(part(fingerprint)) }
}
