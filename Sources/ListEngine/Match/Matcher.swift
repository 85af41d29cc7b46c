// Matching: which item of `before` is which item of `after`. Keys are unique, so a pair with equal keys is
// the only possible match; the work is to read little and to look up few keys.
//
//     1. sections     by key                                            Matcher+Sections
//     2. walk         each matched pair of sections side by side; at a  Matcher+Walk, +Compare
//                     mismatch search nearby, else in the index         Matcher+LookAhead
//     3. resolve      open items are looked up, joined or filtered      Matcher+Resolve
//     4. appearances  models, classes and `equal`, if there are any     Matcher+Appearances
//
// In the worked example, before A[1 2 3] B[4 5], after B[5 4*] A[1 3 6]:
//
//     walk B:B   5 against 4: 5 is one further in before: run (4,0,1), item 4 of before is skipped;
//                then 4 against the end: staged
//     walk A:A   run (0,2,1); 3 against 2: run (2,3,1); 6 against the end: staged
//     resolve    4 is found at 3, its content differs: a patch; 6 is not found: a new item
//
// The result consists of flat positions. Every value read from the host's arrays is kept here and not read
// again, because the arrays may change during the call.

/// A matched item whose record in the list changes.
struct Patch: BitwiseCopyable {
  var after: UInt32
  var before: UInt32
  var values: ItemValues
  /// `ChangeFlags`; 0 if only the model is replaced.
  var flags: UInt32
}

/// Reused from update to update for its memory.
struct Matcher: ~Copyable {
  var before = Input()
  var after = Input()

  /// Matched runs, sorted by `after`. Single matches are in `staged`. `MatchIterator` merges both.
  var runs = Buffer<Run>()
  var staged = Staged()
  /// Sorted by `after` once matching is complete.
  var patches = Buffer<Patch>()
  /// The index of the matching section on the other side, or `noIndex`.
  var afterOfBefore = Buffer<UInt32>()
  var beforeOfAfter = Buffer<UInt32>()
  /// One bit per item of `before`: set once it is matched.
  var claimed = Buffer<UInt64>()
  var claimedCount = 0

  /// Whether keys are scoped by section: then an item matches only within its own section.
  var isScoped = false
  /// Whether every key that the walk does not match is looked up, even if every item of `before` is matched.
  /// In an update of one section the index contains the items of the other sections, whose keys are
  /// duplicates here. In a diff without a list no other index detects a duplicate key.
  var looksUpAll = false
  /// Whether the index contains items that are not in `before`, as in an update of one section.
  var isPartial = false
  var finder = Finder()
  var tableJoin = TableJoin()
  var partitionedJoin = PartitionedJoin()
  var unfound = Buffer<UInt64>()
  var sorting = KeySort()
  /// Whether `unfound` is filled and sorted.
  var isSorted = false
  /// The filter: one bit per value of the upper bits of a fingerprint, set if the index contains it.
  /// `suspects` has one bit per staged item, set if the filter does not prove the item new.
  var filter = Buffer<UInt64>()
  var suspects = Buffer<UInt64>()

  var lookups = 0
  var leavesShared = 0

  var bytes: Int {
    before.bytes + after.bytes + runs.bytes + staged.bytes + patches.bytes
      + afterOfBefore.bytes + beforeOfAfter.bytes + claimed.bytes + finder.bytes + tableJoin.bytes
      + partitionedJoin.bytes + unfound.bytes
      + sorting.bytes + filter.bytes + suspects.bytes
  }

  /// Matches the two sides, which the caller has filled. `index` finds the items of `before` by key.
  mutating func match(
    index: borrowing KeyIndex, numbers: Finder.Numbers, isScoped: Bool, looksUpAll: Bool = false,
    isPartial: Bool = false
  ) throws(Refusal) {
    try begin(isScoped: isScoped, looksUpAll: looksUpAll && index.count > 0, isPartial: isPartial)
    try matchSections()
    try finder.prepare()
    for section in 0..<after.sectionCount { try walk(section, index, numbers) }
    try resolveOpen(index, numbers)
    try compareAppearances()
  }

  /// Removes what another update has left; `before` must be filled.
  mutating func begin(
    isScoped: Bool, looksUpAll: Bool = false, isPartial: Bool = false
  ) throws(Refusal) {
    self.isScoped = isScoped
    self.isPartial = isPartial
    self.looksUpAll = looksUpAll
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

  /// Marks `count` items of `before` as matched, from `start` on. If one is matched already, its key is
  /// duplicated in `after`.
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

  /// The first unmatched item from `flat` on, or `end`.
  @inline(__always) func nextUnclaimed(_ flat: Int, end: Int) -> Int {
    var flat = flat
    while flat < end {
      let free = ~claimed[flat >> 6] &>> UInt64(flat & 63)
      if free != 0 { return min(flat + free.trailingZeroBitCount, end) }
      flat = (flat | 63) + 1
    }
    return end
  }

  /// Every item of `before` is matched.
  var isExhausted: Bool { claimedCount == before.count && !looksUpAll }

  /// No item of the index stays.
  var replacesAll: Bool { claimedCount == 0 && !isPartial }

  /// Nothing differs, not even the address of a supplementary block.
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

  /// Whether a patch replaces the model that its item references.
  func replacesModel(_ patch: Patch) -> Bool {
    let old = before.values(at: Int(patch.before))
    return old.model != patch.values.model || old.cellClass != patch.values.cellClass
  }
}
