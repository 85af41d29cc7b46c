// Converts an edit's items to runs, updates and marks of the correspondence.
//
//     origins      section 0: 0..<3 | new 1 | 3..<5       two runs, (0, 0, 3) and (3, 4, 2)
//     changed      the item now at 4, content 1 -> 2
//     update       (3, 4, 1) by content

extension OpenEdit {
  // MARK: Runs

  func fillRuns(_ result: inout Correspondence, _ ends: borrowing EditEnds) throws(Refusal) {
    result.runs.removeAll()
    try result.runs.reserve(ends.sectionCount + origins.count)
    for a in 0..<ends.sectionCount {
      var after = result.afterStarts[a]
      guard let known = section(ends.section(a)) else {
        let count = result.afterStarts[a + 1] - after
        let before = result.beforeStarts[Int(result.beforeOfAfter[a])]
        if count > 0 { result.runs.push(Run(before: before, after: after, count: count)) }
        continue
      }
      origins.forEach(in: sections[known].sequence) { origin in
        if !origin.isNew {
          let before = ends.flat(of: origin)
          result.runs.push(Run(before: before, after: after, count: origin.count))
        }
        after += origin.count
      }
    }
  }

  // MARK: Updates

  /// Items that were changed, and all items of marked sections, if they are in a run.
  func fillUpdates(
    _ result: inout Correspondence, _ ids: borrowing Buffer<SectionID>, _ state: borrowing ListState
  ) throws(Refusal) {
    let sorted = try sortedUpdates(result, ids, state)
    result.updates.removeAll()
    var run = 0
    var i = 0
    while i < sorted.count {
      let after = UInt32(sorted[i] >> 32)
      var record: EditedItem? = nil
      var mark: UInt32 = 0
      while i < sorted.count, UInt32(sorted[i] >> 32) == after {
        let number = UInt32(truncatingIfNeeded: sorted[i])
        if number == noIndex { mark = ChangeFlags.reload } else { record = items[Int(number)] }
        i += 1
      }
      while run < result.runs.count && result.runs[run].after + result.runs[run].count <= after { run += 1 }
      guard run < result.runs.count && result.runs[run].after <= after else { continue }
      let before = result.runs[run].before + after - result.runs[run].after
      try addUpdate(&result, before, after, record, mark, state)
    }
  }

  /// The flat position in the high half, the item's number (`noIndex`: its section is marked) in the low
  /// half; sorted.
  private func sortedUpdates(
    _ result: borrowing Correspondence, _ ids: borrowing Buffer<SectionID>, _ state: borrowing ListState
  ) throws(Refusal) -> Buffer<UInt64> {
    var sorted = Buffer<UInt64>()
    for i in 0..<items.count where !items[i].isDeleted && items[i].wasThere {
      let flat = state.arrangement.flat(of: state.location(ofSlot: items[i].slot))
      try sorted.append(UInt64(flat) << 32 | UInt64(i))
    }
    for a in 0..<ids.count where isMarked(ids[a]) {
      for flat in result.afterStarts[a]..<result.afterStarts[a + 1] {
        try sorted.append(UInt64(flat) << 32 | UInt64(noIndex))
      }
    }
    var sorting = KeySort()
    try sorting.reserve(sorted.count)
    sorting.sort(&sorted)
    return sorted
  }

  /// Adds the update, if there is one. An item without a record has kept its appearance.
  private func addUpdate(
    _ result: inout Correspondence, _ before: UInt32, _ after: UInt32, _ record: EditedItem?, _ mark: UInt32,
    _ state: borrowing ListState
  ) throws(Refusal) {
    let mark = mark | (record?.mark ?? 0)
    let old = record?.old
    var new: Entry? = nil
    var flags = mark != 0 ? ChangeFlags.byMark : 0
    if let old {
      let location = state.arrangement.location(ofItem: Int(after))
      let entry = state.arrangement.leaf(location.leaf).entry(location.offset)
      flags |= ChangeFlags.between(old.values, entry.values)
      new = entry
    }
    if flags == 0 { return }
    let reloads = mark & ChangeFlags.reload != 0 || flags & ChangeFlags.byClass != 0
    flags |= reloads ? ChangeFlags.reload : ChangeFlags.reconfigure
    var mask: UInt64 = reloads ? 0 : .max
    if !reloads, let old = old?.values, let new = new?.values, new.cellClass != 0 {
      mask = CellClass.changed(new.cellClass, old.model, new.model)
    }
    try result.updates.reserve(extra: 1)
    result.add(Update(before: before, after: after, count: 1, flags: flags, mask: mask))
  }
}
