// Where many items are open and nearly all of them are new, a filter proves that of most of them:
// one bit per value of the upper bits of a fingerprint, set if the index contains such a one.
//
//     filter     0 1 0 0 1 0 0 0            about one bit in a hundred is set
//     staged     0x2..  0x4..  0x0..        0x4 may be in the index and is looked up; the others are new
//
// A great many items are tested in the order of their fingerprints, so that the filter is read in order.

struct NewItemFilter: ~Copyable {
  private var filter = Buffer<UInt64>()
  /// One bit per staged item, set if the filter does not prove it new.
  private var suspects = Buffer<UInt64>()

  var bytes: Int { filter.bytes + suspects.bytes }

  /// If more items than one in so many may be new, most of them are not.
  private static let mostSuspects = 8

  /// Looks up the items that may be in the index. Returns false, and looks up none, if these are too many.
  mutating func find(
    _ pairing: borrowing Pairing, _ matches: inout Matches, _ newKeys: inout NewKeys, _ lookups: inout Finder,
    _ index: borrowing KeyIndex,
    _ numbers: Finder.Numbers
  ) throws(Refusal) -> Bool {
    let bits = NewItemFilter.bits(for: index.count)
    filter.removeAll()
    try filter.resize(to: 1 &<< Int(bits - 6), filling: 0)
    index.mark(&filter, bits: bits)
    try matches.staged.hash(pairing)
    try newKeys.fill(matches.staged)
    suspects.removeAll()
    try suspects.resize(to: (matches.staged.count + 63) / 64, filling: 0)
    var count = 0
    for at in 0..<newKeys.count {
      let bit = newKeys.fingerprint(at, matches.staged).raw &>> UInt32(truncatingIfNeeded: 32 &- bits)
      if filter[Int(truncatingIfNeeded: bit &>> 6)] &>> UInt64(bit & 63) & 1 == 0 { continue }
      let i = newKeys.item(at)
      suspects[i >> 6] |= 1 &<< UInt64(i & 63)
      if matches.staged.isNew(i) { count &+= 1 }
    }
    if count * NewItemFilter.mostSuspects > matches.staged.newCount { return false }
    matches.lookups += matches.staged.count
    try lookups.find(pairing, &matches, index, numbers) {
      $0.isNew($1) && suspects[$1 >> 6] &>> UInt64($1 & 63) & 1 != 0
    }
    return true
  }

  /// Sized so that about one bit in a hundred is set, at most 2^28 bits (32 MB).
  static func bits(for count: Int) -> UInt64 {
    var bits: UInt64 = 12
    while bits < 28 && 1 &<< bits < 64 * count { bits += 1 }
    return bits
  }
}
