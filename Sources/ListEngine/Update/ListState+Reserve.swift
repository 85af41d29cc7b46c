// Slots and index entries for newcomers, ahead of the commit. An entry whose slot is only reserved is
// nobody's item yet: whoever looks a key up passes over it. Where nothing of before stays, the newcomers
// get an index of their own, which takes the place of the old one in the commit: nothing need be taken
// out of that.

extension ListState {
  var numbers: Finder.Numbers {
    unsafe Finder.Numbers(
      slots: UnsafePointer(slots.all.pointer),
      leaves: UnsafePointer(arrangement.leaves.pointer))
  }

  /// A slot for each newcomer, in their order, and an entry in the index. Nothing stays reserved on
  /// failure.
  mutating func reserve(_ matcher: inout Matcher, fresh: inout KeyIndex) throws(Refusal) {
    try slots.reserve(extra: matcher.staged.newCount)
    try matcher.sortUnfound()
    if let duplicate = matcher.firstRepeat() { throw matcher.duplicate(duplicate) }
    if matcher.replacesAll {
      fresh.removeAll()
      try fresh.reserve(matcher.staged.newCount)
      takeSlots(&matcher)
      fill(&fresh, matcher)
    } else {
      try index.reserve(extra: matcher.staged.newCount)
      takeSlots(&matcher)
      guard let duplicate = insert(matcher) else { return }
      untakeSlots(matcher)
      throw matcher.duplicate(duplicate)
    }
  }

  private mutating func takeSlots(_ matcher: inout Matcher) {
    for i in 0..<matcher.staged.count where matcher.staged.isNew(i) {
      matcher.staged.setSlot(slots.take(i), of: i)
    }
  }

  /// Puts what is staged, all of it new, into an empty index.
  private func fill(_ fresh: inout KeyIndex, _ matcher: borrowing Matcher) {
    var filling = KeyIndex.Filling()
    for at in 0..<matcher.unfound.count {
      let ahead = at &+ Finder.width
      if ahead < matcher.unfound.count { matcher.staged.prefetch(Matcher.item(matcher.unfound[ahead])) }
      let entry = matcher.unfound[at]
      fresh.append(Matcher.fingerprint(entry), matcher.staged.numbers[Matcher.item(entry)], to: &filling)
    }
  }

  /// Puts all newcomers into the index, or, if one is the duplicate of a matched item, none; answers that one.
  private mutating func insert(_ matcher: borrowing Matcher) -> Int? {
    for at in 0..<matcher.unfound.count {
      let ahead = at &+ Finder.width
      if ahead < matcher.unfound.count {
        index.prefetch(Matcher.fingerprint(matcher.unfound[ahead]))
        matcher.staged.prefetch(Matcher.item(matcher.unfound[ahead]))
      }
      let entry = matcher.unfound[at]
      let i = Matcher.item(entry)
      if !matcher.staged.isNew(i) { continue }
      let duplicate = index.insert(Matcher.fingerprint(entry), matcher.staged.numbers[i]) { other in
        ListState.isDuplicate(other, i, matcher, slots, arrangement)
      }
      if duplicate == nil { continue }
      remove(at, matcher)
      return i
    }
    return nil
  }

  /// Whether newcomer `i` is the item of a slot. Not every newcomer was looked up: see
  /// `Matcher.isExhausted`.
  private static func isDuplicate(
    _ slot: UInt32, _ i: Int, _ matcher: borrowing Matcher, _ slots: borrowing Slots,
    _ arrangement: borrowing Arrangement
  ) -> Bool {
    if slots.newcomer(slot) != nil { return false }
    let leaf = slots.place(slot)
    if matcher.isScoped && arrangement.items.place(of: leaf).owner != matcher.owner(ofStaged: i) {
      return false
    }
    return arrangement.leaf(leaf).find(matcher.staged.keys[i]) != nil
  }

  /// As if `reserve` had not been.
  mutating func unreserve(_ matcher: borrowing Matcher) {
    if !matcher.replacesAll { remove(matcher.unfound.count, matcher) }
    untakeSlots(matcher)
  }

  /// Takes the newcomers among the first `end` entries out of the index.
  private mutating func remove(_ end: Int, _ matcher: borrowing Matcher) {
    for at in 0..<end {
      let i = Matcher.item(matcher.unfound[at])
      if !matcher.staged.isNew(i) { continue }
      index.remove(Matcher.fingerprint(matcher.unfound[at]), matcher.staged.numbers[i])
    }
  }

  /// In reverse, so that the free slots come to stand as they stood.
  private mutating func untakeSlots(_ matcher: borrowing Matcher) {
    var i = matcher.staged.count
    while i > 0 {
      i -= 1
      if matcher.staged.isNew(i) { slots.untake(matcher.staged.numbers[i]) }
    }
  }
}
