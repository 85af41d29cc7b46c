// The facts about the new arrangement that a commit needs, filled before it begins.

struct CommitScratch: ~Copyable {
  /// Deleted items: fingerprint in the high half, slot in the low half.
  var removals = Buffer<UInt64>()
  /// The id of the record of each section of `after`.
  var sectionIDs = Buffer<SectionID>()
  /// The id and the sum of each new leaf.
  var leafIDs = Buffer<LeafID>()
  var sums = Buffer<ItemSum>()
  /// 1 for each section of `after` whose leaves or their order have changed.
  var isChanged = Buffer<UInt8>()

  var bytes: Int {
    removals.bytes + sectionIDs.bytes + leafIDs.bytes + sums.bytes + isChanged.bytes
  }

  @inline(__always) static func fingerprint(_ removal: UInt64) -> Fingerprint {
    Fingerprint(UInt32(truncatingIfNeeded: removal &>> 32))
  }
  @inline(__always) static func slot(_ removal: UInt64) -> Slot { Slot(UInt32(truncatingIfNeeded: removal)) }

  /// Adds the id and the sum of the next new leaf.
  @inline(__always) mutating func add(_ id: LeafID, items: Int) {
    leafIDs.push(id)
    sums.push(ItemSum(units: 1, items: UInt32(truncatingIfNeeded: items)))
  }

  /// `removed` items will be looked up in the index, to be removed from it.
  mutating func prepare(
    _ matcher: borrowing Matcher, _ leafBuilder: borrowing LeafBuilder, removed: Int
  ) throws(Refusal) {
    let sections = matcher.pairing.after.sectionCount
    removals.removeAll()
    sectionIDs.removeAll()
    leafIDs.removeAll()
    sums.removeAll()
    isChanged.removeAll()
    try removals.reserve(removed)
    try sectionIDs.reserve(sections)
    try leafIDs.reserve(max(leafBuilder.newLeaves.count, sections))
    try sums.reserve(max(leafBuilder.newLeaves.count, sections))
    try isChanged.resize(to: sections, filling: 0)
  }
}
