// Writes text for people: messages, log lines, dumps. It writes into memory that exists already, so that
// reporting a failure cannot fail. Text beyond the capacity is counted but not written; a caller can so find
// out how much memory a dump needs.
//
//     memory   [ i s   b e y o n d \0 ]        capacity 10
//     text       i s   b e y o n d   t h e   e n d            length 17

@safe public struct TextWriter {
  private let memory: UnsafeMutablePointer<UInt8>?
  private let capacity: Int
  /// The length of all appended text, without the NUL.
  public private(set) var length = 0

  @unsafe public init(into memory: UnsafeMutableRawPointer?, capacity: Int) {
    unsafe self.memory = memory?.assumingMemoryBound(to: UInt8.self)
    self.capacity = unsafe memory == nil ? 0 : capacity
  }

  /// Writes a NUL; the next append overwrites it.
  public mutating func terminate() {
    guard capacity > 0 else { return }
    unsafe memory.unsafelyUnwrapped[min(length, capacity - 1)] = 0
  }

  // Text is for people, who read slower than it is written: each of these functions is a call.

  @inline(never) @_optimize(size) public mutating func append(byte: UInt8) { put(byte) }

  @inline(__always) private mutating func put(_ byte: UInt8) {
    if length < capacity { unsafe memory.unsafelyUnwrapped[length] = byte }
    length &+= 1
  }

  @inline(never) @_optimize(size) public mutating func append(_ text: StaticString) {
    unsafe append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  @unsafe @inline(never) @_optimize(size) public mutating func append(
    _ text: UnsafePointer<UInt8>, count: Int
  ) {
    for i in 0..<count { put(unsafe text[i]) }
  }

  @inline(never) @_optimize(size) public mutating func append(_ number: Int) {
    if number < 0 { append(byte: UInt8(ascii: "-")) }
    append(UInt64(number.magnitude))
  }

  @_optimize(size) public mutating func append(_ number: UInt32) { append(UInt64(number)) }

  @inline(never) @_optimize(size) public mutating func append(_ number: UInt64) {
    var unit: UInt64 = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      put(UInt8(ascii: "0") + UInt8(number / unit % 10))
      unit /= 10
    }
  }

  /// 16 digits, most significant first.
  @inline(never) @_optimize(size) public mutating func append(hex number: UInt64) {
    for i in 0..<8 { append(hex: UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * i))) }
  }

  /// As C writes it: "0x40".
  @inline(never) @_optimize(size) public mutating func append(shortHex number: UInt64) {
    append("0x")
    let digits = max(1, (67 - number.leadingZeroBitCount) / 4)
    for i in 0..<digits { append(hexDigit: UInt8(number >> UInt64(4 * (digits - 1 - i)) & 15)) }
  }

  /// Appends the key's bytes in the order in which the host sees them.
  @inline(never) @_optimize(size) public mutating func append(_ key: Key) {
    append(hex: key.low.bigEndian)
    append(hex: key.high.bigEndian)
  }

  /// Appends section:item, or only the section if no item is set.
  @inline(never) @_optimize(size) public mutating func append(_ position: Position) {
    append(position.section)
    guard position.item != noIndex else { return }
    append(byte: UInt8(ascii: ":"))
    append(position.item)
  }

  @_optimize(size) private mutating func append(hex byte: UInt8) {
    append(hexDigit: byte >> 4)
    append(hexDigit: byte & 15)
  }

  @_optimize(size) private mutating func append(hexDigit digit: UInt8) {
    put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
  }
}
