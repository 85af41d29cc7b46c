// All at once: what is taken out by before-positions, what is put in by after-positions.
//
// The worked example:
//
//     take out    delete 0:1 (2)       move out 1:0 -> 0:1 (4)
//     sections    move 1 -> 0 (B)
//     put in      move in 1:0 -> 0:1 (4)       insert 1:2 (6)
//     updates     1:0 -> 0:1 (4)

extension Correspondence {
  /// Of a solved correspondence: the header's batch, phase by phase. O(k log k + s).
  func batch() throws(Refusal) -> Buffer<Change> {
    var changes = Buffer<Change>()
    let order = try BeforeOrder(runs)
    try appendTakenOut(.all, order, to: &changes)
    try appendSectionChanges(to: &changes)
    try appendPutIn(.all, to: &changes)
    try appendUpdates(.beforeAndAfter, to: &changes)
    return changes
  }

  private func appendSectionChanges(to changes: inout Buffer<Change>) throws(Refusal) {
    var sections = Correspondence()
    try fillSections(&sections)
    let order = try BeforeOrder(sections.runs)
    let first = changes.count
    try sections.appendTakenOut(.onlyOthers, order, to: &changes)
    try sections.appendPutIn(.all, to: &changes)
    changes.lift(from: first)
  }
}
