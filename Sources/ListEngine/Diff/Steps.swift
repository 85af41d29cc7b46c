// The steps dialect: one change after another, with indices as of the time of each step.
//
//     1. item deletes, from the end       nothing has moved yet: indices of before
//     2. section moves, then inserts      deleted sections are still in the list
//     3. item moves                       among all sections of both sides
//     4. section deletes, from the end    these sections are empty by now
//     5. item inserts                     everything else is in index: indices of after
//     6. updates, supplementary changes
//
// The worked example: delete 0:1 (2); move section 1 -> 0 (B); move 0:0 -> 0:1 (4); insert 1:2 (6);
// update 0:1 (4).
//
// A range that is moved or inserted is also a range of `after`; its final index is that of its first item.

extension Correspondence {
  /// Requires a solved correspondence.
  func steps() throws(Refusal) -> Buffer<Change> { try steps(summary()) }

  /// `summary` is that of this correspondence. O(k log k + s).
  func steps(_ summary: Summary) throws(Refusal) -> Buffer<Change> {
    var sections = Correspondence()
    if summary.changesSections { try fillSections(&sections) }
    let sectionSummary = sections.summary()
    var changes = try Buffer<Change>(
      capacity: mostChanges(summary, perMove: 1) + sections.mostChanges(sectionSummary, perMove: 1)
        + sectionUpdates.count + supplementaries.count)
    let order = summary.removesItems ? try BeforeOrder(runs, items: beforeCount) : BeforeOrder()
    if summary.itemDeletes != 0 {
      appendDeletes(order, to: &changes)
      changes.reverse()
    }
    let merged = summary.changesSections ? try MergedSections(self) : MergedSections()
    if summary.changesSections {
      try sections.appendSectionSteps(sectionSummary, merged, to: &changes)
    }
    if summary.movingRuns != 0 {
      var positions = try MovePositions(
        self, order, movingRuns: summary.movingRuns, countsUnmatched: false)
      positions.appendMoves(self, merged, to: &changes)
    }
    if summary.sectionDeletes != 0 { appendSectionDeletes(merged, to: &changes) }
    if summary.itemInserts != 0 { appendFinalInserts(to: &changes) }
    appendUpdates(.final, to: &changes)
    return changes
  }

  /// The correspondence is that of the sections as items.
  private func appendSectionSteps(
    _ summary: Summary, _ merged: borrowing MergedSections, to changes: inout Buffer<Change>
  ) throws(Refusal) {
    let order = try BeforeOrder(runs, items: beforeCount)
    let first = changes.count
    if summary.movingRuns != 0 {
      var positions = try MovePositions(
        self, order, movingRuns: summary.movingRuns, countsUnmatched: true)
      positions.appendMoves(self, MergedSections(), to: &changes)
    }
    let firstInsert = changes.count
    appendInserts(to: &changes)
    changes.lift(from: first)
    for i in firstInsert..<changes.count {
      changes[i].finalSection = changes[i].afterSection
      changes[i].afterSection = merged.ofAfter(Int(changes[i].afterSection))
    }
  }

  private func appendSectionDeletes(_ merged: borrowing MergedSections, to changes: inout Buffer<Change>) {
    let first = changes.count
    var section = beforeSectionCount
    while section > 0 {
      section -= 1
      if afterOfBefore[section] != noIndex { continue }
      let position = merged.ofDeleted(section)
      if changes.count > first, changes[changes.count - 1].beforeSection == position + 1 {
        changes[changes.count - 1].beforeSection = position
        changes[changes.count - 1].count += 1
        continue
      }
      var change = Change(.sectionDelete, count: 1)
      change.beforeSection = position
      changes.push(change)
    }
  }

  private func appendFinalInserts(to changes: inout Buffer<Change>) {
    let first = changes.count
    appendInserts(to: &changes)
    for i in first..<changes.count {
      changes[i].finalSection = changes[i].afterSection
      changes[i].finalItem = changes[i].afterItem
    }
  }
}

/// The indices of the sections while those of both sides are in the list. Each staying section is followed by
/// the deleted sections that followed it in `before`, then by those that moved or were inserted there. This
/// is the order of `MovePositions`.
struct MergedSections: ~Copyable {
  /// The index of each section of `after`; empty if no section is deleted, inserted or moved.
  private var after = Buffer<UInt32>()
  /// The index of each section of `before`; `noIndex` for sections that are not deleted.
  private var deleted = Buffer<UInt32>()

  /// For sections that are the same on both sides.
  init() {}

  init(_ correspondence: borrowing Correspondence) throws(Refusal) {
    try after.resize(to: correspondence.afterSectionCount, filling: noIndex)
    try deleted.resize(to: correspondence.beforeSectionCount, filling: noIndex)
    var index = UInt32(correspondence.afterSectionCount)
    for section in 0..<correspondence.beforeSectionCount
    where correspondence.afterOfBefore[section] == noIndex { index += 1 }
    var end = correspondence.beforeSectionCount
    var section = correspondence.afterSectionCount
    while section > 0 {
      section -= 1
      if correspondence.sectionStays[section] == 1 {
        indexDeleted(correspondence, from: Int(correspondence.beforeOfAfter[section]), &end, &index)
      }
      index -= 1
      after[section] = index
    }
    indexDeleted(correspondence, from: 0, &end, &index)
  }

  private mutating func indexDeleted(
    _ correspondence: borrowing Correspondence, from first: Int, _ end: inout Int, _ index: inout UInt32
  ) {
    while end > first {
      end -= 1
      if correspondence.afterOfBefore[end] == noIndex {
        index -= 1
        deleted[end] = index
      }
    }
  }

  @inline(__always) func ofBefore(_ section: UInt32, _ correspondence: borrowing Correspondence) -> UInt32 {
    if after.isEmpty { return section }
    let counterpart = correspondence.afterOfBefore[Int(section)]
    return counterpart == noIndex ? deleted[Int(section)] : after[Int(counterpart)]
  }

  @inline(__always) func ofAfter(_ section: Int) -> UInt32 {
    after.isEmpty ? UInt32(truncatingIfNeeded: section) : after[section]
  }

  func ofDeleted(_ section: Int) -> UInt32 { deleted[section] }
}

extension Buffer where Element == Change {
  fileprivate mutating func reverse() {
    var low = 0
    var high = count - 1
    while low < high {
      let change = self[low]
      self[low] = self[high]
      self[high] = change
      low += 1
      high -= 1
    }
  }
}
