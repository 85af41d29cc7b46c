// Sorts 64-bit values by their high half, stably: the sort key is in the high half, a payload in the low.
//
//     | before-position | index |        (4,0) (3,1) (0,2) (2,3)  ->  (0,2) (2,3) (3,1) (4,0)
//       high half         low half
//
// A radix sort from the lowest digit up, 10 bits a pass; every pass reads and writes each value once.
// Positions below 1024 need one pass, below 1 M two, larger ones three. Fingerprints use all 32 bits; sorting
// by the upper 20 orders them nearly, in two passes.

struct KeySort: ~Copyable {
  private var spare = Buffer<UInt64>()
  private var offsets = Buffer<UInt32>()

  private static let digitBits: UInt64 = 10
  private static let digits = 1024
  /// Up to this many values are sorted by insertion.
  private static let few = 32

  var bytes: Int { spare.bytes + offsets.bytes }

  /// Reserves the memory for sorting `count` values; `sort` cannot fail afterwards.
  mutating func reserve(_ count: Int) throws(Refusal) {
    if count <= KeySort.few { return }
    try spare.reserve(count)
    try offsets.reserve(KeySort.digits)
  }

  /// Sorts by the bits from `lowest` up.
  mutating func sort(_ values: inout Buffer<UInt64>, from lowest: UInt64 = 32) {
    if values.count <= KeySort.few { return insertionSort(&values, lowest) }
    offsets.setCountWithinCapacity(KeySort.digits)
    spare.setCountWithinCapacity(values.count)
    var highest: UInt64 = 0
    for i in 0..<values.count { highest = max(highest, values[i]) }
    var shift = lowest
    while shift < 64, highest &>> shift != 0 {
      pass(&values, shift)
      shift += KeySort.digitBits
    }
  }

  private mutating func pass(_ values: inout Buffer<UInt64>, _ shift: UInt64) {
    for digit in 0..<KeySort.digits { offsets[digit] = 0 }
    for i in 0..<values.count { offsets[KeySort.digit(values[i], shift)] &+= 1 }
    var offset: UInt32 = 0
    for digit in 0..<KeySort.digits {
      let count = offsets[digit]
      offsets[digit] = offset
      offset &+= count
    }
    for i in 0..<values.count {
      let digit = KeySort.digit(values[i], shift)
      spare[Int(offsets[digit])] = values[i]
      offsets[digit] &+= 1
    }
    swap(&values, &spare)
  }

  @inline(__always) private static func digit(_ value: UInt64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: (value &>> shift) & UInt64(digits - 1))
  }

  private func insertionSort(_ values: inout Buffer<UInt64>, _ lowest: UInt64) {
    var sorted = 1
    while sorted < values.count {
      let value = values[sorted]
      var hole = sorted
      while hole > 0, values[hole - 1] &>> lowest > value &>> lowest {
        values[hole] = values[hole - 1]
        hole -= 1
      }
      values[hole] = value
      sorted += 1
    }
  }
}

extension Buffer where Element == UInt64 {
  /// Sorts by the bits from `lowest` up.
  mutating func sort(from lowest: UInt64 = 32) throws(Refusal) {
    var sorting = KeySort()
    try sorting.reserve(count)
    sorting.sort(&self, from: lowest)
  }
}
