// The staged items that were not found, roughly sorted by fingerprint, so that an index of millions is read
// and filled in order and items with equal keys are close together.
//
//     staged     4 new    7 open    8 found    9 new
//     unfound    | 0x12.. 3 | 0x7a.. 0 | 0xf3.. 1 |        high half: fingerprint, low half: staged entry

extension Matcher {
  /// Entries of `unfound` are sorted by their bits from this one up.
  private static let lowestBit: UInt64 = 44

  mutating func sortUnfound() throws(Refusal) {
    if isSorted { return }
    unfound.removeAll()
    try unfound.reserve(staged.count - staged.foundCount)
    try sorting.reserve(staged.count - staged.foundCount)
    var scopes = ScopeWalk(self)
    for i in 0..<staged.count where !staged.isFound(i) {
      unfound.push(UInt64(scopes.fingerprint(i, self).raw) &<< 32 | UInt64(truncatingIfNeeded: i))
    }
    sorting.sort(&unfound, from: Matcher.lowestBit)
    isSorted = true
  }

  @inline(__always) static func fingerprint(_ entry: UInt64) -> Fingerprint {
    Fingerprint(UInt32(truncatingIfNeeded: entry &>> 32))
  }

  @inline(__always) static func item(_ entry: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: entry)) }

  /// The first new item in `after` whose key an earlier new item has. `unfound` must be sorted.
  func firstDuplicateNewItem() -> Int? {
    var first: Int? = nil
    for at in 0..<unfound.count where mayHaveDuplicate(at) {
      let entry = unfound[at]
      // Entries with equal keys are close together; search backwards within the equal sort bits.
      var other = at &- 1
      while other >= 0, unfound[other] &>> Matcher.lowestBit == entry &>> Matcher.lowestBit {
        if areDuplicates(unfound[other], entry) {
          first = min(first ?? Int.max, Matcher.item(entry))
          break
        }
        other &-= 1
      }
    }
    return first
  }

  /// Whether the fingerprint equals one of the three entries before it, or the fourth is in the same group of
  /// equal sort bits. Both are rare, so this is one well-predicted branch.
  @inline(__always) private func mayHaveDuplicate(_ at: Int) -> Bool {
    if at < 4 { return true }
    let entry = unfound[at]
    let near = min(
      (unfound[at - 1] ^ entry) &>> 32, (unfound[at - 2] ^ entry) &>> 32, (unfound[at - 3] ^ entry) &>> 32)
    return min(near, (unfound[at - 4] ^ entry) &>> Matcher.lowestBit) == 0
  }

  /// Whether two entries are new items with the same key.
  private func areDuplicates(_ a: UInt64, _ b: UInt64) -> Bool {
    if Matcher.fingerprint(a) != Matcher.fingerprint(b) { return false }
    let (i, j) = (Matcher.item(a), Matcher.item(b))
    guard staged.key(i) == staged.key(j), staged.isNew(i), staged.isNew(j) else { return false }
    return !isScoped || section(ofStaged: i) == section(ofStaged: j)
  }

  /// The refusal for staged item `i`, whose key another item of `after` has.
  func duplicate(_ i: Int) -> Refusal {
    let position = after.position(of: staged.flat(i))
    return Refusal(
      .duplicate, key: staged.key(i), section: after.sectionKeys[Int(position.section)], position: position)
  }

  /// The id of the section of `before` that matches the staged item's section, or `noIndex`.
  func owner(ofStaged i: Int) -> UInt32 {
    let section = beforeOfAfter[Int(section(ofStaged: i))]
    return section == noIndex ? noIndex : before.sectionIDs[Int(section)]
  }

  private func section(ofStaged i: Int) -> UInt32 { after.position(of: staged.flat(i)).section }

  /// Refuses two new items with the same key, for a diff without a list, where no index detects it.
  mutating func checkNewItems() throws(Refusal) {
    if staged.newCount == 0 { return }
    try sortUnfound()
    if let later = firstDuplicateNewItem() { throw duplicate(later) }
  }
}
