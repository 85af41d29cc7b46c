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

/// What is the matter with bytes that should be an encoding.
public struct Damage: BitwiseCopyable, Sendable {
  public let code: UInt8
  /// Where the reading stopped, where that says something.
  public var offset = 0

  private init(code: UInt8) { self.code = code }

  public static let no = Damage(code: 0)
  public static let isTooShort = Damage(code: 1)
  public static let isNotOurs = Damage(code: 2)
  public static let isOfAnotherVersion = Damage(code: 3)
  public static let isOfAnotherKind = Damage(code: 4)
  public static let hasAnotherLength = Damage(code: 5)
  public static let failsItsChecksum = Damage(code: 6)
  /// Says what cannot be.
  public static let isNonsense = Damage(code: 7)
  /// Names a cell class that is not registered.
  public static let hasUnknownClass = Damage(code: 8)
}

extension Refusal {
  init(_ damage: Damage, at offset: Int = 0) {
    self.init(damage.code == Damage.hasUnknownClass.code ? .notFound : .format, detailed: true)
    var damage = damage
    damage.offset = offset
    var detail = Detail()
    detail.damage = damage
    Detail.latest = detail
  }
}
