// The host object that an item is made from. The engine passes its address around and never dereferences it,
// so it is stored as a number. The item's cell class keeps it alive.

public struct Model: BitwiseCopyable, Sendable {
  public var address: UInt

  public init(address: UInt) { self.address = address }

  public static let null = Model(address: 0)
  public var isNull: Bool { address == 0 }

  @inline(__always) public static func == (a: Model, b: Model) -> Bool { a.address == b.address }
  @inline(__always) public static func != (a: Model, b: Model) -> Bool { a.address != b.address }
}
