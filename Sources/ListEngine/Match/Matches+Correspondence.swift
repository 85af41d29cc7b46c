// Converts the matches to a correspondence, from which every dialect is derived. What is updated is added
// last, because it calls the host.

/// An item of `after` that the host explicitly marked for an update.
struct Mark: BitwiseCopyable {
  /// Its flat position in `after`.
  var flat: UInt32
  /// 1: reload, 0: reconfigure.
  var reloads: UInt32
  /// `ChangeFlags`.
  var reason = ChangeFlags.byMark
}

extension Matches {
  /// Fills sections and, `withRuns`, the runs, from which it can be solved.
  func fill(
    _ result: inout Correspondence, _ pairing: borrowing Pairing, withRuns: Bool
  ) throws(Refusal) {
    try result.beforeStarts.copy(pairing.before.starts)
    try result.afterStarts.copy(pairing.after.starts)
    try result.afterOfBefore.copy(pairing.afterOfBefore)
    try result.beforeOfAfter.copy(pairing.beforeOfAfter)
    result.updates.removeAll()
    result.sectionUpdates.removeAll()
    result.supplementaries.removeAll()
    result.runs.removeAll()
    if withRuns { try addRuns(to: &result.runs) }
  }

  private func addRuns(to result: inout Buffer<Run>) throws(Refusal) {
    try result.reserve(runs.count + staged.foundCount)
    if staged.foundCount == 0 { return result.append(contentsOf: runs) }
    var i = 0
    for r in 0..<runs.count {
      let run = runs[r]
      while i < staged.count && staged.flat(i) < Int(run.after) {
        addFound(i, to: &result)
        i &+= 1
      }
      result.push(run)
    }
    while i < staged.count {
      addFound(i, to: &result)
      i &+= 1
    }
  }

  @inline(__always) private func addFound(_ i: Int, to result: inout Buffer<Run>) {
    let partner = staged.partner(i)
    if partner == noIndex { return }
    result.push(Run(before: partner, after: UInt32(truncatingIfNeeded: staged.flat(i)), count: 1))
  }

  /// Fills what is updated. Calls the `changed` and `equal` of classes.
  func fillUpdates(
    _ result: inout Correspondence, _ pairing: borrowing Pairing, marks: borrowing Buffer<Mark>
  ) throws(Refusal) {
    for i in 0..<pairing.after.markedSections.count {
      let section = pairing.after.markedSections[i]
      if pairing.beforeOfAfter[Int(section)] != noIndex { try result.sectionUpdates.append(section) }
    }
    try addUpdates(to: &result, pairing, marks)
    try addSupplementaryChanges(to: &result.supplementaries, pairing, result.sectionUpdates)
  }

  /// Merges patches and marks, both sorted by `after`.
  private func addUpdates(
    to result: inout Correspondence, _ pairing: borrowing Pairing, _ marks: borrowing Buffer<Mark>
  ) throws(Refusal) {
    if patches.isEmpty && marks.isEmpty { return }
    var p = 0
    var m = 0
    var matches = MatchIterator()
    var run = marks.isEmpty ? nil : matches.next(self)
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
        flags |= marks[m].reason
        if marks[m].reloads != 0 { reloads = true }
        m += 1
      }
      if flags == 0 { continue }
      var b = patch?.before ?? noIndex
      if patch == nil {
        while let passed = run, passed.after + passed.count <= flat { run = matches.next(self) }
        // An inserted item is new anyway: its mark is ignored.
        guard let run, run.after <= flat else { continue }
        b = run.before + flat - run.after
      }
      flags |= reloads ? ChangeFlags.reload : ChangeFlags.reconfigure
      let mask = reloads ? 0 : mask(b, patch, pairing)
      try result.updates.reserve(extra: 1)
      result.add(Update(before: b, after: flat, count: 1, flags: flags, mask: mask))
    }
  }

  /// The mask that the cell class's `changed` returns. An item with a mark and without a patch has kept its
  /// appearance.
  private func mask(_ b: UInt32, _ patch: Patch?, _ pairing: borrowing Pairing) -> UInt64 {
    if pairing.before.traits | pairing.after.traits == 0 { return .max }
    let old = pairing.before.values(at: Int(b))
    let new = patch?.values ?? old
    return new.cellClass == 0 ? .max : CellClass.changed(new.cellClass, old.model, new.model)
  }

  // MARK: Supplementaries

  private func addSupplementaryChanges(
    to changes: inout Buffer<SupplementaryChange>, _ pairing: borrowing Pairing,
    _ marked: borrowing Buffer<UInt32>
  ) throws(Refusal) {
    var m = 0
    for section in 0..<pairing.after.sectionCount {
      while m < marked.count && Int(marked[m]) < section { m += 1 }
      let other = pairing.beforeOfAfter[section]
      if other == noIndex { continue }
      let old = pairing.before.supplementaries[Int(other)]
      let new = pairing.after.supplementaries[section]
      if old == nil && new == nil { continue }
      let isMarked = m < marked.count && Int(marked[m]) == section
      if let old, let new, old == new, !isMarked { continue }
      try changes.compare(
        old, new, isMarked: isMarked, sections: (pairing.beforeOfAfter[section], UInt32(section)))
    }
  }
}
