// From what was matched to what has changed: the correspondence that every dialect is derived from.

/// An item of after whose update was asked for, whatever it looks like.
struct Mark: BitwiseCopyable {
  /// Flat position in after.
  var place: UInt32
  /// 1: reload, 0: reconfigure.
  var reloads: UInt32
}

extension Matcher {
  /// Fills `result`, which is then to be solved: that takes the runs.
  func fill(
    _ result: inout Correspondence, marks: borrowing Buffer<Mark>, withRuns: Bool
  ) throws(Refusal) {
    try copy(before.starts, to: &result.beforeStarts)
    try copy(after.starts, to: &result.afterStarts)
    try copy(afterOfBefore, to: &result.afterOfBefore)
    try copy(beforeOfAfter, to: &result.beforeOfAfter)
    result.updates.removeAll()
    result.sectionUpdates.removeAll()
    for i in 0..<after.markedSections.count where beforeOfAfter[Int(after.markedSections[i])] != none {
      try result.sectionUpdates.append(after.markedSections[i])
    }
    try addUpdates(to: &result.updates, marks)
    try addElementChanges(to: &result.elements, result.sectionUpdates)
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
    var matches = Matches()
    while let run = matches.next(self) { result.push(run) }
  }

  /// Patches and marks, both sorted by after, side by side.
  private func addUpdates(to updates: inout Buffer<Update>, _ marks: borrowing Buffer<Mark>) throws(Refusal) {
    if patches.isEmpty && marks.isEmpty { return }
    var p = 0
    var m = 0
    var matches = Matches()
    var run = matches.next(self)
    while p < patches.count || m < marks.count {
      let place = min(
        p < patches.count ? patches[p].after : none, m < marks.count ? marks[m].place : none)
      var flags: UInt32 = 0
      var reloads = false
      var patch: Patch? = nil
      if p < patches.count && patches[p].after == place {
        patch = patches[p]
        flags = patches[p].flags
        reloads = flags & ChangeFlags.byClass != 0
        p += 1
      }
      while m < marks.count && marks[m].place == place {
        flags |= ChangeFlags.byMark
        if marks[m].reloads != 0 { reloads = true }
        m += 1
      }
      if flags == 0 { continue }
      while let passed = run, passed.after + passed.count <= place { run = matches.next(self) }
      // A mark on an item that is inserted says nothing.
      guard let run, run.after <= place else { continue }
      let b = run.before + place - run.after
      flags |= reloads ? ChangeFlags.reload : ChangeFlags.reconfigure
      let mask = reloads ? 0 : mask(b, place, patch)
      try add(to: &updates, b, place, flags, mask, joinable: run.after < place)
    }
  }

  /// What differs in an item, as its cell class tells. Only a mark comes without a patch: then the item
  /// looks as it did.
  private func mask(_ b: UInt32, _ a: UInt32, _ patch: Patch?) -> UInt64 {
    if before.traits | after.traits == 0 { return .max }
    let old = before.looks(at: Int(b))
    let cellClass = patch?.cellClass ?? old.cellClass
    return cellClass == 0 ? .max : CellClass.changed(cellClass, old.model, patch?.model ?? old.model)
  }

  /// Neighbours of one run that changed alike are one update.
  private func add(
    to updates: inout Buffer<Update>, _ b: UInt32, _ a: UInt32, _ flags: UInt32, _ mask: UInt64,
    joinable: Bool
  ) throws(Refusal) {
    let last = updates.count - 1
    if joinable, last >= 0, updates[last].after + updates[last].count == a, updates[last].flags == flags,
      updates[last].mask == mask
    {
      updates[last].count += 1
    } else {
      try updates.append(Update(before: b, after: a, count: 1, flags: flags, mask: mask))
    }
  }

  // MARK: Supplementary elements

  private func addElementChanges(
    to changes: inout Buffer<ElementChange>, _ marked: borrowing Buffer<UInt32>
  ) throws(Refusal) {
    changes.removeAll()
    var m = 0
    for section in 0..<after.sectionCount {
      while m < marked.count && Int(marked[m]) < section { m += 1 }
      let other = beforeOfAfter[section]
      if other == none { continue }
      let old = before.elements[Int(other)]
      let new = after.elements[section]
      if old == nil && new == nil { continue }
      let isMarked = m < marked.count && Int(marked[m]) == section
      if let old, let new, old == new, !isMarked { continue }
      try compare(old, new, isMarked, section, to: &changes)
    }
  }

  /// Both blocks are sorted by kind and index.
  private func compare(
    _ old: ElementBlock?, _ new: ElementBlock?, _ isMarked: Bool, _ section: Int,
    to changes: inout Buffer<ElementChange>
  ) throws(Refusal) {
    var b = 0
    var a = 0
    while b < old?.count ?? 0 || a < new?.count ?? 0 {
      let left = b < old?.count ?? 0 ? old?[b] : nil
      let right = a < new?.count ?? 0 ? new?[a] : nil
      let rank = min(left?.rank ?? .max, right?.rank ?? .max)
      let isThere = (before: left?.rank == rank, after: right?.rank == rank)
      if isThere.before { b += 1 }
      if isThere.after { a += 1 }
      var change = ElementChange(
        kind: .elementUpdate, flags: 0, beforeSection: beforeOfAfter[section], afterSection: UInt32(section),
        elementKind: UInt32(rank >> 32), elementIndex: UInt32(truncatingIfNeeded: rank), mask: 0)
      if let left, let right, isThere.before, isThere.after {
        change.flags = flags(left, right, isMarked)
        if change.flags == 0 { continue }
        let reloads = change.flags & (ChangeFlags.byKey | ChangeFlags.byClass | ChangeFlags.byMark) != 0
        change.flags |= reloads ? ChangeFlags.reload : ChangeFlags.reconfigure
        if !reloads {
          change.mask =
            right.cellClass == 0 ? .max : CellClass.changed(right.cellClass, left.model, right.model)
        }
      } else {
        change.kind = isThere.before ? .elementDelete : .elementInsert
      }
      try changes.append(change)
    }
  }

  private func flags(_ old: Element, _ new: Element, _ isMarked: Bool) -> UInt32 {
    var flags = isMarked ? ChangeFlags.byMark : 0
    if old.key != new.key { flags |= ChangeFlags.byKey }
    if old.cellClass != new.cellClass { flags |= ChangeFlags.byClass }
    if old.content != new.content { flags |= ChangeFlags.byContent }
    if flags == 0 && old.content == 0 && old.model != new.model
      && !CellClass.equal(new.cellClass, old.model, new.model)
    {
      flags = ChangeFlags.byEqual
    }
    return flags
  }
}
