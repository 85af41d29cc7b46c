// How a view plans what to show: with the state locked, and no call of the host.
//
//     range    what was requested, cut to the items; or where the former range is now (ViewAnchor)
//     fill     each thing that is visible is compared with its cell, found next to the one before
//     none     most polls end here: all cells show what they should, and nothing was allocated

extension ViewState {
  /// Nil if the cells show what they should.
  mutating func plan(
    _ list: borrowing List, _ recycler: borrowing CellRecycler, _ request: RequestedRange.Values
  ) throws(Refusal) -> ViewPlan? {
    if request.number == 0 && recycler.cells.acquiredCount == 0 { return nil }
    var plan = ViewPlan(of: recycler.view, bindsEdges: bindsEdges)
    // Marks that come from now on are for the next poll.
    plan.takesMarks = list.features.views.hasMarks(of: recycler.view)
    swap(&plan.next, &spare)
    let isShown = try list.read { listState throws(Refusal) -> Bool in
      plan.next.begin(request, listState.version)
      generation &+= 1
      if request.number > 0 { try fill(&plan, listState, list.features, recycler) }
      try plan.addAcquired(of: recycler, generation, listState, list.features)
      if plan.isShown(by: shown) { return true }
      if request.ahead > 0 && list.features.channel.wants(EventKind.prefetch) {
        try plan.addAhead(request.ahead, of: listState)
      }
      return false
    }
    if !isShown { return plan }
    adopt(&plan)
    return nil
  }

  /// Stays at the start of the list; elsewhere it moves with its anchor. Does not become shorter while there are items.
  private mutating func movedRange(
    in list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> VisibleRange {
    var first = shown.range.first
    if list.version != shown.version {
      if first > 0 || shown.mayGrowAtStart || list.mayGrowAtStart(features) {
        first += shown.anchor.movement(shown.range, in: list) ?? 0
      }
      first = max(0, min(first, list.arrangement.count - shown.range.count))
    }
    return list.cut(VisibleRange(first: first, count: shown.request.range.count))
  }

  /// Adds what is visible now: what was requested since, or where the former range is.
  private mutating func fill(
    _ plan: inout ViewPlan, _ list: borrowing ListState, _ features: borrowing ListFeatures,
    _ recycler: borrowing CellRecycler
  ) throws(Refusal) {
    let request = plan.next.request
    plan.next.range =
      request.number == shown.request.number ? movedRange(in: list, features) : list.cut(request.range)
    plan.next.mayGrowAtStart = plan.next.range.first == 0 && list.mayGrowAtStart(features)
    plan.keepsAnchor = list.version == shown.version && plan.next.range == shown.range
    if !plan.keepsAnchor { try readAnchor(of: &plan.next, list) }
    try plan.next.order.reserve(plan.next.range.count)
    try fillVisible(&plan, list, features, recycler)
    try plan.next.sections.sort()
  }

  /// Reads the items above the range; those of it follow when they are visited.
  private func readAnchor(of next: inout VisibleContents, _ list: borrowing ListState) throws(Refusal) {
    try next.anchor.reserve(next.range)
    if list.version == shown.version {
      next.anchor.readAbove(next.range, of: list, besides: shown.anchor)
    } else {
      next.anchor.readAbove(next.range, of: list, besides: ViewAnchor())
    }
  }

  private func fillVisible(
    _ plan: inout ViewPlan, _ list: borrowing ListState, _ features: borrowing ListFeatures,
    _ recycler: borrowing CellRecycler
  ) throws(Refusal) {
    var name = SectionName.none
    var start = ItemSum.zero
    var count: UInt32 = 0
    var next = 0
    try list.forEachVisible(plan.next.range, features) { section throws(Refusal) in
      name = list.name(of: section)
      start = list.arrangement.start(ofSection: section)
      count = list.arrangement.sections[section].count
      try plan.next.sections.append(name)
    } item: { id, leaf, offset, flat throws(Refusal) in
      let item = list.slots.handle(leaf.slot(offset))
      if !plan.keepsAnchor { plan.next.anchor.add(item) }
      let position = Position(
        section: start.units, item: UInt32(truncatingIfNeeded: flat) &- start.items)
      let edges = plan.bindsEdges ? CellFlags.edges(position.item, of: count) : 0
      try fill(&plan, item, id, leaf, offset, position, flat, name, list, recycler, &next, edges: edges)
    } supplementary: { section, block, i throws(Refusal) in
      try fill(&plan, section, block, i, list, recycler, &next)
    }
  }

  /// Adds an item: its cell, if that shows it, or what is wanted.
  @inline(__always) func fill(
    _ plan: inout ViewPlan, _ item: UInt64, _ id: LeafID, _ leaf: Leaf, _ offset: Int, _ position: Position,
    _ flat: Int, _ section: SectionName, _ list: borrowing ListState, _ recycler: borrowing CellRecycler,
    _ next: inout Int, edges: UInt32
  ) throws(Refusal) {
    let number = cell(of: ElementName(item: item), at: plan.next.order.count, &next, recycler)
    if !plan.takesMarks, let number, recycler.cells[number].edges == edges,
      recycler.cells[number].displays(item, leaf, offset, in: section.handle)
    {
      return try plan.next.order.append(number)
    }
    try plan.add(
      CellContent(item, leaf, offset, in: section), id, leaf, offset, at: position, flat, edges: edges,
      of: list,
      isVisible: true)
  }

  /// Adds a cell that shows what it should, within the reserved memory.
  @inline(__always) func keep(
    _ number: UInt32, _ plan: inout ViewPlan, _ recycler: borrowing CellRecycler
  ) {
    recycler.cells[number].generation = generation
    recycler.cells[number].place = UInt32(truncatingIfNeeded: plan.next.order.count)
    plan.next.order.push(number)
  }

  /// Adds an element. It is called in many places, which a copy in each would make long.
  @inline(never) func fill(
    _ plan: inout ViewPlan, _ section: SectionID?, _ block: SupplementaryBlock, _ i: Int,
    _ list: borrowing ListState, _ recycler: borrowing CellRecycler, _ next: inout Int
  ) throws(Refusal) {
    let content = CellContent(block[i], in: list.name(of: section))
    let number = cell(of: content.name, at: plan.next.order.count, &next, recycler)
    if !plan.takesMarks, let number, recycler.cells[number].displays(content) {
      return try plan.next.order.append(number)
    }
    try plan.add(content, section, block, of: list, isVisible: true)
  }

  /// The cell that is bound to that, which is part of the plan, at its new place: most often it is the one at `next` in
  /// the former order.
  @inline(__always) private func cell(
    of name: ElementName, at place: Int, _ next: inout Int, _ recycler: borrowing CellRecycler
  ) -> UInt32? {
    let number: UInt32
    if next < shown.order.count && shown.order[next] != noIndex
      && recycler.cells[shown.order[next]].content.name == name
    {
      number = shown.order[next]
      next += 1
    } else {
      guard let found = recycler.cells.find(name) else { return nil }
      number = found
      next = Int(recycler.cells[number].place) + 1
    }
    recycler.cells[number].generation = generation
    recycler.cells[number].place = UInt32(truncatingIfNeeded: place)
    return number
  }
}

extension ViewPlan {
  /// Adds the cells that the host has acquired and that are not visible.
  mutating func addAcquired(
    of recycler: borrowing CellRecycler, _ generation: UInt32, _ list: borrowing ListState,
    _ features: borrowing ListFeatures
  ) throws(Refusal) {
    if recycler.cells.acquiredCount == 0 { return }
    for number in 0..<UInt32(recycler.cells.count) where recycler.cells[number].acquisitions > 0 {
      if recycler.cells[number].generation == generation { continue }
      if try add(recycler.cells[number].content.name, of: list, features) {
        recycler.cells[number].generation = generation
      }
    }
  }

  /// Whether the cells of what was shown show all of it, and nothing else is to be reported.
  func isShown(by shown: borrowing VisibleContents) -> Bool {
    if takesMarks || !wanted.isEmpty || shown.request.number == 0 || next.request.number == 0 { return false }
    if next.request.ahead != shown.request.ahead { return false }
    if next.request.ahead > 0 && next.version != shown.version { return false }
    return next.range == shown.range && next.order.count == shown.order.count
  }
}
