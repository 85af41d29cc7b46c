// Sorts 64-bit values by their high half, stably: a key above, what it belongs to below.
//
//     | before-position | index |        (4,0) (3,1) (0,2) (2,3)  ->  (0,2) (2,3) (3,1) (4,0)
//       high half         low half
//
// A radix sort from the lowest digit up, 10 bits at a time: a pass reads and writes everything once,
// and positions below 1024, 1 M or more need one, two or three of them. Fingerprints, which are all over
// their 32 bits, are put nearly in order by the upper 20: two passes.

struct KeySort: ~Copyable {
  private var spare = Buffer<UInt64>()
  private var places = Buffer<UInt32>()

  private static let digitBits: UInt64 = 10
  private static let digits = 1024
  /// Fewer are sorted by insertion.
  private static let few = 32

  var bytes: Int { spare.bytes + places.bytes }

  /// What sorting `count` values takes; then `sort` cannot fail.
  mutating func reserve(_ count: Int) throws(Refusal) {
    if count <= KeySort.few { return }
    try spare.reserve(count)
    try places.reserve(KeySort.digits)
  }

  /// By the bits from `lowest` on.
  mutating func sort(_ values: inout Buffer<UInt64>, from lowest: UInt64 = 32) {
    if values.count <= KeySort.few { return insertionSort(&values) }
    places.setCountWithinCapacity(KeySort.digits)
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
    for digit in 0..<KeySort.digits { places[digit] = 0 }
    for i in 0..<values.count { places[KeySort.digit(values[i], shift)] &+= 1 }
    var place: UInt32 = 0
    for digit in 0..<KeySort.digits {
      let count = places[digit]
      places[digit] = place
      place &+= count
    }
    for i in 0..<values.count {
      let digit = KeySort.digit(values[i], shift)
      spare[Int(places[digit])] = values[i]
      places[digit] &+= 1
    }
    swap(&values, &spare)
  }

  @inline(__always) private static func digit(_ value: UInt64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: (value &>> shift) & UInt64(digits - 1))
  }

  private func insertionSort(_ values: inout Buffer<UInt64>) {
    var sorted = 1
    while sorted < values.count {
      let value = values[sorted]
      var hole = sorted
      while hole > 0, values[hole - 1] &>> 32 > value &>> 32 {
        values[hole] = values[hole - 1]
        hole -= 1
      }
      values[hole] = value
      sorted += 1
    }
  }
}

extension Buffer where Element == UInt64 {
  mutating func sort() throws(Refusal) {
    var sorting = KeySort()
    try sorting.reserve(count)
    sorting.sort(&self)
  }
}
