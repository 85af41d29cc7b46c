// The cells of a view and all calls of the host about them.
//
//     show      binds the cell that shows an element, or another one, so that it shows what is wanted
//     acquire   the host takes a cell for itself
//     retire    a cell is shown no longer: it leaves, or is unbound at once
//     unbind    the cell goes back to its pool, or is destroyed
//
// The thread is inside the view, and no lock is held. A function of a cell may look for cells meanwhile: so each step of
// the table is complete before the host is called.

/// Passes an event to `body` in the form that functions of cells get it.
public typealias EventEncoder = (EventRecord, (UnsafeRawPointer) -> Void) -> Void

/// Flags of BOUND, as the header numbers them.
enum CellFlags {
  static let new: UInt32 = 1
  static let reconfigured: UInt32 = 2
  static let reloaded: UInt32 = 4
  static let byHand: UInt32 = 8
  static let first: UInt32 = 16
  static let last: UInt32 = 32

  /// The flags of the item at an index of a section with so many items.
  @inline(__always) static func edges(_ index: UInt32, of count: UInt32) -> UInt32 {
    (index == 0 ? first : 0) | (index &+ 1 == count ? last : 0)
  }
}

@safe struct CellRecycler: ~Copyable {
  let view: Handle
  @unsafe private let encodeEvent: EventEncoder
  private let table = InlineBox(CellTable())
  /// 1: the host has destroyed the view.
  private let isEnded = AtomicWord()
  /// Models that cells of a view that is laid out no longer show, but events that wait may.
  private let kept = InlineBox(ModelReferences())

  init(of view: Handle, _ encodeEvent: @escaping EventEncoder) {
    self.view = view
    unsafe self.encodeEvent = encodeEvent
  }

  /// The end of the view: nobody else is inside.
  deinit {
    kept.value.releaseAll()
    for number in 0..<UInt32(table.value.count) {
      let cell = table.value[number]
      if cell.isBound { didUnbind(cell, number) }
      if cell.state != .free { CellClass.destroyCell(cell.cellClass, cell.object) }
    }
  }

  /// The table; its cells are bound and unbound here alone.
  var cells: CellTable {
    _read { yield table.value }
    nonmutating _modify { yield &table.value }
  }

  // MARK: Kept models

  func reserveKept(_ extra: Int) throws(Refusal) { try kept.value.reserve(extra: extra) }

  /// Within the reserved room.
  func keep(_ values: ItemValues) { kept.value.push(values) }

  /// No event waits: the models are released. Calls the host.
  func releaseKept() {
    if kept.value.isEmpty { return }
    var released = ModelReferences()
    swap(&released, &kept.value)
    released.releaseAll()
  }

  /// No more cells are shown.
  func end() { isEnded.value = 1 }

  var hasEnded: Bool { isEnded.value != 0 }

  // MARK: Events

  /// The event of a cell as it is bound, without a position.
  func event(_ kind: UInt32, _ number: UInt32) -> EventRecord { event(kind, number, cells[number]) }

  private func event(_ kind: UInt32, _ number: UInt32, _ cell: Cell) -> EventRecord {
    var record = EventRecord(kind, cell.content)
    record.cell = number
    record.object = cell.object
    record.view = view
    return record
  }

  /// The BOUND event of a cell that is bound, or to be bound, to what is wanted.
  func boundEvent(_ number: UInt32, _ wanted: WantedCell, flags: UInt32, _ version: UInt64) -> EventRecord {
    var record = EventRecord(EventKind.bound, wanted.content)
    record.cell = number
    record.object = cells[number].object
    record.view = view
    record.flags = flags | wanted.edges
    record.version = version
    record.locate(as: wanted)
    return record
  }

  // MARK: Binding

  /// Binds a cell that is bound to nothing, new or from the pool. Nil if a function of the class has failed. The
  /// memory is reserved.
  func bindAnother(
    _ wanted: WantedCell, flags: UInt32, _ version: UInt64
  ) -> (number: UInt32, event: EventRecord)? {
    guard let (number, isNew) = obtain(wanted, version) else { return nil }
    let flags = flags | (isNew ? CellFlags.new : 0)
    let bound = boundEvent(number, wanted, flags: flags, version)
    if !bind(bound, wanted.content.values) {
      recycle(number)
      return nil
    }
    if let old = cells.find(wanted.content.name) { cells.unindex(old) }
    cells.bind(number, to: wanted.content)
    cells[number].edges = wanted.edges
    return (number, bound)
  }

  private func obtain(_ wanted: WantedCell, _ version: UInt64) -> (number: UInt32, isNew: Bool)? {
    let cellClass = wanted.content.values.cellClass
    if let number = cells.takePooled(cellClass) { return (number, false) }
    let number = cells.make(cellClass)
    let made = boundEvent(number, wanted, flags: CellFlags.new, version)
    guard let object = unsafe CellClass.createCell(cellClass, made, encodeEvent) else {
      cells.free(number)
      return nil
    }
    cells[number].object = object
    return (number, true)
  }

  /// Calls the host. Returns false if it has failed; else the cell holds the model.
  func bind(_ event: EventRecord, _ values: ItemValues) -> Bool {
    values.retainModel()
    if unsafe CellClass.bindCell(values.cellClass, event, encodeEvent) { return true }
    values.releaseModel()
    return false
  }

  // MARK: Unbinding

  /// A cell is neither displayed nor acquired. It waits for a later poll if the queue has an event about it, which
  /// points to what it is bound to.
  func retire(_ number: UInt32, isReported: Bool) {
    if isReported { cells.leave(number) } else { unbind(number) }
  }

  /// Unbinds the cells that leave, in the order in which they left.
  func unbindLeaving() { while cells.hasLeaving { unbind(cells.firstLeaving) } }

  /// Unbinds the cells that leave, but for those that have a place in the scene of that number.
  func unbindLeaving(butOf scene: UInt32) {
    var number = cells.firstLeaving
    while number != noIndex {
      let next = cells[number].next
      if cells[number].scene != scene { unbind(number) }
      // The host may have taken cells meanwhile, or given some up.
      number = next != noIndex && cells[next].state == .leaving ? next : noIndex
    }
  }

  private func unbind(_ number: UInt32) {
    let cell = cells[number]
    cells.unbind(number)
    didUnbind(cell, number)
    recycle(number)
  }

  /// Calls the host.
  private func didUnbind(_ cell: Cell, _ number: UInt32) {
    unsafe CellClass.unbindCell(cell.cellClass, event(EventKind.bound, number, cell), encodeEvent)
    cell.content.values.releaseModel()
  }

  /// Puts a cell that is bound to nothing into its pool, or destroys it.
  private func recycle(_ number: UInt32) {
    let cell = cells[number]
    if cells.putIntoPool(number, limit: CellClass.poolLimit(cell.cellClass)) { return }
    cells.free(number)
    CellClass.destroyCell(cell.cellClass, cell.object)
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
