// The reasons why bytes cannot be decoded.

/// Why decoding failed, and where.
public struct DecodeError: BitwiseCopyable, Sendable {
  public let code: UInt8
  /// The byte offset of the error, for the errors that have one.
  public var offset = 0

  private init(code: UInt8) { self.code = code }

  public static let none = DecodeError(code: 0)
  public static let tooShort = DecodeError(code: 1)
  public static let foreign = DecodeError(code: 2)
  public static let otherVersion = DecodeError(code: 3)
  public static let otherKind = DecodeError(code: 4)
  public static let wrongLength = DecodeError(code: 5)
  public static let wrongChecksum = DecodeError(code: 6)
  /// The bytes contain an impossible value.
  public static let impossibleValue = DecodeError(code: 7)
  /// The bytes name a cell class that is not registered.
  public static let unknownClass = DecodeError(code: 8)
}

extension Refusal {
  init(_ decodeError: DecodeError, at offset: Int = 0) {
    self.init(decodeError.code == DecodeError.unknownClass.code ? .notFound : .format, detailed: true)
    var decodeError = decodeError
    decodeError.offset = offset
    var detail = Detail()
    detail.decodeError = decodeError
    Detail.latest = detail
  }
}
