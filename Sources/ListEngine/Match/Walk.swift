// Reads a section of both sides side by side, at positions `b` and `a`. While keys are equal it is one
// sequential comparison. At a mismatch it tries these strategies, the cheapest first:
//
//     home       where `b` was before a lookup led away from it
//     backwards  the item before the last match: a reversed range
//     nearby     a few positions ahead on either side: single inserts, deletes, replacements
//     index      look the key up; it may begin a run somewhere else, as after the move of a range
//     open       if nothing of this leads to runs, leave more and more items open between two attempts
//
// A failed `nearby` costs up to some ninety comparisons, so it is limited by credit: matched items earn
// credit, failures spend it. Where order is lost a lookup is wasted, as its item begins no run; the number of
// items that are left open instead doubles from attempt to attempt, until a long run ends the disorder.
//
// In the worked example:
//
//     B:B   5 against 4: 5 is one further in before: run (4,0,1), item 4 of before is skipped;
//           then 4 against the end: open
//     A:A   run (0,2,1); 3 against 2: run (2,3,1); 6 against the end: open

struct Walk {
  /// How far `nearby` searches on both sides, and how far on one of them.
  private static let reach = 8
  private static let farReach = 12
  private static let mostCredit = 4096
  private static let costOfFailure = 48
  static let longStretch = 8
  private static let mostLeftOpen = 65536

  var b: Int
  var a: Int
  private let bStart: Int
  private let bEnd: Int
  private let aStart: Int
  let aEnd: Int
  /// What was read last of either side.
  var left: LeafWindow?
  var right: Window
  /// The position in `before` to return to after a lookup led elsewhere, or -1.
  private var home = -1
  private var lastLength = 0
  private var credit: Int
  /// How many items to leave open after the next lookup that leads to no long run.
  private var gap = 0
  private let scope: Finder.Scope

  init(_ section: Int, _ pairing: borrowing Pairing) {
    let partners = pairing.partners(ofSection: section)
    bStart = partners.lowerBound
    bEnd = partners.upperBound
    aStart = Int(pairing.after.starts[section])
    a = aStart
    aEnd = Int(pairing.after.starts[section + 1])
    b = bStart
    credit = min(Walk.mostCredit / 4, (aEnd - a) / 2 + 32)
    left = nil
    right = .none
    scope = pairing.scope(ofSection: section)
  }

  /// Puts every item of the section into a run or the staged items.
  mutating func run(
    _ pairing: borrowing Pairing, _ matches: inout Matches, _ lookups: inout Finder,
    _ index: borrowing KeyIndex,
    _ numbers: Finder.Numbers
  ) throws(Refusal) {
    while a < aEnd {
      if !right.contains(a) { right = pairing.after.window(at: a) }
      let key = right.key(a)
      if b < bEnd {
        let left = enter(pairing)
        if left.key(b) == key {
          let length = try match(left, pairing, &matches, bEnd: bEnd)
          lastLength = length
          credit = min(credit &+ length, Walk.mostCredit)
          if length >= Walk.longStretch { gap = 0 }
          continue
        }
      }
      if matches.leftCount <= 0 || pairing.isScoped && bStart == bEnd {
        // Every item of `before` that could match is matched.
        try leaveOpen(aEnd - a, pairing, &matches)
        return
      }
      if try guess(key, pairing, &matches) { continue }
      try lookUp(key, pairing, &matches, &lookups, index, numbers)
    }
  }

  /// The window that contains `b`.
  @inline(__always) mutating func enter(_ pairing: borrowing Pairing) -> LeafWindow {
    if let left, left.contains(b) { return left }
    let entered = pairing.before.leafWindow(at: b)
    left = entered
    return entered
  }

  private mutating func leaveOpen(
    _ count: Int, _ pairing: borrowing Pairing, _ matches: inout Matches
  ) throws(Refusal) {
    try matches.staged.append(a, count, of: pairing.after)
    a += count
  }

  // MARK: Strategies

  @inline(__always) private mutating func guess(
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
    // A replacement, an insert, a delete: the commonest.
    if let left, b &+ 1 < min(left.high, bEnd), a &+ 1 < min(right.high, aEnd) {
      let next = right.key(a &+ 1)
      let isReplaced = left.key(b &+ 1) == next
      if isReplaced || left.key(b) == next {
        try matches.staged.append(a, key, right.content(a), of: pairing.after)
        a &+= 1
        if isReplaced { b &+= 1 }
        return true
      }
      if left.key(b &+ 1) == key {
        b &+= 1
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

  /// Matches a reversed range: `before` is read downwards from `b - 2`, `after` upwards from `a`.
  private mutating func followBackwards(
    _ pairing: borrowing Pairing, _ matches: inout Matches
  ) throws(Refusal) {
    b -= 2
    while b >= bStart && a < aEnd {
      let left = enter(pairing)
      if !right.contains(a) { right = pairing.after.window(at: a) }
      if left.key(b) != right.key(a) { break }
      try matches.add(b, right.content(a), left, at: a, of: pairing.after)
      b -= 1
      a += 1
    }
    b += 2
    home = bStart
    lastLength = 0
  }

  private mutating func lookUp(
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
      return
    }
    if length == 0 { lastLength = 0 }
    // What follows an item that was found is tried first.
    try leaveOpen(min(length > 0 ? gap : max(gap, 1), aEnd - a), pairing, &matches)
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

  /// The first pair of equal keys in the order of the sum of their offsets; both offsets 0 are known to differ.
  @inline(__always) private static func firstPair(
    _ leftCount: Int, _ rightCount: Int, left: (Int) -> Key, right: (Int) -> Key
  ) -> (Int, Int)? {
    for total in 1..<max(min(leftCount &+ rightCount &- 1, reach &+ 1), 1) {
      let last = min(total, leftCount &- 1)
      var skipped = max(0, total &- rightCount &+ 1)
      while skipped <= last {
        if left(skipped) == right(total &- skipped) { return (skipped, total &- skipped) }
        skipped &+= 1
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
