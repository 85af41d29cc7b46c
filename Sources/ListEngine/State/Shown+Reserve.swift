// Slots and index entries for newcomers, ahead of the commit. An entry whose slot is only reserved is
// nobody's item yet: whoever looks a key up passes over it. Where nothing of before stays, the newcomers
// get an index of their own, which takes the place of the old one in the commit: nothing need be taken
// out of that.

extension Shown {
  var numbers: Finder.Numbers {
    unsafe Finder.Numbers(
      slots: UnsafePointer(slots.all.pointer), slotCount: slots.all.count,
      leaves: UnsafePointer(arrangement.leaves.pointer))
  }

  /// One slot a newcomer, in order, into `reserved`, which has room. Nothing stays reserved on failure.
  mutating func reserve(
    _ matcher: borrowing Matcher, _ reserved: inout Buffer<UInt32>, fresh: inout KeyIndex
  ) throws(Refusal) {
    try slots.reserve(extra: matcher.newcomers.count)
    if !matcher.replacesAll { return try fill(matcher, &reserved) }
    fresh.removeAll()
    try fresh.reserve(matcher.newcomers.count)
    swap(&index, &fresh)
    defer { swap(&index, &fresh) }
    try fill(matcher, &reserved)
  }

  private mutating func fill(
    _ matcher: borrowing Matcher, _ reserved: inout Buffer<UInt32>
  ) throws(Refusal) {
    let count = matcher.newcomers.count
    try index.reserve(extra: count)
    var scopes = ScopeWalk(matcher)
    var ahead = ScopeWalk(matcher)
    for i in 0..<min(Finder.width, count) { index.prefetch(ahead.fingerprint(i, matcher)) }
    for i in 0..<count {
      if i + Finder.width < count { index.prefetch(ahead.fingerprint(i + Finder.width, matcher)) }
      let fingerprint = scopes.fingerprint(i, matcher)
      let slot = slots.take(i)
      let key = matcher.newcomers.keys[i]
      let twin = index.insert(fingerprint, slot) { other in
        guard let earlier = slots.newcomer(other) else {
          // Not every newcomer was looked up: see `Matcher.isExhausted`.
          let leaf = slots.place(other)
          if matcher.isScoped && arrangement.items.place(of: leaf).owner != scopes.owner { return false }
          return arrangement.leaf(leaf).find(key) != nil
        }
        return matcher.newcomers.keys[earlier] == key
          && (!matcher.isScoped || Int(matcher.newcomers.places[earlier]) >= scopes.start)
      }
      if let twin {
        let earlier = slots.newcomer(twin)
        slots.untake(slot)
        unreserve(matcher, &reserved)
        guard let earlier else { throw matcher.duplicate(ofMatched: i) }
        throw matcher.duplicate(key, Int(matcher.newcomers.places[earlier]), Int(matcher.newcomers.places[i]))
      }
      reserved.push(slot)
    }
  }

  /// As if `reserve` had not been.
  mutating func unreserve(_ matcher: borrowing Matcher, _ reserved: inout Buffer<UInt32>) {
    var scopes = ScopeWalk(matcher)
    for i in 0..<reserved.count { index.remove(scopes.fingerprint(i, matcher), reserved[i]) }
    // In reverse, so that the free slots come to stand as they stood.
    for i in 0..<reserved.count { slots.untake(reserved[reserved.count - 1 - i]) }
    reserved.removeAll()
  }
}
