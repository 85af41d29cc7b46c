// Cells that the host acquires, visible or not, and the question which cell shows what.
//
//     acquire   displayed in cell 3: the same, counted       not displayed: bound now, and kept until it is released
//     release   the last one, not displayed: leaves, and the next poll unbinds it

extension View {
  /// Calls `visit` with the BOUND event, unless refused.
  @_optimize(size) public func acquireCell(_ element: ElementName, _ visit: (EventRecord) -> Void)
    throws(Refusal)
  {
    let list = try Pinned<List>(list, role: .object, orElse: .listGone)
    try enter()
    defer { leave(list.value) }
    if try acquireLeaving(element, list.value, visit) { return }
    var plan = ViewPlan(of: handle, bindsEdges: state.value.bindsEdges)
    try list.value.read { listState throws(Refusal) in
      plan.next.version = listState.version
      try plan.addOne(element, of: listState, list.value.features)
    }
    if isLaidOut { layout.value.value.countChange() }
    let wanted = plan.wanted[0]
    try recycler.cells.reserve(extra: 1)
    try state.value.reserve(classes: 1)
    if plan.readEvents(list.value.features.channel) {
      try plan.reserveEvents(1, list.value.features.channel)
    }
    defer { plan.unreserveEvents(list.value.features.channel) }
    if let number = recycler.cells.find(wanted.content.name) {
      recycler.cells.acquire(number)
      var event = recycler.boundEvent(number, wanted, flags: CellFlags.byHand, plan.version)
      event.flags = CellFlags.byHand | recycler.cells[number].edges
      event.model = recycler.cells[number].content.values.model
      return visit(event)
    }
    guard let bound = recycler.bindAnother(wanted, flags: CellFlags.byHand, plan.version) else {
      throw Refusal(.callback)
    }
    recycler.cells.acquire(bound.number)
    _ = state.value.announce(wanted.content.values.cellClass, &plan, list.value.features)
    visit(bound.event)
  }

  /// In a view that is laid out: takes a cell that leaves, although its item has gone. Returns whether there is one.
  private func acquireLeaving(
    _ element: ElementName, _ list: borrowing List, _ visit: (EventRecord) -> Void
  ) throws(Refusal) -> Bool {
    guard isLaidOut, element.hasCell, let number = recycler.cells.find(element),
      recycler.cells[number].state == .leaving,
      list.read({ state in !state.has(element, list.features) })
    else { return false }
    recycler.cells.acquire(number)
    var event = recycler.event(EventKind.bound, number)
    event.flags = CellFlags.byHand | recycler.cells[number].edges
    visit(event)
    return true
  }

  @_optimize(size) public func releaseCell(_ number: UInt32) throws(Refusal) {
    let list = try Pinned<List>(list, role: .object, orElse: .listGone)
    try enter()
    defer { leave(list.value) }
    guard number < recycler.cells.count else {
      throw Refusal(.cellRange, role: .index, value: Int(number), limit: recycler.cells.count)
    }
    guard recycler.cells[number].acquisitions > 0 else {
      throw Refusal(.cellNotTaken, role: .index, value: Int(number))
    }
    let leaves = recycler.cells.release(number)
    if isLaidOut {
      layout.value.value.countChange()
    } else if leaves {
      list.value.features.channel.add(.leaving)
    }
  }

  /// Finds a cell by number or by element. Calls `visit` with the BOUND event, unless refused. A function of a cell may
  /// call this.
  @_optimize(size) public func findCell(
    _ number: UInt32, _ element: ElementName?, _ visit: (EventRecord) -> Void
  ) throws(Refusal) {
    let list = try Pinned<List>(list, role: .object, orElse: .listGone)
    let isHere = isInsideHere
    if !isHere { try enter() }
    defer { if !isHere { leave(list.value) } }
    var number = number
    if let element {
      guard element.hasCell, let found = recycler.cells.find(element) else {
        throw Refusal(.noCell, role: .target)
      }
      number = found
    }
    guard number < recycler.cells.count, recycler.cells[number].isBound else {
      throw Refusal(.unboundCell, role: .index, value: Int(number))
    }
    var record = recycler.event(EventKind.bound, number)
    record.flags = recycler.cells[number].edges
    list.value.read { listState in
      record.version = listState.version
      if let slot = listState.slots.slot(record.item) {
        record.states = listState.states(of: slot, in: listState.slots.leaf(of: slot))
      }
    }
    visit(record)
  }
}

extension ListState {
  fileprivate func has(_ name: ElementName, _ features: borrowing ListFeatures) -> Bool {
    name.item != 0 ? slots.slot(name.item) != nil : element(name, features) != nil
  }
}

extension ViewPlan {
  @_optimize(size) fileprivate mutating func addOne(
    _ name: ElementName, of state: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    if !name.hasCell { throw Refusal(.noCellOfSection) }
    if try add(name, of: state, features) { return }
    if name.item != 0 { throw Refusal(.handle) }
    let section = name.section == 0 ? nil : state.arrangement.sections[try state.section(name.section)].key
    throw Refusal(.noElement, section: section).about(name.kind, name.index)
  }
}
