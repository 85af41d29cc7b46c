// Looks up staged items, a batch at a time.

extension Finder {
  /// Looks up the staged items that `isWanted` accepts, and resolves those that are found. Of those that are
  /// resolved already it is only determined whether their key is that of another item.
  mutating func find(
    _ pairing: borrowing Pairing, _ matches: inout Matches, _ index: borrowing KeyIndex, _ numbers: Numbers,
    where isWanted: (borrowing Staged, Int) -> Bool
  ) throws(Refusal) {
    var batch = InlineArray<32, Int>(repeating: 0)
    var count = 0
    var section = -1
    var sectionEnd = 0
    var scope = pairing.scope(ofSection: 0)
    if !pairing.isScoped { sectionEnd = Int.max }
    for i in 0..<matches.staged.count where isWanted(matches.staged, i) {
      while matches.staged.flat(i) >= sectionEnd {
        section += 1
        sectionEnd = Int(pairing.after.starts[section + 1])
        scope = pairing.scope(ofSection: section)
      }
      set(matches.staged.key(i), scope, at: count)
      batch[count] = i
      count += 1
      if count < Finder.width { continue }
      try find(batch, count, pairing, &matches, index, numbers)
      count = 0
    }
    try find(batch, count, pairing, &matches, index, numbers)
  }

  private mutating func find(
    _ batch: InlineArray<32, Int>, _ count: Int, _ pairing: borrowing Pairing, _ matches: inout Matches,
    _ index: borrowing KeyIndex, _ numbers: Numbers
  ) throws(Refusal) {
    matches.lookups += count
    try find(count, in: pairing.before, index, numbers)
    guard let items = matches.staged.block() else { return }
    for k in 0..<count where found(k) != noIndex {
      try matches.resolve(batch[k], of: items, Int(found(k)), content: content(k), slot: Slot(number(k)))
    }
  }

  /// Looks up the fingerprints of a sample of the open items; true if the index has at most one of them.
  mutating func areMostlyNew(
    _ pairing: borrowing Pairing, _ matches: inout Matches, _ index: borrowing KeyIndex, _ numbers: Numbers
  ) -> Bool {
    var wanted = 0
    var section = 0
    let step = matches.staged.count / Finder.width
    for sample in 0..<Finder.width {
      // Not at even distances: what repeats at one of them would all be in the sample, or none of it.
      let i = sample * step + sample &* 0x9e37_79b1 % step
      if !matches.staged.isNew(i) { continue }
      while matches.staged.flat(i) >= Int(pairing.after.starts[section + 1]) { section += 1 }
      set(matches.staged.key(i), pairing.scope(ofSection: section), at: wanted)
      wanted += 1
    }
    matches.lookups += wanted
    return wanted >= Finder.width / 2 && countFingerprints(wanted, index, numbers) <= 1
  }
}
