// SipHash-2-4 with 128 bits of output (Aumasson and Bernstein, 2012), computed incrementally.
//
//     bytes ──► [ pending word, up to 7 bytes ] ──► 2 rounds each 8 bytes ──► 4 rounds twice ──► 16 bytes
//
// The state consists of plain words, so that it can live in the host's memory: if the host overwrites them,
// the result is a different hash and nothing worse.

public struct SipHash: BitwiseCopyable {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64
  /// The bytes after the last whole word: `length` % 8 of them, the first one in the lowest bits.
  private var pending: UInt64 = 0
  private var length: UInt64 = 0

  public init(key: Key) {
    let k0 = key.low.littleEndian
    let k1 = key.high.littleEndian
    v0 = k0 ^ 0x736f_6d65_7073_6575
    v1 = k1 ^ 0x646f_7261_6e64_6f6d ^ 0xee
    v2 = k0 ^ 0x6c79_6765_6e65_7261
    v3 = k1 ^ 0x7465_6462_7974_6573
  }

  public mutating func append(byte: UInt8) {
    let filled = length & 7
    length &+= 1
    pending |= UInt64(byte) &<< (8 &* filled)
    guard filled == 7 else { return }
    compress(pending)
    pending = 0
  }

  /// Appends the word's 8 bytes, lowest byte first.
  public mutating func append(word: UInt64) {
    let shift = 8 &* (length & 7)
    length &+= 8
    compress(pending | word &<< shift)
    pending = shift == 0 ? 0 : word &>> (64 &- shift)
  }

  @unsafe public mutating func append(_ bytes: UnsafeRawPointer, count: Int) {
    let words = count & ~7
    var offset = 0
    if length & 7 == 0 {
      // Whole words one after the other: the state stays in registers.
      var hash = self
      while offset < words {
        hash.compress(
          UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset &+= 8
      }
      hash.length &+= UInt64(words)
      self = hash
    }
    while offset < words {
      append(word: UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset &+= 8
    }
    while offset < count {
      append(byte: unsafe bytes.load(fromByteOffset: offset, as: UInt8.self))
      offset &+= 1
    }
  }

  public consuming func finish() -> Key {
    compress(pending | length &<< 56)
    v2 ^= 0xee
    for _ in 0..<4 { round() }
    let low = v0 ^ v1 ^ v2 ^ v3
    v1 ^= 0xdd
    for _ in 0..<4 { round() }
    let high = v0 ^ v1 ^ v2 ^ v3
    return Key(low: low.littleEndian, high: high.littleEndian)
  }

  @inline(__always) private mutating func compress(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  @inline(__always) private mutating func round() {
    v0 &+= v1
    v1 = rotate(v1, 13) ^ v0
    v0 = rotate(v0, 32)
    v2 &+= v3
    v3 = rotate(v3, 16) ^ v2
    v0 &+= v3
    v3 = rotate(v3, 21) ^ v0
    v2 &+= v1
    v1 = rotate(v1, 17) ^ v2
    v2 = rotate(v2, 32)
  }

  @inline(__always) private func rotate(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word &<< bits | word &>> (64 &- bits)
  }
}
