// The input of matching: both sides, and which section of `before` is which section of `after`. Sections are
// matched by key. Most follow the section that their predecessor follows in `before`; the others are looked up
// in the index that `before` has of its sections.
//
//     before          A[1 2 3] B[4 5]         afterOfBefore   [ 1 0 ]
//     after           B[5 4*] A[1 3 6]        beforeOfAfter   [ 1 0 ]
//
// New sections are put into an index of their own, which shows duplicates. If the list never had a section, that
// index becomes the one of the list: see Arrangement+Commit.

public struct Pairing: ~Copyable {
  private let inPlace = InPlace()
  var before = Input()
  var after = Input()
  /// The index of the matching section on the other side, or `noIndex`.
  private(set) var afterOfBefore = Buffer<UInt32>()
  private(set) var beforeOfAfter = Buffer<UInt32>()
  /// How many sections of `after` are new, and their positions by key; of a changeset only how many.
  private(set) var newSectionCount = 0
  var newSections = KeyIndex()
  /// The index of each section in `before`, by section id, or `noIndex`. Filled for the first lookup.
  private var sectionOfID = Buffer<UInt32>()

  /// Whether keys are scoped by section: then an item matches only within its own section.
  private(set) var isScoped = false
  /// The first section of `after` whose key an earlier one has, and that one. Nothing else is valid then.
  private var duplicate: (section: UInt32, first: UInt32)? = nil
  /// Whether both sides are one section of a list, whose index contains the items of the others as well.
  var isPartial: Bool { before.isPartial }

  var bytes: Int {
    before.bytes + after.bytes + afterOfBefore.bytes + beforeOfAfter.bytes + newSections.bytes
      + sectionOfID.bytes
  }

  /// Matches the sections; both sides are filled. `index` has the ids of the sections of `before`. Ends at a
  /// section key that `after` has twice.
  mutating func matchSections(index: borrowing KeyIndex, isScoped: Bool) throws(Refusal) {
    self.isScoped = isScoped
    duplicate = nil
    afterOfBefore.removeAll()
    beforeOfAfter.removeAll()
    newSections.removeAll()
    sectionOfID.removeAll()
    try afterOfBefore.resize(to: before.sectionCount, filling: noIndex)
    try beforeOfAfter.resize(to: after.sectionCount, filling: noIndex)
    let scope = KeyScope.list
    var expected = 0
    for section in 0..<after.sectionCount {
      let isExpected =
        expected < before.sectionCount && afterOfBefore[expected] == noIndex
        && before.sectionKeys[expected] == after.sectionKeys[section]
      if !isExpected {
        guard let found = try lookUp(section, index, scope) else {
          if hasDuplicateSection { return }
          continue
        }
        expected = found
      }
      pair(expected, section)
      expected += 1
    }
    newSectionCount = newSections.count
  }

  /// Takes over the matched sections of a changeset.
  mutating func takeSections(of correspondence: borrowing Correspondence, isScoped: Bool) throws(Refusal) {
    self.isScoped = isScoped
    duplicate = nil
    try afterOfBefore.copy(correspondence.afterOfBefore)
    try beforeOfAfter.copy(correspondence.beforeOfAfter)
    newSections.removeAll()
    newSectionCount = 0
    for a in 0..<beforeOfAfter.count where beforeOfAfter[a] == noIndex { newSectionCount += 1 }
  }

  /// Leaves out the empty sections of `after`, which has no leaves.
  @_optimize(size) mutating func dropEmptySections() throws(Refusal) {
    var kept = 0
    for a in 0..<after.sectionCount {
      let b = beforeOfAfter[a]
      let isEmpty = after.starts[a] == after.starts[a + 1]
      if b != noIndex { afterOfBefore[Int(b)] = isEmpty ? noIndex : UInt32(kept) }
      if isEmpty {
        try after.droppedBefore.append(UInt32(kept))
        if b == noIndex { newSectionCount -= 1 }
        continue
      }
      beforeOfAfter[kept] = b
      after.sectionKeys[kept] = after.sectionKeys[a]
      after.supplementaries[kept] = after.supplementaries[a]
      after.starts[kept] = after.starts[a]
      kept += 1
    }
    after.starts[kept] = after.starts[after.sectionCount]
    beforeOfAfter.truncate(to: kept)
    after.starts.truncate(to: kept + 1)
    after.supplementaries.truncate(to: kept)
    after.sectionKeys.truncate(to: kept)
  }

  private mutating func pair(_ before: Int, _ after: Int) {
    afterOfBefore[before] = UInt32(after)
    beforeOfAfter[after] = UInt32(before)
  }

  /// How many sections ahead a bucket is prefetched, in an index of more bytes than these.
  private static let ahead = 8
  private static let cached = 1 << 18

  /// The section of `before` that matches a section of `after`, or nil if that is new or a duplicate.
  private mutating func lookUp(
    _ section: Int, _ index: borrowing KeyIndex, _ scope: KeyScope
  ) throws(Refusal) -> Int? {
    let key = after.sectionKeys[section]
    let fingerprint = scope.fingerprint(key)
    if before.sectionCount > 0 {
      if sectionOfID.isEmpty { try numberSections() }
      // A section may be left out because it is empty.
      let id = index.find(fingerprint) { id in
        if Int(id) >= sectionOfID.count { return false }
        let b = sectionOfID[Int(id)]
        return b != noIndex && before.sectionKeys[Int(b)] == key
      }
      if let id {
        let found = Int(sectionOfID[Int(id)])
        if afterOfBefore[found] == noIndex { return found }
        duplicate = (UInt32(section), afterOfBefore[found])
        return nil
      }
    }
    if newSections.count == 0 { try newSections.reserve(after.sectionCount - section) }
    let further = section + Pairing.ahead
    if further < after.sectionCount && newSections.bytes > Pairing.cached {
      newSections.prefetch(scope.fingerprint(after.sectionKeys[further]))
    }
    let other = newSections.insert(fingerprint, UInt32(section)) { after.sectionKeys[Int($0)] == key }
    if let other { duplicate = (UInt32(section), other) }
    return nil
  }

  private mutating func numberSections() throws(Refusal) {
    var end = 0
    for b in 0..<before.sectionCount { end = max(end, Int(before.sectionIDs[b]) + 1) }
    try sectionOfID.resize(to: end, filling: noIndex)
    for b in 0..<before.sectionCount { sectionOfID[Int(before.sectionIDs[b])] = UInt32(b) }
  }

  var hasDuplicateSection: Bool { duplicate != nil }

  /// Nil if there is no duplicate section.
  var duplicateSection: Refusal? {
    guard let duplicate else { return nil }
    return Refusal(
      .duplicate, section: after.sectionKeys[Int(duplicate.section)],
      position: after.inputPosition(Position(section: duplicate.section, item: noIndex)),
      other: after.inputPosition(Position(section: duplicate.first, item: noIndex)))
  }

  // MARK: Reading

  /// The flat position in the list's version, `arrangement`, of the first item of `before`.
  func firstItem(in arrangement: borrowing Arrangement) -> UInt32 {
    before.onlySection.map { arrangement.start(ofSection: $0).items } ?? 0
  }

  /// The items of `before` whose section matches a section of `after`; none if no section matches it.
  func partners(ofSection section: Int) -> Range<Int> {
    let other = beforeOfAfter[section]
    if other == noIndex { return 0..<0 }
    return Int(before.starts[Int(other)])..<Int(before.starts[Int(other) + 1])
  }

  /// Where the keys of a section of `after` are searched.
  func scope(ofSection section: Int) -> Finder.Scope {
    if !isScoped { return Finder.Scope(salt: 0, low: 0, high: UInt32(before.count)) }
    let partners = partners(ofSection: section)
    return Finder.Scope(
      salt: KeyHash.salt(ofSection: after.sectionKeys[section]), low: UInt32(partners.lowerBound),
      high: UInt32(partners.upperBound))
  }

  /// Whether an item of each side are in sections that match each other.
  func areSectionsPaired(_ b: Int, _ a: Int) -> Bool {
    before.position(of: b).section == beforeOfAfter[Int(after.position(of: a).section)]
  }

  /// The section of an item of `after`, and the id of the section of `before` that matches it, or `noIndex`.
  func owner(ofAfter a: Int) -> (section: UInt32, id: UInt32) {
    let section = after.position(of: a).section
    let other = beforeOfAfter[Int(section)]
    return (section, other == noIndex ? noIndex : before.sectionIDs[Int(other)])
  }
}
