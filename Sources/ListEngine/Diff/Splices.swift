// The splices dialect: all sections concatenated to one flat list; at a position, items are removed and
// added.
//
//     before  1 2 3 4 5      kept: 1 3, the items that stay in sections that stay
//     after   5 4 1 3 6      splices: (0,0,2) (3,1,0) (4,2,1)
//
// The kept items have the same order on both sides, so the gaps between them are the splices. Everything
// before a gap is already in the state of `after`, so its position is the flat position in `after`.

extension Correspondence {
  /// Requires a solved correspondence. An updated item counts as removed and added, unless `updates` is
  /// false. O(k + s).
  func splices(updates reportsUpdates: Bool) throws(Refusal) -> Buffer<Splice> {
    var writer = SpliceWriter()
    var section = 0
    var update = 0
    for i in 0..<runs.count {
      let run = runs[i]
      while afterStarts[section + 1] <= run.after { section += 1 }
      if run.stays == 0 || sectionStays[section] == 0 { continue }
      if reportsUpdates {
        try keep(run, cutBy: &update, &writer)
      } else {
        try writer.keep(run.before, run.after, run.count)
      }
    }
    try writer.close(UInt32(beforeCount), UInt32(afterCount))
    return writer.splices
  }

  /// Keeps the items of the run that have no update. `update` is the first one that does not precede the run.
  private func keep(
    _ run: Run, cutBy update: inout Int, _ writer: inout SpliceWriter
  ) throws(Refusal) {
    let end = run.after + run.count
    var after = run.after
    while update < updates.count, after < end {
      let changed = updates[update]
      if changed.after >= end { break }
      if changed.after > after {
        try writer.keep(run.before + (after - run.after), after, changed.after - after)
      }
      let changedEnd = changed.after + changed.count
      after = max(after, min(changedEnd, end))
      if changedEnd > end { break }
      update += 1
    }
    if after < end { try writer.keep(run.before + (after - run.after), after, end - after) }
  }
}

/// Converts kept ranges, added in order, to the splices between them.
private struct SpliceWriter: ~Copyable {
  var splices = Buffer<Splice>()
  private var before: UInt32 = 0
  private var after: UInt32 = 0

  mutating func keep(_ before: UInt32, _ after: UInt32, _ count: UInt32) throws(Refusal) {
    try close(before, after)
    self.before = before + count
    self.after = after + count
  }

  /// Ends the current gap; appends it unless it is empty.
  mutating func close(_ before: UInt32, _ after: UInt32) throws(Refusal) {
    if before == self.before && after == self.after { return }
    try splices.append(
      Splice(position: self.after, removed: before - self.before, added: after - self.after))
  }
}
