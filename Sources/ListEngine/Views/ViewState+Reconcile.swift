// Reconciles the cells of a view with its list: the part of a poll that calls the functions of cells.
//
//     shown    items 1 2 3 4 in cells 0 1 2 3          wanted   2 3* 4 5          3 has another content
//
//     plan       nothing differs? done. 2 ─► cell 1, 4 ─► cell 3; wanted: 3*, 5      ViewState+Plan
//     reserve    room for cells and events
//     announce   classes that are new in the view: then the next poll goes on
//     end        1 is not wanted: DID_END_DISPLAY, cell 0 leaves
//     show       3* again in cell 2; 5 in another cell, BOUND, WILL_DISPLAY          CellRecycler+Show
//     prefetch   the difference of the items ahead                                   ViewState+Prefetch
//
// A cell that leaves is unbound by the next poll that has no event left, so that what its event points to stays as it
// was; at once if the host does not ask for that event.

extension ViewState {
  /// Returns false if a function of a class has failed: the next poll calls it again. The thread is inside the view.
  mutating func reconcile(
    _ list: borrowing List, _ recycler: borrowing CellRecycler, _ request: RequestedRange.Values
  ) throws(Refusal) -> Bool {
    guard var plan = try plan(list, recycler, request) else { return true }
    return try carryOut(&plan, list, recycler)
  }

  /// Brings the cells to show what is planned; everything from `reserve` on.
  mutating func carryOut(
    _ plan: inout ViewPlan, _ list: borrowing List, _ recycler: borrowing CellRecycler
  ) throws(Refusal) -> Bool {
    try reserve(plan, recycler)
    if plan.readEvents(list.features.channel) {
      try plan.reserveEvents(eventRoom(plan, recycler), list.features.channel)
    }
    defer { plan.unreserveEvents(list.features.channel) }
    plan.hasNewClasses = announceClasses(&plan, list.features)
    if plan.hasNewClasses {
      list.features.channel.add(.views)
      if !plan.isLaidOut { return true }
    }
    if plan.takesMarks {
      plan.marksOfAll = try list.features.views.takeMarks(of: recycler.view, into: &plan.marks)
    }
    endDisplays(&plan, list, recycler)
    let isComplete = show(&plan, list, recycler)
    prefetch(&plan, list, recycler)
    if !plan.isLaidOut {
      if plan.next.request.number > 0 { list.features.views.setRange(plan.next.range, of: recycler.view) }
      if recycler.cells.hasLeaving { list.features.channel.add(.leaving) }
    }
    adopt(&plan)
    return isComplete
  }

  /// Reserves memory for everything that follows: nothing can fail after it but functions of classes.
  private mutating func reserve(
    _ plan: borrowing ViewPlan, _ recycler: borrowing CellRecycler
  ) throws(Refusal) {
    try recycler.cells.reserve(extra: plan.wanted.count)
    try reserve(classes: plan.wanted.count)
    if plan.isLaidOut { try recycler.reserveKept(plan.wanted.count) }
    try prefetched.reserve(plan.ahead.count)
  }

  /// The most events of a plan.
  private func eventRoom(_ plan: borrowing ViewPlan, _ recycler: borrowing CellRecycler) -> Int {
    var room = shown.sections.count + plan.next.sections.count + plan.ahead.count + prefetched.count
    for i in 0..<shown.order.count where isOver(shown.order[i], recycler) { room += 1 }
    // FIRST_USED; BOUND; DID_END_DISPLAY of another cell; WILL_DISPLAY.
    return room + 4 * plan.wanted.count
  }

  /// Returns whether a class is new and the host asks for that.
  private mutating func announceClasses(_ plan: inout ViewPlan, _ features: borrowing ListFeatures) -> Bool {
    var isNew = false
    for i in 0..<plan.wanted.count {
      let cellClass = plan.wanted[i].content.values.cellClass
      if announce(cellClass, &plan, features) { isNew = true }
    }
    return isNew
  }

  // MARK: What is visible no longer

  /// Whether a cell of the former order is visible no longer.
  private func isOver(_ number: UInt32, _ recycler: borrowing CellRecycler) -> Bool {
    number != noIndex && recycler.cells[number].generation != generation
  }

  private func endDisplays(
    _ plan: inout ViewPlan, _ list: borrowing List, _ recycler: borrowing CellRecycler
  ) {
    for i in 0..<shown.order.count where isOver(shown.order[i], recycler) {
      let number = shown.order[i]
      let isReported = recycler.endDisplay(number, &plan, list)
      if recycler.cells[number].acquisitions == 0 {
        recycler.retire(number, isReported: isReported || plan.isLaidOut)
      }
    }
    for s in 0..<shown.sections.count where !plan.next.sections.has(shown.sections[s].handle) {
      plan.pushLocated(.section(EventKind.didEndDisplay, shown.sections[s]), in: list)
    }
  }

  // MARK: What is wanted

  private func show(
    _ plan: inout ViewPlan, _ list: borrowing List, _ recycler: borrowing CellRecycler
  ) -> Bool {
    for s in 0..<plan.next.sections.count where !shown.sections.has(plan.next.sections[s].handle) {
      plan.pushLocated(.section(EventKind.willDisplay, plan.next.sections[s]), in: list)
    }
    var isComplete = true
    for i in 0..<plan.wanted.count where !recycler.hasEnded {
      let wanted = plan.wanted[i]
      if plan.hasNewClasses && isNew(wanted.content.values.cellClass) { continue }
      guard let number = recycler.show(wanted, &plan, list) else {
        isComplete = false
        continue
      }
      if recycler.cells[number].pending != 0 { isComplete = false }
      if wanted.isVisible {
        display(number, as: wanted, &plan, list, recycler)
      } else {
        // After it was bound again: the event has the model that the cell has now.
        _ = recycler.endDisplay(number, &plan, list)
      }
    }
    return isComplete || recycler.hasEnded
  }

  private func display(
    _ number: UInt32, as wanted: WantedCell, _ plan: inout ViewPlan, _ list: borrowing List,
    _ recycler: borrowing CellRecycler
  ) {
    plan.next.order[Int(wanted.place)] = number
    recycler.cells[number].place = wanted.place
    if recycler.cells[number].isDisplayed { return }
    recycler.cells.beginDisplay(number)
    if !plan.wants(EventKind.willDisplay) { return }
    // Not what is wanted, if the cell could not be bound to that.
    var record = recycler.event(EventKind.willDisplay, number)
    record.locate(as: wanted)
    plan.push(record, to: list.features)
  }
}
