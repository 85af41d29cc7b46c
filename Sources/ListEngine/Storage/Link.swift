/// A node of a forest, or (marked) an end of a tree: a child below the lowest nodes, the owner above a root.
struct Link: BitwiseCopyable, Sendable {
  var raw: UInt32
  static let none = Link(raw: UInt32.max)
  private static let mark: UInt32 = 0x8000_0000

  init(raw: UInt32) { self.raw = raw }
  static func node(_ i: Int) -> Link { Link(raw: UInt32(truncatingIfNeeded: i)) }
  static func end(_ i: UInt32) -> Link { Link(raw: i | mark) }

  var isNone: Bool { raw == UInt32.max }
  var isNode: Bool { raw & Link.mark == 0 }
  var node: Int { Int(raw) }
  var end: UInt32 { raw & ~Link.mark }
  static func == (a: Link, b: Link) -> Bool { a.raw == b.raw }
}
