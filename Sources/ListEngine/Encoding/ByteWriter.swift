// Bytes on their way out, straight into the host's memory. What does not fit is counted all the same, so
// that an encoding can be asked how long it is before there is room for it.
//
//     memory   [ header 32 | 01 c8 03 ... ]       capacity 100
//                            │  └─ a number: 7 bits a byte, the lowest first, the top bit says "more"
//                            └──── a byte
//
// The header is written last, by `seal`, and only if everything fitted. Fixed words are little-endian on
// every machine. A key goes as its 16 bytes, which have no order that a machine could turn around.

import CPlatform

@safe public struct ByteWriter {
  private let memory: UnsafeMutableRawPointer?
  private let capacity: Int
  /// Of all that was appended, and the header.
  public private(set) var length = Envelope.length
  private var names = 0

  @unsafe public init(into memory: UnsafeMutableRawPointer?, capacity: Int) {
    unsafe self.memory = memory
    self.capacity = unsafe memory == nil ? 0 : capacity
  }

  mutating func append(byte: UInt8) {
    if length < capacity {
      unsafe memory.unsafelyUnwrapped.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
    }
    length += 1
  }

  /// In as few bytes as it takes.
  mutating func append(_ number: UInt64) {
    var rest = number
    while rest > 127 {
      append(byte: UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    append(byte: UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always) mutating func append(_ number: Int) { append(UInt64(number)) }
  @inline(__always) mutating func append(_ number: UInt32) { append(UInt64(number)) }

  /// 8 bytes.
  mutating func append(word: UInt64) {
    put(word, at: length)
    length += 8
  }

  mutating func append(_ key: Key) {
    unsafe withUnsafeBytes(of: key) { unsafe append($0.baseAddress.unsafelyUnwrapped, count: 16) }
  }

  @unsafe mutating func append(_ bytes: UnsafeRawPointer, count: Int) {
    if count <= capacity - length { unsafe memcpy(memory.unsafelyUnwrapped + length, bytes, count) }
    length += count
  }

  private func put(_ word: UInt64, at offset: Int) {
    if offset > capacity - 8 { return }
    unsafe memory.unsafelyUnwrapped.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
  }

  /// What follows are the names of classes.
  mutating func beginNames() { names = length }

  /// The header, once all else is there. Without it the bytes are none of ours.
  mutating func seal(_ kind: Envelope.Kind) {
    guard let memory = unsafe memory, length <= capacity else { return }
    put(UInt64(names), at: Envelope.namesOffset)
    put(UInt64(length), at: Envelope.lengthOffset)
    put(unsafe Envelope.checksum(memory, length), at: Envelope.checksumOffset)
    put(Envelope.first(kind), at: 0)
  }
}

/// 0, -1, 1, -2 ... as 0, 1, 2, 3 ...: what is near to 0 on either side is short.
func zigzag(_ number: Int) -> Int { number << 1 ^ number >> 63 }
