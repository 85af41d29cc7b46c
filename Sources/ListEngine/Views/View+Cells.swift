// The life of a cell: made or taken from its pool, bound, unbound, put back or destroyed. Each step calls the host; the
// thread is inside, and no lock is held.

/// Flags of BOUND, as the header numbers them.
enum CellFlags {
  static let new: UInt32 = 1
  static let reconfigured: UInt32 = 2
  static let reloaded: UInt32 = 4
  static let byHand: UInt32 = 8
}

extension View {
  /// The event of a cell as it is bound, without a position.
  func event(_ kind: UInt32, _ number: UInt32) -> EventRecord {
    let cell = state.value.cells[number]
    var record = EventRecord(kind, cell.content)
    record.cell = number
    record.object = cell.object
    record.view = handle
    return record
  }

  /// The event of a cell that is bound, or to be bound, to what is wanted.
  func event(_ kind: UInt32, _ number: UInt32, _ wanted: WantedCell) -> EventRecord {
    var record = EventRecord(kind, wanted.content)
    record.cell = number
    record.object = state.value.cells[number].object
    record.view = handle
    record.locate(as: wanted)
    return record
  }

  /// Binds a cell that is bound to nothing, new or from the pool. Nil if a function of the class has failed. The
  /// memory is reserved.
  func bindAnother(
    _ wanted: WantedCell, flags: UInt32, _ version: UInt64
  ) -> (number: UInt32, event: EventRecord)? {
    let cellClass = wanted.content.values.cellClass
    guard let (number, isNew) = obtain(cellClass, wanted, version) else { return nil }
    var bound = event(EventKind.bound, number, wanted)
    bound.flags = flags | (isNew ? CellFlags.new : 0)
    bound.version = version
    wanted.content.values.retainModel()
    if unsafe !CellClass.bindCell(cellClass, Event(bound), form) {
      wanted.content.values.releaseModel()
      putBack(number)
      return nil
    }
    if let old = state.value.cells.find(wanted.content.name) { state.value.cells.unindex(old) }
    state.value.cells.bind(number, to: wanted.content)
    return (number, bound)
  }

  private func obtain(
    _ cellClass: UInt32, _ wanted: WantedCell, _ version: UInt64
  ) -> (number: UInt32, isNew: Bool)? {
    if let number = state.value.cells.takePooled(cellClass) { return (number, false) }
    let number = state.value.cells.make(cellClass)
    var made = event(EventKind.bound, number, wanted)
    made.flags = CellFlags.new
    made.version = version
    guard let object = unsafe CellClass.createCell(cellClass, Event(made), form) else {
      state.value.cells.free(number)
      return nil
    }
    state.value.cells[number].object = object
    return (number, true)
  }

  // MARK: Unbinding

  /// Those that were to leave, in that order.
  func unbindLeaving() {
    var i = 0
    while i < state.value.leaving.count {
      let number = state.value.leaving[i]
      i += 1
      state.value.cells[number].isQueued = false
      if state.value.cells[number].phase == .leaving { unbind(number) }
    }
    state.value.leaving.removeAll()
  }

  func unbind(_ number: UInt32) {
    let cell = state.value.cells[number]
    state.value.cells.unbind(number)
    didUnbind(cell, number)
    putBack(number)
  }

  /// Calls the host.
  private func didUnbind(_ cell: Cell, _ number: UInt32) {
    var record = EventRecord(EventKind.bound, cell.content)
    record.cell = number
    record.object = cell.object
    record.view = handle
    unsafe CellClass.unbindCell(cell.cellClass, Event(record), form)
    cell.content.values.releaseModel()
  }

  private func putBack(_ number: UInt32) {
    let cell = state.value.cells[number]
    if state.value.cells.putIntoPool(number, limit: CellClass.poolLimit(cell.cellClass)) { return }
    state.value.cells.free(number)
    CellClass.destroyCell(cell.cellClass, cell.object)
  }

  /// The end of the view: nobody else is inside.
  func destroyCells() {
    for number in 0..<UInt32(state.value.cells.count) {
      let cell = state.value.cells[number]
      if cell.phase == .bound || cell.phase == .leaving { didUnbind(cell, number) }
      if cell.phase != .free { CellClass.destroyCell(cell.cellClass, cell.object) }
    }
  }
}

extension EventRecord {
  mutating func locate(as wanted: WantedCell) {
    position = wanted.position
    index = wanted.index
    states = wanted.states
  }
}

extension ItemValues {
  func retainModel() {
    if model.isNull || cellClass == 0 { return }
    var model = model
    unsafe CellClass.retain(cellClass, &model, 1)
  }

  func releaseModel() {
    if model.isNull || cellClass == 0 { return }
    var model = model
    unsafe CellClass.release(cellClass, &model, 1)
  }
}
