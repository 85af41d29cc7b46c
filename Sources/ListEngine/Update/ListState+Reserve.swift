// Reserves slots and index entries for new items before the commit. A lookup skips an entry whose slot is
// only reserved, because no item has it yet. If no item of `before` stays, the new items get a new index that
// replaces the old one in the commit, so that nothing has to be removed from the old one.

extension ListState {
  var numbers: Finder.Numbers {
    unsafe Finder.Numbers(
      slots: slots.all.values,
      leaves: UnsafePointer(arrangement.leaves.pointer))
  }

  /// Reserves a slot for each new item, in order, and an entry in the index. On failure nothing stays
  /// reserved.
  mutating func reserve(_ matcher: inout Matcher, fresh: inout KeyIndex) throws(Refusal) {
    try slots.reserve(extra: matcher.staged.newCount)
    try matcher.sortUnfound()
    if let duplicate = matcher.firstDuplicateNewItem() { throw matcher.duplicate(duplicate) }
    if matcher.replacesAll {
      fresh.removeAll()
      if index.count == 0 && index.hasCapacity(matcher.staged.newCount) {
        // The list is empty, and the host may have reserved this index.
        swap(&index, &fresh)
      } else {
        try fresh.reserve(KeyIndex.roomy(matcher.staged.newCount))
      }
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

  /// Fills an empty index with the staged items, which are all new.
  private func fill(_ fresh: inout KeyIndex, _ matcher: borrowing Matcher) {
    var filling = KeyIndex.Filling()
    for at in 0..<matcher.unfound.count {
      let ahead = at &+ Finder.width
      if ahead < matcher.unfound.count { matcher.staged.prefetch(Matcher.item(matcher.unfound[ahead])) }
      let entry = matcher.unfound[at]
      fresh.append(Matcher.fingerprint(entry), matcher.staged.number(Matcher.item(entry)), to: &filling)
    }
  }

  /// Inserts all new items into the index. If one duplicates a matched item, inserts none and returns that
  /// one.
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
      let duplicate = index.insert(Matcher.fingerprint(entry), matcher.staged.number(i)) { other in
        ListState.isDuplicate(Slot(other), i, matcher, slots, arrangement)
      }
      if duplicate == nil { continue }
      remove(at, matcher)
      return i
    }
    return nil
  }

  /// Whether new item `i` is the item of a slot. Not every new item was looked up: see `Matcher.isExhausted`.
  private static func isDuplicate(
    _ slot: Slot, _ i: Int, _ matcher: borrowing Matcher, _ slots: borrowing Slots,
    _ arrangement: borrowing Arrangement
  ) -> Bool {
    if slots.pendingItem(slot) != nil { return false }
    let leaf = slots.leaf(of: slot)
    if matcher.isScoped && arrangement.items.position(of: leaf).owner.raw != matcher.owner(ofStaged: i) {
      return false
    }
    return arrangement.leaf(leaf).find(matcher.staged.key(i)) != nil
  }

  /// Undoes `reserve`.
  mutating func unreserve(_ matcher: borrowing Matcher) {
    if !matcher.replacesAll { remove(matcher.unfound.count, matcher) }
    untakeSlots(matcher)
  }

  /// Removes the new items among the first `end` entries from the index.
  private mutating func remove(_ end: Int, _ matcher: borrowing Matcher) {
    for at in 0..<end {
      let i = Matcher.item(matcher.unfound[at])
      if !matcher.staged.isNew(i) { continue }
      index.remove(Matcher.fingerprint(matcher.unfound[at]), matcher.staged.number(i))
    }
  }

  /// In reverse order, so that the free list is as it was.
  private mutating func untakeSlots(_ matcher: borrowing Matcher) {
    var i = matcher.staged.count
    while i > 0 {
      i -= 1
      if matcher.staged.isNew(i) { slots.untake(Slot(matcher.staged.number(i))) }
    }
  }
}
