// Sets states of items and sections, for the program and for the user.
//
//     traits    of what the call may change, if the user does it and a class is to be asked     TraitAnswers
//     plan      what changes, with readers kept out; refusals and lack of memory leave no trace  StatePlan
//     events    room for one for each step
//     carry out cannot fail; then the events are queued
//
// Only the state lock is taken, and never around a host function: so states can be set beside a diff on another
// thread, and from most callbacks.

extension List {
  // MARK: Items

  public func setStates(_ items: borrowing Buffer<UInt64>, _ request: StateRequest) throws(Refusal) {
    try set(request) { state, isAgain throws(Refusal) in
      var flat = try Buffer<UInt32>(capacity: items.count)
      for i in 0..<items.count {
        if let slot = state.slots.slot(items[i]) {
          flat.push(UInt32(state.arrangement.flat(of: state.location(ofSlot: slot))))
        } else if !isAgain || items.count == 1 {
          throw Refusal(.handle, element: i)
        }
      }
      return try StateTarget(flat, isOne: items.count == 1)
    }
  }

  /// `count` may be `atEnd`.
  public func setStates(_ first: Int, _ count: Int, _ request: StateRequest) throws(Refusal) {
    try set(request) { state, isAgain throws(Refusal) in
      let total = state.arrangement.count
      if isAgain && first > total { return try StateTarget(0, 0) }
      let wanted = isAgain && count > total - first ? atEnd : count
      return try StateTarget(first, counted(wanted, from: first, of: total))
    }
  }

  /// Returns the number of keys that are not in the list. `sections` has one key for each, or none.
  public func setStates(
    _ keys: borrowing Buffer<Key>, sections: borrowing Buffer<Key>, _ request: StateRequest
  ) throws(Refusal) -> Int {
    let isScoped = options.isScoped
    if isScoped && sections.count < keys.count { throw Refusal(.scope) }
    var wanted = Buffer<ScopedKey>()
    var hints = Buffer<SourcePosition>()
    try wanted.reserve(keys.count)
    try hints.reserve(keys.count)
    for i in 0..<keys.count {
      wanted.push(try ScopedKey(keys[i], in: isScoped ? sections[i] : nil, isScoped: isScoped))
      hints.push(try sourcePosition(of: wanted[i]))
    }
    let handles = try firstHandles(of: wanted)
    var missing = 0
    try set(request) { state, _ throws(Refusal) in
      missing = 0
      var flat = try Buffer<UInt32>(capacity: keys.count)
      var hidden = Buffer<UInt32>()
      var above = Buffer<ItemAbove>()
      let asksAbove = !handles.items.isEmpty && derivation.above.first == handles.first
      for i in 0..<keys.count {
        switch search(wanted[i], in: state, hints[i]) {
        case .shown(let location): flat.push(UInt32(state.arrangement.flat(of: location)))
        case .hidden(let position): try hidden.append(UInt32(position))
        case .missing where asksAbove && handles.items[i] != 0:
          try above.append(ItemAbove(key: wanted[i], handle: handles.items[i]))
        case .missing: missing += 1
        }
      }
      return try StateTarget(flat, hidden: hidden, above: above, isOne: keys.count == 1)
    }
    return missing
  }

  private func set(
    _ request: StateRequest, _ find: (borrowing ListState, Bool) throws(Refusal) -> StateTarget
  ) throws(Refusal) {
    var answers = TraitAnswers()
    if request.isByUser {
      try read { state throws(Refusal) in
        try answers.collect(try find(state, false), request, in: state)
      }
      try answers.ask()
    }
    let isAgain = !answers.isEmpty
    try write { state throws(Refusal) in
      try set(request, of: try find(state, isAgain), answers, &state)
    }
  }

  @inline(never) private func set(
    _ request: StateRequest, of target: borrowing StateTarget, _ answers: borrowing TraitAnswers,
    _ state: inout ListState
  ) throws(Refusal) {
    try state.states.make { () throws(Refusal) in ItemStates() }
    var plan = StatePlan(
      request, isExact: wants(EventKind.states), mode: state.states.value.selection)
    try plan.make(target, answers, state, openEdit)
    try reserveHidden(target)
    try carryOut(plan, &state)
    try setHidden(target, request, state.selectionMode)
  }

  /// Reserves what the steps need, then takes them.
  private func carryOut(
    _ plan: borrowing StatePlan, _ state: inout ListState, ofSection: Bool = false
  ) throws(Refusal) {
    try state.states.value.reserve(
      plan.statesToReserve, slots: state.slots.all.count, leaves: state.arrangement.leaves.count)
    let isReported = wants(EventKind.states)
    if isReported {
      try reserveEnd(of: plan)
      try features.channel.reserve(plan.steps.count)
    }
    if openEdit.isMade { _ = openEdit.value.statesGiven.add(UInt64(plan.givenCount)) }
    state.carryOut(plan, openEdit)
    noteStates(plan, ofSection: ofSection, state)
    if hasFeatures { features.changeViews() }
    if !isReported { return }
    for i in 0..<plan.steps.count {
      features.channel.push(state.record(plan.steps[i], plan.request, openEdit))
    }
  }

  /// Reserves room for the events of an open edit that is abandoned, which takes no memory: new items and sections
  /// then lose the states that they have, and now get.
  private func reserveEnd(of plan: borrowing StatePlan) throws(Refusal) {
    if !openEdit.isMade { return }
    let given = Int(openEdit.value.statesGiven.value) + plan.givenCount
    let needed = min(given, openEdit.value.addedCount)
    let reserved = Int(openEdit.value.stateEvents.value)
    if needed <= reserved { return }
    try features.channel.reserve(needed - reserved)
    openEdit.value.stateEvents.value = UInt64(needed)
  }

  // MARK: Sections

  public func setStates(ofSection section: UInt64, _ request: StateRequest) throws(Refusal) {
    try write { state throws(Refusal) in
      let id = try state.section(section)
      try state.states.make { () throws(Refusal) in ItemStates() }
      try state.states.value.reserve(sections: state.arrangement.sections.count)
      var plan = StatePlan(request, isExact: wants(EventKind.states), mode: state.states.value.selection)
      try plan.make(section: id, state, openEdit)
      try carryOut(plan, &state, ofSection: true)
    }
  }

  // MARK: Selection

  /// To a stricter mode: what does not fit is deselected, from the end.
  public func setSelection(_ mode: SelectionMode) throws(Refusal) {
    try write { state throws(Refusal) in
      if !state.states.isMade && mode == .initial { return }
      try state.states.make { () throws(Refusal) in ItemStates() }
      var plan = StatePlan(.fitting, isExact: wants(EventKind.states), mode: mode)
      try plan.makeFitting(mode, state, openEdit)
      try carryOut(plan, &state)
      let old = state.states.value.selection
      let isStricter = mode.isSingle && !old.isSingle || mode.isNone && !old.isNone
      if isDerived && isStricter { derivation.forgetHidden(ItemStates.Mask.selected) }
      state.states.value.selection = mode
    }
  }
}

extension TraitAnswers {
  /// Collects the items that the call may change: those that it means, and those that may lose a state to them.
  fileprivate mutating func collect(
    _ target: borrowing StateTarget, _ request: StateRequest, in state: borrowing ListState
  ) throws(Refusal) {
    let mode = state.selectionMode
    let selected = ItemStates.Mask.selected
    let refusable = request.states & (selected | ItemStates.Mask.highlighted | ItemStates.Mask.focused)
    if refusable == 0 { return }
    let isAlways = request.toggles || refusable & selected != 0 && !mode.keeps && !request.isOff
    for i in 0..<target.ranges.count {
      try collect(Int(target.ranges[i].first), Int(target.ranges[i].count), in: state) { slot, leaf in
        if isAlways { return true }
        let has = state.states.isMade ? state.states.value.states(of: slot, in: leaf) & refusable : 0
        return request.isOff ? has != 0 : has != refusable
      }
    }
    if request.isOff || request.states & selected == 0 { return }
    if !mode.isSole(selected) && !request.takesFromOthers { return }
    try state.forEachRun(selected, true, 0, state.arrangement.count) { first, count throws(Refusal) in
      try collect(first, count, in: state) { _, _ in true }
    }
  }
}

extension StatePlan {
  /// The states whose columns the steps change.
  fileprivate var statesToReserve: UInt32 {
    var found: UInt32 = 0
    for i in 0..<steps.count where steps[i].kind == .on || steps[i].kind == .off { found |= steps[i].state }
    return found
  }

  /// At most so many items and sections get a state.
  fileprivate var givenCount: Int {
    var found = 0
    for i in 0..<steps.count {
      if steps[i].kind == .on { found += Int(steps[i].count) }
      if steps[i].kind == .sectionOn { found += 1 }
    }
    return found
  }
}

extension ListState {
  /// The event of a step that was carried out.
  fileprivate func record(
    _ step: StateStep, _ request: StateRequest, _ edit: borrowing LazyBox<OpenEdit>
  ) -> EventRecord {
    var record: EventRecord
    switch step.kind {
    case .sectionOn, .sectionOff:
      record = statesRecord(ofSection: SectionID(step.first))
      record.position = Position(
        section: arrangement.start(ofSection: SectionID(step.first)).units, item: noIndex)
    case .offDeletedInEdit:
      let item = edit.value.items[Int(step.first)]
      record = statesRecord(item.slot, item.key, ofSection: item.section)
      record.count = 1
    case .on, .off, .cleared:
      let location = arrangement.location(ofItem: Int(step.first))
      record = statesRecord(
        slot(of: location), arrangement.leaf(location.leaf).key(location.offset),
        ofSection: arrangement.start(ofLeaf: location.leaf).section)
      record.position = arrangement.position(of: location)
      record.index = step.first
      record.count = Int(step.count)
    }
    record.states = step.state
    record.flags = request.isByUser ? StatesEventFlags.byUser : 0
    switch step.kind {
    case .on, .sectionOn: record.flags |= StatesEventFlags.on
    case .cleared: record.flags |= StatesEventFlags.on | StatesEventFlags.cleared
    default: break
    }
    return record
  }

  var selectionMode: SelectionMode { states.isMade ? states.value.selection : .initial }

  fileprivate mutating func carryOut(_ plan: borrowing StatePlan, _ edit: borrowing LazyBox<OpenEdit>) {
    for i in 0..<plan.steps.count { carryOut(plan.steps[i], edit) }
  }

  private mutating func carryOut(_ step: StateStep, _ edit: borrowing LazyBox<OpenEdit>) {
    switch step.kind {
    case .cleared: return
    case .offDeletedInEdit:
      states.value.removeDeletedInEdit(step.state, of: edit.value.items[Int(step.first)].slot)
    case .sectionOff, .sectionOn:
      let id = SectionID(step.first)
      let old = states.value.states(ofSection: id)
      states.value.set(step.kind == .sectionOn ? old | step.state : old & ~step.state, ofSection: id)
    case .on, .off:
      let isOn = step.kind == .on
      states.value[step.state].set(isOn, Int(step.first), Int(step.count), in: arrangement)
      if isOn && step.count == 1 {
        states.value[step.state].latest = slot(of: arrangement.location(ofItem: Int(step.first)))
      }
    }
  }
}
