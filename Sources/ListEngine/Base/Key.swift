// An identity: 16 bytes, compared bit for bit. Stored as two machine words so that a comparison is two
// instructions. The words have no other meaning, and their byte order never leaves the process.

public struct Key: BitwiseCopyable, Sendable {
  public var low: UInt64
  public var high: UInt64

  public init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  @inline(__always) public static func == (a: Key, b: Key) -> Bool {
    (a.low ^ b.low) | (a.high ^ b.high) == 0
  }

  @inline(__always) public static func != (a: Key, b: Key) -> Bool { !(a == b) }
}
