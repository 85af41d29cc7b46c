// An edit as the source of its changeset; `ends` must be filled. The end is the present list; the beginning
// is read from the records of changed sections and items.

extension OpenEdit: ChangesetSource {
  static var arrangedSide: Side { .after }

  private func id(ofSection section: Int, on side: Side) -> SectionID {
    side == .before ? ends.sectionsBefore[section] : ends.section(section)
  }

  /// The record of a deleted section keeps its key until the edit ends.
  func key(ofSection section: Int, on side: Side, in arrangement: borrowing Arrangement) -> Key {
    arrangement.sections[id(ofSection: section, on: side)].key
  }

  func supplementaries(
    ofSection section: Int, on side: Side, in arrangement: borrowing Arrangement
  ) -> SupplementaryBlock? {
    let id = id(ofSection: section, on: side)
    if side == .before { return supplementariesBefore(ofSection: id, in: arrangement) }
    return arrangement.sections[id].supplementaries
  }

  func forEachUnmatched(
    on side: Side, _ correspondence: borrowing Correspondence, _ arrangement: borrowing Arrangement,
    _ body: (Key, ItemValues) -> Void
  ) throws(Refusal) {
    if side == .before {
      let deleted = try sortedDeletions()
      for i in 0..<deleted.count {
        let item = items[Int(UInt32(truncatingIfNeeded: deleted[i]))]
        body(item.key, item.old.values)
      }
      return
    }
    var unmatched = try UnmatchedItems(correspondence, .after)
    for _ in 0..<correspondence.afterCount - correspondence.matchedCount {
      let entry = arrangement.entry(at: unmatched.next(correspondence))
      body(entry.key, entry.values)
    }
  }

  func forEachUpdate(
    _ correspondence: borrowing Correspondence, _ arrangement: borrowing Arrangement,
    _ body: (_ key: Key, _ before: ItemValues, _ after: ItemValues) -> Void
  ) {
    correspondence.forEachUpdatedItem { _, after in
      let new = arrangement.entry(at: after)
      let old = item(ofSlot: new.slot).map { items[$0].old } ?? new
      body(new.key, old.values, new.values)
    }
  }

  /// Deleted items: their former flat position in the high half, their record's number in the low half;
  /// sorted.
  private func sortedDeletions() throws(Refusal) -> Buffer<UInt64> {
    var deleted = Buffer<UInt64>()
    for i in 0..<items.count where items[i].isDeleted && items[i].wasThere {
      let flat = ends.flat(of: items[i].origin)
      try deleted.append(UInt64(flat) << 32 | UInt64(i))
    }
    try deleted.sort()
    return deleted
  }
}
