// The sections one after another as one flat list: at a position, so many go and so many come.
//
//     before  1 2 3 4 5      kept: 1 3, the items that stay in sections that stay
//     after   5 4 1 3 6      splices: (0,0,2) (3,1,0) (4,2,1)
//
// What is kept ascends on both sides, so the gaps between are the splices, and since all before a
// gap is as after has it by then, its position is the after-position.

extension Correspondence {
  /// Of a solved correspondence. An updated item counts as taken out and put in, unless `updates`
  /// is false. O(k + s).
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

  /// Keeps what of the run looks as before. `update` is the first that is not behind the run.
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

/// Turns what is kept, told in order, into the splices between.
private struct SpliceWriter: ~Copyable {
  var splices = Buffer<Splice>()
  private var before: UInt32 = 0
  private var after: UInt32 = 0

  mutating func keep(_ before: UInt32, _ after: UInt32, _ count: UInt32) throws(Refusal) {
    try close(before, after)
    self.before = before + count
    self.after = after + count
  }

  /// The gap that ends here, if there is one.
  mutating func close(_ before: UInt32, _ after: UInt32) throws(Refusal) {
    if before == self.before && after == self.after { return }
    try splices.append(
      Splice(position: self.after, removed: before - self.before, added: after - self.after))
  }
}
