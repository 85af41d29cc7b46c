// What a commit needs to know of the new arrangement, filled before it begins.

struct CommitScratch: ~Copyable {
  /// Deleted items: fingerprint in the high half, slot in the low half.
  var removals = Buffer<UInt64>()
  /// By section of `after`: its record's id.
  var sectionIDs = Buffer<SectionID>()
  /// By new leaf: its id and its sum.
  var leafIDs = Buffer<LeafID>()
  var sums = Buffer<ItemSum>()
  /// By section of `after`: 1 if its leaves or their order have changed.
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
