// The walk's last strategies: the index, and leaving items open.
//
//     gap   0    the item is found and begins no run: what follows it is tried first
//           1    one item is left open before the next attempt
//           2, 4, 8, ...

extension Walk {
  mutating func lookUp(
    _ key: Key, _ pairing: borrowing Pairing, _ matches: inout Matches, _ lookups: inout Finder,
    _ index: borrowing KeyIndex, _ numbers: Finder.Numbers
  ) throws(Refusal) {
    lookups.set(key, scope, at: 0)
    try lookups.find(1, in: pairing.before, index, numbers)
    matches.lookups += 1
    let found = lookups.found(0)
    let length = found == noIndex ? 0 : try jump(to: Int(found), pairing, &matches)
    if length >= Walk.longStretch {
      gap = 0
      owed = 0
      return
    }
    if length == 0 { lastLength = 0 }
    // The item that follows a found one is tried first.
    let count = length > 0 ? gap : max(gap, 1)
    owed = max(count - (aEnd - a), 0)
    try leaveOpen(count - owed, pairing, &matches)
    gap = min(max(2 * gap, 1), Walk.mostLeftOpen)
  }

  /// Matches the run that begins at `found`, which may be in another section. Returns its length.
  private mutating func jump(
    to found: Int, _ pairing: borrowing Pairing, _ matches: inout Matches
  ) throws(Refusal) -> Int {
    if home < 0 || lastLength >= Walk.longStretch { home = b }
    let isHere = found >= bStart && found < bEnd
    let range = isHere ? bStart..<bEnd : pairing.before.section(around: found)
    let origin = b
    b = found
    // Items that were left open just before may belong to the run.
    while b > range.lowerBound && a > aStart
      && matches.staged.isOpen(at: a &- 1, key: pairing.before.key(at: b &- 1))
    {
      matches.staged.removeLast()
      b &-= 1
      a &-= 1
    }
    if !right.contains(a) { right = pairing.after.window(at: a) }
    let length = try match(enter(pairing), pairing, &matches, bEnd: range.upperBound)
    credit = min(credit + length, Walk.mostCredit)
    lastLength = length
    // The host may have changed its array during the call: then the key that was looked up has been replaced.
    if !isHere || length == 0 {
      b = origin
      lastLength = 0
    }
    return length
  }
}
