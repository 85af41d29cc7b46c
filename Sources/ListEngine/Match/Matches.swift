// The output of matching. Every item of `after` is in a run or staged:
//
//     before   A[1 2 3] B[4 5]            after   B[5 4*] A[1 3 6]          as everywhere: Correspondence
//
//     runs     (4,0,1) (2,3,1)            5 3: followed side by side
//     staged   4 -> 3, 1 -> 0, 6: new     matched alone, looked up or joined
//     claimed  1 0 1 1 1                  2 is deleted
//     patches  4: its new content
//
// Positions are flat. Every value read from the host's arrays is kept here and not read again, because the
// arrays may change during the call.

/// A matched item whose record in the list changes.
struct Patch: BitwiseCopyable {
  var after: UInt32
  var before: UInt32
  var values: ItemValues
  /// `ChangeFlags`; 0 if only the model is replaced.
  var flags: UInt32
}

public struct Matches: ~Copyable {
  private let inPlace = InPlace()
  /// Sorted by `after`. Matches of few items are in `staged` instead: `MatchIterator` merges both.
  var runs = Buffer<Run>()
  var staged = Staged()
  /// Sorted by `after`.
  var patches = Buffer<Patch>()
  /// One bit per item of `before`: set once it is matched.
  private var claimed = Buffer<UInt64>()
  private(set) var claimedCount = 0
  private(set) var beforeCount = 0
  /// Whether some key occurs twice in `after`, or in a section that is not updated. Nothing else is valid then
  /// but the runs and the staged items.
  var hasDuplicate = false

  /// Whether no new item's key is in the index, not even as that of a matched item.
  var areNewKeysUnindexed = false

  var leavesShared = 0
  var lookups = 0

  var bytes: Int { runs.bytes + staged.bytes + patches.bytes + claimed.bytes }

  /// Removes what another update has left.
  mutating func begin(beforeCount: Int) throws(Refusal) {
    self.beforeCount = beforeCount
    runs.removeAll()
    patches.removeAll()
    staged.removeAll()
    hasDuplicate = false
    areNewKeysUnindexed = false
    leavesShared = 0
    lookups = 0
    claimedCount = 0
    claimed.removeAll()
    try claimed.resize(to: (beforeCount + 63) / 64, filling: 0)
  }

  // MARK: Claiming

  /// How many items of `before` are not matched.
  var leftCount: Int { beforeCount - claimedCount }

  /// Whether an item is new, or goes.
  var changesItems: Bool { staged.newCount != 0 || leftCount != 0 }

  /// Marks the items of a run as matched.
  mutating func claim(_ run: Run) { claim(Int(run.before), Int(run.count)) }

  /// Marks an item of `before` as matched. If it is matched already, its key is duplicated in `after`.
  @inline(__always) mutating func claim(_ flat: Int) {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: flat & 63)
    let word = claimed[flat &>> 6]
    if word & bit != 0 { hasDuplicate = true }
    claimed[flat &>> 6] = word | bit
    claimedCount &+= 1
  }

  @inline(__always) private mutating func claim(_ start: Int, _ count: Int) {
    let low = start & 63
    if low &+ count > 64 { return claimMany(start, count) }
    let bits = (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- count)) &<< UInt64(truncatingIfNeeded: low)
    let word = claimed[start &>> 6]
    if word & bits != 0 { hasDuplicate = true }
    claimed[start &>> 6] = word | bits
    claimedCount &+= count
  }

  private mutating func claimMany(_ start: Int, _ count: Int) {
    var start = start
    var rest = count
    while rest > 0 {
      let width = min(64 - start & 63, rest)
      claim(start, width)
      start += width
      rest -= width
    }
  }

  /// Adds a run; what `after` has before it is in runs or staged already.
  @inline(__always) mutating func add(_ b: Int, _ a: Int, _ count: Int) throws(Refusal) {
    claim(b, count)
    try runs.append(
      Run(
        before: UInt32(truncatingIfNeeded: b), after: UInt32(truncatingIfNeeded: a),
        count: UInt32(truncatingIfNeeded: count)))
  }

  /// Adds a matched item by itself, with the content that it has in `after`.
  @inline(__always) mutating func add(
    _ b: Int, _ content: UInt64, _ left: LeafWindow, at a: Int, of after: borrowing Input
  ) throws(Refusal) {
    claim(b)
    if left.content(b) != content { try addPatch(b, a, content: content) }
    try staged.append(
      a, left.key(b), content, of: after, partner: UInt32(truncatingIfNeeded: b), slot: left.slot(b))
  }

  /// Item `i` of a block was found at `b` of `before`, with content `old`.
  @inline(__always) mutating func resolve(
    _ i: Int, of block: Staged.Block, _ b: Int, content old: UInt64, slot: Slot
  ) throws(Refusal) {
    claim(b)
    block.resolve(i, partner: b, slot: slot)
    staged.didResolve()
    let content = block.content(i)
    if old != content { try addPatch(b, block.flat(i), content: content) }
  }

  /// Visits the unmatched items of a range, in order.
  @inline(__always) func forEachUnclaimed(_ first: Int, _ end: Int, _ body: (Int) -> Void) {
    var start = first
    while start < end {
      let next = min((start | 63) &+ 1, end)
      var free = ~claimed[start &>> 6] &>> UInt64(truncatingIfNeeded: start & 63)
      if next &- start < 64 { free &= (1 &<< UInt64(truncatingIfNeeded: next &- start)) &- 1 }
      while free != 0 {
        body(start &+ free.trailingZeroBitCount)
        free &= free &- 1
      }
      start = next
    }
  }

  /// The first unmatched item from `flat` on, or the number of items if there is none.
  func firstUnclaimed(from flat: Int) -> Int {
    if flat >= beforeCount { return beforeCount }
    var word = flat &>> 6
    var free = ~claimed[word] & (UInt64.max &<< UInt64(truncatingIfNeeded: flat & 63))
    while free == 0 {
      word &+= 1
      if word == claimed.count { return beforeCount }
      free = ~claimed[word]
    }
    return min(word &* 64 &+ free.trailingZeroBitCount, beforeCount)
  }

  /// Nothing differs, not even the address of a supplementary block.
  func isIdentity(_ pairing: borrowing Pairing) -> Bool {
    guard staged.count == 0, leftCount == 0, patches.isEmpty else { return false }
    guard pairing.before.sectionCount == pairing.after.sectionCount else { return false }
    for i in 0..<pairing.after.sectionCount {
      guard pairing.beforeOfAfter[i] == UInt32(i), pairing.before.starts[i] == pairing.after.starts[i] else {
        return false
      }
      switch (pairing.before.supplementaries[i], pairing.after.supplementaries[i]) {
      case (nil, nil): continue
      case (let old?, let new?) where old == new: continue
      default: return false
      }
    }
    for i in 0..<runs.count where runs[i].before != runs[i].after { return false }
    return true
  }

  // MARK: Patches

  @inline(__always) mutating func addPatch(_ b: Int, _ a: Int, content: UInt64) throws(Refusal) {
    try patches.append(
      Patch(
        after: UInt32(truncatingIfNeeded: a), before: UInt32(truncatingIfNeeded: b),
        values: ItemValues(Appearance(content: content)), flags: ChangeFlags.byContent))
  }

  /// The walk's patches are followed by those of staged items; each part is sorted, so one merge sorts all.
  mutating func sortPatches() throws(Refusal) {
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

extension Pairing {
  /// Whether a patch replaces the model that its item references.
  func replacesModel(_ patch: Patch) -> Bool {
    let old = before.values(at: Int(patch.before))
    return old.model != patch.values.model || old.cellClass != patch.values.cellClass
  }
}
