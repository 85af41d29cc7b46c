// Composes items. An item that the first changeset deletes and the second inserts again is matched by its
// key, and within its section if keys are scoped.

extension Composition {
  mutating func joinItems(_ first: borrowing Changeset, _ second: borrowing Changeset) throws(Refusal) {
    let most = first.maxItemRecords + second.maxItemRecords
    try records.reserve(most)
    let between = first.correspondence.afterCount
    // The numbers of records have 32 bits.
    if between + most >= Int(noIndex) { throw Refusal(.noMemory) }
    try records.addItems(of: first, flags: 0, behind: UInt32(between))
    let behind = UInt32(between + first.payload.before.items.count)
    try records.addItems(of: second, flags: ChangeRecord.Flags.isSecond, behind: behind)
    try matchReinserted(first, second)
    try joinItemRecords(first, second)
    try recordItems()
    try sortRuns()
  }

  /// Gives an item that the second inserts the number of the item that the first deleted. Any other two
  /// records with one key must have one number: otherwise the key is at two positions of the middle state, or
  /// both in it and not in it, and the changesets do not agree.
  @_optimize(size) private mutating func matchReinserted(
    _ first: borrowing Changeset, _ second: borrowing Changeset
  ) throws(Refusal) {
    let between = UInt32(first.correspondence.afterCount)
    let list = KeyScope.list
    var keys = try KeySet(capacity: records.count, isScoped: result.payload.isScoped)
    for i in 0..<records.count {
      let record = records[i]
      var scope = list
      if result.payload.isScoped { scope = list.narrowed(to: section(of: record, second, between), if: true) }
      guard let duplicate = keys.add(scope.key(record.key)) else { continue }
      let other = records[Int(duplicate)]
      if other.number == record.number { continue }
      if other.number < between { throw second.mismatch(item: other) }
      if record.number < between { throw second.mismatch(item: record) }
      records[i].number = other.number
    }
  }

  /// The key of the item's section: in the middle state if it is there, otherwise on the side that has the
  /// item.
  private func section(of record: ChangeRecord, _ second: borrowing Changeset, _ between: UInt32) -> Key {
    if record.number < between {
      let section = Correspondence.section(of: record.number, in: second.correspondence.beforeStarts)
      return second.payload.before.sections[section]
    }
    return record.flags & ChangeRecord.Flags.isSecond == 0
      ? result.payload.before.sections[
        Correspondence.section(of: record.flat, in: result.correspondence.beforeStarts)]
      : result.payload.after.sections[
        Correspondence.section(of: record.flat, in: result.correspondence.afterStarts)]
  }

  @_optimize(size) private mutating func joinItemRecords(
    _ first: borrowing Changeset, _ second: borrowing Changeset
  ) throws(Refusal) {
    var middle = try MiddlePositions(second)
    let between = UInt32(first.correspondence.afterCount)
    try join { composition, merged, group, head throws(Refusal) in
      if !group.agrees(composition.records) { throw second.mismatch(item: head) }
      if merged.old != noIndex {
        merged.before =
          group.isInFirst
          ? composition.records[Int(merged.old)].flat : middle.before(of: head.number, first)
      }
      if merged.new != noIndex {
        merged.after =
          group.isInSecond
          ? composition.records[Int(merged.new)].flat : middle.after(of: head.number, second)
      }
      let isReinserted = merged.isInBoth && head.number >= between
      if isReinserted {
        try composition.result.correspondence.runs.append(
          Run(before: merged.before, after: merged.after, count: 1))
      }
    }
  }

  @_optimize(size) private mutating func recordItems() throws(Refusal) {
    let count = countMerged()
    try result.payload.before.items.reserve(count.deleted)
    try result.payload.after.items.reserve(count.inserted)
    try result.payload.updated.reserve(count.inBoth)
    try result.correspondence.updates.reserve(count.inBoth)
    try forEachMerged(in: .before) { composition, merged in
      if merged.isInBoth { return }
      let old = composition.records[Int(merged.old)]
      composition.result.payload.before.items.push(KeptItem(key: old.key, appearance: old.appearance))
    }
    try forEachMerged(in: .after) { composition, merged in
      let new = composition.records[Int(merged.new)]
      if !merged.isInBoth {
        composition.result.payload.after.items.push(KeptItem(key: new.key, appearance: new.appearance))
        return
      }
      let old = composition.records[Int(merged.old)]
      composition.result.payload.updated.push(
        KeptUpdate(key: new.key, before: old.appearance, after: new.appearance))
      composition.result.correspondence.updates.push(
        Update(
          before: merged.before, after: merged.after, count: 1, flags: merged.reason.flags,
          mask: merged.reason.mask))
    }
  }

  @_optimize(size) private mutating func sortRuns() throws(Refusal) {
    var order = try Buffer<UInt64>(capacity: result.correspondence.runs.count)
    for i in 0..<result.correspondence.runs.count {
      order.push(UInt64(result.correspondence.runs[i].after) << 32 | UInt64(i))
    }
    try order.sort()
    var sorted = try Buffer<Run>(capacity: order.count)
    for i in 0..<order.count {
      sorted.push(result.correspondence.runs[Int(UInt32(truncatingIfNeeded: order[i]))])
    }
    swap(&result.correspondence.runs, &sorted)
  }
}

extension Changeset {
  fileprivate func mismatch(item record: ChangeRecord) -> Refusal {
    mismatch(
      record, at: Correspondence.position(of: record.number, guess: noIndex, in: correspondence.beforeStarts))
  }
}
