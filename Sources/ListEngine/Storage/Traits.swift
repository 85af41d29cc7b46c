// The actions that the user may take on an item. Its class has the same traits for all items, or is asked for each.

public struct Traits: OptionSet, BitwiseCopyable, Sendable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  static var notSelectable: Traits { Traits(rawValue: 1) }
  static var notDeselectable: Traits { Traits(rawValue: 2) }
  static var notHighlightable: Traits { Traits(rawValue: 4) }
  static var notActivatable: Traits { Traits(rawValue: 8) }
  static var notFocusable: Traits { Traits(rawValue: 16) }
  static var movable: Traits { Traits(rawValue: 32) }
  static var deletable: Traits { Traits(rawValue: 64) }
  static var insertable: Traits { Traits(rawValue: 128) }
  static var hasChildren: Traits { Traits(rawValue: 256) }

  /// All that a class may have.
  public static var all: Traits { Traits(rawValue: 511) }
}
