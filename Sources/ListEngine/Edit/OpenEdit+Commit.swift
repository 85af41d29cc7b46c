// Converts an edit to the correspondence between its beginning and its end, equal to the result of matching
// the two states. O(k log k + s) for k edits of a list of s sections.
//
//     origins of the sections     matched sections, and their positions at the beginning
//     origins of their items      runs; an unchanged section is one run                +CommitItems
//     changed items               updates                                              +CommitItems

extension OpenEdit {
  /// Fills `ends`, and `result`, which the caller then solves.
  mutating func fill(
    _ result: inout Correspondence, _ state: borrowing ListState, dropsEmptySections: Bool
  ) throws(Refusal) {
    var ends = EditEnds()
    swap(&self.ends, &ends)
    ends.removeAll()
    try listSections(of: state.arrangement, into: &ends.order)
    try fillSections(&result, &ends, state.arrangement, dropsEmptySections)
    try fillStarts(&result, &ends, state.arrangement)
    try fillRuns(&result, ends)
    try fillUpdates(&result, ends.order.ids, state)
    try fillSupplementaries(&result, ends.order.ids, state.arrangement)
    swap(&self.ends, &ends)
  }

  private func listSections(
    of arrangement: borrowing Arrangement, into ids: inout ChildList<SectionID>
  ) throws(Refusal) {
    try ids.reserve(arrangement.sectionCount)
    if arrangement.root.isNone { return }
    if arrangement.root.isNode {
      arrangement.order.list(arrangement.root, into: &ids.ids, &ids.sums)
    } else {
      ids.ids.push(SectionID(arrangement.root.end))
    }
  }

  // MARK: Sections

  private func fillSections(
    _ result: inout Correspondence, _ ends: inout EditEnds, _ arrangement: borrowing Arrangement,
    _ dropsEmpty: Bool
  ) throws(Refusal) {
    result.afterOfBefore.removeAll()
    result.beforeOfAfter.removeAll()
    try result.afterOfBefore.resize(to: sectionsBefore, filling: noIndex)
    try result.beforeOfAfter.reserve(ends.sectionCount)
    try ends.sectionsBefore.resize(to: sectionsBefore, filling: .noIndex)
    try ends.deleted.reserve(sections.count)
    try ends.dropped.reserve(dropsEmpty ? sections.count : 0)
    var index = 0
    origins.forEach(in: OpenEdit.order) { origin in
      for i in 0..<origin.count {
        let id = ends.section(index)
        let before = origin.isNew ? noIndex : origin.start + i
        index += 1
        if before != noIndex { ends.sectionsBefore[Int(before)] = id }
        if dropsEmpty && arrangement.sections[id].count == 0 {
          ends.dropped.push(id)
          if before != noIndex { ends.deleted.push(DeletedSection(id: id, before: before)) }
          continue
        }
        let after = result.beforeOfAfter.count
        ends.order.ids[after] = id
        if before != noIndex { result.afterOfBefore[Int(before)] = UInt32(after) }
        result.beforeOfAfter.push(before)
      }
    }
    ends.order.ids.truncate(to: result.beforeOfAfter.count)
    for i in 0..<sections.count where sections[i].isDeleted && sections[i].wasThere {
      ends.deleted.push(DeletedSection(id: sections[i].id, before: sections[i].origin.start))
      ends.sectionsBefore[Int(sections[i].origin.start)] = sections[i].id
    }
    result.sectionUpdates.removeAll()
    for a in 0..<ends.sectionCount where result.beforeOfAfter[a] != noIndex && isMarked(ends.section(a)) {
      try result.sectionUpdates.append(UInt32(a))
    }
  }

  /// The first item of each section, on both sides, and of each sequence.
  private func fillStarts(
    _ result: inout Correspondence, _ ends: inout EditEnds, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    result.beforeStarts.removeAll()
    result.afterStarts.removeAll()
    try result.beforeStarts.resize(to: sectionsBefore + 1, filling: 0)
    try result.afterStarts.reserve(ends.sectionCount + 1)
    // `beforeStarts` first has counts, each stored behind its index, then their sums.
    var flat: UInt32 = 0
    for a in 0..<ends.sectionCount {
      let count = arrangement.sections[ends.section(a)].count
      result.afterStarts.push(flat)
      flat += count
      let b = result.beforeOfAfter[a]
      if b != noIndex {
        result.beforeStarts[Int(b) + 1] = section(ends.section(a)).map { sections[$0].count } ?? count
      }
    }
    result.afterStarts.push(flat)
    try ends.firsts.resize(to: sections.count + 1, filling: 0)
    for i in 0..<ends.deleted.count {
      let known = section(ends.deleted[i].id)
      result.beforeStarts[Int(ends.deleted[i].before) + 1] = known.map { sections[$0].count } ?? 0
    }
    for b in 0..<sectionsBefore { result.beforeStarts[b + 1] += result.beforeStarts[b] }
    for a in 0..<ends.sectionCount where result.beforeOfAfter[a] != noIndex {
      setFirst(of: ends.section(a), result.beforeStarts[Int(result.beforeOfAfter[a])], &ends)
    }
    for i in 0..<ends.deleted.count {
      setFirst(of: ends.deleted[i].id, result.beforeStarts[Int(ends.deleted[i].before)], &ends)
    }
  }

  private func setFirst(of id: SectionID, _ flat: UInt32, _ ends: inout EditEnds) {
    if let known = section(id) { ends.firsts[Int(sections[known].sequence.raw)] = flat }
  }

  func isMarked(_ id: SectionID) -> Bool { section(id).map { sections[$0].isMarked } ?? false }

  // MARK: Supplementaries

  private func fillSupplementaries(
    _ result: inout Correspondence, _ ids: borrowing Buffer<SectionID>, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    result.supplementaries.removeAll()
    for a in 0..<ids.count where result.beforeOfAfter[a] != noIndex {
      let isMarked = isMarked(ids[a])
      let new = arrangement.sections[ids[a]].supplementaries
      let old = supplementariesBefore(ofSection: ids[a], in: arrangement)
      if old == nil && new == nil { continue }
      if let old, let new, old == new, !isMarked { continue }
      try result.supplementaries.compare(
        old, new, isMarked: isMarked, sections: (result.beforeOfAfter[a], UInt32(a)))
    }
  }

  /// The supplementaries of a section at the beginning of the edit.
  func supplementariesBefore(ofSection id: SectionID, in arrangement: borrowing Arrangement)
    -> SupplementaryBlock?
  {
    journal.section(id).map { $0.supplementaries } ?? arrangement.sections[id].supplementaries
  }
}
