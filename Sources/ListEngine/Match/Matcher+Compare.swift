// Compares items side by side: consecutive items with equal keys become a run, and those with another content
// become patches. Items that are not compared are staged.

extension Matcher {
  /// Matches items from (b, a) on while their keys are equal, as one run. Returns its length.
  mutating func match(
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
    try claim(b, length)
    try runs.append(Run(before: UInt32(b), after: UInt32(a), count: UInt32(length)))
    return length
  }

  /// Returns how many of `width` keys are equal, and adds patches for differing contents among them. Packed
  /// columns are compared as memory first, because usually all are equal. A patch holds the value that was
  /// read here, because a host's column is read only once.
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

  mutating func addPatch(_ b: Int, _ a: Int, _ content: UInt64) throws(Refusal) {
    try patches.append(
      Patch(
        after: UInt32(a), before: UInt32(b), values: ItemValues(Appearance(content: content)),
        flags: ChangeFlags.byContent))
  }

  /// Stages items of `after` for `resolveOpen`. With `missed` they are known to match nothing.
  mutating func stage(_ a: Int, _ count: Int, missed: Bool) throws(Refusal) {
    try staged.reserve(extra: count, traits: after.traits)
    var flat = a
    while flat < a + count {
      let window = after.window(at: flat, end: a + count)
      staged.push(window, at: flat, isNew: missed)
      for i in 0..<(after.traits == 0 ? 0 : window.count) { stageValues(flat + i) }
      flat += window.count
    }
  }

  @inline(__always) mutating func stageValues(_ a: Int) {
    if after.traits == 0 { return }
    staged.push(after.values(at: a))
  }
}
