// Newcomers on their way into an index. They come by parts of their fingerprints, so that an index of
// millions is filled from one end to the other. Few newcomers make one part, in which they stand in
// their own order.

extension Matcher {
  /// Puts what is staged into `parts`: entry by entry, `parts.number` is the staged item.
  mutating func divideStaged(parts count: Int, sorted: Bool = false) throws(Refusal) {
    try parts.begin(staged.count, count: count)
    var scopes = ScopeWalk(self)
    for i in 0..<staged.count { parts.tell(scopes.fingerprint(i, self)) }
    if sorted { try parts.sort() } else { parts.divide() }
  }

  /// Whether a staged item stands before `entry` already; both sorted, and all of them newcomers.
  @inline(__always) func isTwin(_ entry: Int) -> Bool {
    var other = entry &- 1
    while other >= 0, parts.prefix(parts.print(other)) == parts.prefix(parts.print(entry)) {
      if parts.print(other) == parts.print(entry), areTwins(parts.number(other), parts.number(entry)) {
        return true
      }
      other &-= 1
    }
    return false
  }

  /// Whether two newcomers are the same item.
  func areTwins(_ i: Int, _ j: Int) -> Bool {
    if staged.keys[i] != staged.keys[j] { return false }
    return !isScoped || section(ofStaged: i) == section(ofStaged: j)
  }

  /// The number of the section of before that is matched with that of a staged item, or `none`.
  func owner(ofStaged i: Int) -> UInt32 {
    let section = beforeOfAfter[Int(section(ofStaged: i))]
    return section == none ? none : before.sectionIDs[Int(section)]
  }

  private func section(ofStaged i: Int) -> UInt32 { after.position(of: staged.place(i)).section }

  /// Whether each newcomer's key is there once, where no list's index tells.
  mutating func checkNewcomers() throws(Refusal) {
    if staged.newCount == 0 { return }
    try divideStaged(parts: Parts.count(for: staged.newCount))
    if let (i, j) = try twins() {
      if parts.count == 1 { throw duplicate(staged.keys[i], staged.place(i), staged.place(j)) }
      // The first in their own order is the one to tell of.
      try divideStaged(parts: 1)
      if let (i, j) = try twins() { throw duplicate(staged.keys[i], staged.place(i), staged.place(j)) }
    }
  }

  private func twins() throws(Refusal) -> (Int, Int)? {
    var seen = KeyIndex()
    try seen.reserve(staged.newCount)
    for entry in 0..<staged.count {
      let i = parts.number(entry)
      if !staged.isNew(i) { continue }
      let twin = seen.insert(parts.print(entry), UInt32(i)) { areTwins(Int($0), i) }
      if let twin { return (Int(twin), i) }
    }
    return nil
  }
}
