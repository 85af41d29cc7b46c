// What a forest adds up on the way to a root: of the children below an entry, how many there are and how much
// is in them. Each kind of tree has a sum of its own:
//
//     items of sections, sections      ItemSum      children and items
//     pieces of a piece table          PieceSum     items
//
// A sum is added up from the left, in wrapping arithmetic where a change may be negative. Functions over sums are
// generic and specialised: nothing here may become an existential.

public protocol TreeSum: BitwiseCopyable, Sendable {
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
}

/// How many children, and how many items in them.
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
