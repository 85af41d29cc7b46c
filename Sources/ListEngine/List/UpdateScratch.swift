// The memory that an update works in, kept from update to update.

struct UpdateScratch: ~Copyable {
  var matcher = Matcher()
  var leafBuilder = LeafBuilder()
  var solving = SolveScratch()
  var correspondence = Correspondence()
  /// Whether the newcomers have slots and entries in the index.
  var isReserved = false
  /// The newcomers' index where nothing of before stays; otherwise room for the next one.
  var freshIndex = KeyIndex()
  var retained = ModelReferences()
  var releases = PendingReleases()
  var marks = Buffer<Mark>()
  var commit = CommitScratch()
  /// Of the description that is being applied.
  var duplicates = DuplicateCounts()
  /// Whether a duplicate is refused, and so has to be named, rather than dealt with.
  var refusesDuplicates = true

  init() {}

  var bytes: Int {
    matcher.bytes + leafBuilder.bytes + solving.bytes + retained.bytes + marks.bytes
      + correspondence.bytes + releases.bytes + commit.bytes + freshIndex.bytes
  }
}
