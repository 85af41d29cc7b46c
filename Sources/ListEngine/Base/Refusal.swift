// A refusal: why the engine rejected a call. It is the only error type the engine throws.
//
//     refusal   | kind, 32 bits | role, 31 bits | 1: there is a detail |
//     detail    | key | section | position | other |          the thread's latest
//
// A refusal is one word because hundreds of functions rethrow it. Its detail is stored per thread and stays
// valid until the thread's next refusal. (It is a struct and its kind a plain number: the derived `Hashable`
// of an enum would link the standard library's hasher into the release build.)

import CPlatform

public struct Refusal: Error {
  public struct Kind: Sendable {
    public let code: Int32
    public init(code: Int32) { self.code = code }

    // The codes equal the header's statuses; the boundary tests verify this.
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
    public static let noPayload = Kind(code: 15)
    public static let mismatch = Kind(code: 16)
    public static let format = Kind(code: 17)
    public static let refused = Kind(code: 18)
    public static let cancelled = Kind(code: 19)
    public static let superseded = Kind(code: 20)
    public static let callback = Kind(code: 21)
    /// Within the engine only: see Interruption.
    static let interrupted = Kind(code: -1)
  }

  /// What a refusal refers to, as far as it is known.
  public struct Detail: BitwiseCopyable, Sendable {
    public var key: Key? = nil
    public var section: Key? = nil
    public var position: Position? = nil
    /// The first occurrence of a duplicate key.
    public var other: Position? = nil
    /// Set if bytes could not be decoded.
    public var decodeError = DecodeError.none

    public init() {}

    /// The detail of the thread's latest refusal. Code that calls the host while a refusal is being thrown
    /// must restore it afterwards.
    static var latest: Detail {
      get { unsafe address.pointee }
      set { unsafe address.pointee = newValue }
    }

    private static var address: UnsafeMutablePointer<Detail> {
      assert(MemoryLayout<Detail>.size <= MemoryLayout<iqp_thread_storage>.size)
      return unsafe iqp_detail().assumingMemoryBound(to: Detail.self)
    }
  }

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
    /// Codes from here on are reserved for the boundary.
    public static let boundary: UInt32 = 256
  }

  private static let detailed: UInt64 = 1

  private var word: UInt64

  public init(_ kind: Kind, role: Role = .unnamed) {
    word = UInt64(UInt32(bitPattern: kind.code)) &<< 32 | UInt64(role.code) &<< 1
  }

  /// With `detailed`, the thread's latest detail belongs to this refusal.
  init(_ kind: Kind, detailed: Bool) {
    self.init(kind)
    if detailed { word |= Refusal.detailed }
  }

  public init(
    _ kind: Kind, key: Key? = nil, section: Key? = nil, position: Position? = nil, other: Position? = nil
  ) {
    self.init(kind, detailed: true)
    var detail = Detail()
    detail.key = key
    detail.section = section
    detail.position = position
    detail.other = other
    Detail.latest = detail
  }

  public var kind: Kind { Kind(code: Int32(truncatingIfNeeded: word &>> 32)) }

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
