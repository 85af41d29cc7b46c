// What the weaving makes: the leaves of after, and what the commit has to know of them.

struct Piece: BitwiseCopyable {
  var leaf: Leaf
  /// The chunk of before that it is or whose number it takes over, or `none`.
  var chunk: UInt32
  var isKept: Bool
}

/// What becomes of a leaf of before.
enum Fate: UInt8 {
  case goes, kept
  /// Another has its number.
  case replaced
}

/// Consecutive items of a new leaf whose slots do not point at it yet.
struct Strangers: BitwiseCopyable {
  var piece: UInt32
  var first: UInt16
  var count: UInt16
}
