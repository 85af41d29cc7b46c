// A host's items as passed: the base address and stride of each column. Values may be unaligned and are read
// once each, because another thread may write to them.

import CPlatform

@safe public struct Columns: BitwiseCopyable {
  /// One column. A missing one reads as zeros: its stride is 0 and its base points to a zero.
  @safe struct Column: BitwiseCopyable {
    let base: UnsafeRawPointer
    let stride: Int
    let isPresent: Bool

    init(_ base: UnsafeRawPointer?, stride: Int) {
      unsafe self.base = base ?? iqp_zeros().unsafelyUnwrapped
      self.stride = unsafe base == nil ? 0 : stride
      isPresent = unsafe base != nil
    }

    func advanced(_ items: Int) -> Column {
      unsafe isPresent ? Column(base + items * stride, stride: stride) : self
    }

    @inline(__always) func value<Value: BitwiseCopyable>(_ i: Int, as type: Value.Type) -> Value {
      unsafe (base + i &* stride).loadUnaligned(as: type)
    }
  }

  public let count: Int
  private var columns: ByColumn<Column>

  /// `count` items without a column.
  public init(count: Int) {
    self.count = count
    columns = unsafe ByColumn(repeating: Column(nil, stride: 0))
  }

  public static var empty: Columns { Columns(count: 0) }

  /// The caller has checked that count × stride does not overflow. A stride of 0: one value for all items.
  public mutating func lend(_ column: ItemColumn, _ base: UnsafeRawPointer?, stride: Int) {
    columns[column.number] = unsafe Column(base, stride: stride)
  }

  /// The items first ..< end.
  func slice(_ first: Int, _ end: Int) -> Columns {
    var slice = Columns(count: end - first)
    for i in columns.indices { slice.columns[i] = columns[i].advanced(first) }
    return slice
  }

  @inline(__always) var keys: Column { columns[ItemColumn.key.number] }
  @inline(__always) var contents: Column { columns[ItemColumn.content.number] }

  @inline(__always) func key(_ i: Int) -> Key { keys.value(i, as: Key.self) }
  @inline(__always) func content(_ i: Int) -> UInt64 { contents.value(i, as: UInt64.self) }

  /// The value of an item in any column but keys.
  @inline(__always) func value(_ column: ItemColumn, _ i: Int) -> UInt64 {
    let values = columns[column.number]
    return switch column.width {
    case 8: values.value(i, as: UInt64.self)
    case 4: UInt64(values.value(i, as: UInt32.self))
    default: UInt64(values.value(i, as: UInt16.self))
    }
  }

  @inline(__always) func values(_ i: Int) -> ItemValues {
    var values = ItemValues()
    ItemColumn.forEach { values[$0] = value($0, i) }
    return values
  }

  /// The first item whose class is neither 0 nor exists, and that class.
  public var firstUnknownClass: (item: Int, cellClass: UInt32)? {
    if !columns[ItemColumn.cellClass.number].isPresent { return nil }
    var known: UInt64 = 0
    for i in 0..<count {
      let id = value(.cellClass, i)
      if id == 0 || id == known { continue }
      if CellClasses.process.find(UInt32(id)) == nil { return (i, UInt32(id)) }
      known = id
    }
    return nil
  }

  /// The optional columns that a leaf needs for these items.
  var traits: UInt32 {
    var traits: UInt32 = 0
    ItemColumn.forEachOptional { if columns[$0.number].isPresent { traits |= $0.bit } }
    return traits
  }
}
