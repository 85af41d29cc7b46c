// The reasons why bytes cannot be decoded.

/// Why decoding failed, and where.
public struct DecodeError: BitwiseCopyable, Sendable {
  public let code: UInt8
  /// The byte offset of the error, for the errors that have one.
  public var offset = 0

  private init(code: UInt8) { self.code = code }

  public static let no = DecodeError(code: 0)
  public static let isTooShort = DecodeError(code: 1)
  public static let isNotOurs = DecodeError(code: 2)
  public static let isOfAnotherVersion = DecodeError(code: 3)
  public static let isOfAnotherKind = DecodeError(code: 4)
  public static let hasAnotherLength = DecodeError(code: 5)
  public static let failsItsChecksum = DecodeError(code: 6)
  /// The bytes contain an impossible value.
  public static let isNonsense = DecodeError(code: 7)
  /// The bytes name a cell class that is not registered.
  public static let hasUnknownClass = DecodeError(code: 8)
}

extension Refusal {
  init(_ damage: DecodeError, at offset: Int = 0) {
    self.init(damage.code == DecodeError.hasUnknownClass.code ? .notFound : .format, detailed: true)
    var damage = damage
    damage.offset = offset
    var detail = Detail()
    detail.damage = damage
    Detail.latest = detail
  }
}
