// Writes an encoding directly to the host's memory. Bytes beyond the capacity are counted but not written, so
// that a caller can find out the length before it allocates.
//
//     memory   [ header 32 | 01 c8 03 ... ]       capacity 100
//                            │  └─ a number: 7 bits a byte, the lowest first, the top bit means "more"
//                            └──── a byte
//
// The header is written last, by `seal`, and only if everything fits. Fixed words are little-endian on every
// machine. A key is written as its 16 bytes, which have no byte order.

import CPlatform

@safe public struct ByteWriter {
  private let memory: UnsafeMutableRawPointer?
  private let capacity: Int
  /// The length of everything appended, including the header.
  public private(set) var length = Envelope.length
  private var names = 0
  /// The oldest format version that has what was appended.
  private var version = Envelope.oldest

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

  /// Writes a number in as few bytes as possible.
  @inline(never) mutating func append(_ number: UInt64) {
    var rest = number
    while rest > 127 {
      append(byte: UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    append(byte: UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always) mutating func append(_ number: Int) { append(UInt64(number)) }
  @inline(__always) mutating func append(_ number: UInt32) { append(UInt64(number)) }

  /// Writes 8 bytes.
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

  /// Writes the kind and the index of a supplementary.
  @inline(never) mutating func append(kind: UInt32, index: UInt32) {
    append(kind)
    append(index)
    use(format: Supplementary.format(ofKind: kind))
  }

  /// Raises the version of the encoding to the format that appended data needs.
  mutating func use(format: UInt8) { version = max(version, format) }

  private func put(_ word: UInt64, at offset: Int) {
    if offset > capacity - 8 { return }
    unsafe memory.unsafelyUnwrapped.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
  }

  /// The class names begin here.
  mutating func beginNames() { names = length }

  /// Writes the header, after everything else. Without it the bytes are not a valid encoding.
  mutating func seal(_ kind: Envelope.Kind) {
    guard let memory = unsafe memory, length <= capacity else { return }
    put(UInt64(names), at: Envelope.namesOffset)
    put(UInt64(length), at: Envelope.lengthOffset)
    put(unsafe Envelope.checksum(memory, length), at: Envelope.checksumOffset)
    put(Envelope.first(kind, version: version), at: 0)
  }
}

/// Maps 0, -1, 1, -2 ... to 0, 1, 2, 3 ..., so that numbers near 0 of either sign are short.
func zigzag(_ number: Int) -> Int { number << 1 ^ number >> 63 }
