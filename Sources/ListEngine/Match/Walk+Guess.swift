// The guesses of the walk at a mismatch, without the index: where it was before, the item before the last match, and
// a few positions ahead on either side.
//
//     before   1 2 3 4 5         after   1 9 3 4 5       replaced: one further on both sides, 3 is 3
//     before   1 2 3 4 5         after   1 3 4 5         deleted: 2 is skipped

extension Walk {
  /// Returns whether it led anywhere: the positions are then equal items, or behind items that were matched.
  @inline(__always) mutating func guess(
    _ key: Key, _ pairing: borrowing Pairing, _ matches: inout Matches
  ) throws(Refusal) -> Bool {
    if home >= 0 && home != b && home < bEnd && pairing.before.key(at: home) == key {
      b = home
      return true
    }
    if lastLength == 1 && b - 2 >= bStart && self.key(b &- 2, pairing) == key {
      try followBackwards(pairing, &matches)
      return true
    }
    if credit <= 0 || b >= bEnd { return false }
    if shortMatches > 2, try matchBlock(pairing, &matches) { return true }
    // A delete, a replacement, an insert: the commonest.
    if let left, b &+ 1 < min(left.high, bEnd), a &+ 1 < min(right.high, aEnd) {
      let next = right.key(a &+ 1)
      if left.key(b &+ 1) == key {
        b &+= 1
        return true
      }
      let isReplaced = left.key(b &+ 1) == next
      if isReplaced || left.key(b) == next {
        try matches.staged.append(a, key, right.content(a), of: pairing.after)
        a &+= 1
        if isReplaced { b &+= 1 }
        return true
      }
    }
    guard let (skipped, added) = nearby(pairing) else {
      credit -= Walk.costOfFailure
      return false
    }
    if added > 0 { try leaveOpen(added, pairing, &matches) }
    b += skipped
    return true
  }

  @inline(__always) private func key(_ flat: Int, _ pairing: borrowing Pairing) -> Key {
    if let left, left.contains(flat) { return left.key(flat) }
    return pairing.before.key(at: flat)
  }

  /// How many items to skip on either side, the fewest of both together, so that keys are equal again.
  private func nearby(_ pairing: borrowing Pairing) -> (skipped: Int, added: Int)? {
    let leftCount = min(Walk.farReach &+ 1, bEnd &- b)
    let rightCount = min(Walk.farReach &+ 1, aEnd &- a)
    if let left, left.contains(b &+ leftCount &- 1), right.contains(a &+ rightCount &- 1) {
      return Walk.firstPair(leftCount, rightCount) {
        left.key(b &+ $0)
      } right: {
        right.key(a &+ $0)
      }
    }
    return Walk.firstPair(leftCount, rightCount) {
      pairing.before.key(at: b &+ $0)
    } right: {
      pairing.after.key(at: a &+ $0)
    }
  }

  /// The first pair of equal keys in the order of the sum of their offsets; both offsets 0 are known to differ. Of
  /// equal sums the one with the fewest items of `after` left open: what was skipped may come next, backwards.
  @inline(__always) private static func firstPair(
    _ leftCount: Int, _ rightCount: Int, left: (Int) -> Key, right: (Int) -> Key
  ) -> (Int, Int)? {
    for total in 1..<max(min(leftCount &+ rightCount &- 1, reach &+ 1), 1) {
      let least = max(0, total &- rightCount &+ 1)
      var skipped = min(total, leftCount &- 1)
      while skipped >= least {
        if left(skipped) == right(total &- skipped) { return (skipped, total &- skipped) }
        skipped &-= 1
      }
    }
    let (b, a) = (left(0), right(0))
    for total in reach &+ 1..<farReach &+ 1 {
      if total < leftCount && left(total) == a { return (total, 0) }
      if total < rightCount && right(total) == b { return (0, total) }
    }
    return nil
  }
}
