// Matches sections by key. There are few of them, and most have the same index on both sides.

extension Matcher {
  mutating func matchSections() throws(Refusal) {
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
}
