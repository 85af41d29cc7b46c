// Numbers in the order of their keys' fingerprints, roughly: the order is by the upper bits, so that equal keys are close
// together.
//
//     | 0x12.. 3 | 0x7a.. 0 | 0xf3.. 2 |        high half: fingerprint, low half: number

struct FingerprintOrder: ~Copyable {
  private var entries = Buffer<UInt64>()
  private var sorting = KeySort()

  /// Entries are sorted by their bits from this one up.
  private static let lowestBit: UInt64 = 44

  var count: Int { entries.count }
  var bytes: Int { entries.bytes + sorting.bytes }

  @inline(__always) func fingerprint(_ at: Int) -> Fingerprint {
    Fingerprint(UInt32(truncatingIfNeeded: entries[at] &>> 32))
  }
  @inline(__always) func number(_ at: Int) -> Int { Int(UInt32(truncatingIfNeeded: entries[at])) }

  mutating func removeAll() { entries.removeAll() }

  mutating func reserve(_ total: Int) throws(Refusal) { try entries.reserve(total) }

  /// Adds a number within the reserved capacity; if it is not kept, the next one is written over it. There must be room
  /// for one more than are kept.
  @inline(__always) mutating func push(_ fingerprint: Fingerprint, _ number: Int, keeping isKept: Bool = true)
  {
    entries.push(UInt64(fingerprint.raw) &<< 32 | UInt64(truncatingIfNeeded: number))
    entries.setCountWithinCapacity(entries.count &- (isKept ? 0 : 1))
  }

  mutating func sort() throws(Refusal) {
    try sorting.reserve(entries.count)
    sorting.sort(&entries, from: FingerprintOrder.lowestBit)
  }

  /// Removes the numbers that `isKept` does not accept.
  @inline(__always) mutating func keep(where isKept: (Int) -> Bool) {
    var kept = 0
    for at in 0..<entries.count where isKept(number(at)) {
      entries[kept] = entries[at]
      kept += 1
    }
    entries.truncate(to: kept)
  }

  /// Returns the least number whose key an earlier one has, if numbers ascended before they were sorted. `areEqual`
  /// compares the keys of two numbers that have the same fingerprint.
  @inline(__always) func firstDuplicate(_ areEqual: (Int, Int) -> Bool) -> Int? {
    var first: Int? = nil
    for at in 0..<entries.count where mayHaveDuplicate(at) {
      // Entries with equal keys are close together; search backwards within the equal sort bits.
      var other = at &- 1
      while other >= 0,
        entries[other] &>> FingerprintOrder.lowestBit == entries[at] &>> FingerprintOrder.lowestBit
      {
        if fingerprint(other) == fingerprint(at), areEqual(number(other), number(at)) {
          first = min(first ?? Int.max, number(at))
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
    return min(near, (entries[at - 4] ^ entry) &>> FingerprintOrder.lowestBit) == 0
  }
}
