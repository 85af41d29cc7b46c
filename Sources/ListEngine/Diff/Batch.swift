// The batch dialect: all changes at once. Deletes and move-outs use indices of `before`, inserts and move-ins
// indices of `after`.
//
// The worked example:
//
//     removed     delete 0:1 (2)       move out 1:0 -> 0:1 (4)
//     sections    move 1 -> 0 (B)
//     inserted    move in 1:0 -> 0:1 (4)       insert 1:2 (6)
//     updates     1:0 -> 0:1 (4)

extension Correspondence {
  /// Requires a solved correspondence.
  func batch() throws(Refusal) -> Buffer<Change> { try batch(summary()) }

  /// Appends the changes in the order of the header's phases. `summary` is that of this correspondence. O(k log
  /// k + s).
  func batch(_ summary: Summary) throws(Refusal) -> Buffer<Change> {
    var sections = Correspondence()
    if summary.changesSections { try fillSections(&sections) }
    let sectionSummary = sections.summary()
    var changes = try Buffer<Change>(
      capacity: mostChanges(summary, perMove: 2) + sections.mostChanges(sectionSummary, perMove: 1)
        + sectionUpdates.count + supplementaries.count)
    var ends = try MoveEnds(self, movingRuns: summary.movingRuns)
    if summary.removesItems { try appendRemovals(&ends, to: &changes) }
    if summary.changesSections { try sections.appendSectionChanges(to: &changes) }
    if summary.addsItems { appendInsertions(ends, to: &changes) }
    appendUpdates(.beforeAndAfter, to: &changes)
    return changes
  }

  private func appendRemovals(_ ends: inout MoveEnds, to changes: inout Buffer<Change>) throws(Refusal) {
    let order = try BeforeOrder(runs, items: beforeCount)
    var writer = ChangeWriter(changes)
    forEachRemoval(
      order, gap: { before, count in writer.write(Change(.itemDelete, count: count, before: before)) },
      move: { before, run, i, counterpart in
        ends.note(i, inSectionOfBefore: before.section)
        let after = ends.after(run, i, near: counterpart, in: afterStarts)
        writer.write(Change(.itemMoveOut, count: run.count, before: before, after: after))
      })
    writer.finish(&changes)
  }

  private func appendInsertions(_ ends: borrowing MoveEnds, to changes: inout Buffer<Change>) {
    var writer = ChangeWriter(changes)
    forEachInsertion(
      gap: { after, count in writer.write(Change(.itemInsert, count: count, after: after)) },
      move: { after, run, i, counterpart in
        let before = ends.before(run, i, near: counterpart, in: beforeStarts)
        writer.write(Change(.itemMoveIn, count: run.count, before: before, after: after))
      })
    writer.finish(&changes)
  }

  /// The correspondence is that of the sections as items.
  private func appendSectionChanges(to changes: inout Buffer<Change>) throws(Refusal) {
    let order = try BeforeOrder(runs, items: beforeCount)
    let first = changes.count
    appendDeletes(order, to: &changes)
    appendInsertions(try MoveEnds(self, movingRuns: 0), to: &changes)
    changes.lift(from: first)
  }
}
