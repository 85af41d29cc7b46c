// The ranges that batch and steps have in common: deletes, inserts and the two ends of moves.
//
// In the worked example item 1 of A is deleted (2), item 2 of A is inserted (6), and one item moves within B.
// The runs of a solved correspondence are maximal, so ranges need no joining. A range of unmatched items ends
// at a run or at the end of its section.

extension Correspondence {
  /// The most item changes that there can be: `perMove` for each moving run, and one for each update and each
  /// range of unmatched items. `summary` is that of this correspondence.
  func mostChanges(_ summary: Summary, perMove: Int) -> Int {
    let deletes = min(summary.itemDeletes, runs.count + beforeSectionCount)
    let inserts = min(summary.itemInserts, runs.count + afterSectionCount)
    return perMove * summary.movingRuns + deletes + inserts + updates.count
  }

  /// Calls `gap` for each range of items that are only in `before`, and `move` for each moving run with the
  /// number of the run and the counterpart of its section; ascending in `before`.
  @inline(__always) func forEachRemoval(
    _ order: borrowing BeforeOrder, gap: (Position, _ count: UInt32) -> Void,
    move: (Position, Run, Int, Counterpart) -> Void
  ) {
    var rank = 0
    for section in 0..<beforeSectionCount {
      let start = beforeStarts[section]
      let end = beforeStarts[section + 1]
      let counterpart = Counterpart(afterOfBefore[section], in: afterStarts)
      let section = UInt32(truncatingIfNeeded: section)
      var next = start
      while rank < runs.count {
        if let later = order.later(rank) { runs.prefetch(later) }
        let i = order[rank]
        let run = runs[i]
        if run.before >= end { break }
        if run.before > next { gap(Position(section: section, item: next &- start), run.before &- next) }
        if run.stays == 0 { move(Position(section: section, item: run.before &- start), run, i, counterpart) }
        next = run.before &+ run.count
        rank &+= 1
      }
      if next < end { gap(Position(section: section, item: next &- start), end &- next) }
    }
  }

  /// Calls `gap` for each range of items that are only in `after`, and `move` for each moving run; ascending in
  /// `after`.
  @inline(__always) func forEachInsertion(
    gap: (Position, _ count: UInt32) -> Void, move: (Position, Run, Int, Counterpart) -> Void
  ) {
    var i = 0
    for section in 0..<afterSectionCount {
      let start = afterStarts[section]
      let end = afterStarts[section + 1]
      let counterpart = Counterpart(beforeOfAfter[section], in: beforeStarts)
      let section = UInt32(truncatingIfNeeded: section)
      var next = start
      while i < runs.count {
        let run = runs[i]
        if run.after >= end { break }
        if run.after > next { gap(Position(section: section, item: next &- start), run.after &- next) }
        if run.stays == 0 { move(Position(section: section, item: run.after &- start), run, i, counterpart) }
        next = run.after &+ run.count
        i &+= 1
      }
      if next < end { gap(Position(section: section, item: next &- start), end &- next) }
    }
  }

  /// Appends the deletes, ascending by index in `before`. Memory is reserved.
  func appendDeletes(_ order: borrowing BeforeOrder, to changes: inout Buffer<Change>) {
    var writer = ChangeWriter(changes)
    forEachRemoval(
      order, gap: { before, count in writer.write(Change(.itemDelete, count: count, before: before)) },
      move: { _, _, _, _ in })
    writer.finish(&changes)
  }

  /// Appends the inserts, ascending by index in `after`. Memory is reserved.
  func appendInserts(to changes: inout Buffer<Change>) {
    var writer = ChangeWriter(changes)
    forEachInsertion(
      gap: { after, count in writer.write(Change(.itemInsert, count: count, after: after)) },
      move: { _, _, _, _ in })
    writer.finish(&changes)
  }
}

extension Change {
  @inline(__always) init(
    _ kind: ChangeKind, count: UInt32, before: Position = .nowhere, after: Position = .nowhere
  ) {
    self.init(kind, count: count)
    beforeSection = before.section
    beforeItem = before.item
    afterSection = after.section
    afterItem = after.item
  }

  /// Converts a change of the list of sections to a section change.
  func lifted() -> Change {
    var change = Change(kind, count: count)
    if kind == .itemDelete { change.kind = .sectionDelete }
    if kind == .itemInsert { change.kind = .sectionInsert }
    if kind == .itemMove || kind == .itemMoveIn { change.kind = .sectionMove }
    change.beforeSection = beforeItem
    change.afterSection = afterItem
    change.finalSection = finalItem
    return change
  }
}

extension Buffer where Element == Change {
  mutating func lift(from first: Int) {
    for i in first..<count { self[i] = self[i].lifted() }
  }
}
