// The leaves of the next arrangement, as they are built: see LeafBuilder+Build.

public struct LeafBuilder: ~Copyable {
  var newLeaves = Buffer<NewLeaf>()
  /// Sorted by piece and place.
  var movedIn = Buffer<MovedIn>()
  /// By chunk of before: what becomes of its leaf.
  var outcomes = Buffer<LeafOutcome>()
  /// By after-section, and the total: its first piece.
  var firstNewLeaves = Buffer<UInt32>()
  /// Emptied leaves for the next update, all of the largest size without optional columns.
  var pool = Buffer<Leaf>()
  var written = 0

  var open: Leaf? = nil
  /// The chunk whose number the open leaf takes over, or `noIndex`.
  var chunk = noIndex
  var remaining = 0
  var traits: UInt32 = 0
  var largest = Leaf.largest
  var smallest = Leaf.largest / 4
  /// How far a long stretch fills a leaf, and how full one is that need not be filled further.
  var ample = Leaf.largest
  var enough = Leaf.largest

  var bytes: Int {
    newLeaves.bytes + movedIn.bytes + outcomes.bytes + firstNewLeaves.bytes + pool.bytes
      + pool.count * Leaf.bytes(capacity: Leaf.largest, traits: 0)
  }

  deinit { for i in 0..<pool.count { pool[i].free() } }
}
