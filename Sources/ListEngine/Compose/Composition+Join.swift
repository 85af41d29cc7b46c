// Merges the records of two changesets to those of one, for items and for supplementaries.
//
//     first      deleted 2          5: - -> 3        4: 3 -> 2
//     second     2: - -> 0          5: 3 -> -        4: 2 -> 1        3: 1 -> -
//     joined     2: 1 -> 0          (none)           4: 3 -> 1        3: 2 -> -
//
// If only one changeset has records of an item, its position in the other state follows from the other
// changeset's runs, for a supplementary from its sections. That differs between items (Composition+Items) and
// supplementaries (Composition+Supplementaries).

/// The merged records of one item or supplementary.
struct MergedRecord: BitwiseCopyable {
  /// The item's flat position or the supplementary's section; `noIndex` if it is not on that side.
  var before = noIndex
  var after = noIndex
  /// Numbers of records; at least one is set.
  var old: UInt32
  var new: UInt32
  var reason = UpdateReason()

  var isInBoth: Bool { old != noIndex && new != noIndex }
}

extension Composition {
  /// Merges `records`. `locate` sets `before` and `after` of a merged record; `head` is the first record of
  /// its group.
  @_optimize(size) mutating func join(
    _ locate: (_ composition: inout Composition, inout MergedRecord, RecordGroup, _ head: ChangeRecord)
      throws(Refusal) -> Void
  ) throws(Refusal) {
    try sortRecords()
    try mergedRecords.reserve(records.count)
    mergedRecords.removeAll()
    var next = 0
    while next < order.count {
      let head = records[Int(UInt32(truncatingIfNeeded: order[next]))]
      let group = group(of: head, &next)
      var merged = MergedRecord(old: group.old, new: group.new)
      try locate(&self, &merged, group, head)
      if merged.isInBoth {
        merged.reason = group.reason(records[Int(merged.old)], records[Int(merged.new)])
        if merged.reason.flags == 0 { continue }
      }
      if merged.old != noIndex || merged.new != noIndex { mergedRecords.push(merged) }
    }
  }

  /// Sorts by number, then rank; stable.
  @_optimize(size) private mutating func sortRecords() throws(Refusal) {
    order.removeAll()
    try order.reserve(records.count)
    for i in 0..<records.count { order.push(UInt64(i)) }
    for digit in 0..<3 {
      for i in 0..<order.count {
        let number = order[i] & 0xffff_ffff
        let record = records[Int(number)]
        let value = digit == 2 ? UInt64(record.number) : record.rank >> UInt64(32 * digit) & 0xffff_ffff
        order[i] = value << 32 | number
      }
      try order.sort()
    }
  }

  /// The group of `head`; `next` is moved behind it.
  private func group(of head: ChangeRecord, _ next: inout Int) -> RecordGroup {
    var group = RecordGroup()
    while next < order.count {
      let number = UInt32(truncatingIfNeeded: order[next])
      let record = records[Int(number)]
      if record.number != head.number || record.rank != head.rank { break }
      group.take(record, number)
      next += 1
    }
    return group
  }

  // MARK: Output

  /// The number of merged records of each kind.
  func countMerged() -> (deleted: Int, inserted: Int, inBoth: Int) {
    var counts = (deleted: 0, inserted: 0, inBoth: 0)
    for i in 0..<mergedRecords.count {
      if mergedRecords[i].isInBoth {
        counts.inBoth += 1
      } else if mergedRecords[i].new == noIndex {
        counts.deleted += 1
      } else {
        counts.inserted += 1
      }
    }
    return counts
  }

  /// Calls `record` with the merged records that are on a side, in its order.
  mutating func forEachMerged(
    in side: Side, _ record: (_ composition: inout Composition, MergedRecord) -> Void
  ) throws(Refusal) {
    order.removeAll()
    try order.reserve(mergedRecords.count)
    for i in 0..<mergedRecords.count {
      let position = side == .before ? mergedRecords[i].before : mergedRecords[i].after
      if position != noIndex { order.push(UInt64(position) << 32 | UInt64(i)) }
    }
    try order.sort()
    for i in 0..<order.count { record(&self, mergedRecords[Int(UInt32(truncatingIfNeeded: order[i]))]) }
  }
}

extension Changeset {
  /// The refusal for a record that differs from what the preceding changeset left.
  func mismatch(_ record: ChangeRecord, at position: Position) -> Refusal {
    let section = Int(position.section)
    return Refusal(
      .mismatch, key: record.key,
      section: section < payload.before.sections.count ? payload.before.sections[section] : nil,
      position: position)
  }
}
