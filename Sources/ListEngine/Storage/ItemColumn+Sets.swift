// Sets of columns: which there are of each sort, and how wide they are together.

extension ItemColumn {
  /// Visits the optional columns in order.
  @inline(__always) static func forEachOptional<Failure: Error>(
    _ body: (ItemColumn) throws(Failure) -> Void
  ) throws(Failure) {
    try forEach { column throws(Failure) in if column.isOptional { try body(column) } }
  }

  /// The columns of an `Appearance`, in order.
  @inline(__always) static func forEachEncoded<Failure: Error>(
    _ body: (ItemColumn) throws(Failure) -> Void
  ) throws(Failure) {
    try forEach { column throws(Failure) in if column.encodedBit != 0 { try body(column) } }
  }

  /// Class ids belong to one process: an encoding has the classes' names instead.
  @inline(__always) var isClass: Bool { number == ItemColumn.cellClass.number }

  /// Bytes that an item takes in the optional columns of `traits`.
  @inline(__always) static func width(of traits: UInt32) -> Int {
    var width = 0
    forEachOptional { if traits & $0.bit != 0 { width += $0.width } }
    return width
  }

  /// Every bit of `ChangeFlags` that a column has.
  static var changes: UInt32 {
    var changes: UInt32 = 0
    forEach { changes |= $0.change }
    return changes
  }

  static var encodedBits: UInt8 {
    var bits: UInt8 = 0
    forEach { bits |= $0.encodedBit }
    return bits
  }

  /// Every bit of a column.
  public static var bits: UInt32 {
    var bits: UInt32 = 0
    forEach { bits |= $0.bit }
    return bits
  }
}
