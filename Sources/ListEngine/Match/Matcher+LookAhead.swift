// The walk's last strategy: look keys up in the index, one at first, then two, four, up to a full batch at a
// time. A key that is found may begin a run; a single match is staged with everything that was read.

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
        stageValues(walk.a)
        walk.a += 1
        continue
      }
      let isHere = b >= walk.bStart && b < walk.bEnd
      // The next lookup does not continue a run from this one.
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
      // The host changed its array during the call: the key that was looked up has been replaced.
      if length == 0 {
        try stage(walk.a, 1, missed: false)
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

  /// No run for a long time: stages more and more items unmatched, and returns to the walk in between to
  /// check whether the two sides agree again.
  private mutating func leaveOpen(_ walk: inout Walk) throws(Refusal) {
    let count = min(walk.lone, Walk.mostLeftOpen, walk.aEnd - walk.a)
    try stage(walk.a, count, missed: false)
    walk.a += count
    walk.lone += count
    walk.lastLength = 0
  }

  /// Stages the match that lookup `i` found for the item at `a`.
  @inline(__always) private mutating func matchAlone(
    _ i: Int, _ a: Int, _ content: UInt64
  ) throws(Refusal) {
    let b = Int(finder.found(i))
    try claim(b, 1)
    if finder.content(i) != content { try addPatch(b, a, content) }
    staged.fill(
      staged.open(1), found: a, partner: b, finder.key(i), content, number: finder.number(i))
    stageValues(a)
  }

  private func sectionEnd(of flat: Int) -> Int {
    Int(before.starts[Int(before.position(of: flat).section) + 1])
  }
}
