// What a changeset keeps on request, out of an edit: the list as it is now, and what is known of it as it
// was. In the order of before:
//
//     sections     those that are still there, where they were, and those that went
//     items        those that went; the others where the runs say

extension OpenEdit {
  /// The items that were there and are not: where they stood above, which they are below; in order.
  private func gone(_ ends: borrowing EditEnds) throws(Refusal) -> Buffer<UInt64> {
    var gone = Buffer<UInt64>()
    for i in 0..<items.count where items[i].isGone && items[i].wasThere {
      let flat = ends.firsts[Int(items[i].origin.sequence)] + items[i].origin.start
      try gone.append(UInt64(flat) << 32 | UInt64(i))
    }
    try gone.sort()
    return gone
  }

  private func sectionKeys(
    _ correspondence: borrowing Correspondence, _ ends: borrowing EditEnds,
    _ arrangement: borrowing Arrangement,
    before: inout Buffer<Key>, after: inout Buffer<Key>
  ) throws(Refusal) {
    try before.resize(to: sectionsBefore, filling: Key(low: 0, high: 0))
    try after.reserve(ends.sectionCount)
    for a in 0..<ends.sectionCount {
      let key = arrangement.sections[Int(ends.section(a))].key
      after.push(key)
      if correspondence.beforeOfAfter[a] != noIndex { before[Int(correspondence.beforeOfAfter[a])] = key }
    }
    for i in 0..<ends.gone.count {
      before[Int(ends.gone[i].before)] = arrangement.sections[Int(ends.gone[i].id)].key
    }
  }

  // MARK: Keys

  /// O(n).
  func keepKeys(
    in changeset: inout Changeset, _ ends: borrowing EditEnds, _ arrangement: borrowing Arrangement,
    isScoped: Bool
  ) throws(Refusal) {
    var keys = Changeset.Keys()
    keys.isScoped = isScoped
    try sectionKeys(
      changeset.correspondence, ends, arrangement, before: &keys.before.sections, after: &keys.after.sections)
    try keys.after.items.reserve(arrangement.count)
    var next: UInt32? = arrangement.count == 0 ? nil : arrangement.location(ofItem: 0).leaf
    while let id = next {
      let leaf = arrangement.leaf(id)
      for i in 0..<leaf.count { keys.after.items.push(leaf.key(i)) }
      next = arrangement.leaf(after: id)
    }
    let count = changeset.correspondence.beforeCount
    try keys.before.items.resize(to: count, filling: Key(low: 0, high: 0))
    for r in 0..<changeset.correspondence.runs.count {
      let run = changeset.correspondence.runs[r]
      for i in 0..<run.count { keys.before.items[Int(run.before + i)] = keys.after.items[Int(run.after + i)] }
    }
    let gone = try gone(ends)
    for i in 0..<gone.count {
      keys.before.items[Int(gone[i] >> 32)] = items[Int(UInt32(truncatingIfNeeded: gone[i]))].key
    }
    keys.areKept = true
    swap(&changeset.keys, &keys)
  }

  // MARK: Payload

  /// O(k log n + s).
  func keepPayload(
    in changeset: inout Changeset, _ ends: borrowing EditEnds, _ arrangement: borrowing Arrangement,
    isScoped: Bool
  ) throws(Refusal) {
    changeset.payload.isScoped = isScoped
    try sectionKeys(
      changeset.correspondence, ends, arrangement, before: &changeset.payload.before.sections,
      after: &changeset.payload.after.sections)
    let gone = try gone(ends)
    try changeset.payload.before.items.reserve(gone.count)
    for i in 0..<gone.count {
      let item = items[Int(UInt32(truncatingIfNeeded: gone[i]))]
      changeset.payload.before.items.push(KeptItem(key: item.key, appearance: Appearance(item.old)))
    }
    var unmatched = try UnmatchedItems(changeset.correspondence, .after)
    let came = changeset.correspondence.afterCount - changeset.correspondence.matchedCount
    try changeset.payload.after.items.reserve(came)
    for _ in 0..<came {
      let entry = arrangement.entry(at: unmatched.next(changeset.correspondence))
      changeset.payload.after.items.push(KeptItem(key: entry.key, appearance: Appearance(entry)))
    }
    for u in 0..<changeset.correspondence.updates.count {
      let update = changeset.correspondence.updates[u]
      try changeset.payload.updated.reserve(extra: Int(update.count))
      for i in 0..<update.count {
        let new = arrangement.entry(at: update.after + i)
        let old = item(ofSlot: new.slot).map { items[$0].old } ?? new
        changeset.payload.updated.push(
          KeptUpdate(key: new.key, before: Appearance(old), after: Appearance(new)))
      }
    }
    try keepSupplementaries(in: &changeset, ends, arrangement)
    changeset.payload.isKept = true
  }

  private func keepSupplementaries(
    in changeset: inout Changeset, _ ends: borrowing EditEnds, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    var before = try Buffer<SupplementaryBlock?>(repeating: nil, count: sectionsBefore)
    var after = try Buffer<SupplementaryBlock?>(capacity: ends.sectionCount)
    for a in 0..<ends.sectionCount {
      let id = ends.section(a)
      after.push(arrangement.sections[Int(id)].supplementaries)
      let b = changeset.correspondence.beforeOfAfter[a]
      if b != noIndex { before[Int(b)] = supplementariesBefore(ofSection: id, in: arrangement) }
    }
    for i in 0..<ends.gone.count {
      before[Int(ends.gone[i].before)] = supplementariesBefore(ofSection: ends.gone[i].id, in: arrangement)
    }
    try changeset.keepSupplementaries(of: .before, before)
    try changeset.keepSupplementaries(of: .after, after)
  }
}

extension Arrangement {
  /// The item at a place counted over all sections.
  fileprivate func entry(at flat: UInt32) -> Entry {
    let location = location(ofItem: Int(flat))
    return leaf(location.leaf).entry(location.offset)
  }
}

extension Appearance {
  fileprivate init(_ entry: Entry) { self.init(content: entry.content, cellClass: entry.cellClass) }
}
