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

  /// A slot for each newcomer, in their order, and an entry in the index. Nothing stays reserved on
  /// failure.
  mutating func reserve(_ matcher: inout Matcher, fresh: inout KeyIndex) throws(Refusal) {
    try slots.reserve(extra: matcher.staged.newCount)
    let parts = Parts.count(for: matcher.staged.newCount)
    let isFresh = matcher.replacesAll && parts > 1
    try matcher.divideStaged(parts: parts, sorted: isFresh)
    if !matcher.replacesAll {
      try index.reserve(extra: matcher.staged.newCount)
      return try fill(&matcher, isFresh: false)
    }
    fresh.removeAll()
    try fresh.reserve(matcher.staged.newCount)
    swap(&index, &fresh)
    defer { swap(&index, &fresh) }
    try fill(&matcher, isFresh: isFresh)
  }

  private mutating func fill(_ matcher: inout Matcher, isFresh: Bool) throws(Refusal) {
    for i in 0..<matcher.staged.count where matcher.staged.isNew(i) {
      matcher.staged.setSlot(slots.take(i), of: i)
    }
    do throws(Refusal) {
      if isFresh ? fillFresh(matcher) : insert(matcher) == nil { return }
      // Of several duplicates the first in after is the one to tell of.
      try matcher.divideStaged(parts: 1)
      if let refusal = insert(matcher) { throw refusal }
    } catch {
      untake(matcher)
      throw error
    }
  }

  /// Puts what is staged, all of it new and sorted, into the empty index. If one is a duplicate, none.
  private mutating func fillFresh(_ matcher: borrowing Matcher) -> Bool {
    var filling = KeyIndex.Filling()
    for entry in 0..<matcher.staged.count {
      let ahead = entry &+ Finder.width
      if ahead < matcher.staged.count { matcher.staged.prefetch(matcher.parts.number(ahead)) }
      if matcher.isTwin(entry) {
        index.removeAll()
        return false
      }
      let slot = matcher.staged.numbers[matcher.parts.number(entry)]
      index.append(matcher.parts.print(entry), slot, to: &filling)
    }
    return true
  }

  /// Puts all newcomers into the index, or, if one is a duplicate, none.
  private mutating func insert(_ matcher: borrowing Matcher) -> Refusal? {
    for entry in 0..<matcher.staged.count {
      let ahead = entry &+ Finder.width
      if ahead < matcher.staged.count {
        index.prefetch(matcher.parts.print(ahead))
        matcher.staged.prefetch(matcher.parts.number(ahead))
      }
      let i = matcher.parts.number(entry)
      if !matcher.staged.isNew(i) { continue }
      let twin = index.insert(matcher.parts.print(entry), matcher.staged.numbers[i]) { other in
        Shown.isTwin(other, i, matcher, slots, arrangement)
      }
      guard let twin else { continue }
      let earlier = slots.newcomer(twin)
      remove(entry, matcher)
      guard let earlier else { return matcher.duplicate(ofMatched: i) }
      return matcher.duplicate(matcher.staged.keys[i], matcher.staged.place(earlier), matcher.staged.place(i))
    }
    return nil
  }

  /// Whether a slot's item is that of newcomer `i`.
  private static func isTwin(
    _ slot: UInt32, _ i: Int, _ matcher: borrowing Matcher, _ slots: borrowing Slots,
    _ arrangement: borrowing Arrangement
  ) -> Bool {
    if let earlier = slots.newcomer(slot) { return matcher.areTwins(earlier, i) }
    // Not every newcomer was looked up: see `Matcher.isExhausted`.
    let leaf = slots.place(slot)
    if matcher.isScoped && arrangement.items.place(of: leaf).owner != matcher.owner(ofStaged: i) {
      return false
    }
    return arrangement.leaf(leaf).find(matcher.staged.keys[i]) != nil
  }

  /// As if `reserve` had not been.
  mutating func unreserve(_ matcher: borrowing Matcher) {
    remove(matcher.staged.count, matcher)
    untake(matcher)
  }

  /// Takes the newcomers among the first `end` entries out of the index.
  private mutating func remove(_ end: Int, _ matcher: borrowing Matcher) {
    for entry in 0..<end where matcher.staged.isNew(matcher.parts.number(entry)) {
      index.remove(matcher.parts.print(entry), matcher.staged.numbers[matcher.parts.number(entry)])
    }
  }

  /// In reverse, so that the free slots come to stand as they stood.
  private mutating func untake(_ matcher: borrowing Matcher) {
    var i = matcher.staged.count
    while i > 0 {
      i -= 1
      if matcher.staged.isNew(i) { slots.untake(matcher.staged.numbers[i]) }
    }
  }
}
