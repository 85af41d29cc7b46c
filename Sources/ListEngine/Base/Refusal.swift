// A refusal: why the engine rejected a call. It is the only error type the engine throws.
//
//     refusal   | status, 16 bits | form, 16 bits | role, 31 bits | 1: there is a detail |
//     detail    | key | section | position | other | element | value | limit | name |     the thread's latest
//
// A refusal is one word because hundreds of functions rethrow it. Its detail is stored per thread and stays
// valid until the thread's next refusal. (It is a struct and its kind plain numbers: the derived `Hashable`
// of an enum would link the standard library's hasher into the release build.)

public struct Refusal: Error {
  /// The role of the refused value in the engine's call. The boundary maps it to a parameter of its function.
  public struct Role: BitwiseCopyable, Sendable {
    public let code: UInt32
    public init(code: UInt32) { self.code = code }

    public static let unnamed = Role(code: 0)
    /// The object of the call: a list, an edit.
    public static let object = Role(code: 1)
    public static let index = Role(code: 2)
    public static let first = Role(code: 3)
    public static let count = Role(code: 4)
    public static let anchor = Role(code: 5)
    public static let target = Role(code: 6)
    public static let before = Role(code: 7)
    public static let after = Role(code: 8)
    public static let items = Role(code: 9)
    /// The column of the items.
    public static let levels = Role(code: 10)
    /// Codes from here on are reserved for the boundary.
    public static let boundary: UInt32 = 1 << 30
  }

  private static let detailed: UInt64 = 1

  private(set) var word: UInt64

  init(word: UInt64) { self.word = word }

  public init(_ kind: Kind, role: Role = .unnamed) {
    word = UInt64(UInt32(bitPattern: kind.word)) &<< 32 | UInt64(role.code) &<< 1
  }

  // The initialisers that store a detail are calls: inlined at some 300 places that throw, they would be a tenth of
  // the library.

  /// With a detail, which becomes the thread's latest.
  @inline(never) public init(_ kind: Kind, role: Role = .unnamed, _ detail: Detail) {
    self.init(kind, role: role)
    word |= Refusal.detailed
    Detail.latest = detail
  }

  @inline(never) public init(
    _ kind: Kind, key: Key? = nil, section: Key? = nil, position: Position? = nil, other: Position? = nil
  ) {
    var detail = Detail()
    detail.key = key
    detail.section = section
    detail.position = position
    detail.other = other
    self.init(kind, detail)
  }

  /// `element` is the index of what is refused in the array that has the role; `value` and `limit` are what was
  /// given and what is allowed.
  @inline(never) public init(
    _ kind: Kind, role: Role = .unnamed, element: Int? = nil, value: Int? = nil, limit: Int? = nil
  ) {
    var detail = Detail()
    detail.element = element.map { UInt32(clamping: $0) } ?? noIndex
    detail.value = value
    detail.limit = limit
    self.init(kind, role: role, detail)
  }

  /// About a position, with what is there and what is allowed.
  @inline(never) init(_ kind: Kind, position: Position, value: Int? = nil, limit: Int) {
    self.init(kind, value: value, limit: limit)
    self = with { $0.position = position }
  }

  public var kind: Kind { Kind(word: Int32(truncatingIfNeeded: word &>> 32)) }

  public var role: Role { Role(code: UInt32(truncatingIfNeeded: word) &>> 1) }

  /// Read it before the thread can refuse anything else.
  public var detail: Detail { word & Refusal.detailed == 0 ? Detail() : Detail.latest }

  /// The same refusal with another role.
  public func with(role: Role) -> Refusal {
    var refusal = self
    refusal.word &= ~(UInt64(UInt32.max >> 1) &<< 1)
    refusal.word |= UInt64(role.code) &<< 1
    return refusal
  }

  /// The same refusal with more detail.
  public func with(_ change: (inout Detail) -> Void) -> Refusal {
    var detail = detail
    change(&detail)
    return Refusal(kind, role: role, detail)
  }

  /// About an element of an array.
  public func at(element: Int) -> Refusal { with { $0.element = UInt32(clamping: element) } }

  /// About the supplementary element of that kind and index.
  func about(_ kind: UInt32, _ index: UInt32) -> Refusal {
    with {
      $0.value = Int(kind)
      $0.limit = Int(index)
    }
  }

  func naming(_ name: ShortText) -> Refusal { with { $0.name = name } }
}

/// The value of an index field that is not set.
public let noIndex = UInt32.max

/// A section's index and an item's index within that section (`noIndex` if it names the section itself).
public struct Position: BitwiseCopyable, Sendable {
  public var section: UInt32
  public var item: UInt32

  public init(section: UInt32, item: UInt32) {
    self.section = section
    self.item = item
  }

  public static let nowhere = Position(section: noIndex, item: noIndex)

  @inline(__always) public static func == (a: Position, b: Position) -> Bool {
    a.section == b.section && a.item == b.item
  }

  @inline(__always) static func < (a: Position, b: Position) -> Bool {
    a.section < b.section || a.section == b.section && a.item < b.item
  }
}
