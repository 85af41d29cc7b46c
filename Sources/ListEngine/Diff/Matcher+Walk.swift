// The walk: before and after side by side, with two positions, `b` and `a`. While keys are equal this
// is one streaming compare. Where they break off, guesses are tried from the cheapest on:
//
//     home       where the last excursion by lookup left the straight way
//     backwards  the item before the last match: a reversed stretch
//     near by    a few steps ahead on either side: single inserts, deletes, replacements
//     index      the key itself, looked up; several ahead at once where lookups come thick; in the end
//                whole stretches are left to be settled
//
// Looking near by costs up to some ninety comparisons in vain, so it works on credit: matched items
// earn it, failures spend it, and a shuffle is soon down to lookups.

struct Walk {
  static let reach = 12
  static let mostCredit = 4096
  static let costOfFailure = 96
  static let longStretch = 8
  /// After so many single items, one by one is too slow.
  static let patience = 1024
  static let mostLeftOpen = 65536

  var b: Int
  var a: Int
  let bStart: Int
  let bEnd: Int
  let aEnd: Int
  /// Where to try again after an excursion.
  var home: Int
  var lastLength = 0
  var credit = Walk.mostCredit / 4
  /// How many lookups to make at once.
  var ahead = 1
  /// So many items since there were many in a row.
  var lone = 0
}

extension Matcher {
  mutating func walk(
    _ section: Int, _ index: borrowing KeyIndex, _ numbers: Finder.Numbers
  ) throws(Refusal) {
    let other = beforeOfAfter[section]
    let start = other == none ? 0 : Int(before.starts[Int(other)])
    let end = other == none ? start : Int(before.starts[Int(other) + 1])
    var walk = Walk(
      b: start, a: Int(after.starts[section]), bStart: start, bEnd: end,
      aEnd: Int(after.starts[section + 1]), home: start)
    let scope = scope(of: section)
    while walk.a < walk.aEnd {
      if try follow(&walk) { continue }
      if isExhausted || isScoped && start == end {
        // Nothing of before is left to be found.
        try postpone(walk.a, walk.aEnd - walk.a, missed: true)
        return
      }
      if try guess(&walk) { continue }
      try lookAhead(&walk, scope, index, numbers)
    }
  }

  /// The stretch of equal keys from here on; false if there is none.
  private mutating func follow(_ walk: inout Walk) throws(Refusal) -> Bool {
    let length = try match(walk.b, walk.a, bEnd: walk.bEnd, aEnd: walk.aEnd)
    if length == 0 { return false }
    walk.b += length
    walk.a += length
    walk.lastLength = length
    walk.credit = min(walk.credit + length, Walk.mostCredit)
    return true
  }

  // MARK: Guesses

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
    try postpone(walk.a, added, missed: false)
    walk.b += skipped
    walk.a += added
    return true
  }

  /// Before read downwards from `b - 2`, after upwards from `a`: runs of one, which are staged.
  private mutating func followBackwards(_ walk: inout Walk) throws(Refusal) {
    var b = walk.b - 2
    while b >= walk.bStart && walk.a < walk.aEnd {
      let left = before.tail(at: b, from: walk.bStart)
      let right = after.window(at: walk.a, end: walk.aEnd)
      let width = min(left.count, right.count)
      try staged.reserve(extra: width, traits: after.traits)
      try runs.reserve(extra: width)
      var i = 0
      while i < width, left.key(left.count - 1 - i) == right.key(i) {
        let content = right.content(i)
        try claim(b - i, 1, after: walk.a + i)
        if left.content(left.count - 1 - i) != content { try addPatch(b - i, walk.a + i, content) }
        runs.push(Run(before: UInt32(b - i), after: UInt32(walk.a + i), count: 1))
        staged.push(
          found: walk.a + i, left.key(left.count - 1 - i), content, number: left.slot(left.count - 1 - i))
        stageLooks(walk.a + i)
        i += 1
      }
      walk.a += i
      b -= i
      if i < width { break }
    }
    walk.b = b + 2
    walk.home = min(walk.home, walk.bStart)
  }

  /// The fewest steps, before's and after's together, to where keys are equal again.
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

  // MARK: Looking up

  private mutating func lookAhead(
    _ walk: inout Walk, _ scope: Finder.Scope, _ index: borrowing KeyIndex, _ numbers: Finder.Numbers
  ) throws(Refusal) {
    let window = after.window(at: walk.a, end: walk.aEnd)
    let count = min(walk.ahead, window.count)
    for i in 0..<count { finder.set(window.key(i), scope, at: i) }
    try find(count, index, numbers)
    try staged.reserve(extra: count, traits: after.traits)
    if walk.lastLength >= Walk.longStretch { walk.home = walk.b }
    let first = walk.a
    while walk.a < first + count {
      let i = walk.a - first
      let b = Int(finder.found(i))
      walk.lastLength = 0
      if finder.found(i) == none {
        staged.push(new: walk.a, finder.key(i), window.content(i))
        stageLooks(walk.a)
        walk.a += 1
        continue
      }
      let isHere = b >= walk.bStart && b < walk.bEnd
      // Alone, as far as these lookups tell.
      if i + 1 < count ? finder.found(i + 1) != finder.found(i) + 1 : count == Finder.width {
        try matchAlone(i, walk.a, window.content(i))
        walk.a += 1
        if isHere {
          walk.b = b + 1
          walk.lastLength = 1
        }
        continue
      }
      let length = try match(b, walk.a, bEnd: isHere ? walk.bEnd : sectionEnd(of: b), aEnd: walk.aEnd)
      // The host's array changed under the call: what was looked up is no longer there.
      if length == 0 {
        try postpone(walk.a, 1, missed: false)
        walk.a += 1
        continue
      }
      walk.a += length
      if isHere {
        walk.b = b + length
        walk.lastLength = length
      }
      if length >= Walk.longStretch {
        walk.credit = min(walk.credit + length, Walk.mostCredit)
        walk.ahead = 1
        walk.lone = 0
        return
      }
    }
    walk.ahead = min(walk.ahead * 2, Finder.width)
    walk.lone += count
    if walk.lone >= Walk.patience { try leaveOpen(&walk) }
  }

  /// Nothing in a row for long: more and more is left to be settled, with a look in between whether the
  /// order has come back.
  private mutating func leaveOpen(_ walk: inout Walk) throws(Refusal) {
    let count = min(walk.lone, Walk.mostLeftOpen, walk.aEnd - walk.a)
    try postpone(walk.a, count, missed: false)
    walk.a += count
    walk.lone += count
    walk.lastLength = 0
  }

  /// Lookup `i` has found the item at `a`.
  @inline(__always) private mutating func matchAlone(
    _ i: Int, _ a: Int, _ content: UInt64
  ) throws(Refusal) {
    let b = Int(finder.found(i))
    try claim(b, 1, after: a)
    if finder.content(i) != content { try addPatch(b, a, content) }
    try runs.append(Run(before: UInt32(b), after: UInt32(a), count: 1))
    staged.push(found: a, finder.key(i), content, number: finder.number(i))
    stageLooks(a)
  }

  private func sectionEnd(of flat: Int) -> Int {
    Int(before.starts[Int(before.position(of: flat).section) + 1])
  }

  // MARK: Comparing

  /// Matches items from (b, a) on while keys are equal, as one run; answers its length.
  @inline(never) private mutating func match(
    _ b: Int, _ a: Int, bEnd: Int, aEnd: Int
  ) throws(Refusal) -> Int {
    var length = 0
    while b + length < bEnd && a + length < aEnd {
      let left = before.window(at: b + length, end: bEnd)
      let right = after.window(at: a + length, end: aEnd)
      let width = min(left.count, right.count)
      if let leaf = right.leaf, let other = left.leaf, leaf == other, left.offset == right.offset {
        leavesShared += 1
        length += width
        continue
      }
      let equal = try compare(left, right, width, b + length, a + length)
      length += equal
      if equal < width { break }
    }
    if length == 0 { return 0 }
    try claim(b, length, after: a)
    try runs.append(Run(before: UInt32(b), after: UInt32(a), count: UInt32(length)))
    return length
  }

  /// How many of `width` keys are equal; other contents among them become patches. Tightly packed
  /// columns are compared as plain memory first: nearly always they are all equal. What becomes a patch
  /// is the value that is read here, once.
  @inline(__always) private mutating func compare(
    _ left: Window, _ right: Window, _ width: Int, _ b: Int, _ a: Int
  ) throws(Refusal) -> Int {
    if left.key(0) != right.key(0) { return 0 }
    var equal = 1
    if right.isPacked { equal = left.hasKeys(of: right, width) ? width : left.blocksOfKeys(of: right, width) }
    while equal < width, left.key(equal) == right.key(equal) { equal += 1 }
    if right.isPacked, left.hasContents(of: right, equal) { return equal }
    var k = 0
    while k < equal {
      if right.isPacked, k + 8 <= equal, left.hasEightContents(of: right, at: k) {
        k += 8
        continue
      }
      for i in k..<min(k + 8, equal) {
        let content = right.content(i)
        if left.content(i) != content { try addPatch(b + i, a + i, content) }
      }
      k += 8
    }
    return equal
  }

  @inline(never) private mutating func addPatch(_ b: Int, _ a: Int, _ content: UInt64) throws(Refusal) {
    try patches.append(
      Patch(
        after: UInt32(a), before: UInt32(b), content: content, model: .null, cellClass: 0,
        flags: ChangeFlags.byContent))
  }

  /// Puts items of after aside: they may match something (or, if `missed`, surely do not).
  mutating func postpone(_ a: Int, _ count: Int, missed: Bool) throws(Refusal) {
    try staged.reserve(extra: count, traits: after.traits)
    var flat = a
    while flat < a + count {
      let window = after.window(at: flat, end: a + count)
      staged.push(window, at: flat, isNew: missed)
      for i in 0..<(after.traits == 0 ? 0 : window.count) { stageLooks(flat + i) }
      flat += window.count
    }
  }

  @inline(__always) private mutating func stageLooks(_ a: Int) {
    if after.traits == 0 { return }
    let looks = after.looks(at: a)
    staged.push(looks.model, looks.cellClass, traits: after.traits)
  }
}
