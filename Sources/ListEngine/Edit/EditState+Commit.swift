// From an edit to the correspondence of the states at its beginning and at its end, the same that
// matching the two would find. O(k log k + s) for k edits of a list of s sections.
//
//     origins of the sections     which section is which, and where each began
//     origins of their items      runs; a section that was not touched is one run
//     items that look different   updates

/// What both ends of an edit are told of in.
struct EditEnds: ~Copyable {
  /// The sections as they are now.
  fileprivate var order = LeafList()
  /// By sequence: where its first item stood when the edit began, counted over all sections.
  fileprivate(set) var firsts = Buffer<UInt32>()

  var sectionCount: Int { order.ids.count }
  func section(_ a: Int) -> UInt32 { order.ids[a] }

  // So that its end is one call: see Correspondence.
  deinit {}
}

extension EditState {
  /// Fills `result`, which is then to be solved.
  func fill(_ result: inout Correspondence, _ shown: borrowing Shown) throws(Refusal) -> EditEnds {
    var ends = EditEnds()
    try listSections(of: shown.arrangement, into: &ends.order)
    try fillSections(&result, ends.order.ids, shown.arrangement)
    ends.firsts = try firstItems(result, ends.order.ids)
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
    _ result: inout Correspondence, _ ids: borrowing Buffer<UInt32>, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    result.afterOfBefore.removeAll()
    result.beforeOfAfter.removeAll()
    result.beforeStarts.removeAll()
    result.afterStarts.removeAll()
    try result.afterOfBefore.resize(to: sectionsBefore, filling: none)
    try result.beforeStarts.resize(to: sectionsBefore + 1, filling: 0)
    try result.beforeOfAfter.reserve(ids.count)
    try result.afterStarts.reserve(ids.count + 1)
    origins.forEach(in: EditState.order) { origin in
      for i in 0..<origin.count {
        if !origin.isNew { result.afterOfBefore[Int(origin.start + i)] = UInt32(result.beforeOfAfter.count) }
        result.beforeOfAfter.push(origin.isNew ? none : origin.start + i)
      }
    }
    // Counts first, each behind its place, then their sums.
    var flat: UInt32 = 0
    for a in 0..<ids.count {
      let count = arrangement.sections[Int(ids[a])].count
      result.afterStarts.push(flat)
      flat += count
      let b = result.beforeOfAfter[a]
      if b != none { result.beforeStarts[Int(b) + 1] = section(ids[a]).map { sections[$0].count } ?? count }
    }
    result.afterStarts.push(flat)
    for i in 0..<sections.count where sections[i].isGone && sections[i].wasThere {
      result.beforeStarts[Int(sections[i].origin.start) + 1] = sections[i].count
    }
    for b in 0..<sectionsBefore { result.beforeStarts[b + 1] += result.beforeStarts[b] }
    result.sectionUpdates.removeAll()
    for a in 0..<ids.count where result.beforeOfAfter[a] != none && isMarked(ids[a]) {
      try result.sectionUpdates.append(UInt32(a))
    }
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

  /// By sequence: the flat position in before of its first item.
  private func firstItems(
    _ result: borrowing Correspondence, _ ids: borrowing Buffer<UInt32>
  ) throws(Refusal) -> Buffer<UInt32> {
    var firsts = try Buffer<UInt32>(repeating: 0, count: sections.count + 1)
    for a in 0..<ids.count {
      guard let known = section(ids[a]), result.beforeOfAfter[a] != none else { continue }
      firsts[Int(sections[known].sequence)] = result.beforeStarts[Int(result.beforeOfAfter[a])]
    }
    for i in 0..<sections.count where sections[i].isGone && sections[i].wasThere {
      firsts[Int(sections[i].sequence)] = result.beforeStarts[Int(sections[i].origin.start)]
    }
    return firsts
  }

  // MARK: Updates

  private func fillUpdates(
    _ result: inout Correspondence, _ ids: borrowing Buffer<UInt32>, _ shown: borrowing Shown
  ) throws(Refusal) {
    var places = Buffer<UInt64>()
    for i in 0..<items.count where !items[i].isGone && items[i].wasThere {
      let position = shown.arrangement.position(of: shown.location(ofSlot: items[i].slot))
      let flat = result.afterStarts[Int(position.section)] + position.item
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
      var item: EditedItem? = nil
      var mark: UInt32 = 0
      while i < places.count, UInt32(places[i] >> 32) == after {
        let number = UInt32(truncatingIfNeeded: places[i])
        if number == none { mark = ChangeFlags.reload } else { item = items[Int(number)] }
        i += 1
      }
      while run < result.runs.count && result.runs[run].after + result.runs[run].count <= after { run += 1 }
      guard run < result.runs.count && result.runs[run].after <= after else { continue }
      let before = result.runs[run].before + after - result.runs[run].after
      try addUpdate(&result, before, after, item, mark, shown)
    }
  }

  private func addUpdate(
    _ result: inout Correspondence, _ before: UInt32, _ after: UInt32, _ item: EditedItem?, _ mark: UInt32,
    _ shown: borrowing Shown
  ) throws(Refusal) {
    var flags: UInt32 = 0
    var mask = UInt64.max
    let mark = mark | (item?.mark ?? 0)
    if mark != 0 { flags |= ChangeFlags.byMark }
    if let item {
      let location = shown.location(ofSlot: item.slot)
      let new = shown.arrangement.leaf(location.leaf).entry(location.offset)
      flags |= ChangeFlags.between(
        (item.old.content, item.old.model, item.old.cellClass), (new.content, new.model, new.cellClass))
      if new.cellClass != 0 { mask = CellClass.changed(new.cellClass, item.old.model, new.model) }
    }
    if flags == 0 { return }
    let reloads = mark & ChangeFlags.reload != 0 || flags & ChangeFlags.byClass != 0
    flags |= reloads ? ChangeFlags.reload : ChangeFlags.reconfigure
    try result.updates.reserve(extra: 1)
    result.add(
      Update(before: before, after: after, count: 1, flags: flags, mask: reloads ? 0 : mask))
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
