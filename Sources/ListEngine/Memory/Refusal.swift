// Why the engine would not do something: the one error it throws.
//
// A struct and not an enum, and its kind a bare number: a derived `Hashable` would pull the standard
// library's hasher into the release build.

public struct Refusal: Error {
  public struct Kind: Sendable {
    public let code: Int32
    public init(code: Int32) { self.code = code }

    // The codes are the header's statuses; the boundary's tests hold them to it.
    public static let argument = Kind(code: 1)
    public static let structSize = Kind(code: 2)
    public static let handle = Kind(code: 3)
    public static let noMemory = Kind(code: 4)
    public static let limit = Kind(code: 5)
    public static let busy = Kind(code: 6)
    public static let range = Kind(code: 7)
    public static let notFound = Kind(code: 8)
    public static let duplicate = Kind(code: 9)
    public static let noSection = Kind(code: 10)
    public static let scope = Kind(code: 11)
    public static let noKeys = Kind(code: 12)
    public static let state = Kind(code: 13)
    public static let verify = Kind(code: 14)
  }

  public var kind: Kind
  public var key: Key?
  public var section: Key?
  public var position: Position?
  /// A duplicate's first occurrence.
  public var other: Position?
  /// The export's parameter, counted from 1; 0 where none is to blame.
  public var argument: UInt32 = 0

  public init(
    _ kind: Kind, key: Key? = nil, section: Key? = nil, position: Position? = nil,
    other: Position? = nil, argument: UInt32 = 0
  ) {
    self.kind = kind
    self.key = key
    self.section = section
    self.position = position
    self.other = other
    self.argument = argument
  }
}

/// "No position" in a record.
public let none = UInt32.max

/// A section's position, and an item's within it (`none` for the section alone).
public struct Position: BitwiseCopyable, Sendable {
  public var section: UInt32
  public var item: UInt32

  public init(section: UInt32, item: UInt32) {
    self.section = section
    self.item = item
  }

  public static let nowhere = Position(section: none, item: none)

  @inline(__always) public static func == (a: Position, b: Position) -> Bool {
    a.section == b.section && a.item == b.item
  }
}
