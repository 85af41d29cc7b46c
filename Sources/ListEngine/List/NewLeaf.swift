// The output of LeafBuilder: the leaves of `after`, and what the commit has to know of them.

struct NewLeaf: BitwiseCopyable {
  var leaf: Leaf
  /// The chunk of `before` that it is or whose leaf id it gets, or `noIndex`.
  var chunk: UInt32
  var isKept: Bool
}

/// The outcome for a leaf of `before`.
enum LeafOutcome: UInt8 {
  case goes, kept
  /// A new leaf gets its id.
  case replaced
}

/// Consecutive items of a new leaf whose slots do not refer to it yet.
struct MovedIn: BitwiseCopyable {
  var newLeaf: UInt32
  var first: UInt16
  var count: UInt16

  @inline(__always) func isContinued(_ leaf: Int, _ next: Int) -> Bool {
    Int(newLeaf) == leaf && Int(first) &+ Int(count) == next
  }
}

/// A chunk of `before` from which a new leaf takes items.
struct Source: BitwiseCopyable {
  var leaf: Leaf
  /// The chunk's index, and its items.
  var index: UInt32
  var low: Int
  var high: Int
}
