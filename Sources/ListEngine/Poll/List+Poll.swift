// A host's poll: hands out the events of a list, oldest first, and does what waits for it. One thread at a time.
//
//     poll ─┬─ release     what the last poll handed out
//           ├─ hand out    events that wait; if there are any, this is all
//           ├─ work        cells that have left are unbound; the source is followed, or a submission committed;
//           │              views are reconciled; placeholder and pages are looked at
//           └─ hand out    the events of that
//
// An event carries what was known when it happened. Here the models of items that still exist are added. They are
// retained without a lock: their leaves are held meanwhile (HeldModels). The model of a cell's event is that of the
// cell, which keeps it while the view exists: it is retained with the view pinned.

extension List {
  /// Calls `visit`, which must not call the library, with each event handed out, at most `capacity`, and returns
  /// their number, and whether a function of a cell class has failed: the next poll calls it again.
  public func poll(
    _ capacity: Int, _ visit: (Int, EventRecord) -> Void
  ) throws(Refusal) -> (count: Int, hasFailed: Bool) {
    if !hasFeatures { return (0, false) }
    guard features.isPolled.exchange(0, for: 1) else { throw Refusal(.polled, role: .object) }
    defer { endPoll() }
    if features.channel.isIdle { return (0, false) }
    releaseHeld()
    completeSubmissions(all: !features.channel.has(.events))
    if features.channel.has(.events) {
      let count = try handOut(capacity, visit)
      if count > 0 || features.channel.has(.events) { return (count, false) }
    }
    let isComplete = try work()
    let count = try handOut(capacity, visit)
    if !features.channel.has(.events) && count == 0 { completeSubmissions(all: true) }
    return (count, !isComplete)
  }

  /// The next poll may begin, and the host is woken once more if there is work for it.
  private func endPoll() {
    features.isPolled.value = 0
    // A poll that was refused meanwhile has spent the wakeup for work that came with it, which is seen here.
    AtomicWord.fence()
    features.channel.wakeAgain()
  }

  /// Returns false if a function of a cell class has failed.
  private func work() throws(Refusal) -> Bool {
    if features.channel.has(.leaving) {
      features.channel.remove(.leaving)
      unbindLeaving()
    }
    if isDerived { features.asking.value.left = SourceUpdate.mostAsked }
    try update()
    var isComplete = true
    if features.channel.has(.views) || features.channel.has(.retry) {
      // Work that is added from now on is for the next poll.
      features.channel.remove(.views)
      features.channel.remove(.retry)
      isComplete = try reconcileViews()
      if !isComplete { features.channel.add(.retry) }
      reachVisibleEdges()
    }
    try look()
    if isDerived { try askForChildren() }
    return isComplete
  }

  /// One update at most: the source is followed, or a submission committed. After one that followed it is the
  /// submission's turn, and a filter that is being asked goes on until it takes effect: it ends however fast the source
  /// changes.
  private func update() throws(Refusal) {
    if features.channel.has(.submission) && isSubmissionNext() {
      features.asking.value.hasFollowed = false
      if try commitSubmission() { return }
    }
    let follows = features.channel.has(.following) || features.channel.isSourceNews
    features.asking.value.hasFollowed = follows ? try follow() : false
    if !features.asking.value.hasFollowed && features.channel.has(.submission) { _ = try commitSubmission() }
  }

  private func isSubmissionNext() -> Bool {
    if features.asking.value.hasFollowed { return true }
    let ticket = features.asking.value.ticket
    return ticket != 0 && ticket == features.withSubmissions { queue in queue.oldestTicket }
  }

  private func releaseHeld() {
    if !features.channel.has(.held) { return }
    features.releaseHeld()
    features.channel.remove(.held)
  }

  /// Takes events until one is not about something that has gone.
  private func handOut(_ capacity: Int, _ visit: (Int, EventRecord) -> Void) throws(Refusal) -> Int {
    var count = 0
    while count == 0 && capacity > 0 {
      let waiting = min(capacity, features.channel.count)
      if waiting == 0 { return 0 }
      count = try handOut(waiting: waiting, visit)
    }
    return count
  }

  private func handOut(waiting: Int, _ visit: (Int, EventRecord) -> Void) throws(Refusal) -> Int {
    // Nothing is taken unless all can be handed out.
    var held = HeldModels()
    try held.reserve(waiting)
    var models = ModelReferences()
    try models.reserve(extra: waiting)
    try features.reserveHeld(waiting)
    features.channel.add(.held)
    // Before these the poll has taken only what has gone.
    let first = features.heldCount
    features.take(waiting)
    features.holdModelsOfCells(from: first, &models)
    var count = 0
    let isConnected = isConnected()
    read { state in
      for i in first..<features.heldCount {
        let record = features.heldRecord(i)
        if record.kind == EventKind.children && !isConnected { continue }
        if record.needsElement && !state.hasElement(of: record) { continue }
        if record.isDropped { continue }
        visit(count, state.event(record, &held, &models))
        count += 1
      }
    }
    features.hold(&models)
    return count
  }
}

extension ListFeatures {
  // With the mark of the poll.
  fileprivate func releaseHeld() { held.value.removeAll() }
  fileprivate func reserveHeld(_ count: Int) throws(Refusal) { try held.value.reserve(count) }
  fileprivate func take(_ most: Int) { channel.take(most, into: &held.value.records) }
  fileprivate var heldCount: Int { held.value.records.count }
  fileprivate func heldRecord(_ i: Int) -> EventRecord { held.value.records[i] }

  /// Retains the models until the next poll, and removes them.
  fileprivate func hold(_ models: inout ModelReferences) {
    models.retainAll()
    held.value.models.append(models)
    models.removeAll()
  }

  /// Holds the models of the events of views among the records from `first` on, and drops the events of views that have
  /// gone. `models`, which are empty, have the room. Calls the host.
  fileprivate func holdModelsOfCells(from first: Int, _ models: inout ModelReferences) {
    var i = first
    while i < heldCount {
      let view = heldRecord(i).view
      var end = i + 1
      while end < heldCount && heldRecord(end).view.bits == view.bits { end += 1 }
      if view.bits != 0 { holdModels(i..<end, of: view, &models) }
      i = end
    }
  }

  private func holdModels(_ records: Range<Int>, of view: Handle, _ models: inout ModelReferences) {
    do throws(Refusal) {
      let view = try Pinned<View>(view, role: .object)
      for i in records where heldRecord(i).cell != noIndex {
        models.push(heldRecord(i).model, heldRecord(i).cellClass)
      }
      hold(&models)
      _ = consume view
    } catch {
      for i in records { held.value.records[i].drop() }
    }
  }
}

extension EventRecord {
  /// It is about something that the host has destroyed.
  fileprivate mutating func drop() { kind = 0 }
  fileprivate var isDropped: Bool { kind == 0 }
}

extension HeldEvents {
  fileprivate mutating func reserve(_ count: Int) throws(Refusal) {
    try records.reserve(extra: count)
    try models.reserve(extra: count)
  }
}

extension ListState {
  /// Whether the item or section of an event still exists.
  fileprivate func hasElement(of record: EventRecord) -> Bool {
    if record.item != 0 { return slots.slot(record.item) != nil }
    return record.section == 0 || live(record.section) != nil
  }

  /// Adds the model, which is held and listed.
  fileprivate func event(
    _ record: EventRecord, _ held: inout HeldModels, _ models: inout ModelReferences
  ) -> EventRecord {
    // The model of a cell is held already.
    guard record.item != 0, record.cell == noIndex, let slot = slots.slot(record.item) else { return record }
    let leaf = arrangement.leaf(slots.leaf(of: slot))
    if leaf.traits & (ItemColumn.model.bit | ItemColumn.cellClass.bit) == 0 { return record }
    guard let offset = leaf.find(slot: slot) else { return record }
    var record = record
    let values = leaf.values(offset)
    record.model = values.model
    record.cellClass = values.cellClass
    held.push(leaf)
    models.push(values)
    return record
  }
}
