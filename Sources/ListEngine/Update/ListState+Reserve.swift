// Reserves slots and index entries for new items before the commit. A lookup skips an entry whose slot is
// only reserved, because no item has it yet. If no item of `before` stays, the new items get a new index that
// replaces the old one in the commit, so that nothing has to be removed from the old one.
//
// Inserting into the index shows duplicates: the entry of another item with that key is in the way. Where so
// many are inserted into a new index that they are sorted first, they are compared instead and written in
// order, without probing.

extension ListState {
  var numbers: Finder.Numbers {
    unsafe Finder.Numbers(
      slots: slots.all.values,
      leaves: UnsafePointer(arrangement.leaves.pointer))
  }

  /// Reserves a slot for each new item, in order, and an entry in the index. Returns false if there is a
  /// duplicate; then, and on failure, nothing stays reserved.
  mutating func reserve(_ matcher: inout Matcher, fresh: inout KeyIndex) throws(Refusal) -> Bool {
    let count = matcher.matches.staged.newCount
    try slots.reserve(extra: count)
    try matcher.matches.staged.hash(matcher.pairing)
    try matcher.newKeys.fill(matcher.matches.staged)
    if !matcher.matches.replacesAll(matcher.pairing) {
      try index.reserve(extra: count)
      takeSlots(&matcher)
      let inserted = ListState.insert(matcher, into: &index, slots, arrangement)
      if inserted == matcher.newKeys.count { return true }
      remove(inserted, matcher)
    } else {
      fresh.removeAll()
      if index.count == 0 && index.hasCapacity(count) {
        // The list is empty, and the host may have reserved this index.
        swap(&index, &fresh)
      } else {
        try fresh.reserve(KeyIndex.roomy(count))
      }
      takeSlots(&matcher)
      if matcher.newKeys.isSorted {
        if matcher.newKeys.firstDuplicate(matcher.matches.staged, matcher.pairing) == nil {
          ListState.append(matcher, to: &fresh)
          return true
        }
      } else if ListState.insert(matcher, into: &fresh, slots, arrangement) == matcher.newKeys.count {
        return true
      }
      giveBack(&fresh)
    }
    untakeSlots(matcher)
    return false
  }

  /// An empty list keeps the memory of its index.
  private mutating func giveBack(_ fresh: inout KeyIndex) {
    if index.count > 0 { return }
    fresh.removeAll()
    swap(&index, &fresh)
  }

  private mutating func takeSlots(_ matcher: inout Matcher) {
    for i in 0..<matcher.matches.staged.count where matcher.matches.staged.isNew(i) {
      matcher.matches.staged.setSlot(slots.take(i), of: i)
    }
  }

  /// Fills an empty index with the new items, which are sorted.
  private static func append(_ matcher: borrowing Matcher, to index: inout KeyIndex) {
    var filling = KeyIndex.Filling()
    for at in 0..<matcher.newKeys.count {
      let ahead = at &+ Finder.width
      if ahead < matcher.newKeys.count { matcher.matches.staged.prefetchSlot(matcher.newKeys.item(ahead)) }
      let slot = matcher.matches.staged.slot(matcher.newKeys.item(at))
      index.append(matcher.newKeys.fingerprint(at), slot.raw, to: &filling)
    }
  }

  /// Inserts the new items up to the first one whose key another item has. Returns how many are inserted.
  private static func insert(
    _ matcher: borrowing Matcher, into index: inout KeyIndex, _ slots: borrowing Slots,
    _ arrangement: borrowing Arrangement
  ) -> Int {
    for at in 0..<matcher.newKeys.count {
      let ahead = at &+ Finder.width
      if ahead < matcher.newKeys.count {
        index.prefetch(matcher.newKeys.fingerprint(ahead))
        matcher.matches.staged.prefetchSlot(matcher.newKeys.item(ahead))
      }
      let i = matcher.newKeys.item(at)
      let slot = matcher.matches.staged.slot(i)
      let duplicate = index.insert(matcher.newKeys.fingerprint(at), slot.raw) { other in
        isDuplicate(Slot(other), i, matcher, slots, arrangement)
      }
      if duplicate != nil { return at }
    }
    return matcher.newKeys.count
  }

  /// Whether new item `i` is the item of a slot: another new one, or one that the list has.
  private static func isDuplicate(
    _ slot: Slot, _ i: Int, _ matcher: borrowing Matcher, _ slots: borrowing Slots,
    _ arrangement: borrowing Arrangement
  ) -> Bool {
    let key = matcher.matches.staged.key(i)
    let flat = matcher.matches.staged.flat(i)
    if let other = slots.pendingItem(slot) {
      return matcher.matches.staged.key(other) == key
        && (!matcher.pairing.isScoped
          || matcher.pairing.owner(ofAfter: matcher.matches.staged.flat(other)).section
            == matcher.pairing.owner(ofAfter: flat).section)
    }
    let leaf = slots.leaf(of: slot)
    if matcher.pairing.isScoped
      && arrangement.items.position(of: leaf).owner.raw != matcher.pairing.owner(ofAfter: flat).id
    {
      return false
    }
    return arrangement.leaf(leaf).find(key) != nil
  }

  /// Undoes `reserve`.
  mutating func unreserve(_ matcher: borrowing Matcher, fresh: inout KeyIndex) {
    if matcher.matches.replacesAll(matcher.pairing) {
      giveBack(&fresh)
    } else {
      remove(matcher.newKeys.count, matcher)
    }
    untakeSlots(matcher)
  }

  /// Removes the first `end` new items from the index.
  private mutating func remove(_ end: Int, _ matcher: borrowing Matcher) {
    for at in 0..<end {
      index.remove(matcher.newKeys.fingerprint(at), matcher.matches.staged.slot(matcher.newKeys.item(at)).raw)
    }
  }

  /// In reverse order, so that the free list is as it was.
  private mutating func untakeSlots(_ matcher: borrowing Matcher) {
    var i = matcher.matches.staged.count
    while i > 0 {
      i -= 1
      if matcher.matches.staged.isNew(i) { slots.untake(matcher.matches.staged.slot(i)) }
    }
  }
}
