// Builds the leaves of the next arrangement: see LeafBuilder+Build.

public struct LeafBuilder: ~Copyable {
  var newLeaves = Buffer<NewLeaf>()
  /// Sorted by new leaf and offset.
  var movedIn = Buffer<MovedIn>()
  /// The outcome for the leaf of each chunk of `before`.
  var outcomes = Buffer<LeafOutcome>()
  /// The first new leaf of each section of `after`; then the number of new leaves.
  var firstNewLeaves = Buffer<UInt32>()
  /// Empty leaves for the next update, all of the largest capacity without optional columns.
  var pool = Buffer<Leaf>()
  var written = 0

  var open: Leaf? = nil
  /// The chunk whose leaf id the open leaf gets, or `noIndex`.
  var chunk = noIndex
  /// The leaves of the section that is being built.
  var sectionEnd = 0
  /// The chunk of `before` that was used last.
  var source: Source? = nil
  var traits: UInt32 = 0
  var largest = Leaf.largest
  var smallest = Leaf.largest / 4
  /// How far a long range fills a leaf, and the count from which a leaf is full enough.
  var ample = Leaf.largest
  var enough = Leaf.largest

  @inline(__always) func leafCount(ofSection section: Int) -> Int {
    Int(firstNewLeaves[section &+ 1] &- firstNewLeaves[section])
  }

  var bytes: Int {
    newLeaves.bytes + movedIn.bytes + outcomes.bytes + firstNewLeaves.bytes + pool.bytes
      + pool.count * Leaf.bytes(capacity: Leaf.largest, traits: 0)
  }

  /// Frees the leaves that were built and not committed.
  mutating func discard() {
    open?.free()
    open = nil
    chunk = noIndex
    for i in 0..<newLeaves.count where !newLeaves[i].isKept { newLeaves[i].leaf.free() }
    newLeaves.removeAll()
  }

  deinit { for i in 0..<pool.count { pool[i].free() } }
}
