// The plan of a call that sets states of items, made before anything is done. Losses precede the gains of their state.
//
//     selected 2 3 7, a click on 5 that selects it only
//     steps        off 2 ..< 4 | off 7 ..< 8 | on 5 ..< 6
//
// With `isExact` each step changes all of its items, so that a step is an event. Otherwise, if nobody wants events, a
// range is one step whatever its items have.

struct StateStep: BitwiseCopyable {
  enum Kind: UInt8 {
    case off, on
    /// Reported, but not kept.
    case cleared
    /// Taken from an item that the open edit has deleted.
    case offDeletedInEdit
    /// The step is about a section.
    case sectionOff, sectionOn
  }

  var kind: Kind
  /// One; of a section several.
  var state: UInt32
  /// The first item, by flat position; of an item that the edit has deleted its index among the edit's; a section's id.
  var first: UInt32
  var count: UInt32
}

struct StatePlan: ~Copyable {
  private(set) var steps = Buffer<StateStep>()
  let request: StateRequest
  let isExact: Bool
  let mode: SelectionMode

  init(_ request: StateRequest, isExact: Bool, mode: SelectionMode) {
    self.request = request
    self.isExact = isExact || request.isByUser || request.toggles
    self.mode = mode
  }

  // MARK: Making

  /// Refuses `refused` if the user may not do it.
  mutating func make(
    _ target: borrowing StateTarget, _ answers: borrowing TraitAnswers, _ state: borrowing ListState,
    _ edit: borrowing LazyBox<OpenEdit>
  ) throws(Refusal) {
    var rest = request.states
    while rest != 0 {
      let one = rest & (0 &- rest)
      rest &= ~one
      if !request.isOff && mode.isSole(one) {
        try makeSole(one, target, answers, state, edit)
      } else {
        try make(one, target, answers, state, edit)
      }
    }
  }

  private mutating func make(
    _ one: UInt32, _ target: borrowing StateTarget, _ answers: borrowing TraitAnswers,
    _ state: borrowing ListState, _ edit: borrowing LazyBox<OpenEdit>
  ) throws(Refusal) {
    if request.takesFromOthers {
      var next: UInt32 = 0
      for i in 0..<target.ranges.count {
        try addOff(one, next, target.ranges[i].first - next, answers, state)
        next = target.ranges[i].end
      }
      try addOff(one, next, UInt32(state.arrangement.count) - next, answers, state)
      try addDeletedInEdit(one, state, edit)
    }
    let before = steps.count
    var affected = 0
    if request.isOff || request.toggles {
      for i in 0..<target.ranges.count {
        affected += try addOff(one, target.ranges[i].first, target.ranges[i].count, answers, state)
      }
    }
    if !request.isOff {
      for i in 0..<target.ranges.count {
        affected += try addOn(one, target.ranges[i].first, target.ranges[i].count, answers, state)
      }
    }
    var done = 0
    for i in before..<steps.count { done += Int(steps[i].count) }
    if request.isByUser && target.isOne && done < affected { throw state.refusal(target) }
  }

  /// Takes the state from the items that have it. Returns how many have it.
  @discardableResult private mutating func addOff(
    _ one: UInt32, _ first: UInt32, _ count: UInt32, _ answers: borrowing TraitAnswers,
    _ state: borrowing ListState
  ) throws(Refusal) -> Int {
    if count == 0 || !state.has(one) { return 0 }
    if !isExact {
      try add(.off, one, Int(first), Int(count))
      return Int(count)
    }
    var affected = 0
    try state.forEachRun(one, true, Int(first), Int(count)) { first, count throws(Refusal) in
      affected += count
      try addAllowed(.off, one, first, count, answers, state)
    }
    return affected
  }

  /// Gives the state to the items that do not have it. Returns how many do not.
  private mutating func addOn(
    _ one: UInt32, _ first: UInt32, _ count: UInt32, _ answers: borrowing TraitAnswers,
    _ state: borrowing ListState
  ) throws(Refusal) -> Int {
    if isRefusedByMode(one) && !request.toggles { throw Refusal(.selectionMode) }
    if isCleared(one) && !request.toggles {
      try addAllowed(.cleared, one, Int(first), Int(count), answers, state)
      return Int(count)
    }
    if !isExact {
      try add(.on, one, Int(first), Int(count))
      return Int(count)
    }
    var affected = 0
    try state.forEachRun(one, false, Int(first), Int(count)) { first, count throws(Refusal) in
      if isRefusedByMode(one) { throw Refusal(.selectionMode) }
      affected += count
      try addAllowed(isCleared(one) ? .cleared : .on, one, first, count, answers, state)
    }
    return affected
  }

  private mutating func addAllowed(
    _ kind: StateStep.Kind, _ one: UInt32, _ first: Int, _ count: Int, _ answers: borrowing TraitAnswers,
    _ state: borrowing ListState
  ) throws(Refusal) {
    if !request.isByUser { return try add(kind, one, first, count) }
    let refusing = Traits.refusing(one, isOn: kind != .off)
    try answers.forEachAllowed(refusing, first, count, in: state) { first, count throws(Refusal) in
      try add(kind, one, first, count)
    }
  }

  mutating func add(
    _ kind: StateStep.Kind, _ one: UInt32, _ first: Int, _ count: Int
  ) throws(Refusal) {
    try steps.append(StateStep(kind: kind, state: one, first: UInt32(first), count: UInt32(count)))
  }

  /// Items that the open edit has deleted must not come back with the state.
  mutating func addDeletedInEdit(
    _ one: UInt32, _ state: borrowing ListState, _ edit: borrowing LazyBox<OpenEdit>
  ) throws(Refusal) {
    if !edit.isMade || state.states.value.givenToDeletedInEdit & one == 0 { return }
    for i in 0..<edit.value.items.count where edit.value.items[i].isDeleted {
      if state.states.value[one].bit(edit.value.items[i].slot) { try add(.offDeletedInEdit, one, i, 1) }
    }
  }

  // MARK: States that one item at most has

  private mutating func makeSole(
    _ one: UInt32, _ target: borrowing StateTarget, _ answers: borrowing TraitAnswers,
    _ state: borrowing ListState, _ edit: borrowing LazyBox<OpenEdit>
  ) throws(Refusal) {
    let current = state.sole(one)
    let isRefusing = Traits.refusing(one, isOn: false)
    guard let chosen = try choose(one, current, target, answers, state) else {
      // The user toggles the only one, or everything refuses.
      if request.toggles, let current, target.contains(UInt32(current)) {
        try addAllowed(.off, one, current, 1, answers, state)
        if steps.last?.first == UInt32(current), steps.last?.state == one { return }
        if request.isByUser && target.isOne { throw state.refusal(target) }
        return
      }
      if target.isOne && !target.ranges.isEmpty { throw state.refusal(target) }
      return
    }
    if let current, current != chosen {
      if request.isByUser, try !answers.isAllowed(isRefusing, current, in: state) {
        throw state.refusal(item: current)
      }
      try add(.off, one, current, 1)
    }
    try addDeletedInEdit(one, state, edit)
    if one == ItemStates.Mask.focused, case let id = state.states.value.focusedSection, id != .noIndex {
      try add(.sectionOff, one, Int(id.raw), 0)
    }
    if isCleared(one) { return try add(.cleared, one, chosen, 1) }
    if current != chosen { try add(.on, one, chosen, 1) }
  }

  /// The last item that may get the state; with toggling it is one that does not have it.
  private func choose(
    _ one: UInt32, _ current: Int?, _ target: borrowing StateTarget, _ answers: borrowing TraitAnswers,
    _ state: borrowing ListState
  ) throws(Refusal) -> Int? {
    if isRefusedByMode(one) && !target.ranges.isEmpty { throw Refusal(.selectionMode) }
    let refusing = request.isByUser ? Traits.refusing(one, isOn: true) : []
    if target.isOrdered {
      for i in (0..<target.order.count).reversed() {
        let flat = Int(target.order[i])
        if flat == current && request.toggles { continue }
        // One that has it already keeps it.
        if flat == current && !isCleared(one) { return flat }
        if try answers.isAllowed(refusing, flat, in: state) { return flat }
      }
      return nil
    }
    var chosen: Int? = nil
    for i in 0..<target.ranges.count {
      let first = Int(target.ranges[i].first)
      try answers.forEachAllowed(refusing, first, Int(target.ranges[i].count), in: state) {
        first, count throws(Refusal) in
        let last = first + count - 1
        if last != current || !request.toggles { chosen = last } else if count > 1 { chosen = last - 1 }
      }
    }
    if let current, !request.toggles, !isCleared(one), target.contains(UInt32(current)) {
      return max(current, chosen ?? current)
    }
    return chosen
  }

  // MARK: A stricter mode

  /// Deselects what does not fit, from the end.
  mutating func makeFitting(
    _ mode: SelectionMode, _ state: borrowing ListState, _ edit: borrowing LazyBox<OpenEdit>
  ) throws(Refusal) {
    let selected = ItemStates.Mask.selected
    if !mode.isSingle && !mode.isNone { return }
    var kept = mode.isNone ? 0 : 1
    try state.forEachRun(selected, true, 0, state.arrangement.count) { first, count throws(Refusal) in
      if count > kept { try add(.off, selected, first + kept, count - kept) }
      kept = 0
    }
    try addDeletedInEdit(selected, state, edit)
  }

  // MARK: The selection's mode

  /// Whether a selection by the user is reported, but not kept.
  private func isCleared(_ one: UInt32) -> Bool {
    request.isByUser && one == ItemStates.Mask.selected && !mode.keeps
  }

  private func isRefusedByMode(_ one: UInt32) -> Bool {
    request.isByUser && one == ItemStates.Mask.selected && mode.isNone
  }
}

extension SelectionMode {
  /// Whether one item at most has the state.
  func isSole(_ state: UInt32) -> Bool {
    state == ItemStates.Mask.focused || state == ItemStates.Mask.selected && isSingle
  }
}

extension ListState {
  /// The user may not do it: the item refuses.
  fileprivate func refusal(item flat: Int) -> Refusal {
    let location = arrangement.location(ofItem: flat)
    return Refusal(
      .refused, key: arrangement.leaf(location.leaf).key(location.offset),
      section: arrangement.sectionKey(of: location))
  }

  fileprivate func refusal(_ target: borrowing StateTarget) -> Refusal {
    refusal(item: Int(target.ranges[0].first))
  }
}
