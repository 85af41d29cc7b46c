// The sums that a forest adds up towards a root: the number of children below an entry, and the items in them. Each
// kind of tree has its own sum:
//
//     items of sections, sections      ItemSum      children and items
//     pieces of a piece table          PieceSum     items
//
// Sums are added from left to right, with wrapping arithmetic where a change may be negative. Functions over
// sums are generic and specialised: an existential does not compile in Embedded Swift.

public protocol TreeSum: BitwiseCopyable, Sendable {
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
}

/// The number of children, and of items in them.
public struct ItemSum: TreeSum {
  public var units: UInt32
  public var items: UInt32

  public static let zero = ItemSum(units: 0, items: 0)

  @inline(__always) public static func + (a: ItemSum, b: ItemSum) -> ItemSum {
    ItemSum(units: a.units &+ b.units, items: a.items &+ b.items)
  }
  static func - (a: ItemSum, b: ItemSum) -> ItemSum {
    ItemSum(units: a.units &- b.units, items: a.items &- b.items)
  }
}
