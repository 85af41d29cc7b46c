// What the weaving makes: the leaves of after, and what the commit has to know of them.

struct NewLeaf: BitwiseCopyable {
  var leaf: Leaf
  /// The chunk of before that it is or whose number it takes over, or `noIndex`.
  var chunk: UInt32
  var isKept: Bool
}

/// What becomes of a leaf of before.
enum LeafOutcome: UInt8 {
  case goes, kept
  /// Another has its number.
  case replaced
}

/// Consecutive items of a new leaf whose slots do not point at it yet.
struct MovedIn: BitwiseCopyable {
  var newLeaf: UInt32
  var first: UInt16
  var count: UInt16
}
