// Matching: which item of `before` is which of `after`. Keys are unique, so any equal pair is the
// match and there is nothing to weigh; the work is in reading little and looking up less.
//
//     1. sections   by key                                              Matcher+Sections
//     2. walk       each matched pair of sections side by side;         Matcher+Walk, +Compare
//                   at a break look near by, else in the index          Matcher+LookAhead
//     3. settle     what the walk left open is looked up, joined or     Matcher+Settle
//                   sifted
//     4. looks      models, classes and `equal`, where there are any    Matcher+Appearances
//
// In the worked example, before A[1 2 3] B[4 5], after B[5 4*] A[1 3 6]:
//
//     walk B:B   5 against 4: one ahead in before, so 4 is skipped there: run (4,0,1);
//                then 4 against nothing: staged
//     walk A:A   run (0,2,1); 3 against 2: run (2,3,1); 6 against nothing: staged
//     settle     4 found at 3, its content differs: a patch; 6 is not: a newcomer
//
// The result is in terms of flat positions. Whatever was read of the host's arrays is kept here, and
// nothing is read from them again: they may change under the call.

/// A matched item whose record in the list must change.
struct Patch: BitwiseCopyable {
  var after: UInt32
  var before: UInt32
  var content: UInt64
  var model: Model
  var cellClass: UInt32
  /// `ChangeFlags`; 0 where only the model is another.
  var flags: UInt32
}

/// Kept from update to update for its memory.
struct Matcher: ~Copyable {
  var before = Input()
  var after = Input()

  /// What matched in stretches, sorted by after; single items that were found are staged. See MatchIterator.
  var runs = Buffer<Run>()
  var staged = Staged()
  /// Sorted by after once matching is done.
  var patches = Buffer<Patch>()
  /// By before-section and by after-section: its other half, or `noIndex`.
  var afterOfBefore = Buffer<UInt32>()
  var beforeOfAfter = Buffer<UInt32>()
  /// A bit for each item of before: it has been matched.
  var claimed = Buffer<UInt64>()
  var claimedCount = 0

  /// Whether keys are scoped by section: then nothing is looked for outside of its own.
  var isScoped = false
  /// Whether every key that the walk does not match is looked up, even when nothing of before is left to
  /// be found. In an update of one section the index knows the items of the others, whose keys are
  /// duplicates here; in a diff without a list no other index will show a key that stands twice.
  var looksUpAll = false
  /// Whether the index knows items that are not of `before`: an update of one section.
  var isPartial = false
  var finder = Finder()
  var join = Join()
  var unfound = Buffer<UInt64>()
  var sorting = KeySort()
  /// Whether `unfound` is filled and sorted.
  var isSorted = false
  /// What sifting works with: a bit for each fingerprint's upper bits that is in the index, and one for
  /// each staged item that may be.
  var filter = Buffer<UInt64>()
  var suspects = Buffer<UInt64>()

  var lookups = 0
  var leavesShared = 0

  var bytes: Int {
    before.bytes + after.bytes + runs.bytes + staged.bytes + patches.bytes
      + afterOfBefore.bytes + beforeOfAfter.bytes + claimed.bytes + finder.bytes + join.bytes + unfound.bytes
      + sorting.bytes + filter.bytes + suspects.bytes
  }

  /// MatchIterator the two sides, which the caller has filled. `index` finds before's items by key.
  mutating func match(
    index: borrowing KeyIndex, numbers: Finder.Numbers, isScoped: Bool, looksUpAll: Bool = false,
    isPartial: Bool = false
  ) throws(Refusal) {
    self.isScoped = isScoped
    self.isPartial = isPartial
    self.looksUpAll = looksUpAll && index.count > 0
    try prepare()
    try matchSections()
    try finder.prepare()
    for section in 0..<after.sectionCount { try walk(section, index, numbers) }
    try settle(index, numbers)
    try compareAppearances()
  }

  private mutating func prepare() throws(Refusal) {
    runs.removeAll()
    patches.removeAll()
    staged.removeAll()
    isSorted = false
    suspects.removeAll()
    lookups = 0
    leavesShared = 0
    claimedCount = 0
    claimed.removeAll()
    try claimed.resize(to: (before.count + 63) / 64, filling: 0)
  }

  /// Marks `count` items of before as matched, from `start` on. One that is matched already means
  /// that its key stands twice in after.
  @inline(__always) mutating func claim(_ start: Int, _ count: Int) throws(Refusal) {
    claimedCount += count
    if count == 1, claimed[start >> 6] & (1 &<< UInt64(start & 63)) == 0 {
      claimed[start >> 6] |= 1 &<< UInt64(start & 63)
      return
    }
    var word = start >> 6
    var low = start & 63
    var rest = count
    while rest > 0 {
      let width = min(64 - low, rest)
      let bits = (UInt64.max &>> UInt64(64 - width)) &<< UInt64(low)
      if claimed[word] & bits != 0 {
        let first = (word << 6) + (claimed[word] & bits).trailingZeroBitCount
        throw Refusal(.duplicate, key: before.key(at: first))
      }
      claimed[word] |= bits
      rest -= width
      word += 1
      low = 0
    }
  }

  /// The first item from `flat` on that has found no match, or `end`.
  @inline(__always) func nextUnclaimed(_ flat: Int, end: Int) -> Int {
    var flat = flat
    while flat < end {
      let free = ~claimed[flat >> 6] &>> UInt64(flat & 63)
      if free != 0 { return min(flat + free.trailingZeroBitCount, end) }
      flat = (flat | 63) + 1
    }
    return end
  }

  /// Nothing of before is left to be found.
  var isExhausted: Bool { claimedCount == before.count && !looksUpAll }

  /// Nothing of what the index knows stays.
  var replacesAll: Bool { claimedCount == 0 && !isPartial }

  /// Nothing differs, not even an element's address.
  var isIdentity: Bool {
    guard staged.count == 0, claimedCount == before.count, patches.isEmpty else { return false }
    guard before.sectionCount == after.sectionCount else { return false }
    for i in 0..<after.sectionCount {
      guard beforeOfAfter[i] == UInt32(i), before.starts[i] == after.starts[i] else { return false }
      switch (before.supplementaries[i], after.supplementaries[i]) {
      case (nil, nil): continue
      case (let old?, let new?) where old == new: continue
      default: return false
      }
    }
    for i in 0..<runs.count where runs[i].before != runs[i].after { return false }
    return true
  }

  /// Whether a patch gives its item another model to hold.
  func replacesModel(_ patch: Patch) -> Bool {
    let old = before.appearances(at: Int(patch.before))
    return old.model != patch.model || old.cellClass != patch.cellClass
  }
}
