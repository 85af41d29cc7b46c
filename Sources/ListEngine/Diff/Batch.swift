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
  /// Requires a solved correspondence. Appends the changes in the order of the header's phases. O(k log k +
  /// s).
  func batch() throws(Refusal) -> Buffer<Change> {
    var changes = Buffer<Change>()
    try reserve(&changes, perMove: 2)
    let order = try BeforeOrder(runs)
    try appendRemovals(.all, order, to: &changes)
    try appendSectionChanges(to: &changes)
    try appendInsertions(.all, to: &changes)
    try appendUpdates(.beforeAndAfter, to: &changes)
    return changes
  }

  private func appendSectionChanges(to changes: inout Buffer<Change>) throws(Refusal) {
    var sections = Correspondence()
    try fillSections(&sections)
    let order = try BeforeOrder(sections.runs)
    let first = changes.count
    try sections.appendRemovals(.onlyOthers, order, to: &changes)
    try sections.appendInsertions(.all, to: &changes)
    changes.lift(from: first)
  }
}
