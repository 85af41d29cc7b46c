// Where an item stands in a sorted list: 16 bytes that the host makes, compared as one unsigned number, so that sorting
// calls no host function.
//
//     unsigned    0 < 1 < 2                       as they are
//     signed     -1 < 0 < 1                       the sign bit is turned around
//     number     -2.5 < -0.0 = 0.0 < 1 < NaN      all bits of a negative one are turned around, else its sign bit
//     bytes      "ab" < "abc" < "b"               the first byte is the most significant one
//
// The head of IEEE 754-2019, 5.10, has the order of numbers; here all NaNs are equal, and so are both zeroes.

public struct Rank: BitwiseCopyable, Sendable {
  public var high: UInt64
  public var low: UInt64

  public init(high: UInt64 = 0, low: UInt64 = 0) {
    self.high = high
    self.low = low
  }

  @inline(__always) public static func == (a: Rank, b: Rank) -> Bool {
    (a.low ^ b.low) | (a.high ^ b.high) == 0
  }

  @inline(__always) public static func != (a: Rank, b: Rank) -> Bool { !(a == b) }

  @inline(__always) public static func < (a: Rank, b: Rank) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }

  /// Largest first.
  @inline(__always) var reversed: Rank { Rank(high: ~high, low: ~low) }
}

// MARK: What the host makes ranks of

extension Rank {
  public init(signed value: Int64) { self.init(high: UInt64(bitPattern: value) ^ 1 << 63) }

  public init(_ value: Double) {
    // -0.0 + 0.0 is 0.0.
    let bits = (value + 0).bitPattern
    let turned = bits >> 63 != 0 ? ~bits : bits | 1 << 63
    self.init(high: value.isNaN ? .max : turned, low: value.isNaN ? .max : 0)
  }

  /// The 16 bytes from 16 * `depth` on, zeroes where there are none.
  @unsafe public init(_ bytes: UnsafeRawPointer?, count: Int, depth: UInt32) {
    self.init()
    guard let bytes = unsafe bytes, count >> 4 >= Int(depth) else { return }
    let start = Int(depth) << 4
    for i in 0..<min(16, count - start) {
      let byte = unsafe UInt64((bytes + start + i).load(as: UInt8.self)) << UInt64(56 - i % 8 * 8)
      if i < 8 { high |= byte } else { low |= byte }
    }
  }
}
