// How a view plans what to show: with the state locked, and no call of the host.
//
//     range       what was requested, or where the first displayed item that stays is now; cut to the items
//     in line?    the cells show just that already: most polls end here, and nothing was allocated
//     fill        else each thing that is visible is held against its cell, found next to the one before

extension View {
  /// Nil if the cells are in line with the list. The thread is inside.
  func plan(_ list: borrowing List) throws(Refusal) -> ViewPlan? {
    let request = request.latest
    if request.number == 0 && state.value.takenCount == 0 { return nil }
    if state.value.takenCount == 0 && !list.features.views.hasMarks(of: handle) {
      let isInLine = list.read { state.value.isInLine($0, list.features, request) }
      if isInLine { return nil }
    }
    var plan = ViewPlan()
    plan.request = request
    // Those that come from now on are for the next poll.
    plan.takesMarks = list.features.views.hasMarks(of: handle)
    try list.read { listState throws(Refusal) in
      try state.value.fill(&plan, listState, list.features)
    }
    return plan
  }
}

extension ViewState {
  /// What is visible now: what was requested since, or where the former range is.
  private func range(_ request: RequestedRange.Values, in list: borrowing ListState) -> VisibleRange {
    request.number == self.request ? followed(list) : list.cut(request.range)
  }

  /// Begins with the first of its items that stays.
  private func followed(_ list: borrowing ListState) -> VisibleRange {
    let range = VisibleRange(first: range.first, count: count)
    if list.version == version { return list.cut(range) }
    var next = 0
    for i in 0..<order.count {
      var item: UInt64 = 0
      if order[i] != noIndex {
        item = cells[order[i]].content.name.item
      } else if next < unbound.count && unbound[next].place == UInt32(i) {
        item = unbound[next].item
        next += 1
      }
      guard item != 0, let slot = list.slots.slot(item) else { continue }
      let at = list.location(ofSlot: slot)
      return list.cut(VisibleRange(first: Int(list.arrangement.flat(of: at)), count: count))
    }
    return list.cut(range)
  }

  fileprivate mutating func isInLine(
    _ list: borrowing ListState, _ features: borrowing ListFeatures, _ request: RequestedRange.Values
  ) -> Bool {
    if self.request == 0 || request.ahead != ahead || ahead > 0 && list.version != version { return false }
    let range = range(request, in: list)
    if !(range == self.range) || !isShown(range, list, features) { return false }
    version = list.version
    self.request = request.number
    count = request.range.count
    return true
  }

  /// Whether the cells show what is visible in the range.
  private func isShown(
    _ range: VisibleRange, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Bool {
    var isInLine = true
    var i = 0
    var s = 0
    func compare(_ content: CellContent) {
      if !isInLine { return }
      isInLine = i < order.count && isShown(content, in: order[i])
      i += 1
    }
    list.forEachVisible(range, features) { section in
      if s >= sections.count || sections[s].handle != list.handle(ofSection: section) { isInLine = false }
      s += 1
    } item: { _, leaf, offset, _ in
      if !isInLine { return }
      // The section was compared.
      isInLine =
        i < order.count && order[i] != noIndex
        && cells[order[i]].displays(
          list.slots.handle(leaf.slot(offset)), leaf, offset, in: sections[s - 1].handle)
      i += 1
    } supplementary: { section, block, index in
      compare(CellContent(block[index], of: section, list))
    }
    return isInLine && i == order.count && s == sections.count
  }

  private func isShown(_ content: CellContent, in number: UInt32) -> Bool {
    number != noIndex && cells[number].displays(content)
  }

  fileprivate mutating func fill(
    _ plan: inout ViewPlan, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    plan.version = list.version
    stamp &+= 1
    swap(&plan.order, &spareOrder)
    swap(&plan.sections, &spareSections)
    plan.order.removeAll()
    plan.sections.removeAll()
    if plan.request.number > 0 {
      plan.range = range(plan.request, in: list)
      try plan.order.reserve(plan.range.count)
      try fillVisible(&plan, list, features)
      if plan.request.ahead > 0 && features.channel.wants(EventKind.prefetch) {
        try plan.addAhead(plan.request.ahead, of: list)
      }
    }
    if takenCount == 0 { return }
    for number in 0..<UInt32(cells.count) where cells[number].takes > 0 && cells[number].stamp != stamp {
      if try plan.add(cells[number].content.name, of: list, features) { cells[number].stamp = stamp }
    }
  }

  private mutating func fillVisible(
    _ plan: inout ViewPlan, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    var name = SectionName(handle: 0, key: Key(low: 0, high: 0))
    var start = ItemSum.zero
    var next = 0
    try list.forEachVisible(plan.range, features) { section throws(Refusal) in
      name = list.name(of: section)
      start = list.arrangement.start(ofSection: section)
      try plan.sections.append(name)
    } item: { id, leaf, offset, flat throws(Refusal) in
      let content = CellContent(list.slots.handle(leaf.slot(offset)), leaf, offset, in: name)
      let number = stampedCell(content.name, at: plan.order.count, &next)
      if !plan.takesMarks, let number, cells[number].displays(content) {
        return try plan.order.append(number)
      }
      let position = Position(
        section: start.units, item: UInt32(truncatingIfNeeded: flat) &- start.items)
      try plan.add(content, id, leaf, offset, at: position, flat, of: list, isVisible: true)
    } supplementary: { section, block, i throws(Refusal) in
      let content = CellContent(block[i], of: section, list)
      let number = stampedCell(content.name, at: plan.order.count, &next)
      if !plan.takesMarks, let number, cells[number].displays(content) {
        return try plan.order.append(number)
      }
      try plan.add(content, section, block, of: list, isVisible: true)
    }
  }

  /// The cell that is bound to that, stamped, with its new place: most often it is the one at `next` in the former
  /// order.
  @inline(__always) private mutating func stampedCell(
    _ name: CellName, at place: Int, _ next: inout Int
  ) -> UInt32? {
    let number: UInt32
    if next < order.count && order[next] != noIndex && cells[order[next]].content.name == name {
      number = order[next]
      next += 1
    } else {
      guard let found = cells.find(name) else { return nil }
      number = found
      next = Int(cells[number].place) + 1
    }
    cells[number].stamp = stamp
    cells[number].place = UInt32(truncatingIfNeeded: place)
    return number
  }
}
