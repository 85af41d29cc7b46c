// Items that stay and have changed: those that the source has changed, and those whose children came or went.

extension Projection {
  mutating func addTurned(_ bits: UInt64, _ b: Int, _ a: Int) throws(Refusal) {
    var rest = bits
    while rest != 0 {
      let i = rest.trailingZeroBitCount
      try turned.append(Run(before: UInt32(b + i), after: UInt32(a + i), count: 1))
      rest &= rest &- 1
    }
  }

  /// The source's patches of items that stay, and the items whose children came or went; both are sorted.
  mutating func addPatches(
    _ matches: borrowing Matches, _ following: borrowing Following, _ derivation: borrowing Derivation,
    _ matcher: inout Matcher
  ) throws(Refusal) {
    var t = 0
    var p = 0
    while t < turned.count || p < matches.patches.count {
      let position = min(
        t < turned.count ? turned[t].after : noIndex,
        p < matches.patches.count ? matches.patches[p].after : noIndex)
      var patch: Patch
      if p < matches.patches.count && matches.patches[p].after == position {
        patch = matches.patches[p]
        p += 1
      } else {
        patch = Patch(
          after: position, before: turned[t].before,
          values: following.version.held.input.values(at: Int(position)), flags: 0)
      }
      if t < turned.count && turned[t].after == position {
        patch.flags |= ChangeFlags.byChildren
        t += 1
      }
      let isShown =
        derivation.bits[SourceColumn.shown, Int(patch.before)]
        && following.bits[SourceColumn.shown, Int(patch.after)]
      if !isShown { continue }
      patch.before = UInt32(derivation.number(ofSource: Int(patch.before)))
      patch.after = UInt32(following.ranks.rank(SourceColumn.shown, of: following.bits, Int(patch.after)))
      try matcher.matches.patches.append(patch)
    }
  }
}
