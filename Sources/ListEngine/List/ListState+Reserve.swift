// Reserves slots and index entries for new items before the commit. A lookup skips an entry whose slot is
// only reserved, because no item has it yet.
//
//     few items go     the new ones are inserted into the index; the commit removes the old ones from it
//     many go          the entries that stay and the new ones fill the next index, which replaces the index in
//                      the commit: see NextIndex
//
// Inserting into an index shows duplicates: the entry of another item with that key is in the way. Where no
// item stays, and so many are new that they are sorted first, they are compared instead and written in order,
// without probing.

extension ListState {
  var numbers: Finder.Numbers {
    unsafe Finder.Numbers(
      slots: slots.all.values,
      leaves: UnsafePointer(arrangement.leaves.pointer))
  }

  /// Reserves a slot and an entry for each new item. Returns false if there is a duplicate; then, and on
  /// failure, nothing stays reserved.
  mutating func reserve(_ matcher: inout Matcher, _ next: inout NextIndex) throws(Refusal) -> Bool {
    let new = matcher.matches.staged.newCount
    let going = matcher.matches.leftCount
    let isNone = matcher.matches.claimedCount == 0 && !matcher.pairing.isPartial
    if new == 0 && !isNone && !index.isRefilled(removing: going) { return true }
    try slots.reserve(extra: new)
    try matcher.matches.staged.hash(matcher.pairing)
    try matcher.newKeys.fill(matcher.matches.staged)
    if !isNone && !index.isRefilled(removing: going) {
      try index.reserve(extra: new)
      let inserted = ListState.insert(&matcher, into: &index, &slots, arrangement)
      if inserted == matcher.newKeys.count { return true }
      remove(inserted, matcher)
      giveBackSlots(matcher)
      return false
    }
    if index.count == 0 && index.hasCapacity(new) {
      // The list is empty, and the host may have reserved this index.
      next.index.removeAll()
      swap(&index, &next.index)
    } else {
      try next.fill(
        from: index, isNone ? 0 : index.count - going, extra: new, matcher, slots: slots.all.count)
    }
    next.isUsed = true
    if isNone && matcher.newKeys.isSorted {
      if matcher.newKeys.firstSortedDuplicate(matcher.matches.staged, matcher.pairing) == nil {
        ListState.takeSlots(&matcher, &slots)
        ListState.append(matcher, to: &next.index)
        return true
      }
    } else if ListState.insert(&matcher, into: &next.index, &slots, arrangement) == matcher.newKeys.count {
      return true
    }
    unreserve(matcher, &next)
    return false
  }

  /// For a list without an index: reserves a slot for each new item.
  mutating func reserveSlots(_ matcher: inout Matcher, _ next: inout NextIndex) throws(Refusal) {
    try slots.reserve(extra: matcher.matches.staged.newCount)
    ListState.takeSlots(&matcher, &slots)
    // Nothing is removed from the index, which stays empty.
    next.index.free()
    next.isUsed = true
  }

  // MARK: Inserting

  /// Takes slots for the new items and inserts them, up to the first one whose key another item has. Returns how
  /// many of `newKeys` are inserted.
  private static func insert(
    _ matcher: inout Matcher, into index: inout KeyIndex, _ slots: inout Slots,
    _ arrangement: borrowing Arrangement
  ) -> Int {
    let isSorted = matcher.newKeys.isSorted
    if isSorted { takeSlots(&matcher, &slots) }
    for at in 0..<matcher.newKeys.count {
      let ahead = at &+ Finder.width
      if ahead < matcher.newKeys.count {
        index.prefetch(matcher.newKeys.fingerprint(ahead, matcher.matches.staged))
        if isSorted { matcher.matches.staged.prefetchSlot(matcher.newKeys.item(ahead)) }
      }
      let i = matcher.newKeys.item(at)
      if !matcher.matches.staged.isNew(i) { continue }
      if !isSorted { matcher.matches.staged.setSlot(slots.take(i), of: i) }
      let slot = matcher.matches.staged.slot(i)
      let fingerprint = matcher.newKeys.fingerprint(at, matcher.matches.staged)
      let duplicate = index.insert(fingerprint, slot.raw) { other in
        isDuplicate(Slot(other), i, matcher, slots, arrangement)
      }
      if duplicate != nil { return at }
    }
    return matcher.newKeys.count
  }

  /// Takes slots in the order of the items, so that neighbours have neighbouring slots.
  private static func takeSlots(_ matcher: inout Matcher, _ slots: inout Slots) {
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
      index.append(matcher.newKeys.fingerprint(at, matcher.matches.staged), slot.raw, to: &filling)
    }
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

  // MARK: Undoing

  /// Undoes `reserve`.
  mutating func unreserve(_ matcher: borrowing Matcher, _ next: inout NextIndex) {
    if !next.isUsed {
      remove(matcher.newKeys.count, matcher)
    } else if index.count == 0 {
      // An empty list keeps the memory of its index.
      next.index.removeAll()
      swap(&index, &next.index)
    }
    next.isUsed = false
    giveBackSlots(matcher)
  }

  /// Removes the new items among the first `end` of `newKeys` from the index.
  private mutating func remove(_ end: Int, _ matcher: borrowing Matcher) {
    for at in 0..<end {
      let i = matcher.newKeys.item(at)
      if !matcher.matches.staged.isNew(i) { continue }
      index.remove(
        matcher.newKeys.fingerprint(at, matcher.matches.staged), matcher.matches.staged.slot(i).raw)
    }
  }

  /// Gives back the slots in reverse order, so that the free list is as it was.
  private mutating func giveBackSlots(_ matcher: borrowing Matcher) {
    var i = matcher.matches.staged.count
    while i > 0 {
      i -= 1
      if !matcher.matches.staged.isNew(i) { continue }
      let slot = matcher.matches.staged.slot(i)
      if slot != .noIndex { slots.giveBack(slot) }
    }
  }
}
