// One item outside of any leaf, and its values.

/// The values of an item beside its key and slot.
public struct ItemValues: BitwiseCopyable, Sendable {
  public var model = Model.null
  public var appearance = Appearance()

  @inline(__always) init() {}

  @inline(__always) init(_ appearance: Appearance, model: Model = .null) {
    self.model = model
    self.appearance = appearance
  }

  @inline(__always) public var content: UInt64 {
    get { appearance.content }
    set { appearance.content = newValue }
  }
  @inline(__always) public var cellClass: UInt32 { appearance.cellClass }
  @inline(__always) public var level: UInt16 { appearance.level }

  @inline(__always) subscript(column: ItemColumn) -> UInt64 {
    get { column.number == ItemColumn.model.number ? UInt64(model.address) : appearance[column] }
    set {
      if column.number == ItemColumn.model.number {
        model = Model(address: UInt(newValue))
      } else {
        appearance[column] = newValue
      }
    }
  }

  /// The optional columns that a leaf needs to hold them.
  var traits: UInt32 {
    var traits: UInt32 = 0
    ItemColumn.forEachOptional { if self[$0] != 0 { traits |= $0.bit } }
    return traits
  }
}

public struct Entry: BitwiseCopyable {
  public var key: Key
  public var values: ItemValues
  public var slot = Slot(0)

  public init(key: Key, _ values: ItemValues, slot: Slot = Slot(0)) {
    self.key = key
    self.values = values
    self.slot = slot
  }
}

extension Appearance {
  /// Why an item that looked like this is updated to look like `other`, as `ChangeFlags`, or 0.
  @inline(__always) func difference(_ other: Appearance) -> UInt32 {
    var flags: UInt32 = 0
    ItemColumn.forEachEncoded { if self[$0] != other[$0] { flags |= $0.change } }
    return flags
  }

  @inline(__always) static func == (a: Appearance, b: Appearance) -> Bool { a.difference(b) == 0 }
}
