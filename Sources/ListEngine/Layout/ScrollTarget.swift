// What the host wants to see, and where in the window: kept until it scrolls by itself, as sizes around it may be measured
// on the way.

public struct ScrollTarget: BitwiseCopyable {
  public static let nearest: UInt32 = 0
  public static let start: UInt32 = 1
  public static let center: UInt32 = 2
  public static let end: UInt32 = 3

  /// An item, an element, a section; or all of the content.
  public var name: ElementName
  public var align: UInt32
  public var margin: Double

  public init(_ name: ElementName, align: UInt32, margin: Double) {
    self.name = name
    self.align = align
    self.margin = margin
  }

  var isContent: Bool { name.item == 0 && name.section == 0 && name.kind == 0 }
}

/// A scroll position by key, which outlives the process.
public struct ScrollPosition: BitwiseCopyable {
  public var section: Key
  public var item: Key
  /// From the item's start to the window's.
  public var within: Double
  /// `SceneFlags.atStart` and `atEnd`.
  public var flags: UInt32

  public init(section: Key, item: Key, within: Double, flags: UInt32) {
    self.section = section
    self.item = item
    self.within = within
    self.flags = flags
  }
}
