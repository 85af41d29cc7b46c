// Handles of items and sections, and the search by key.

extension ListState {
  func handle(of location: Location) -> UInt64 { slots.handle(slot(of: location)) }

  func slot(of location: Location) -> Slot { arrangement.leaf(location.leaf).slot(location.offset) }

  func location(of handle: UInt64) throws(Refusal) -> Location {
    guard let slot = slots.slot(handle) else { throw Refusal(.handle) }
    return location(ofSlot: slot)
  }

  /// Never 0.
  func handle(ofSection id: SectionID) -> UInt64 {
    (UInt64(id.raw) + 1) << 32 | UInt64(arrangement.sections[id].generation)
  }

  func section(_ handle: UInt64) throws(Refusal) -> SectionID {
    guard let id = live(handle) else { throw Refusal(.handle) }
    return id
  }

  /// The section of a handle, if it exists.
  func live(_ handle: UInt64) -> SectionID? {
    let id = Int(handle >> 32) - 1
    guard id >= 0 && id < arrangement.sections.count, arrangement.sections[id].isLive,
      arrangement.sections[id].generation == UInt32(truncatingIfNeeded: handle)
    else { return nil }
    return SectionID(UInt32(id))
  }

  func find(_ key: ScopedKey) -> Location? {
    index.find(key) { number in
      let slot = Slot(number)
      // The slot of a new item is indexed before the item is in a leaf.
      if slots.pendingItem(slot) != nil { return nil }
      let location = location(ofSlot: slot)
      return arrangement.leaf(location.leaf).key(location.offset) == key.key ? location : nil
    } section: { location in
      arrangement.sectionKey(of: location)
    }
  }

  /// How many keys are prefetched at once.
  static var prefetched: Int { 16 }

  /// Prefetches what `find` reads for the next few keys, from this one on.
  func prefetch(_ keys: borrowing Buffer<ScopedKey>, from first: Int) {
    let next = first..<min(first + ListState.prefetched, keys.count)
    for i in next { index.prefetch(keys[i].fingerprint) }
    for i in next {
      if let number = index.find(keys[i].fingerprint, where: { _ in true }) { slots.prefetch(Slot(number)) }
    }
    for i in next {
      guard let number = index.find(keys[i].fingerprint, where: { _ in true }),
        slots.pendingItem(Slot(number)) == nil
      else { continue }
      arrangement.leaf(slots.leaf(of: Slot(number))).prefetchSlots()
    }
  }
}
