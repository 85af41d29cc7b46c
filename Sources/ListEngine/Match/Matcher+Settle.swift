// What the walk left open is looked up, in batches: it has moved, or it is new.

extension Matcher {
  func scope(of section: Int) -> Finder.Scope {
    if !isScoped { return Finder.Scope(salt: 0, low: 0, high: UInt32(before.count)) }
    let salt = KeyHash.salt(ofSection: after.sectionKeys[section])
    let other = beforeOfAfter[section]
    if other == none { return Finder.Scope(salt: salt, low: 0, high: 0) }
    return Finder.Scope(salt: salt, low: before.starts[Int(other)], high: before.starts[Int(other) + 1])
  }

  mutating func find(
    _ count: Int, _ index: borrowing KeyIndex, _ numbers: Finder.Numbers
  ) throws(Refusal) {
    lookups += count
    try finder.find(count, in: before, index, numbers)
    for i in 0..<count where finder.found(i) == Finder.elsewhere {
      throw Refusal(.duplicate, key: finder.key(i))
    }
  }

  mutating func settle(_ index: borrowing KeyIndex, _ numbers: Finder.Numbers) throws(Refusal) {
    let left = before.count - claimedCount
    if staged.openCount > 0 && left > 0 {
      if staged.openCount * Matcher.joinShare > left {
        try joinLeft()
      } else {
        try lookUpOpen(index, numbers)
      }
    }
    // What is left now is no unmatched item of before. A matched one it would be by mistake only.
    if staged.openCount > 0 && looksUpAll && (claimedCount > 0 || isPartial) {
      try lookUpOpen(index, numbers)
    }
    for i in 0..<(staged.openCount == 0 ? 0 : staged.count) where staged.isOpen(i) {
      staged.settleAsNew(i)
    }
    try sortPatches()
  }

  /// A lookup costs about as much as joining so many items.
  private static let joinShare = 16

  private mutating func lookUpOpen(
    _ index: borrowing KeyIndex, _ numbers: Finder.Numbers
  ) throws(Refusal) {
    var next = 0
    var section = 0
    while next < staged.count {
      // A batch: the next open entries, of one section where keys are scoped.
      let start = next
      var count = 0
      while next < staged.count && count < Finder.width {
        if staged.isOpen(next) {
          while staged.place(next) >= Int(after.starts[section + 1]) {
            if isScoped && count > 0 { break }
            section += 1
          }
          if staged.place(next) >= Int(after.starts[section + 1]) { break }
          finder.set(staged.keys[next], scope(of: section), at: count)
          count += 1
        }
        next += 1
      }
      try find(count, index, numbers)
      var looked = 0
      for i in start..<next where staged.isOpen(i) {
        if finder.found(looked) == none {
          staged.settleAsNew(i)
        } else {
          try settle(
            i, Int(finder.found(looked)), content: finder.content(looked), number: finder.number(looked))
        }
        looked += 1
      }
    }
  }

  /// The staged item `i` has moved.
  mutating func settle(
    _ i: Int, _ b: Int, content old: UInt64, number: UInt32
  ) throws(Refusal) {
    let a = staged.place(i)
    try claim(b, 1, after: a)
    staged.settle(i, partner: b, number: number)
    if old != staged.contents[i] { try addPatch(b, a, staged.contents[i]) }
  }

  /// Those found here stand behind those of the walk; both are sorted already.
  private mutating func sortPatches() throws(Refusal) {
    var split = 1
    while split < patches.count && patches[split - 1].after < patches[split].after { split += 1 }
    if split >= patches.count { return }
    var merged = try Buffer<Patch>(capacity: patches.count)
    var i = 0
    var j = split
    while i < split || j < patches.count {
      if j == patches.count || (i < split && patches[i].after < patches[j].after) {
        merged.push(patches[i])
        i += 1
      } else {
        merged.push(patches[j])
        j += 1
      }
    }
    swap(&patches, &merged)
  }
}
