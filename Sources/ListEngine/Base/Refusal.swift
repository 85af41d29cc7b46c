// Why the engine would not do something: the one error it throws.
//
//     refusal   | kind, 32 bits | parameter, 31 bits | 1: there is a detail |
//     detail    | key | section | position | other |          the thread's latest
//
// A refusal is one word, as hundreds of calls pass it on. What it is about lies with the thread that it
// came up in, until the next. (A struct, and its kind a bare number: an enum's derived `Hashable` would
// pull the standard library's hasher into the release build.)

import CPlatform

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
    public static let noPayload = Kind(code: 15)
    public static let mismatch = Kind(code: 16)
    public static let format = Kind(code: 17)
  }

  /// What a refusal is about, as far as it is known.
  public struct Detail: BitwiseCopyable, Sendable {
    public var key: Key? = nil
    public var section: Key? = nil
    public var position: Position? = nil
    /// A duplicate's first occurrence.
    public var other: Position? = nil
    /// Of bytes that should be an encoding.
    public var damage = DecodeError.no

    public init() {}

    /// The thread's latest. Whoever calls the host while a refusal is under way puts it back after.
    static var latest: Detail {
      get { unsafe place.pointee }
      set { unsafe place.pointee = newValue }
    }

    private static var place: UnsafeMutablePointer<Detail> {
      assert(MemoryLayout<Detail>.size <= MemoryLayout<iqp_thread_storage>.size)
      return unsafe iqp_detail().assumingMemoryBound(to: Detail.self)
    }
  }

  private static let detailed: UInt64 = 1

  private var word: UInt64

  public init(_ kind: Kind, argument: UInt32 = 0) {
    word = UInt64(UInt32(bitPattern: kind.code)) &<< 32 | UInt64(argument) &<< 1
  }

  /// Whose detail is the thread's latest.
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

  /// The export's parameter, counted from 1; 0 where none is to blame.
  public var argument: UInt32 { UInt32(truncatingIfNeeded: word) &>> 1 }

  /// To be read before anything else is refused.
  public var detail: Detail { word & Refusal.detailed == 0 ? Detail() : Detail.latest }

  /// The same, and whose fault it is.
  public func blaming(_ argument: UInt32) -> Refusal {
    var blamed = self
    blamed.word |= UInt64(argument) &<< 1
    return blamed
  }
}

/// "No position" in a record.
public let noIndex = UInt32.max

/// A section's position, and an item's within it (`noIndex` for the section alone).
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
