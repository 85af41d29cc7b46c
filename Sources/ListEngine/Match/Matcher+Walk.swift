// The walk reads `before` and `after` side by side, at positions `b` and `a`. While keys are equal it is one
// sequential comparison. At a mismatch it tries these strategies, the cheapest first:
//
//     home       where `b` was before a lookup led away from it
//     backwards  the item before the last match: a reversed range
//     nearby     a few positions ahead on either side: single inserts, deletes, replacements
//     index      look the key up, several at once if mismatches are frequent; at last leave whole
//                ranges open for `resolveOpen`
//
// A failed `nearby` costs up to some ninety comparisons, so it is limited by credit: matched items earn
// credit, failures spend it, and in a shuffle the walk soon uses lookups only.

struct Walk {
  static let reach = 12
  static let mostCredit = 4096
  static let costOfFailure = 96
  static let longStretch = 8
  /// After this many items without a run, the rest is left open instead of being looked up.
  static let patience = 64
  static let mostLeftOpen = 65536

  var b: Int
  var a: Int
  let bStart: Int
  let bEnd: Int
  let aEnd: Int
  /// The position in `before` to return to after a lookup led elsewhere.
  var home: Int
  var lastLength = 0
  var credit = Walk.mostCredit / 4
  /// How many keys are looked up at once.
  var ahead = 1
  /// The number of items since the last long run.
  var lone = 0
}

extension Matcher {
  mutating func walk(
    _ section: Int, _ index: borrowing KeyIndex, _ numbers: Finder.Numbers
  ) throws(Refusal) {
    let other = beforeOfAfter[section]
    let start = other == noIndex ? 0 : Int(before.starts[Int(other)])
    let end = other == noIndex ? start : Int(before.starts[Int(other) + 1])
    var walk = Walk(
      b: start, a: Int(after.starts[section]), bStart: start, bEnd: end,
      aEnd: Int(after.starts[section + 1]), home: start)
    let scope = scope(of: section)
    while walk.a < walk.aEnd {
      if try follow(&walk) { continue }
      if isExhausted || isScoped && start == end {
        // Every item of `before` that could match is matched.
        try stage(walk.a, walk.aEnd - walk.a, missed: true)
        return
      }
      if try guess(&walk) { continue }
      try lookAhead(&walk, scope, index, numbers)
    }
  }

  /// Matches the run that begins here; false if the keys differ.
  private mutating func follow(_ walk: inout Walk) throws(Refusal) -> Bool {
    let length = try match(walk.b, walk.a, bEnd: walk.bEnd, aEnd: walk.aEnd)
    if length == 0 { return false }
    walk.b += length
    walk.a += length
    walk.lastLength = length
    walk.credit = min(walk.credit + length, Walk.mostCredit)
    if length >= Walk.longStretch { walk.lone = 0 }
    return true
  }

  // MARK: Strategies

  private mutating func guess(_ walk: inout Walk) throws(Refusal) -> Bool {
    let key = after.key(at: walk.a)
    if walk.home != walk.b && walk.home < walk.bEnd && before.key(at: walk.home) == key {
      walk.b = walk.home
      return true
    }
    if walk.lastLength == 1 && walk.b - 2 >= walk.bStart && before.key(at: walk.b - 2) == key {
      try followBackwards(&walk)
      return true
    }
    if walk.credit <= 0 { return false }
    guard let (skipped, added) = nearby(walk) else {
      walk.credit -= Walk.costOfFailure
      return false
    }
    try stage(walk.a, added, missed: false)
    walk.b += skipped
    walk.a += added
    return true
  }

  /// Matches a reversed range: `before` is read downwards from `b - 2`, `after` upwards from `a`. The matches
  /// are single items, so they are staged.
  private mutating func followBackwards(_ walk: inout Walk) throws(Refusal) {
    var b = walk.b - 2
    while b >= walk.bStart && walk.a < walk.aEnd {
      let left = before.tail(at: b, from: walk.bStart)
      let right = after.window(at: walk.a, end: walk.aEnd)
      let width = min(left.count, right.count)
      try staged.reserve(extra: width, traits: after.traits)
      let first = staged.open(width)
      var i = 0
      while i < width {
        let k = left.count &- 1 &- i
        if left.key(k) != right.key(i) { break }
        let content = right.content(i)
        if left.content(k) != content { try addPatch(b - i, walk.a + i, content) }
        staged.fill(
          first &+ i, found: walk.a &+ i, partner: b &- i, left.key(k), content, number: left.slot(k).raw)
        i &+= 1
      }
      staged.truncate(to: first + i)
      for k in 0..<(after.traits == 0 ? 0 : i) { stageValues(walk.a + k) }
      if i > 0 { try claim(b - i + 1, i) }
      walk.a += i
      b -= i
      if i < width { break }
    }
    walk.b = b + 2
    walk.home = min(walk.home, walk.bStart)
  }

  /// The smallest number of skipped items, on both sides together, after which keys are equal again.
  private func nearby(_ walk: Walk) -> (skipped: Int, added: Int)? {
    if walk.b >= walk.bEnd { return nil }
    let left = before.window(at: walk.b, end: walk.bEnd)
    let right = after.window(at: walk.a, end: walk.aEnd)
    let isClose = left.count > Walk.reach && right.count > Walk.reach
    for total in 1...Walk.reach {
      for skipped in 0...total {
        let added = total &- skipped
        if isClose {
          if left.key(skipped) == right.key(added) { return (skipped, added) }
        } else if walk.b + skipped < walk.bEnd && walk.a + added < walk.aEnd
          && before.key(at: walk.b + skipped) == after.key(at: walk.a + added)
        {
          return (skipped, added)
        }
      }
    }
    return nil
  }
}
