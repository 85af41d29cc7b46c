// What a commit needs to know of the new arrangement, filled before it begins.

struct CommitScratch: ~Copyable {
  /// Items that go: fingerprint above, slot below.
  var leaving = Buffer<UInt64>()
  /// By after-section: its record's number.
  var sectionIDs = Buffer<UInt32>()
  /// By piece: the leaf's number and weight.
  var leafIDs = Buffer<UInt32>()
  var sums = Buffer<ItemSum>()
  /// By after-section: 1 if its leaves are others, or in another order.
  var isChanged = Buffer<UInt8>()

  var bytes: Int {
    leaving.bytes + sectionIDs.bytes + leafIDs.bytes + sums.bytes + isChanged.bytes
  }

  mutating func prepare(_ matcher: borrowing Matcher, _ leafBuilder: borrowing LeafBuilder) throws(Refusal) {
    let sections = matcher.after.sectionCount
    leaving.removeAll()
    sectionIDs.removeAll()
    leafIDs.removeAll()
    sums.removeAll()
    isChanged.removeAll()
    if !matcher.replacesAll { try leaving.reserve(matcher.before.count - matcher.claimedCount) }
    try sectionIDs.reserve(sections)
    try leafIDs.reserve(max(leafBuilder.newLeaves.count, sections))
    try sums.reserve(max(leafBuilder.newLeaves.count, sections))
    try isChanged.resize(to: sections, filling: 0)
  }
}
