// What a host's item is made from: an address that the engine hands back and never looks at, so here
// it is a number. Keeping it alive is its cell class's concern.

public struct Model: BitwiseCopyable, Sendable {
  public var address: UInt

  public init(address: UInt) { self.address = address }

  public static let null = Model(address: 0)
  public var isNull: Bool { address == 0 }

  @inline(__always) public static func == (a: Model, b: Model) -> Bool { a.address == b.address }
  @inline(__always) public static func != (a: Model, b: Model) -> Bool { a.address != b.address }
}
