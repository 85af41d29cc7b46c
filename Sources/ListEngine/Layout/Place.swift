// Where something is drawn, as the host reads it. The fields are those of the header's iq_place, in its order: a scene's
// places are handed out as they lie here. (CIQList/layout.c and the boundary check it.)

public struct Place: BitwiseCopyable {
  /// Of the element, as its `struct_size`.
  var elementSize = 32
  public var item: UInt64 = 0
  public var section: UInt64 = 0
  public var kind: UInt32 = 0
  public var elementIndex: UInt32 = 0
  public var position = Position.nowhere
  public var index = noIndex
  public var level: UInt32 = 0
  public var flags: UInt32 = 0
  public var states: UInt32 = 0
  public var cell = noIndex
  public var other = noIndex
  public var frame = PlaceFrame()
  public var natural = 0.0
  public var object: UInt = 0
  public var model = Model.null
  public var cellClass: UInt32 = 0
  var reserved: UInt32 = 0

  init() {}

  var name: ElementName {
    item != 0 ? ElementName(item: item) : ElementName(section: section, kind: kind, index: elementIndex)
  }

  func has(_ flag: UInt32) -> Bool { flags & flag != 0 }
}

/// A rectangle in the host's units.
public struct PlaceFrame: BitwiseCopyable {
  public var x = 0.0
  public var y = 0.0
  public var width = 0.0
  public var height = 0.0

  public init() {}

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  func isSame(as other: PlaceFrame) -> Bool {
    x == other.x && y == other.y && width == other.width && height == other.height
  }

  func has(_ x: Double, _ y: Double) -> Bool {
    x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
  }

  /// The distances to a point in both directions; 0 within.
  func distance(to x: Double, _ y: Double) -> (x: Double, y: Double) {
    (max(self.x - x, x - self.x - width, 0), max(self.y - y, y - self.y - height, 0))
  }
}

/// Flags of a place, as the header numbers them.
public enum PlaceFlags {
  public static let new: UInt32 = 1
  public static let bound: UInt32 = 2
  public static let moved: UInt32 = 4
  public static let measure: UInt32 = 8
  public static let stuck: UInt32 = 16
  public static let outside: UInt32 = 32
  public static let first: UInt32 = 64
  public static let last: UInt32 = 128
  public static let gone: UInt32 = 256
  /// `first` and `last` as `CellFlags`.
  static func edges(_ flags: UInt32) -> UInt32 { (flags & (first | last)) >> 2 }

  /// Those that say what is different from the last scene.
  static let changes = new | bound | moved
}
