// Derives keys and contents from fields. The result is the same in every process, host and language. Each
// field enters the hash with its type and length, as the table in the header defines:
//
//     ("a", 1)    05 01 00 00 00 00 00 00 00 61    01 01 00 00 00 00 00 00 00
//                 └type └length              └a    └type └value

/// Eight words with the layout of the header's iq_hasher; it lives in the host's memory.
public struct FieldHasher: BitwiseCopyable {
  private var hash: SipHash
  /// `started` once initialised; any other value means uninitialised memory.
  private var mark: UInt64
  private var reserved: UInt64 = 0

  /// The ASCII of "iqhasher".
  private static var started: UInt64 { 0x7265_6873_6168_7169 }

  public init() {
    hash = SipHash(key: Key(low: 0, high: 0))
    mark = FieldHasher.started
  }

  public var isStarted: Bool { mark == FieldHasher.started }

  public mutating func add(_ value: UInt64) {
    hash.append(byte: 0x01)
    hash.append(word: value)
  }

  /// A non-negative value hashes the same whether it is signed or unsigned.
  public mutating func add(_ value: Int64) {
    hash.append(byte: value < 0 ? 0x02 : 0x01)
    hash.append(word: UInt64(bitPattern: value))
  }

  public mutating func add(_ value: Double) {
    let one = value == 0 ? 0 : value.isNaN ? Double.nan : value
    hash.append(byte: 0x03)
    hash.append(word: one.bitPattern)
  }

  @unsafe public mutating func add(bytes: UnsafeRawPointer?, count: Int) {
    unsafe add(type: 0x04, bytes, count)
  }

  @unsafe public mutating func add(string: UnsafeRawPointer?, count: Int) {
    unsafe add(type: 0x05, string, count)
  }

  public mutating func add(_ key: Key) {
    hash.append(byte: 0x06)
    hash.append(word: key.low.littleEndian)
    hash.append(word: key.high.littleEndian)
  }

  public mutating func add(_ value: Bool) {
    hash.append(byte: 0x07)
    hash.append(byte: value ? 1 : 0)
  }

  public mutating func addNothing() {
    hash.append(byte: 0x08)
  }

  /// Adds fields that are already encoded in the table's format.
  @unsafe public mutating func add(encoded fields: UnsafeRawPointer, count: Int) {
    unsafe hash.append(fields, count: count)
  }

  public var key: Key { hash.finish() }

  /// Never 0, because 0 means "no content".
  public var content: UInt64 { max(key.low.littleEndian, 1) }

  private mutating func add(type: UInt8, _ bytes: UnsafeRawPointer?, _ count: Int) {
    hash.append(byte: type)
    hash.append(word: UInt64(bitPattern: Int64(count)))
    if let bytes = unsafe bytes { unsafe hash.append(bytes, count: count) }
  }
}

extension Key {
  /// The integer as 8 little-endian bytes, then 8 zeros.
  public init(_ value: UInt64) { self.init(low: value.littleEndian, high: 0) }

  /// 16 bytes are used unchanged; any other length is hashed.
  @unsafe public init(bytes: UnsafeRawPointer, count: Int) {
    if count == 16 {
      self = unsafe bytes.loadUnaligned(as: Key.self)
    } else {
      var hasher = FieldHasher()
      unsafe hasher.add(bytes: bytes, count: count)
      self = hasher.key
    }
  }
}
