// The optional columns of a block of items: the tail of a leaf, or memory of their own. Those of `traits`
// are there, in the order of the table; one that is not there reads as zeros.
//
//     traits model        | models 8 × c |
//     traits class        | classes 4 × c |
//     traits model class  | models 8 × c | classes 4 × c |
//     traits class level  | classes 4 × c | levels 2 × c |

import CPlatform

/// Borrowed: the owner must keep the block alive.
@safe struct OptionalColumns: BitwiseCopyable {
  private let base: UnsafeMutableRawPointer?
  private let capacity: Int
  private let traits: UInt32

  /// `base` may be nil where there are no items.
  @unsafe @inline(__always) init(_ base: UnsafeMutableRawPointer?, capacity: Int, traits: UInt32) {
    unsafe self.base = base
    self.capacity = capacity
    self.traits = traits
  }

  @unsafe @inline(__always) func start(of column: ItemColumn) -> UnsafeMutableRawPointer? {
    guard traits & column.bit != 0, let base = unsafe base else { return nil }
    return unsafe base + capacity &* ItemColumn.width(of: traits & (column.bit - 1))
  }

  @inline(__always) func read(_ i: Int, into values: inout ItemValues) {
    if traits == 0 { return }
    ItemColumn.forEachOptional { column in
      guard let start = unsafe start(of: column) else { return }
      values[column] = unsafe column.readValue(start, i)
    }
  }

  @inline(__always) func write(_ values: ItemValues, at i: Int) {
    if traits == 0 { return }
    ItemColumn.forEachOptional { column in
      if let start = unsafe start(of: column) { unsafe column.writeValue(values[column], start, i) }
    }
  }

  /// `length` items of a host's columns.
  func write(_ length: Int, of columns: Columns, at first: Int, to: Int) {
    ItemColumn.forEachOptional { column in
      guard let start = unsafe start(of: column) else { return }
      for i in 0..<length { unsafe column.writeValue(columns.value(column, first + i), start, to + i) }
    }
  }

  /// Copies `length` items. Both may be one block.
  @inline(never) func copy(_ length: Int, from source: OptionalColumns, at from: Int, to: Int) {
    ItemColumn.forEachOptional { column in
      guard let start = unsafe start(of: column) else { return }
      let target = unsafe start + to * column.width
      if let other = unsafe source.start(of: column) {
        unsafe memmove(target, other + from * column.width, length * column.width)
      } else {
        unsafe memset(target, 0, length * column.width)
      }
    }
  }
}

extension ItemColumn {
  @unsafe @inline(__always) func readValue(_ start: UnsafeRawPointer, _ i: Int) -> UInt64 {
    switch width {
    case 8: unsafe (start + i &* 8).loadUnaligned(as: UInt64.self)
    case 4: UInt64(unsafe (start + i &* 4).loadUnaligned(as: UInt32.self))
    default: UInt64(unsafe (start + i &* 2).loadUnaligned(as: UInt16.self))
    }
  }

  @unsafe @inline(__always) func writeValue(_ value: UInt64, _ start: UnsafeMutableRawPointer, _ i: Int) {
    switch width {
    case 8: unsafe (start + i &* 8).storeBytes(of: value, as: UInt64.self)
    case 4: unsafe (start + i &* 4).storeBytes(of: UInt32(truncatingIfNeeded: value), as: UInt32.self)
    default: unsafe (start + i &* 2).storeBytes(of: UInt16(truncatingIfNeeded: value), as: UInt16.self)
    }
  }
}
