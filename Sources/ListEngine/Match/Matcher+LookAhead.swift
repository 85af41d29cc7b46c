// The walk's last resort: keys are looked up in the index, one, then two, four, and so on to a batch at a
// time. What is found may be the beginning of a stretch; what is alone is staged with all that was read.

extension Matcher {
  mutating func lookAhead(
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
      if finder.found(i) == noIndex {
        staged.push(new: walk.a, finder.key(i), window.content(i))
        stageAppearances(walk.a)
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
    try claim(b, 1)
    if finder.content(i) != content { try addPatch(b, a, content) }
    staged.fill(
      staged.open(1), found: a, partner: b, finder.key(i), content, number: finder.number(i))
    stageAppearances(a)
  }

  private func sectionEnd(of flat: Int) -> Int {
    Int(before.starts[Int(before.position(of: flat).section) + 1])
  }
}
