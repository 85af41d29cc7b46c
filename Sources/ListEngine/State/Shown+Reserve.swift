// Slots and index entries for newcomers, ahead of the commit. An entry whose slot is only reserved is
// nobody's item yet: whoever looks a key up passes over it. Where nothing of before stays, the newcomers
// get an index of their own, which takes the place of the old one in the commit: nothing need be taken
// out of that.

extension Shown {
  var numbers: Finder.Numbers {
    unsafe Finder.Numbers(
      slots: UnsafePointer(slots.all.pointer),
      leaves: UnsafePointer(arrangement.leaves.pointer))
  }

  /// A slot for each newcomer, in order. `reserved` counts the staged items that are done; nothing stays
  /// reserved on failure.
  mutating func reserve(
    _ matcher: inout Matcher, _ reserved: inout Int, fresh: inout KeyIndex
  ) throws(Refusal) {
    try slots.reserve(extra: matcher.staged.newCount)
    if !matcher.replacesAll {
      try index.reserve(extra: matcher.staged.newCount)
      return try fill(&matcher, &reserved)
    }
    fresh.removeAll()
    try fresh.reserve(matcher.staged.newCount)
    swap(&index, &fresh)
    defer { swap(&index, &fresh) }
    try fill(&matcher, &reserved)
  }

  private mutating func fill(_ matcher: inout Matcher, _ reserved: inout Int) throws(Refusal) {
    let count = matcher.staged.count
    var scopes = ScopeWalk(matcher)
    var ahead = ScopeWalk(matcher)
    for i in 0..<min(Finder.width, count) { index.prefetch(ahead.fingerprint(i, matcher)) }
    while reserved < count {
      let i = reserved
      if i + Finder.width < count { index.prefetch(ahead.fingerprint(i + Finder.width, matcher)) }
      if matcher.staged.isNew(i) { try reserve(i, &matcher, &reserved, &scopes) }
      reserved += 1
    }
  }

  @inline(__always) private mutating func reserve(
    _ i: Int, _ matcher: inout Matcher, _ reserved: inout Int, _ scopes: inout ScopeWalk
  ) throws(Refusal) {
    let slot = slots.take(i)
    let key = matcher.staged.keys[i]
    let twin = index.insert(scopes.fingerprint(i, matcher), slot) { other in
      guard let earlier = slots.newcomer(other) else {
        // Not every newcomer was looked up: see `Matcher.isExhausted`.
        let leaf = slots.place(other)
        if matcher.isScoped && arrangement.items.place(of: leaf).owner != scopes.owner { return false }
        return arrangement.leaf(leaf).find(key) != nil
      }
      return matcher.staged.keys[earlier] == key
        && (!matcher.isScoped || matcher.staged.place(earlier) >= scopes.start)
    }
    if let twin {
      let earlier = slots.newcomer(twin)
      slots.untake(slot)
      unreserve(matcher, &reserved)
      guard let earlier else { throw matcher.duplicate(ofMatched: i) }
      throw matcher.duplicate(key, matcher.staged.place(earlier), matcher.staged.place(i))
    }
    matcher.staged.setSlot(slot, of: i)
  }

  /// As if `reserve` had not been.
  mutating func unreserve(_ matcher: borrowing Matcher, _ reserved: inout Int) {
    var scopes = ScopeWalk(matcher)
    for i in 0..<reserved where matcher.staged.isNew(i) {
      index.remove(scopes.fingerprint(i, matcher), matcher.staged.numbers[i])
    }
    // In reverse, so that the free slots come to stand as they stood.
    while reserved > 0 {
      reserved -= 1
      if matcher.staged.isNew(reserved) { slots.untake(matcher.staged.numbers[reserved]) }
    }
  }
}
