// The walk from section to section. Sections may be short and many, so each step here takes few instructions.
//
//     open     where order is lost, whole sections are left open, unless the first keys are equal
//     whole    a section that is one leaf with the same keys is matched by itself
//     begin    any other section is walked
//
// A short section goes on with the credit and the gap of those before it: a disorder of items over a hundred
// thousand sections is noticed once. A long one begins anew.

extension Walk {
  /// With fewer items a section is short.
  private static let long = 256
  /// Sections of more items are compared as memory, by the walk.
  private static let mostWhole = 16

  mutating func begin(_ section: Int, _ pairing: borrowing Pairing) {
    let partners = pairing.partners(ofSection: section)
    (bStart, bEnd, b) = (partners.lowerBound, partners.upperBound, partners.lowerBound)
    aStart = Int(pairing.after.starts[section])
    aEnd = Int(pairing.after.starts[section &+ 1])
    a = aStart
    home = -1
    lastLength = 0
    if aEnd &- a >= Walk.long {
      credit = Walk.credit(for: aEnd &- a)
      gap = 0
      owed = 0
    }
    if pairing.isScoped { scope = pairing.scope(ofSection: section) }
  }

  // MARK: Sections that are left open

  /// Leaves open the sections from `section` on that need not be walked; returns the first that does.
  @inline(__always) mutating func leaveOpen(
    from section: Int, _ pairing: borrowing Pairing, _ matches: inout Matches
  ) throws(Refusal) -> Int {
    var end = section
    if matches.leftCount <= 0 {
      // Every item of `before` is matched.
      end = pairing.after.sectionCount
    } else {
      if owed == 0 || credit > 0 { return section }
      while end < pairing.after.sectionCount, isSkipped(end, pairing) { end += 1 }
    }
    let first = Int(pairing.after.starts[section])
    let count = Int(pairing.after.starts[end]) - first
    if count > 0 { try matches.staged.append(first, count, of: pairing.after) }
    return end
  }

  /// Whether all of a section is left open after the latest lookup.
  private mutating func isSkipped(_ section: Int, _ pairing: borrowing Pairing) -> Bool {
    let first = Int(pairing.after.starts[section])
    let count = Int(pairing.after.starts[section &+ 1]) &- first
    if count > owed || count >= Walk.long { return false }
    if count == 0 { return true }
    let partners = pairing.partners(ofSection: section)
    if !partners.isEmpty {
      if !right.contains(first) { right = pairing.after.window(at: first) }
      if pairing.before.key(at: partners.lowerBound) == right.key(first) { return false }
    }
    owed &-= count
    return true
  }

  // MARK: Sections of one leaf

  /// Matches a section whose keys are those of the one leaf that its partner has. Returns whether it is one.
  @inline(__always) mutating func matchWhole(
    _ section: Int, _ pairing: borrowing Pairing, _ matches: inout Matches
  ) throws(Refusal) -> Bool {
    let other = pairing.beforeOfAfter[section]
    if other == noIndex { return false }
    let chunks = pairing.before.chunks(ofSection: Int(other))
    let first = Int(pairing.after.starts[section])
    let count = Int(pairing.after.starts[section &+ 1]) &- first
    guard chunks.count == 1, count <= Walk.mostWhole else { return false }
    let chunk = pairing.before.chunks[chunks.lowerBound]
    if chunk.count != count { return false }
    if !right.contains(first) { right = pairing.after.window(at: first) }
    if right.high &- first < count { return false }
    let left = LeafWindow(chunk.leaf, at: Int(chunk.first), count: count)
    if let leaf = right.leaf, leaf == left.leaf {
      matches.leavesShared += 1
    } else {
      for i in 0..<count where left.key(left.low &+ i) != right.key(first &+ i) { return false }
      for i in 0..<count {
        let content = right.content(first &+ i)
        if left.content(left.low &+ i) != content {
          try matches.addPatch(left.low &+ i, first &+ i, content: content)
        }
      }
    }
    try matches.add(left.low, first, count)
    credit = min(credit &+ count, Walk.mostCredit)
    if count >= Walk.longStretch { (gap, owed) = (0, 0) }
    return true
  }
}
