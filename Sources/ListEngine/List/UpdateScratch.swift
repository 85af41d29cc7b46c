// The scratch memory of an update, kept for the next one: see ScratchPool.

@safe struct UpdateScratch: ~Copyable {
  var matcher = Matcher()
  var leafBuilder = LeafBuilder()
  var solving = SolveScratch()
  var correspondence = Correspondence()
  /// Whether the new items have slots and entries in an index.
  var isReserved = false
  /// Whether both sides are the same.
  var isIdentity = false
  var nextIndex = NextIndex()
  var retained = ModelReferences()
  var releases = PendingReleases()
  var marks = Buffer<Mark>()
  var commit = CommitScratch()
  /// How duplicates of the current input were resolved.
  var duplicates = DuplicateCounts()
  /// The policy for duplicates in the current input.
  var duplicatePolicy = Duplicates.refuse
  /// The input if it had duplicates that were resolved.
  var resolved = ResolvedInput()

  /// While it is in the pool.
  var links = ChainLinks<UpdateScratch>()
  var pooledBytes = 0

  init() {}

  /// Nothing is marked, reserved or retained yet, and no duplicate was resolved.
  mutating func begin() {
    duplicates = DuplicateCounts()
    duplicatePolicy = Duplicates.refuse
    marks.removeAll()
    isReserved = false
    nextIndex.isUsed = false
    retained.removeAll()
  }

  var bytes: Int {
    MemoryLayout<UpdateScratch>.size + resolved.bytes + matcher.bytes + leafBuilder.bytes + solving.bytes
      + retained.bytes
      + marks.bytes + correspondence.bytes + releases.bytes + commit.bytes + nextIndex.bytes
  }
}
