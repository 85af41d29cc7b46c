// Patches of items that stay: those that the source has changed, and those whose children appeared or disappeared.

extension Projection {
  mutating func addChildrenChanged(_ bits: UInt64, _ b: Int, _ a: Int) throws(Refusal) {
    var rest = bits
    while rest != 0 {
      let i = rest.trailingZeroBitCount
      try childrenChanged.append(Run(before: UInt32(b + i), after: UInt32(a + i), count: 1))
      rest &= rest &- 1
    }
  }

  /// The source's patches of items that stay, and the items whose children came or went; both are sorted.
  mutating func addPatches(
    _ matches: borrowing Matches, _ sourceUpdate: borrowing SourceUpdate, _ derivation: borrowing Derivation,
    _ matcher: inout Matcher
  ) throws(Refusal) {
    var t = 0
    var p = 0
    while t < childrenChanged.count || p < matches.patches.count {
      let position = min(
        t < childrenChanged.count ? childrenChanged[t].after : noIndex,
        p < matches.patches.count ? matches.patches[p].after : noIndex)
      var patch: Patch
      if p < matches.patches.count && matches.patches[p].after == position {
        patch = matches.patches[p]
        p += 1
      } else {
        patch = Patch(
          after: position, before: childrenChanged[t].before,
          values: sourceUpdate.version.held.input.values(at: Int(position)), flags: 0)
      }
      if t < childrenChanged.count && childrenChanged[t].after == position {
        patch.flags |= ChangeFlags.byChildren
        t += 1
      }
      let isShown =
        derivation.bits[SourceColumn.shown, Int(patch.before)]
        && sourceUpdate.bits[SourceColumn.shown, Int(patch.after)]
      if !isShown { continue }
      patch.before = UInt32(derivation.number(ofSource: Int(patch.before)))
      patch.after = UInt32(
        sourceUpdate.ranks.rank(SourceColumn.shown, of: sourceUpdate.bits, Int(patch.after)))
      try matcher.matches.patches.append(patch)
    }
  }
}
