// The items that a call names, by flat position.
//
//     items 9 4 5 4     order   9 4 5 4        as the host lists them: where one item at most has a state, the last wins
//                       ranges  4 ..< 6, 9 ..< 10
//     range 3, count 4  ranges  3 ..< 7        no order

struct FlatRange: BitwiseCopyable {
  var first: UInt32
  var count: UInt32

  var end: UInt32 { first + count }
}

/// An item that only the first source of a chain has, with its handle there.
struct ItemAbove: BitwiseCopyable {
  var key: ScopedKey
  var handle: UInt64
}

struct StateTarget: ~Copyable {
  private(set) var ranges = Buffer<FlatRange>()
  private(set) var order = Buffer<UInt32>()
  /// Items that a derived list hides, by position in its source, in ascending order.
  private(set) var hidden = Buffer<UInt32>()
  /// Items that a list above it hides.
  private(set) var above = Buffer<ItemAbove>()
  /// Whether the host names one item: then the call is refused where a trait says no.
  let isOne: Bool

  init(_ first: Int, _ count: Int) throws(Refusal) {
    isOne = false
    if count == 0 { return }
    try ranges.append(FlatRange(first: UInt32(first), count: UInt32(count)))
  }

  /// `noIndex` is passed over.
  init(
    _ flat: consuming Buffer<UInt32>, hidden: consuming Buffer<UInt32> = Buffer(),
    above: consuming Buffer<ItemAbove> = Buffer(), isOne: Bool
  ) throws(Refusal) {
    self.isOne = isOne
    self.hidden = try StateTarget.sorted(hidden)
    self.above = above
    try order.reserve(flat.count)
    for i in 0..<flat.count where flat[i] != noIndex { order.push(flat[i]) }
    var sorted = try Buffer<UInt64>(capacity: order.count)
    // The high halves are sorted.
    for i in 0..<order.count { sorted.push(UInt64(order[i]) << 32) }
    try sorted.sort()
    for i in 0..<sorted.count {
      let next = UInt32(sorted[i] >> 32)
      if let last = ranges.last, next < last.end { continue }
      if let last = ranges.last, next == last.end {
        ranges[ranges.count - 1].count += 1
      } else {
        try ranges.append(FlatRange(first: next, count: 1))
      }
    }
  }

  /// Sorts the positions and drops repetitions.
  private static func sorted(_ positions: consuming Buffer<UInt32>) throws(Refusal) -> Buffer<UInt32> {
    var positions = positions
    var sorted = try Buffer<UInt64>(capacity: positions.count)
    for i in 0..<positions.count { sorted.push(UInt64(positions[i]) << 32) }
    try sorted.sort()
    positions.removeAll()
    for i in 0..<sorted.count where i == 0 || sorted[i] != sorted[i - 1] {
      positions.push(UInt32(sorted[i] >> 32))
    }
    return positions
  }

  /// Whether the items have an order of their own.
  var isOrdered: Bool { !order.isEmpty }

  func contains(_ flat: UInt32) -> Bool {
    for i in 0..<ranges.count where ranges[i].first <= flat && flat < ranges[i].end { return true }
    return false
  }
}
