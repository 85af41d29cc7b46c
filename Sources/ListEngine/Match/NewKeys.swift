// The keys of new items. Many are roughly sorted by fingerprint, so that an index of millions is filled in order and
// equal keys are close together. Few are read in the order of the staged items; a table finds their duplicates.
//
//     staged     4 new    7 found    8 new    9 new
//     sorted     | 0x12.. 3 | 0x7a.. 0 | 0xf3.. 2 |        high half: fingerprint, low half: staged entry

struct NewKeys: ~Copyable {
  private var entries = Buffer<UInt64>()
  private var sorting = KeySort()
  private var table = TagTable()

  /// Entries are sorted by their bits from this one up.
  private static let lowestBit: UInt64 = 44
  /// Up to this many are not sorted: what they lead to fits the cache.
  private static let few = TagTable.most

  private(set) var isSorted = false
  /// How many are to be read: of all staged items if they are not sorted, in their order.
  private(set) var count = 0
  var bytes: Int { entries.bytes + sorting.bytes + table.bytes }

  @inline(__always) func fingerprint(_ at: Int, _ staged: borrowing Staged) -> Fingerprint {
    isSorted ? fingerprint(at) : staged.fingerprint(at)
  }

  /// The staged item; one that was found is not to be read.
  @inline(__always) func item(_ at: Int) -> Int {
    isSorted ? Int(UInt32(truncatingIfNeeded: entries[at])) : at
  }

  @inline(__always) private func fingerprint(_ at: Int) -> Fingerprint {
    Fingerprint(UInt32(truncatingIfNeeded: entries[at] &>> 32))
  }

  /// Before the first use for an update.
  mutating func removeAll() {
    isSorted = false
    count = 0
  }

  /// Takes the new ones of the staged items, whose fingerprints are filled; sorted if they are many. If they
  /// are sorted already, those that were found since are left out.
  mutating func fill(_ staged: borrowing Staged) throws(Refusal) {
    if isSorted { return keepNew(staged) }
    if staged.newCount > NewKeys.few { try sort(staged) } else { count = staged.count }
  }

  private mutating func sort(_ staged: borrowing Staged) throws(Refusal) {
    try take(staged)
    try sorting.reserve(entries.count)
    sorting.sort(&entries, from: NewKeys.lowestBit)
    isSorted = true
    count = entries.count
  }

  private mutating func keepNew(_ staged: borrowing Staged) {
    if entries.count == staged.newCount { return }
    var kept = 0
    for at in 0..<entries.count where staged.isNew(item(at)) {
      entries[kept] = entries[at]
      kept += 1
    }
    entries.truncate(to: kept)
    count = kept
  }

  private mutating func take(_ staged: borrowing Staged) throws(Refusal) {
    entries.removeAll()
    // Every item is written, and the next one over it if it is not new: a branch would be hard to predict.
    try entries.reserve(staged.newCount + 1)
    guard let base = unsafe entries.pointer else { return }
    var taken = 0
    for i in 0..<staged.count {
      unsafe base[taken] = UInt64(staged.fingerprint(i).raw) &<< 32 | UInt64(truncatingIfNeeded: i)
      taken &+= staged.isNew(i) ? 1 : 0
    }
    entries.setCountWithinCapacity(taken)
  }

  // MARK: Duplicates

  /// The first new item whose key an earlier new item has. `fill` has taken them.
  mutating func firstDuplicate(
    _ staged: borrowing Staged, _ pairing: borrowing Pairing
  ) throws(Refusal) -> Int? {
    if !isSorted && staged.count > TagTable.highest { try sort(staged) }
    if isSorted { return firstSortedDuplicate(staged, pairing) }
    if staged.newCount < 2 { return nil }
    try table.begin(staged.newCount)
    for i in 0..<staged.count where staged.isNew(i) {
      let fingerprint = staged.fingerprint(i)
      let other = table.add(fingerprint.raw, i &+ 1) { number in
        fingerprint == staged.fingerprint(number &- 1)
          && NewKeys.areDuplicates(number &- 1, i, staged, pairing)
      }
      if other != nil { return i }
    }
    return nil
  }

  /// The same if they are sorted.
  func firstSortedDuplicate(_ staged: borrowing Staged, _ pairing: borrowing Pairing) -> Int? {
    var first: Int? = nil
    for at in 0..<count where mayHaveDuplicate(at) {
      // Entries with equal keys are close together; search backwards within the equal sort bits.
      var other = at &- 1
      while other >= 0, entries[other] &>> NewKeys.lowestBit == entries[at] &>> NewKeys.lowestBit {
        if fingerprint(other) == fingerprint(at),
          NewKeys.areDuplicates(item(other), item(at), staged, pairing)
        {
          first = min(first ?? Int.max, item(at))
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
    let entry = entries[at]
    let near = min(
      (entries[at - 1] ^ entry) &>> 32, (entries[at - 2] ^ entry) &>> 32, (entries[at - 3] ^ entry) &>> 32)
    return min(near, (entries[at - 4] ^ entry) &>> NewKeys.lowestBit) == 0
  }

  /// Whether two staged items with one fingerprint have one key.
  private static func areDuplicates(
    _ i: Int, _ j: Int, _ staged: borrowing Staged, _ pairing: borrowing Pairing
  ) -> Bool {
    guard staged.key(i) == staged.key(j) else { return false }
    return !pairing.isScoped
      || pairing.after.position(of: staged.flat(i)).section
        == pairing.after.position(of: staged.flat(j)).section
  }
}
