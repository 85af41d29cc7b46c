// The header of every encoding. Damaged, truncated or foreign bytes are detected before their content is
// trusted.
//
//     0       4        5      6      8          16       24      32
//     | magic | format | kind | zero | checksum | length | names | ...     | class names |
//                                               └── covered by the checksum ────────────►
//
// The checksum is the first 64 of the 128 bits of SipHash-2-4 with a zero key, the hash that hashers use as
// well. It detects accidental damage and does not prove who wrote the bytes.

enum Envelope {
  /// The length of the header.
  static let length = 32
  /// Every encoding has the oldest format version that has what is in it. Version 2 has the supplementaries that
  /// stand for pages; version 3 has levels, and the reasons of an update that take a second byte.
  static let oldest: UInt8 = 1
  static let newest: UInt8 = 3

  struct Kind {
    let code: UInt64
    static let snapshot = Kind(code: 1)
    static let changeset = Kind(code: 2)
  }

  static let checksumOffset = 8
  /// The checksum covers everything from here on.
  static let lengthOffset = 16
  static let namesOffset = 24

  /// "IQL" and a byte that does not occur in text.
  private static let magic: UInt64 = 0x9d4c_5149

  /// The first 8 bytes as a word, the first byte lowest.
  static func first(_ kind: Kind, version: UInt8 = oldest) -> UInt64 {
    magic | UInt64(version) << 32 | kind.code << 40
  }

  /// The checksum of an encoding with `length` bytes.
  @unsafe @_optimize(size) static func checksum(_ bytes: UnsafeRawPointer, _ length: Int) -> UInt64 {
    var hash = SipHash(key: Key(low: 0, high: 0))
    unsafe hash.append(bytes + lengthOffset, count: length - lengthOffset)
    return hash.finish().low.littleEndian
  }

  /// Refuses bytes that are not a complete, undamaged encoding of the kind. Returns the format version.
  @unsafe static func check(
    _ bytes: UnsafeRawPointer, _ length: Int, _ kind: Kind
  ) throws(Refusal) -> UInt8 {
    // A size_t beyond Int.max is negative here: too long for any encoding, but long enough for a header.
    guard length < 0 || length >= Envelope.length else {
      throw Refusal(.tooShort, value: length, limit: Envelope.length)
    }
    let first = unsafe word(bytes, 0)
    guard UInt32(truncatingIfNeeded: first) == UInt32(truncatingIfNeeded: magic) else {
      throw Refusal(.foreign)
    }
    let version = UInt8(truncatingIfNeeded: first >> 32)
    guard oldest...newest ~= version else {
      throw Refusal(.otherFormat, value: Int(version), limit: Int(newest))
    }
    guard first >> 40 == kind.code else { throw Refusal(.otherKind) }
    let said = unsafe word(bytes, lengthOffset)
    guard length >= 0, said == UInt64(length) else {
      throw Refusal(.wrongLength, value: length, limit: Int(truncatingIfNeeded: said))
    }
    guard unsafe word(bytes, checksumOffset) == checksum(bytes, length) else {
      throw Refusal(.wrongChecksum)
    }
    return version
  }

  @unsafe static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension ItemColumn {
  /// The oldest format version that has the column.
  var format: UInt8 { number == ItemColumn.level.number ? 3 : Envelope.oldest }
}

extension ChangeFlags {
  /// The oldest format version that has the flags of an update. They are a number, of one byte up to version 2.
  static func format(of flags: UInt32) -> UInt8 { flags > 127 ? 3 : Envelope.oldest }
}

extension Supplementary {
  /// The oldest format version that has supplementaries of a kind.
  static func format(ofKind kind: UInt32) -> UInt8 {
    kind == pageStart || kind == pageEnd ? 2 : Envelope.oldest
  }
}
