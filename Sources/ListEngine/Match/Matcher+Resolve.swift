// Decides whether each staged item that the walk left open has moved or is new. There are three strategies:
//
//     few open items, many left in before    look each one up                              Finder
//     many, nearly all of them new           filter by the fingerprints in the index       filterNew
//     many                                   join both sides                               KeyJoin

extension Matcher {
  func scope(of section: Int) -> Finder.Scope {
    if !isScoped { return Finder.Scope(salt: 0, low: 0, high: UInt32(before.count)) }
    let salt = KeyHash.salt(ofSection: after.sectionKeys[section])
    let other = beforeOfAfter[section]
    if other == noIndex { return Finder.Scope(salt: salt, low: 0, high: 0) }
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

  mutating func resolveOpen(_ index: borrowing KeyIndex, _ numbers: Finder.Numbers) throws(Refusal) {
    let left = before.count - claimedCount
    if staged.openCount > 0 && left > 0 {
      if staged.openCount * Matcher.joinShare <= left {
        try lookUpOpen(index, numbers)
      } else if staged.openCount * Matcher.filterShare > index.count, try areMostlyNew(index, numbers) {
        try filterNew(index, numbers)
      } else {
        try joinOpen()
      }
    }
    // Whatever is still open matches no unmatched item of `before`; a match with a claimed one is a duplicate
    // key.
    if staged.openCount > 0 && looksUpAll && (claimedCount > 0 || isPartial) {
      try lookUpOpen(index, numbers)
    }
    for i in 0..<(staged.openCount == 0 ? 0 : staged.count) where staged.isOpen(i) {
      staged.resolveAsNew(i)
    }
    try sortPatches()
  }

  /// One lookup costs about as much as joining this many items.
  private static let joinShare = 16
  /// Filtering reads the whole index; it pays off up to this many index entries per open item.
  private static let filterShare = 8

  // MARK: Filtering

  /// Looks up a sample of the open items; true if at most one of them is found.
  private mutating func areMostlyNew(
    _ index: borrowing KeyIndex, _ numbers: Finder.Numbers
  ) throws(Refusal) -> Bool {
    if staged.openCount < 8 * Finder.width || staged.openCount < staged.count / 2 { return false }
    var count = 0
    var section = 0
    for sample in 0..<Finder.width {
      let i = sample * (staged.count / Finder.width)
      if !staged.isOpen(i) { continue }
      while staged.flat(i) >= Int(after.starts[section + 1]) { section += 1 }
      finder.set(staged.key(i), scope(of: section), at: count)
      count += 1
    }
    try find(count, index, numbers)
    var found = 0
    for k in 0..<count where finder.found(k) != noIndex { found += 1 }
    return found <= 1
  }

  /// Items whose fingerprint is not in the index are new; the others are looked up.
  private mutating func filterNew(
    _ index: borrowing KeyIndex, _ numbers: Finder.Numbers
  ) throws(Refusal) {
    try sortUnfound()
    let bits = Matcher.filterBits(for: index.count)
    filter.removeAll()
    try filter.resize(to: 1 &<< Int(bits - 6), filling: 0)
    index.mark(&filter, bits: bits)
    try suspects.resize(to: (staged.count + 63) / 64, filling: 0)
    for at in 0..<unfound.count {
      let bit = unfound[at] &>> (64 &- bits)
      if filter[Int(truncatingIfNeeded: bit &>> 6)] &>> (bit & 63) & 1 == 0 { continue }
      let i = Matcher.item(unfound[at])
      suspects[i >> 6] |= 1 &<< UInt64(i & 63)
    }
    lookups += staged.openCount
    try lookUpOpen(index, numbers)
  }

  /// Sized so that about one bit in a hundred is set, at most 2^28 bits (32 MB).
  static func filterBits(for count: Int) -> UInt64 {
    var bits: UInt64 = 12
    while bits < 28 && 1 &<< bits < 64 * count { bits += 1 }
    return bits
  }

  /// Whether the filter has proved the item new.
  @inline(__always) private func isFilteredOut(_ i: Int) -> Bool {
    !suspects.isEmpty && suspects[i >> 6] &>> UInt64(i & 63) & 1 == 0
  }

  // MARK: Lookups

  private mutating func lookUpOpen(
    _ index: borrowing KeyIndex, _ numbers: Finder.Numbers
  ) throws(Refusal) {
    var batch = InlineArray<32, Int>(repeating: 0)
    var count = 0
    var section = 0
    var sectionEnd = isScoped ? Int(after.starts[1]) : Int.max
    var sectionScope = scope(of: 0)
    for i in 0..<staged.count where staged.isOpen(i) {
      if isFilteredOut(i) {
        staged.resolveAsNew(i)
        continue
      }
      while staged.flat(i) >= sectionEnd {
        section += 1
        sectionEnd = Int(after.starts[section + 1])
        sectionScope = scope(of: section)
      }
      finder.set(staged.key(i), sectionScope, at: count)
      batch[count] = i
      count += 1
      if count == Finder.width {
        try lookUp(batch, count, index, numbers)
        count = 0
      }
    }
    try lookUp(batch, count, index, numbers)
  }

  /// Looks up the keys that are set, and settles the staged items of the batch.
  private mutating func lookUp(
    _ batch: InlineArray<32, Int>, _ count: Int, _ index: borrowing KeyIndex, _ numbers: Finder.Numbers
  ) throws(Refusal) {
    try find(count, index, numbers)
    for k in 0..<count {
      if finder.found(k) == noIndex {
        staged.resolveAsNew(batch[k])
      } else {
        try resolve(
          batch[k], Int(finder.found(k)), content: finder.content(k), number: finder.number(k))
      }
    }
  }

  /// Staged item `i` has moved here from `b`.
  mutating func resolve(
    _ i: Int, _ b: Int, content old: UInt64, number: UInt32
  ) throws(Refusal) {
    let a = staged.flat(i)
    try claim(b, 1)
    staged.resolve(i, partner: b, number: number)
    if old != staged.content(i) { try addPatch(b, a, staged.content(i)) }
  }

  /// The walk's patches are followed by those of `resolveOpen`; each part is sorted, so one merge sorts all.
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
