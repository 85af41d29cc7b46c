// The input of matching: both sides, and which section of `before` is which section of `after`. Sections are
// matched by key; there are few of them, and most have the same index on both sides.
//
//     before          A[1 2 3] B[4 5]         afterOfBefore   [ 1 0 ]
//     after           B[5 4*] A[1 3 6]        beforeOfAfter   [ 1 0 ]

public struct Pairing: ~Copyable {
  private let inPlace = InPlace()
  var before = Input()
  var after = Input()
  /// The index of the matching section on the other side, or `noIndex`.
  private(set) var afterOfBefore = Buffer<UInt32>()
  private(set) var beforeOfAfter = Buffer<UInt32>()

  /// Whether keys are scoped by section: then an item matches only within its own section.
  private(set) var isScoped = false
  /// Whether the index contains items that are not in `before`, as in an update of one section.
  private(set) var isPartial = false

  var bytes: Int { before.bytes + after.bytes + afterOfBefore.bytes + beforeOfAfter.bytes }

  /// Matches the sections; both sides are filled. Refuses a section key that `after` has twice.
  mutating func matchSections(isScoped: Bool, isPartial: Bool = false) throws(Refusal) {
    self.isScoped = isScoped
    self.isPartial = isPartial
    afterOfBefore.removeAll()
    beforeOfAfter.removeAll()
    try afterOfBefore.resize(to: before.sectionCount, filling: noIndex)
    try beforeOfAfter.resize(to: after.sectionCount, filling: noIndex)
    var i = 0
    while i < min(before.sectionCount, after.sectionCount), before.sectionKeys[i] == after.sectionKeys[i] {
      pair(i, i)
      i += 1
    }
    if i < after.sectionCount { try matchSections(from: i) }
  }

  /// Takes over the matched sections of a changeset.
  mutating func takeSections(of correspondence: borrowing Correspondence, isScoped: Bool) throws(Refusal) {
    self.isScoped = isScoped
    isPartial = false
    try afterOfBefore.copy(correspondence.afterOfBefore)
    try beforeOfAfter.copy(correspondence.beforeOfAfter)
  }

  private mutating func pair(_ before: Int, _ after: Int) {
    afterOfBefore[before] = UInt32(after)
    beforeOfAfter[after] = UInt32(before)
  }

  /// Matches the remaining sections through a hash table of `after`'s keys, which also detects duplicates.
  private mutating func matchSections(from start: Int) throws(Refusal) {
    let scope = KeyScope.list
    var table = KeyIndex()
    try table.reserve(after.sectionCount)
    for section in 0..<after.sectionCount {
      let key = after.sectionKeys[section]
      let duplicate = table.insert(scope.fingerprint(key), UInt32(section)) {
        after.sectionKeys[Int($0)] == key
      }
      if let duplicate {
        throw Refusal(
          .duplicate, section: key, position: after.given(Position(section: UInt32(section), item: noIndex)),
          other: after.given(Position(section: duplicate, item: noIndex)))
      }
    }
    for section in start..<max(start, before.sectionCount) {
      let key = before.sectionKeys[section]
      let found = table.find(scope.fingerprint(key)) { after.sectionKeys[Int($0)] == key }
      if let found { pair(section, Int(found)) }
    }
  }

  // MARK: Reading

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
