// The ranges that batch and steps have in common: deletes, inserts and the two ends of moves.
//
// In the worked example item 1 of A is deleted (2), item 2 of A is inserted (6), and one item moves within B.
// The runs of a solved correspondence are maximal, so ranges need no joining. A range of unmatched items is
// split at section boundaries.

/// Which changes to append: moves, or deletes and inserts.
struct ChangeFilter {
  var moves: Bool
  var others: Bool

  static let all = ChangeFilter(moves: true, others: true)
  static let onlyOthers = ChangeFilter(moves: false, others: true)
}

extension Correspondence {
  /// Reserves memory for the item changes: `perMove` for each move, and one for each delete, insert and update
  /// of a range. A range of unmatched items has at least one item and ends at a run or a section.
  func reserve(_ changes: inout Buffer<Change>, perMove: Int) throws(Refusal) {
    var moves = 0
    var matched = 0
    for i in 0..<runs.count {
      if runs[i].stays == 0 { moves += 1 }
      matched += Int(runs[i].count)
    }
    let deletes = min(beforeCount - matched, runs.count + beforeSectionCount)
    let inserts = min(afterCount - matched, runs.count + afterSectionCount)
    try changes.reserve(perMove * moves + deletes + inserts + updates.count)
  }

  /// Appends deletes and the origins of moves, ascending by index in `before`.
  func appendRemovals(
    _ listed: ChangeFilter, _ order: borrowing BeforeOrder, to changes: inout Buffer<Change>
  ) throws(Refusal) {
    var cursor = SectionCursor()
    var next: UInt32 = 0
    for rank in 0..<runs.count {
      let run = runs[order[rank]]
      if listed.others { try appendDeletes(next, run.before, &cursor, to: &changes) }
      if listed.moves, run.stays == 0 {
        let before = cursor.position(of: run.before, in: beforeStarts)
        let guess = afterOfBefore[Int(before.section)]
        let after = Correspondence.position(of: run.after, guess: guess, in: afterStarts)
        try changes.append(Change(.itemMoveOut, count: run.count, before: before, after: after))
      }
      next = run.before + run.count
    }
    if listed.others { try appendDeletes(next, UInt32(beforeCount), &cursor, to: &changes) }
  }

  /// Appends inserts and the destinations of moves, ascending by index in `after`.
  func appendInsertions(_ listed: ChangeFilter, to changes: inout Buffer<Change>) throws(Refusal) {
    var cursor = SectionCursor()
    var next: UInt32 = 0
    for i in 0..<runs.count {
      let run = runs[i]
      if listed.others { try appendInserts(next, run.after, &cursor, to: &changes) }
      if listed.moves, run.stays == 0 {
        let after = cursor.position(of: run.after, in: afterStarts)
        let guess = beforeOfAfter[Int(after.section)]
        let before = Correspondence.position(of: run.before, guess: guess, in: beforeStarts)
        try changes.append(Change(.itemMoveIn, count: run.count, before: before, after: after))
      }
      next = run.after + run.count
    }
    if listed.others { try appendInserts(next, UInt32(afterCount), &cursor, to: &changes) }
  }

  private func appendDeletes(
    _ first: UInt32, _ end: UInt32, _ cursor: inout SectionCursor, to changes: inout Buffer<Change>
  ) throws(Refusal) {
    var first = first
    while first < end {
      let before = cursor.position(of: first, in: beforeStarts)
      let count = min(end, beforeStarts[cursor.section + 1]) - first
      try changes.append(Change(.itemDelete, count: count, before: before))
      first += count
    }
  }

  private func appendInserts(
    _ first: UInt32, _ end: UInt32, _ cursor: inout SectionCursor, to changes: inout Buffer<Change>
  ) throws(Refusal) {
    var first = first
    while first < end {
      let after = cursor.position(of: first, in: afterStarts)
      let count = min(end, afterStarts[cursor.section + 1]) - first
      try changes.append(Change(.itemInsert, count: count, after: after))
      first += count
    }
  }
}

extension Change {
  init(
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
