// What every encoding begins with, so that bytes which are damaged, cut short or somebody else's are
// found out before anything in them is believed.
//
//     0       4        5      6      8          16       24      32
//     | magic | format | kind | zero | checksum | length | names | ...     | class names |
//                                               └── what the checksum is over ─────────►
//
// The checksum is SipHash-2-4 with a zero key, of whose 128 bits the first 64 are taken: what hashers
// use as well. It finds damage by chance. It does not show who wrote the bytes.

enum Envelope {
  /// Of the header.
  static let length = 32
  static let version: UInt64 = 1

  struct Kind {
    let code: UInt64
    static let snapshot = Kind(code: 1)
    static let changeset = Kind(code: 2)
  }

  static let checksumOffset = 8
  /// From here on all is under the checksum.
  static let lengthOffset = 16
  static let namesOffset = 24

  /// "IQL" and a byte that no text has.
  private static let magic: UInt64 = 0x9d4c_5149

  /// The first 8 bytes, the first one lowest.
  static func first(_ kind: Kind) -> UInt64 { magic | version << 32 | kind.code << 40 }

  /// Of an encoding that has `length` bytes.
  @unsafe static func checksum(_ bytes: UnsafeRawPointer, _ length: Int) -> UInt64 {
    var hash = SipHash(key: Key(low: 0, high: 0))
    unsafe hash.append(bytes + lengthOffset, count: length - lengthOffset)
    return hash.finish().low.littleEndian
  }

  /// Refuses what is not a whole, undamaged encoding of that kind.
  @unsafe static func check(_ bytes: UnsafeRawPointer, _ length: Int, _ kind: Kind) throws(Refusal) {
    // A size_t beyond Int is negative here: no encoding is that long, but its header is there.
    guard length < 0 || length >= Envelope.length else { throw Refusal(.isTooShort) }
    let first = unsafe word(bytes, 0)
    guard UInt32(truncatingIfNeeded: first) == UInt32(truncatingIfNeeded: magic) else {
      throw Refusal(.isNotOurs)
    }
    guard first >> 32 & 0xff == version else { throw Refusal(.isOfAnotherVersion) }
    guard first >> 40 == kind.code else { throw Refusal(.isOfAnotherKind) }
    guard length >= 0, unsafe word(bytes, lengthOffset) == UInt64(length) else {
      throw Refusal(.hasAnotherLength)
    }
    guard unsafe word(bytes, checksumOffset) == checksum(bytes, length) else {
      throw Refusal(.failsItsChecksum)
    }
  }

  @unsafe static func word(_ bytes: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}
