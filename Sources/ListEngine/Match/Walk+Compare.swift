// Compares items side by side: consecutive items with equal keys become a run, and those with another content
// become patches.

extension Walk {
  /// Matches items from (b, a) on while their keys are equal, as one run. Returns its length; both positions
  /// are then behind it. `left` contains `b`, and `right` contains `a`.
  @inline(__always) mutating func match(
    _ left: LeafWindow, _ pairing: borrowing Pairing, _ matches: inout Matches, bEnd: Int
  ) throws(Refusal) -> Int {
    let first = (b: b, a: a)
    // Where breaks are frequent, a match ends here, and its items are staged. The values that were read are
    // kept, because a host's column is read only once.
    let few = min(min(left.high, bEnd) &- b, min(right.high, aEnd) &- a, Walk.few)
    var contents = InlineArray<4, UInt64>(repeating: 0)
    var equal = 0
    while equal < few, left.key(b &+ equal) == right.key(a &+ equal) {
      contents[equal] = right.content(a &+ equal)
      equal &+= 1
    }
    b &+= equal
    a &+= equal
    if equal < few {
      for i in 0..<equal {
        try matches.add(first.b &+ i, contents[i], left, at: first.a &+ i, of: pairing.after)
      }
      return equal
    }
    for i in 0..<equal where left.content(first.b &+ i) != contents[i] {
      try matches.addPatch(first.b &+ i, first.a &+ i, content: contents[i])
    }
    try matchFar(pairing, &matches, bEnd: bEnd)
    try matches.add(first.b, first.a, a &- first.a)
    return a &- first.a
  }

  private mutating func matchFar(
    _ pairing: borrowing Pairing, _ matches: inout Matches, bEnd: Int
  ) throws(Refusal) {
    while b < bEnd && a < aEnd {
      let left = enter(pairing)
      if !right.contains(a) { right = pairing.after.window(at: a) }
      let width = min(min(left.high, bEnd) &- b, min(right.high, aEnd) &- a)
      if let leaf = right.leaf, leaf == left.leaf, a &- right.low == b &- left.low {
        matches.leavesShared += 1
        b &+= width
        a &+= width
        continue
      }
      let equal = try compare(left, width, &matches)
      b &+= equal
      a &+= equal
      if equal < width { break }
    }
  }

  /// Returns how many of `width` keys are equal, and adds patches for differing contents among them.
  private func compare(
    _ left: LeafWindow, _ width: Int, _ matches: inout Matches
  ) throws(Refusal) -> Int {
    var equal = 0
    if right.isPacked {
      equal = left.equalKeys(at: b, right, at: a, width)
      if left.hasContents(at: b, right, at: a, equal) { return equal }
    } else {
      while equal < width, left.key(b &+ equal) == right.key(a &+ equal) { equal &+= 1 }
    }
    var k = 0
    while k < equal {
      if right.isPacked, k + 8 <= equal, left.hasEightContents(at: b + k, right, at: a + k) {
        k += 8
        continue
      }
      for i in k..<min(k + 8, equal) {
        let content = right.content(a + i)
        if left.content(b + i) != content { try matches.addPatch(b + i, a + i, content: content) }
      }
      k += 8
    }
    return equal
  }
}
