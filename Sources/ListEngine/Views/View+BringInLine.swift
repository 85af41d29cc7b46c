// Brings the cells of a view in line with its list: the part of a poll that calls the functions of cells.
//
//     shown    items 1 2 3 4 in cells 0 1 2 3          wanted   2 3* 4 5          3 has another content
//
//     plan       nothing differs? done. 2 ─► cell 1, 4 ─► cell 3; wanted: 3*, 5      View+Plan
//     reserve    room for cells and events
//     announce   classes that are new in the view: then the next poll goes on
//     end        1 is not wanted: DID_END_DISPLAY, cell 0 leaves
//     bind       3* again in cell 2; 5 in another cell, BOUND, WILL_DISPLAY
//     prefetch   the difference of the items ahead                                  View+Prefetch
//
// What leaves is unbound by the next poll that has no event left, so that what its event points to stays as it was;
// at once if the host does not ask for that event.

extension View {
  /// Returns false if a function of a class has failed: the next poll calls it again. The thread is inside.
  func bringInLine(_ list: borrowing List) throws(Refusal) -> Bool {
    guard var plan = try plan(list) else { return true }
    try state.value.reserve(plan)
    let events = list.features.channel.mask & EventKind.display
    let room = events == 0 ? 0 : state.value.eventRoom(plan)
    try list.features.channel.reserve(room)
    var work = ViewWork(handle, plan.version, events: events, room: room)
    defer { list.features.channel.unreserve(work.room) }
    if announceClasses(plan, &work, list.features) {
      list.features.channel.add(.views)
      return true
    }
    if plan.takesMarks { plan.marksOfAll = try list.features.views.takeMarks(of: handle, into: &plan.marks) }
    endDisplays(plan, &work, list)
    let isComplete = bind(&plan, &work, list)
    prefetch(&plan, &work, list)
    if plan.request.number > 0 { list.features.views.setRange(plan.range, of: handle) }
    if !state.value.leaving.isEmpty { list.features.channel.add(.leaving) }
    return isComplete
  }

  /// Whether a class is new and the host asks for that.
  private func announceClasses(
    _ plan: borrowing ViewPlan, _ work: inout ViewWork, _ features: borrowing ListFeatures
  ) -> Bool {
    var isNew = false
    for i in 0..<plan.wanted.count {
      let cellClass = plan.wanted[i].content.values.cellClass
      if cellClass == 0 || !state.value.isNew(cellClass) { continue }
      if work.push(.firstUse(of: cellClass), to: features) { isNew = true }
    }
    return isNew
  }

  // MARK: What is visible no longer

  private func endDisplays(
    _ plan: borrowing ViewPlan, _ work: inout ViewWork, _ list: borrowing List
  ) {
    for i in 0..<state.value.order.count {
      let number = state.value.order[i]
      if number == noIndex || state.value.cells[number].stamp == state.value.stamp { continue }
      let isReported = endDisplay(number, &work, list)
      if state.value.cells[number].takes == 0 { retire(number, isReported: isReported) }
    }
    for s in 0..<state.value.sections.count where !plan.sections.has(state.value.sections[s].handle) {
      work.push(.section(EventKind.didEndDisplay, state.value.sections[s]), in: list)
    }
  }

  /// Whether that is reported.
  private func endDisplay(_ number: UInt32, _ work: inout ViewWork, _ list: borrowing List) -> Bool {
    if !state.value.cells[number].isDisplayed { return false }
    state.value.cells[number].isDisplayed = false
    if !work.wants(EventKind.didEndDisplay) { return false }
    var record = event(EventKind.didEndDisplay, number)
    list.read { listState in listState.locateDisplayed(&record) }
    return work.push(record, to: list.features)
  }

  /// No longer displayed nor taken.
  private func retire(_ number: UInt32, isReported: Bool) {
    if isReported { state.value.leave(number) } else { unbind(number) }
  }

  // MARK: What is wanted

  private func bind(_ plan: inout ViewPlan, _ work: inout ViewWork, _ list: borrowing List) -> Bool {
    var isComplete = true
    for s in 0..<plan.sections.count where !state.value.sections.has(plan.sections[s].handle) {
      work.push(.section(EventKind.willDisplay, plan.sections[s]), in: list)
    }
    state.value.adopt(&plan)
    for i in 0..<plan.wanted.count {
      let wanted = plan.wanted[i]
      let number = isDestroyed ? nil : bind(wanted, plan.marks(of: wanted.content.name), &work, list)
      if number == nil || state.value.cells[number ?? 0].pending != 0 { isComplete = false }
      if !wanted.isVisible {
        // After it was bound again: the event has the model that the cell has now.
        if let number { _ = endDisplay(number, &work, list) }
        continue
      }
      guard let number else {
        state.value.unbound.push(UnboundItem(place: wanted.place, item: wanted.content.name.item))
        continue
      }
      state.value.order[Int(wanted.place)] = number
      state.value.cells[number].place = wanted.place
      if state.value.cells[number].isDisplayed { continue }
      state.value.cells[number].isDisplayed = true
      // Not what is wanted, if the cell could not be bound to that.
      var record = event(EventKind.willDisplay, number)
      record.locate(as: wanted)
      work.push(record, to: list.features)
    }
    return isComplete || isDestroyed
  }

  /// Returns the cell that shows what is wanted, or did before a function of its class failed; nil if there is none.
  private func bind(
    _ wanted: WantedCell, _ mark: UInt32, _ work: inout ViewWork, _ list: borrowing List
  ) -> UInt32? {
    guard let number = state.value.cells.find(wanted.content.name) else {
      return show(wanted, flags: 0, &work, list)
    }
    state.value.cells[number].phase = .bound
    let cell = state.value.cells[number]
    let mark = mark | cell.pending
    if cell.needsReload(wanted.content, mark) {
      guard let other = show(wanted, flags: CellFlags.reloaded, &work, list) else {
        state.value.cells[number].pending = mark | ChangeFlags.reload
        return number
      }
      replace(number, by: other, &work, list)
      return other
    }
    if !cell.content.isSame(as: wanted.content) || mark & ChangeFlags.reconfigure != 0 {
      rebind(number, wanted, mark, &work, list)
    } else {
      state.value.cells[number].pending = 0
    }
    return number
  }

  private func show(
    _ wanted: WantedCell, flags: UInt32, _ work: inout ViewWork, _ list: borrowing List
  ) -> UInt32? {
    guard let shown = bindAnother(wanted, flags: flags, work.version) else { return nil }
    work.push(shown.event, to: list.features)
    return shown.number
  }

  /// The other cell is bound already; the takes of the old one go along.
  private func replace(
    _ number: UInt32, by other: UInt32, _ work: inout ViewWork, _ list: borrowing List
  ) {
    let cell = state.value.cells[number]
    state.value.cells[other].takes = cell.takes
    state.value.cells[number].takes = 0
    retire(number, isReported: endDisplay(number, &work, list))
  }

  private func rebind(
    _ number: UInt32, _ wanted: WantedCell, _ mark: UInt32, _ work: inout ViewWork, _ list: borrowing List
  ) {
    let old = state.value.cells[number].content
    let new = wanted.content
    let cellClass = new.values.cellClass
    var bound = event(EventKind.bound, number, wanted)
    bound.flags = CellFlags.reconfigured
    bound.model = new.values.model
    if mark & ChangeFlags.reconfigure != 0 {
      bound.mask = cellClass == 0 ? .max : CellClass.changed(cellClass, old.values.model, new.values.model)
    } else {
      bound.mask = CellClass.mask(cellClass, old.values, new.values)
    }
    let isMoved = old.values.isSame(as: new.values)
    // Only its section is another one.
    if isMoved && mark & ChangeFlags.reconfigure == 0 {
      state.value.cells[number].content = new
      state.value.cells[number].pending = 0
      return
    }
    new.values.retainModel()
    bound.version = work.version
    if unsafe !CellClass.bindCell(cellClass, Event(bound), form) {
      new.values.releaseModel()
      state.value.cells[number].pending = mark & ChangeFlags.reconfigure | ChangeFlags.retry
      return
    }
    state.value.cells[number].pending = 0
    state.value.cells[number].content = new
    old.values.releaseModel()
    work.push(bound, to: list.features)
  }
}

extension Cell {
  fileprivate func needsReload(_ wanted: CellContent, _ mark: UInt32) -> Bool {
    mark & ChangeFlags.reload != 0 || cellClass != wanted.values.cellClass
      || !(content.identity.low == wanted.identity.low && content.identity.high == wanted.identity.high)
  }
}

extension ChangeFlags {
  /// Of a cell alone: what it is bound to differs from what is wanted, which the next plan finds by itself.
  fileprivate static let retry: UInt32 = 4
}

extension Buffer<SectionName> {
  fileprivate func has(_ handle: UInt64) -> Bool {
    for i in 0..<count where self[i].handle == handle { return true }
    return false
  }
}

extension ViewState {
  /// Memory for everything that follows: nothing can fail after it but functions of classes.
  fileprivate mutating func reserve(_ plan: borrowing ViewPlan) throws(Refusal) {
    try cells.reserve(extra: plan.wanted.count)
    try classes.reserve(extra: plan.wanted.count)
    try unbound.reserve(plan.wanted.count)
    try leaving.reserve(cells.count + plan.wanted.count)
    try prefetched.reserve(plan.ahead.count)
  }

  /// The most events of a plan.
  fileprivate func eventRoom(_ plan: borrowing ViewPlan) -> Int {
    var room = sections.count + plan.sections.count + plan.ahead.count + prefetched.count
    for i in 0..<order.count where order[i] != noIndex && cells[order[i]].stamp != stamp { room += 1 }
    // FIRST_USED; BOUND; DID_END_DISPLAY of another cell; WILL_DISPLAY.
    return room + 4 * plan.wanted.count
  }

  /// Whether the class is new; it is not from now on.
  mutating func isNew(_ cellClass: UInt32) -> Bool {
    for i in 0..<classes.count where classes[i] == cellClass { return false }
    classes.push(cellClass)
    return true
  }

  fileprivate mutating func adopt(_ plan: inout ViewPlan) {
    unbound.removeAll()
    range = plan.range
    version = plan.version
    request = plan.request.number
    count = plan.request.range.count
    ahead = plan.request.ahead
    swap(&order, &plan.order)
    swap(&spareOrder, &plan.order)
    swap(&sections, &plan.sections)
    swap(&spareSections, &plan.sections)
  }

  /// It is unbound by a later poll, unless it is wanted again before.
  mutating func leave(_ number: UInt32) {
    cells[number].phase = .leaving
    if cells[number].isQueued { return }
    cells[number].isQueued = true
    leaving.push(number)
  }
}
