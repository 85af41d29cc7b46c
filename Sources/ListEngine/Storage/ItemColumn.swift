// The columns of items, in one table. All code that stores, copies, compares or encodes items iterates over
// this table; nothing else knows how many optional columns there are.
//
//     column     bytes   bit   in a leaf      update reason   encoded
//     key           16     -   always         -               as it is
//     content        8     1   always         byContent       words
//     slot           4     -   always         -               never: it belongs to one list
//     model          8     2   where given    -               never: it is an address
//     class          4     4   where given    byClass         repeated numbers, of names
//     level          2     8   where given    byLevel         repeated numbers
//
// To add an optional column, add here: its row, its number in `ByColumn` and `forEach`, a field of
// `Appearance` and a case of the subscript. Then name it in the C boundary, IQList/Columns.swift.
//
// Invariants:
//  1. Optional columns come last in `forEach`, with ascending bits; a leaf stores them in this order.
//  2. The bit of a column is its IQ_COLUMN_*; that of an optional one is also its bit in `traits`.
//  3. A value is 2, 4 or 8 bytes wide, keys apart, and 0 is the value of an absent column.
//  4. No optional column is wider than the one before it. A block of columns for any number of items, which
//     begins at a multiple of 8, therefore has each of them aligned.

/// One value for each column that a host can give.
typealias ByColumn<Value> = InlineArray<5, Value>

/// A row of the table. Rows are inlined constants, so that loops over them unroll.
public struct ItemColumn: BitwiseCopyable, Sendable {
  /// Its index in `ByColumn`.
  let number: Int
  /// Bytes of a value.
  public let width: Int
  public let bit: UInt32
  let isOptional: Bool
  /// The bit of `ChangeFlags` for an update because this column differs, or 0.
  let change: UInt32
  /// The bit that is set in an encoding if any item has a value; 0 if the column is not encoded.
  let encodedBit: UInt8
  /// The name in dumps and explanations.
  let name: StaticString

  @inline(__always) public static var key: ItemColumn {
    ItemColumn(number: 0, width: 16, bit: 0, isOptional: false, change: 0, encodedBit: 0, name: "key")
  }
  @inline(__always) public static var content: ItemColumn {
    ItemColumn(number: 1, width: 8, bit: 1, isOptional: false, change: 4, encodedBit: 1, name: "content")
  }
  @inline(__always) public static var model: ItemColumn {
    ItemColumn(number: 2, width: 8, bit: 2, isOptional: true, change: 0, encodedBit: 0, name: "model")
  }
  @inline(__always) public static var cellClass: ItemColumn {
    ItemColumn(number: 3, width: 4, bit: 4, isOptional: true, change: 8, encodedBit: 2, name: "class")
  }
  @inline(__always) public static var level: ItemColumn {
    ItemColumn(number: 4, width: 2, bit: 8, isOptional: true, change: 128, encodedBit: 4, name: "level")
  }

  /// Every column but key and slot, in order.
  @inline(__always) static func forEach<Failure: Error>(
    _ body: (ItemColumn) throws(Failure) -> Void
  ) throws(Failure) {
    try body(content)
    try body(model)
    try body(cellClass)
    try body(level)
  }
}

/// The appearance of an item without its model: the part that is compared and encoded.
public struct Appearance: BitwiseCopyable, Sendable {
  public var content: UInt64 = 0
  public var cellClass: UInt32 = 0
  public var level: UInt16 = 0

  public init(content: UInt64 = 0, cellClass: UInt32 = 0, level: UInt16 = 0) {
    self.content = content
    self.cellClass = cellClass
    self.level = level
  }

  @inline(__always) subscript(column: ItemColumn) -> UInt64 {
    get {
      switch column.number {
      case ItemColumn.content.number: content
      case ItemColumn.cellClass.number: UInt64(cellClass)
      case ItemColumn.level.number: UInt64(level)
      default: 0
      }
    }
    set {
      switch column.number {
      case ItemColumn.content.number: content = newValue
      case ItemColumn.cellClass.number: cellClass = UInt32(truncatingIfNeeded: newValue)
      case ItemColumn.level.number: level = UInt16(truncatingIfNeeded: newValue)
      default: break
      }
    }
  }
}
