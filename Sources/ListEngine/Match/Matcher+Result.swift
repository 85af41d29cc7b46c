// Converts the matches to a correspondence, from which every dialect is derived.

/// An item of `after` that the host explicitly marked for an update.
struct Mark: BitwiseCopyable {
  /// Flat flat in `after`.
  var flat: UInt32
  /// 1: reload, 0: reconfigure.
  var reloads: UInt32
}

extension Matcher {
  /// Fills `result`, which the caller then solves; solving needs `withRuns`.
  func fill(
    _ result: inout Correspondence, marks: borrowing Buffer<Mark>, withRuns: Bool
  ) throws(Refusal) {
    try copy(before.starts, to: &result.beforeStarts)
    try copy(after.starts, to: &result.afterStarts)
    try copy(afterOfBefore, to: &result.afterOfBefore)
    try copy(beforeOfAfter, to: &result.beforeOfAfter)
    result.updates.removeAll()
    result.sectionUpdates.removeAll()
    for i in 0..<after.markedSections.count where beforeOfAfter[Int(after.markedSections[i])] != noIndex {
      try result.sectionUpdates.append(after.markedSections[i])
    }
    try addUpdates(to: &result, marks)
    try addSupplementaryChanges(to: &result.supplementaries, result.sectionUpdates)
    result.runs.removeAll()
    if withRuns { try addRuns(to: &result.runs) }
  }

  private func copy(_ source: borrowing Buffer<UInt32>, to target: inout Buffer<UInt32>) throws(Refusal) {
    target.removeAll()
    try target.reserve(source.count)
    target.append(contentsOf: source)
  }

  // MARK: Items

  private func addRuns(to result: inout Buffer<Run>) throws(Refusal) {
    try result.reserve(runs.count + staged.foundCount)
    var matches = MatchIterator()
    while let run = matches.next(self) { result.push(run) }
  }

  /// Merges patches and marks, both sorted by `after`.
  private func addUpdates(
    to result: inout Correspondence, _ marks: borrowing Buffer<Mark>
  ) throws(Refusal) {
    if patches.isEmpty && marks.isEmpty { return }
    var p = 0
    var m = 0
    var matches = MatchIterator()
    var run = matches.next(self)
    while p < patches.count || m < marks.count {
      let flat = min(
        p < patches.count ? patches[p].after : noIndex, m < marks.count ? marks[m].flat : noIndex)
      var flags: UInt32 = 0
      var reloads = false
      var patch: Patch? = nil
      if p < patches.count && patches[p].after == flat {
        patch = patches[p]
        flags = patches[p].flags
        reloads = flags & ChangeFlags.byClass != 0
        p += 1
      }
      while m < marks.count && marks[m].flat == flat {
        flags |= ChangeFlags.byMark
        if marks[m].reloads != 0 { reloads = true }
        m += 1
      }
      if flags == 0 { continue }
      while let passed = run, passed.after + passed.count <= flat { run = matches.next(self) }
      // An inserted item is new anyway: its mark is ignored.
      guard let run, run.after <= flat else { continue }
      let b = run.before + flat - run.after
      flags |= reloads ? ChangeFlags.reload : ChangeFlags.reconfigure
      let mask = reloads ? 0 : mask(b, flat, patch)
      try result.updates.reserve(extra: 1)
      result.add(Update(before: b, after: flat, count: 1, flags: flags, mask: mask))
    }
  }

  /// The mask that the cell class's `changed` returns. An item with a mark and without a patch has kept its
  /// appearance.
  private func mask(_ b: UInt32, _ a: UInt32, _ patch: Patch?) -> UInt64 {
    if before.traits | after.traits == 0 { return .max }
    let old = before.values(at: Int(b))
    let new = patch?.values ?? old
    return new.cellClass == 0 ? .max : CellClass.changed(new.cellClass, old.model, new.model)
  }

  // MARK: Supplementaries

  private func addSupplementaryChanges(
    to changes: inout Buffer<SupplementaryChange>, _ marked: borrowing Buffer<UInt32>
  ) throws(Refusal) {
    changes.removeAll()
    var m = 0
    for section in 0..<after.sectionCount {
      while m < marked.count && Int(marked[m]) < section { m += 1 }
      let other = beforeOfAfter[section]
      if other == noIndex { continue }
      let old = before.supplementaries[Int(other)]
      let new = after.supplementaries[section]
      if old == nil && new == nil { continue }
      let isMarked = m < marked.count && Int(marked[m]) == section
      if let old, let new, old == new, !isMarked { continue }
      try changes.compare(
        old, new, isMarked: isMarked, sections: (beforeOfAfter[section], UInt32(section)))
    }
  }
}
