// Matching: which item of `before` is which item of `after`. Keys are unique, so a pair with equal keys is
// the only possible match; the work is to read little and to look up few keys.
//
//     pairing ─► sections ─► walk ─► resolution ─► appearances ─► matches
//
//     1. sections     by key                                                  Pairing
//     2. walk         each matched pair of sections side by side; at a        Walk
//                     mismatch search nearby, else in the index
//     3. resolution   items left open are looked up, joined or filtered       Resolution
//     4. appearances  models and classes, if there are any                    Matches+Appearances
//
// In the worked example, before A[1 2 3] B[4 5], after B[5 4*] A[1 3 6]:
//
//     walk        runs (4,0,1) (2,3,1); 1 is staged; 4 and 6 are left open
//     resolution  4 is found at 3, its content differs: a patch; 6 is not found: a new item
//
// No phase calls the host, and none changes what it reads. A key that occurs twice is no failure here:
// `matches` says that there is one, and the caller decides.

/// Reused from update to update for its memory.
struct Matcher: ~Copyable {
  /// The caller fills both sides.
  var pairing = Pairing()
  var matches = Matches()
  var newKeys = NewKeys()
  private var finder = Finder()
  private var resolution = Resolution()

  var bytes: Int { pairing.bytes + matches.bytes + newKeys.bytes + finder.bytes + resolution.bytes }

  /// `index` finds the items of `before` by key, and `sections` its sections.
  mutating func match(
    index: borrowing KeyIndex, sections: borrowing KeyIndex, numbers: Finder.Numbers, isScoped: Bool
  ) throws(Refusal) {
    try pairing.matchSections(index: sections, isScoped: isScoped)
    try matches.begin(beforeCount: pairing.before.count)
    newKeys.removeAll()
    if pairing.hasDuplicateSection {
      matches.hasDuplicate = true
      return
    }
    try finder.prepare()
    try walk(index, numbers)
    try Interruption.check()
    try resolution.run(pairing, &matches, &newKeys, &finder, index, numbers)
    if !matches.hasDuplicate { try matches.compareAppearances(pairing) }
  }

  private mutating func walk(_ index: borrowing KeyIndex, _ numbers: Finder.Numbers) throws(Refusal) {
    var walk = Walk(pairing)
    var section = 0
    while section < pairing.after.sectionCount {
      try Interruption.check()
      let next = try walk.leaveOpen(from: section, pairing, &matches)
      if next > section {
        section = next
        continue
      }
      if try !walk.matchWhole(section, pairing, &matches) {
        walk.begin(section, pairing)
        try walk.run(pairing, &matches, &finder, index, numbers)
      }
      section += 1
    }
  }

  /// Compares each new item with the others and, in `index`, with the matched ones unless that is done: without
  /// a list nothing else finds duplicates among them.
  mutating func findDuplicates(index: borrowing KeyIndex, numbers: Finder.Numbers) throws(Refusal) {
    if matches.hasDuplicate || matches.staged.newCount == 0 { return }
    if try firstDuplicateNewItem() != nil { matches.hasDuplicate = true }
    if matches.hasDuplicate || matches.claimedCount == 0 || matches.areNewKeysUnindexed { return }
    try finder.find(pairing, &matches, index, numbers) { staged, i in staged.isNew(i) }
  }

  /// The first staged item whose key an earlier new item has.
  mutating func firstDuplicateNewItem() throws(Refusal) -> Int? {
    try matches.staged.hash(pairing)
    try newKeys.fill(matches.staged)
    return try newKeys.firstDuplicate(matches.staged, pairing)
  }
}
