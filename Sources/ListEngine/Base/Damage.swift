// Why bytes are no encoding.

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
