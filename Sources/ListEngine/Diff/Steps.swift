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
  /// Requires a solved correspondence. O(k log k + s).
  func steps() throws(Refusal) -> Buffer<Change> {
    var changes = Buffer<Change>()
    try reserve(&changes, perMove: 1)
    let order = try BeforeOrder(runs)
    try appendRemovals(.onlyOthers, order, to: &changes)
    changes.reverse()
    let merged = try MergedSections(self)
    try appendSectionSteps(merged, to: &changes)
    try appendItemMoves(order, merged, to: &changes)
    try appendSectionDeletes(merged, to: &changes)
    try appendItemInserts(to: &changes)
    try appendUpdates(.final, to: &changes)
    return changes
  }

  private func appendSectionSteps(
    _ merged: borrowing MergedSections, to changes: inout Buffer<Change>
  ) throws(Refusal) {
    var sections = Correspondence()
    try fillSections(&sections)
    let order = try BeforeOrder(sections.runs)
    let first = changes.count
    var relocation = try MovePositions(sections, order, countsUnmatched: true)
    try relocation.appendMoves(sections, to: &changes)
    let firstInsert = changes.count
    try sections.appendInsertions(.onlyOthers, to: &changes)
    changes.lift(from: first)
    for i in firstInsert..<changes.count {
      changes[i].finalSection = changes[i].afterSection
      changes[i].afterSection = merged.ofAfter[Int(changes[i].afterSection)]
    }
  }

  private func appendItemMoves(
    _ order: borrowing BeforeOrder, _ merged: borrowing MergedSections,
    to changes: inout Buffer<Change>
  ) throws(Refusal) {
    let first = changes.count
    var relocation = try MovePositions(self, order, countsUnmatched: false)
    try relocation.appendMoves(self, to: &changes)
    for i in first..<changes.count {
      changes[i].beforeSection = merged.ofBefore(changes[i].beforeSection, self)
      changes[i].afterSection = merged.ofAfter[Int(changes[i].afterSection)]
    }
  }

  private func appendSectionDeletes(
    _ merged: borrowing MergedSections, to changes: inout Buffer<Change>
  ) throws(Refusal) {
    let first = changes.count
    var section = beforeSectionCount
    while section > 0 {
      section -= 1
      if afterOfBefore[section] != noIndex { continue }
      let position = merged.ofDeleted[section]
      if changes.count > first, changes[changes.count - 1].beforeSection == position + 1 {
        changes[changes.count - 1].beforeSection = position
        changes[changes.count - 1].count += 1
        continue
      }
      var change = Change(.sectionDelete, count: 1)
      change.beforeSection = position
      try changes.append(change)
    }
  }

  private func appendItemInserts(to changes: inout Buffer<Change>) throws(Refusal) {
    let first = changes.count
    try appendInsertions(.onlyOthers, to: &changes)
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
  var ofAfter = Buffer<UInt32>()
  /// By section of `before`; `noIndex` for sections that are not deleted.
  var ofDeleted = Buffer<UInt32>()

  init(_ correspondence: borrowing Correspondence) throws(Refusal) {
    try ofAfter.resize(to: correspondence.afterSectionCount, filling: noIndex)
    try ofDeleted.resize(to: correspondence.beforeSectionCount, filling: noIndex)
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
      ofAfter[section] = index
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
        ofDeleted[end] = index
      }
    }
  }

  func ofBefore(_ section: UInt32, _ correspondence: borrowing Correspondence) -> UInt32 {
    let after = correspondence.afterOfBefore[Int(section)]
    return after == noIndex ? ofDeleted[Int(section)] : ofAfter[Int(after)]
  }
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
