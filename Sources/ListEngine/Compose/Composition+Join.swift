// The records that two changesets have of items, or of supplementary elements, joined and told as those
// of one.
//
//     first      deleted 2          5: - -> 3        4: 3 -> 2
//     second     2: - -> 0          5: 3 -> -        4: 2 -> 1        3: 1 -> -
//     joined     2: 1 -> 0          (gone)           4: 3 -> 1        3: 2 -> -
//
// Of what only one of them speaks, the other's runs, or its sections, tell where it was or is: that, and how
// it is told, differs between items (+Items) and elements (+Elements).

/// One thing of the result.
struct MergedRecord: BitwiseCopyable {
  /// The item's place, or the element's section; `noIndex` where there is none.
  var before = noIndex
  var after = noIndex
  /// The numbers of records; one at least is there.
  var old: UInt32
  var new: UInt32
  var reason = UpdateReason()

  var isInBoth: Bool { old != noIndex && new != noIndex }
}

extension Composition {
  /// Joins `touches`. `place` says where a thing, of which this is said, was and is; `head` is its first
  /// record.
  mutating func join(
    _ place: (_ composition: inout Composition, inout MergedRecord, RecordGroup, _ head: ChangeRecord)
      throws(Refusal) -> Void
  ) throws(Refusal) {
    try sortTouches()
    try mergedRecords.reserve(records.count)
    mergedRecords.removeAll()
    var next = 0
    while next < order.count {
      let head = records[Int(UInt32(truncatingIfNeeded: order[next]))]
      let group = group(of: head, &next)
      var merged = MergedRecord(old: group.old, new: group.new)
      try place(&self, &merged, group, head)
      if merged.isInBoth {
        merged.reason = group.reason(records[Int(merged.old)], records[Int(merged.new)])
        if merged.reason.flags == 0 { continue }
      }
      if merged.old != noIndex || merged.new != noIndex { mergedRecords.push(merged) }
    }
  }

  /// By thing, then rank; of equals the first stays first.
  private mutating func sortTouches() throws(Refusal) {
    order.removeAll()
    try order.reserve(records.count)
    for i in 0..<records.count { order.push(UInt64(i)) }
    for digit in 0..<3 {
      for i in 0..<order.count {
        let number = order[i] & 0xffff_ffff
        let record = records[Int(number)]
        let value = digit == 2 ? UInt64(record.thing) : record.rank >> UInt64(32 * digit) & 0xffff_ffff
        order[i] = value << 32 | number
      }
      try order.sort()
    }
  }

  /// All records of a thing; `next` comes to stand behind them.
  private func group(of head: ChangeRecord, _ next: inout Int) -> RecordGroup {
    var group = RecordGroup()
    while next < order.count {
      let number = UInt32(truncatingIfNeeded: order[next])
      let record = records[Int(number)]
      if record.thing != head.thing || record.rank != head.rank { break }
      group.take(record, number)
      next += 1
    }
    return group
  }

  // MARK: Telling

  /// How many joints there are of each sort.
  func countJoints() -> (gone: Int, come: Int, inBoth: Int) {
    var counts = (gone: 0, come: 0, inBoth: 0)
    for i in 0..<mergedRecords.count {
      if mergedRecords[i].isInBoth {
        counts.inBoth += 1
      } else if mergedRecords[i].new == noIndex {
        counts.gone += 1
      } else {
        counts.come += 1
      }
    }
    return counts
  }

  /// Calls `record` with the joints that have a place on a side, in its order.
  mutating func forEachJoint(
    in side: Side, _ record: (_ composition: inout Composition, MergedRecord) -> Void
  ) throws(Refusal) {
    order.removeAll()
    try order.reserve(mergedRecords.count)
    for i in 0..<mergedRecords.count {
      let place = side == .before ? mergedRecords[i].before : mergedRecords[i].after
      if place != noIndex { order.push(UInt64(place) << 32 | UInt64(i)) }
    }
    try order.sort()
    for i in 0..<order.count { record(&self, mergedRecords[Int(UInt32(truncatingIfNeeded: order[i]))]) }
  }
}

extension Changeset {
  /// What came before it left that otherwise than this found it.
  func mismatch(_ record: ChangeRecord, at position: Position) -> Refusal {
    let section = Int(position.section)
    return Refusal(
      .mismatch, key: record.key,
      section: section < payload.before.sections.count ? payload.before.sections[section] : nil,
      position: position)
  }
}
