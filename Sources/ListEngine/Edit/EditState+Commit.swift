// From an edit to the correspondence of the states at its beginning and at its end, the same that
// matching the two would find. O(k log k + s) for k edits of a list of s sections.
//
//     origins of the sections     which section is which, and where each began
//     origins of their items      runs; a section that was not touched is one run
//     items that look different   updates

/// A section that was there when the edit began and is not to be any more.
struct GoneSection: BitwiseCopyable {
  var id: UInt32
  /// Where it stood.
  var before: UInt32
}

/// The two ends of an edit.
struct EditEnds: ~Copyable {
  /// The sections as they are now.
  fileprivate var order = LeafList()
  fileprivate(set) var gone = Buffer<GoneSection>()
  /// Those that are still there and go because they are empty.
  fileprivate(set) var dropped = Buffer<UInt32>()
  /// By sequence: where its first item stood when the edit began, counted over all sections.
  fileprivate(set) var firsts = Buffer<UInt32>()

  var sectionCount: Int { order.ids.count }
  func section(_ a: Int) -> UInt32 { order.ids[a] }

  // So that its end is one call: see Correspondence.
  deinit {}
}

extension EditState {
  /// Fills `result`, which is then to be solved.
  func fill(
    _ result: inout Correspondence, _ shown: borrowing Shown, dropsEmptySections: Bool
  ) throws(Refusal) -> EditEnds {
    var ends = EditEnds()
    try listSections(of: shown.arrangement, into: &ends.order)
    try fillSections(&result, &ends, shown.arrangement, dropsEmptySections)
    try fillStarts(&result, &ends, shown.arrangement)
    try fillRuns(&result, ends)
    try fillUpdates(&result, ends.order.ids, shown)
    try fillElements(&result, ends.order.ids, shown.arrangement)
    return ends
  }

  private func listSections(of arrangement: borrowing Arrangement, into ids: inout LeafList) throws(Refusal) {
    try ids.reserve(arrangement.sectionCount)
    if arrangement.root.isNone { return }
    if arrangement.root.isNode {
      arrangement.order.list(arrangement.root, into: &ids.ids, &ids.weights)
    } else {
      ids.ids.push(arrangement.root.end)
    }
  }

  // MARK: Sections

  private func fillSections(
    _ result: inout Correspondence, _ ends: inout EditEnds, _ arrangement: borrowing Arrangement,
    _ dropsEmpty: Bool
  ) throws(Refusal) {
    result.afterOfBefore.removeAll()
    result.beforeOfAfter.removeAll()
    try result.afterOfBefore.resize(to: sectionsBefore, filling: none)
    try result.beforeOfAfter.reserve(ends.sectionCount)
    try ends.gone.reserve(sections.count)
    try ends.dropped.reserve(dropsEmpty ? sections.count : 0)
    var place = 0
    origins.forEach(in: EditState.order) { origin in
      for i in 0..<origin.count {
        let id = ends.section(place)
        let before = origin.isNew ? none : origin.start + i
        place += 1
        if dropsEmpty && arrangement.sections[Int(id)].count == 0 {
          ends.dropped.push(id)
          if before != none { ends.gone.push(GoneSection(id: id, before: before)) }
          continue
        }
        let after = result.beforeOfAfter.count
        ends.order.ids[after] = id
        if before != none { result.afterOfBefore[Int(before)] = UInt32(after) }
        result.beforeOfAfter.push(before)
      }
    }
    ends.order.ids.truncate(to: result.beforeOfAfter.count)
    for i in 0..<sections.count where sections[i].isGone && sections[i].wasThere {
      ends.gone.push(GoneSection(id: sections[i].id, before: sections[i].origin.start))
    }
    result.sectionUpdates.removeAll()
    for a in 0..<ends.sectionCount where result.beforeOfAfter[a] != none && isMarked(ends.section(a)) {
      try result.sectionUpdates.append(UInt32(a))
    }
  }

  /// Where the items of each section begin, on both sides, and those of each sequence.
  private func fillStarts(
    _ result: inout Correspondence, _ ends: inout EditEnds, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    result.beforeStarts.removeAll()
    result.afterStarts.removeAll()
    try result.beforeStarts.resize(to: sectionsBefore + 1, filling: 0)
    try result.afterStarts.reserve(ends.sectionCount + 1)
    // Counts first, each behind its place, then their sums.
    var flat: UInt32 = 0
    for a in 0..<ends.sectionCount {
      let count = arrangement.sections[Int(ends.section(a))].count
      result.afterStarts.push(flat)
      flat += count
      let b = result.beforeOfAfter[a]
      if b != none {
        result.beforeStarts[Int(b) + 1] = section(ends.section(a)).map { sections[$0].count } ?? count
      }
    }
    result.afterStarts.push(flat)
    try ends.firsts.resize(to: sections.count + 1, filling: 0)
    for i in 0..<ends.gone.count {
      let known = section(ends.gone[i].id)
      result.beforeStarts[Int(ends.gone[i].before) + 1] = known.map { sections[$0].count } ?? 0
    }
    for b in 0..<sectionsBefore { result.beforeStarts[b + 1] += result.beforeStarts[b] }
    for a in 0..<ends.sectionCount where result.beforeOfAfter[a] != none {
      setFirst(of: ends.section(a), result.beforeStarts[Int(result.beforeOfAfter[a])], &ends)
    }
    for i in 0..<ends.gone.count {
      setFirst(of: ends.gone[i].id, result.beforeStarts[Int(ends.gone[i].before)], &ends)
    }
  }

  private func setFirst(of id: UInt32, _ flat: UInt32, _ ends: inout EditEnds) {
    if let known = section(id) { ends.firsts[Int(sections[known].sequence)] = flat }
  }

  private func isMarked(_ id: UInt32) -> Bool { section(id).map { sections[$0].isMarked } ?? false }

  // MARK: Runs

  private func fillRuns(_ result: inout Correspondence, _ ends: borrowing EditEnds) throws(Refusal) {
    result.runs.removeAll()
    try result.runs.reserve(ends.sectionCount + origins.count)
    for a in 0..<ends.sectionCount {
      var after = result.afterStarts[a]
      guard let known = section(ends.section(a)) else {
        let count = result.afterStarts[a + 1] - after
        let before = result.beforeStarts[Int(result.beforeOfAfter[a])]
        if count > 0 { result.runs.push(Run(before: before, after: after, count: count)) }
        continue
      }
      origins.forEach(in: sections[known].sequence) { origin in
        if !origin.isNew {
          let before = ends.firsts[Int(origin.sequence)] + origin.start
          result.runs.push(Run(before: before, after: after, count: origin.count))
        }
        after += origin.count
      }
    }
  }

  // MARK: Updates

  private func fillUpdates(
    _ result: inout Correspondence, _ ids: borrowing Buffer<UInt32>, _ shown: borrowing Shown
  ) throws(Refusal) {
    var places = Buffer<UInt64>()
    for i in 0..<items.count where !items[i].isGone && items[i].wasThere {
      let flat = shown.arrangement.flat(of: shown.location(ofSlot: items[i].slot))
      try places.append(UInt64(flat) << 32 | UInt64(i))
    }
    for a in 0..<ids.count where isMarked(ids[a]) {
      for flat in result.afterStarts[a]..<result.afterStarts[a + 1] {
        try places.append(UInt64(flat) << 32 | UInt64(none))
      }
    }
    var sorting = KeySort()
    try sorting.reserve(places.count)
    sorting.sort(&places)
    result.updates.removeAll()
    var run = 0
    var i = 0
    while i < places.count {
      let after = UInt32(places[i] >> 32)
      var item = -1
      var mark: UInt32 = 0
      while i < places.count, UInt32(places[i] >> 32) == after {
        let number = UInt32(truncatingIfNeeded: places[i])
        if number == none { mark = ChangeFlags.reload } else { item = Int(number) }
        i += 1
      }
      while run < result.runs.count && result.runs[run].after + result.runs[run].count <= after { run += 1 }
      guard run < result.runs.count && result.runs[run].after <= after else { continue }
      let before = result.runs[run].before + after - result.runs[run].after
      try addUpdate(&result, before, after, item, mark, shown)
    }
  }

  private func addUpdate(
    _ result: inout Correspondence, _ before: UInt32, _ after: UInt32, _ item: Int, _ mark: UInt32,
    _ shown: borrowing Shown
  ) throws(Refusal) {
    var flags: UInt32 = 0
    var old: Entry? = nil
    var new: Entry? = nil
    var mark = mark
    if item >= 0 {
      let location = shown.location(ofSlot: items[item].slot)
      let entry = shown.arrangement.leaf(location.leaf).entry(location.offset)
      mark |= items[item].mark
      flags = ChangeFlags.between(
        (items[item].old.content, items[item].old.model, items[item].old.cellClass),
        (entry.content, entry.model, entry.cellClass))
      old = items[item].old
      new = entry
    }
    if mark != 0 { flags |= ChangeFlags.byMark }
    if flags == 0 { return }
    let reloads = mark & ChangeFlags.reload != 0 || flags & ChangeFlags.byClass != 0
    flags |= reloads ? ChangeFlags.reload : ChangeFlags.reconfigure
    var mask: UInt64 = reloads ? 0 : .max
    if !reloads, let old, let new, new.cellClass != 0 {
      mask = CellClass.changed(new.cellClass, old.model, new.model)
    }
    try result.updates.reserve(extra: 1)
    result.add(Update(before: before, after: after, count: 1, flags: flags, mask: mask))
  }

  // MARK: Supplementary elements

  private func fillElements(
    _ result: inout Correspondence, _ ids: borrowing Buffer<UInt32>, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    result.elements.removeAll()
    for a in 0..<ids.count where result.beforeOfAfter[a] != none {
      let isMarked = isMarked(ids[a])
      let new = arrangement.sections[Int(ids[a])].elements
      let old = elementsBefore(ofSection: ids[a], in: arrangement)
      if old == nil && new == nil { continue }
      if let old, let new, old == new, !isMarked { continue }
      try result.elements.compare(
        old, new, isMarked: isMarked, sections: (result.beforeOfAfter[a], UInt32(a)))
    }
  }

  /// Of a section that was there when the edit began.
  func elementsBefore(ofSection id: UInt32, in arrangement: borrowing Arrangement) -> ElementBlock? {
    undo.section(id).map { $0.elements } ?? arrangement.sections[Int(id)].elements
  }
}
