// The keys of new items. Many are roughly sorted by fingerprint, so that an index of millions is filled in order and
// equal keys are close together. Few are read in the order of the staged items; a table finds their duplicates.
//
//     staged     4 new    7 found    8 new    9 new
//     order      3, 0, 2

struct NewKeys: ~Copyable {
  private var order = FingerprintOrder()
  private var table = TagTable()

  /// Up to this many are not sorted: what they lead to fits the cache.
  private static let few = TagTable.most

  private(set) var isSorted = false
  /// How many are to be read: of all staged items if they are not sorted, in their order.
  private(set) var count = 0
  var bytes: Int { order.bytes + table.bytes }

  @inline(__always) func fingerprint(_ at: Int, _ staged: borrowing Staged) -> Fingerprint {
    isSorted ? order.fingerprint(at) : staged.fingerprint(at)
  }

  /// The staged item; one that was found is not to be read.
  @inline(__always) func item(_ at: Int) -> Int {
    isSorted ? order.number(at) : at
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
    // Every item is written, and the next one over it if it is not new: a branch would be hard to predict.
    order.removeAll()
    try order.reserve(staged.newCount + 1)
    for i in 0..<staged.count { order.push(staged.fingerprint(i), i, keeping: staged.isNew(i)) }
    try order.sort()
    isSorted = true
    count = order.count
  }

  private mutating func keepNew(_ staged: borrowing Staged) {
    if order.count == staged.newCount { return }
    order.keep { staged.isNew($0) }
    count = order.count
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
    order.firstDuplicate { NewKeys.areDuplicates($0, $1, staged, pairing) }
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
