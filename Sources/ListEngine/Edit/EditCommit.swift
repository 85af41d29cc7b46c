// The commit of an edit. Readers see the edited list already, so there is less to write than in an update:
//
//     prepare    compaction of leaves that lost items                     Compaction
//                the states at both ends, matched and solved              OpenEdit+Commit, UpdateReport
//                the changeset, if one is requested                       OpenEdit+ChangesetSource
//     write      frees the slots of deleted items and the records of deleted sections; compacts

struct EditCommit: ~Copyable {
  private var compaction = Compaction()

  init() {}

  mutating func run(
    _ list: borrowing List, _ scratch: inout UpdateScratch, _ edit: inout OpenEdit,
    _ report: inout UpdateReport, _ releases: inout PendingReleases
  ) throws(Refusal) {
    try prepare(list.state.value, list.options, &scratch, &edit, &report, &releases)
    try list.reserveMarks(report)
    if report.keepsHistory { try report.historyEntry.passOverInserted(by: list.history.value) }
    try list.write(&report) { state, lost throws(Refusal) in
      if state.states.isMade && list.wants(EventKind.states) {
        try state.collectLostStates(edit, into: &lost)
        try lost.reserve(list.features)
      }
      list.editNumber.value = 0
      state.finishDeletions(&edit)
      compaction.carryOut(on: &state.arrangement, &releases)
      state.slots.relocate(compaction.changes)
      if edit.reorder != nil {
        edit.reportReorder(ReorderEventFlags.dropped, list.features, state)
      }
      state.statesDidMerge(compaction.changes)
    }
  }

  private mutating func prepare(
    _ state: borrowing ListState, _ options: ListOptions, _ scratch: inout UpdateScratch,
    _ edit: inout OpenEdit, _ report: inout UpdateReport, _ releases: inout PendingReleases
  ) throws(Refusal) {
    let touched = try edit.journal.touchedLeaves(of: state.arrangement)
    try compaction.plan(touched, removals: Buffer(), in: state.arrangement, &releases)
    report.statistics.prepareNanoseconds = report.clock.lap()
    try edit.fill(&scratch.correspondence, state, dropsEmptySections: options.dropsEmptySections)
    report.statistics.matchNanoseconds = report.clock.lap()
    try report.solve(
      &scratch.correspondence, &scratch.solving, matched: scratch.correspondence.matchedCount)
    report.statistics.duplicates = edit.duplicates
    // The changeset is the difference of two states without duplicates.
    try report.makeChangeset(
      &scratch.correspondence, of: edit, state.arrangement, options, duplicates: DuplicateCounts())
    try edit.droppedSupplementaries.reserve(edit.ends.dropped.count)
    report.statistics.solveNanoseconds = report.clock.lap()
  }
}

extension ListState {
  /// Makes the deletions of the edit final.
  fileprivate mutating func finishDeletions(_ edit: inout OpenEdit) {
    for i in 0..<edit.items.count where edit.items[i].isDeleted {
      if states.isMade { states.value.removeDeletedInEdit(.max, of: edit.items[i].slot) }
      slots.free(edit.items[i].slot)
    }
    for i in 0..<edit.sections.count where edit.sections[i].isDeleted {
      finishDeletion(ofSection: edit.sections[i].id)
    }
    for i in 0..<edit.ends.dropped.count {
      let id = edit.ends.dropped[i]
      let section = arrangement.sections[id]
      arrangement.sectionIndex.remove(KeyScope.list.fingerprint(section.key), id.raw)
      arrangement.displaceSection(id)
      if let supplementaries = section.supplementaries { edit.droppedSupplementaries.push(supplementaries) }
      finishDeletion(ofSection: id)
    }
  }

  private mutating func finishDeletion(ofSection id: SectionID) {
    arrangement.dropSection(id, firstGeneration: firstSectionGeneration)
    if states.isMade { states.value.set(0, ofSection: id) }
  }
}
