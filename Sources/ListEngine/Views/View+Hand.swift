// Cells that the host takes for itself, visible or not, and the question who is in a cell.
//
//     take   displayed in cell 3: the same, counted       not displayed: bound now, and kept until it is given back
//     give   the last one, not displayed: leaves, and the next poll unbinds it

extension View {
  /// Calls `visit` with the BOUND event, unless refused.
  public func takeCell(_ element: ElementName, _ visit: (Event) -> Void) throws(Refusal) {
    let list = try Pinned<List>(list, role: .object)
    try enter()
    defer { leave(list.value) }
    var plan = ViewPlan()
    plan.version = try list.value.read { listState throws(Refusal) in
      try plan.add(element, of: listState, list.value.features)
      return listState.version
    }
    let wanted = plan.wanted[0]
    try state.value.reserveOne()
    try list.value.features.channel.reserve(1)
    var room = 1
    defer { list.value.features.channel.unreserve(room) }
    if let number = state.value.cells.find(wanted.content.name) {
      take(number)
      var event = event(EventKind.bound, number, wanted)
      event.model = state.value.cells[number].content.values.model
      event.flags = CellFlags.byHand
      event.version = plan.version
      return visit(Event(event))
    }
    guard
      let bound = bindAnother(wanted, flags: CellFlags.byHand, plan.version)
    else { throw Refusal(.callback) }
    take(bound.number)
    let cellClass = wanted.content.values.cellClass
    if cellClass != 0 && state.value.isNew(cellClass) && list.value.wants(EventKind.classFirstUsed) {
      var record = EventRecord.firstUse(of: cellClass)
      record.view = handle
      record.version = plan.version
      list.value.features.channel.push(record)
      room = 0
    }
    visit(Event(bound.event))
  }

  private func take(_ number: UInt32) {
    state.value.cells[number].phase = .bound
    state.value.cells[number].takes += 1
    if state.value.cells[number].takes == 1 { state.value.takenCount += 1 }
  }

  public func giveCell(_ number: UInt32) throws(Refusal) {
    let list = try Pinned<List>(list, role: .object)
    try enter()
    defer { leave(list.value) }
    guard number < state.value.cells.count else { throw Refusal(.range, role: .index) }
    guard state.value.cells[number].takes > 0 else { throw Refusal(.state, role: .index) }
    state.value.cells[number].takes -= 1
    if state.value.cells[number].takes > 0 { return }
    state.value.takenCount -= 1
    if state.value.cells[number].isDisplayed { return }
    state.value.leave(number)
    list.value.features.channel.add(.leaving)
  }

  /// Either by number, or by element. Calls `visit` with the BOUND event, unless refused.
  public func findCell(_ number: UInt32, _ element: ElementName?, _ visit: (Event) -> Void) throws(Refusal) {
    let list = try Pinned<List>(list, role: .object)
    let isHere = isInsideHere
    if !isHere { try enter() }
    defer { if !isHere { leave(list.value) } }
    var number = number
    if let element {
      guard let name = CellName(element), let found = state.value.cells.find(name) else {
        throw Refusal(.notFound)
      }
      number = found
    }
    guard number < state.value.cells.count, state.value.cells[number].isBound else {
      throw Refusal(.notFound)
    }
    var record = event(EventKind.bound, number)
    list.value.read { listState in
      record.version = listState.version
      if let slot = listState.slots.slot(record.item) {
        record.states = listState.states(of: slot, in: listState.slots.leaf(of: slot))
      }
    }
    visit(Event(record))
  }
}

extension Cell {
  fileprivate var isBound: Bool { phase == .bound || phase == .leaving }
}

extension CellName {
  /// Nil for a section or the list.
  fileprivate init?(_ element: ElementName) {
    if element.item == 0 && element.kind == 0 { return nil }
    if element.item != 0 {
      self.init(item: element.item)
    } else {
      self.init(section: element.section, kind: element.kind, index: element.index)
    }
  }
}

extension ViewPlan {
  fileprivate mutating func add(
    _ element: ElementName, of state: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    guard let name = CellName(element) else { throw Refusal(.argument) }
    if try add(name, of: state, features) { return }
    if name.item != 0 || name.section != 0 && state.live(name.section) == nil { throw Refusal(.handle) }
    throw Refusal(.notFound)
  }
}

extension ViewState {
  fileprivate mutating func reserveOne() throws(Refusal) {
    try cells.reserve(extra: 1)
    try classes.reserve(extra: 1)
    try leaving.reserve(cells.count + 1)
  }
}
