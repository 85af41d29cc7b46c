// The commit of a derived list's update, with readers kept out. Everything before `restore` may fail; from there on
// nothing does.
//
//     remember    the states of items that are hidden                    before the list changes
//     reserve     memory for the states of items that are shown again
//     count       the events of these
//     restore     the states, and their events                           after it
//     commit      what was followed becomes the derivation

extension SourceUpdate {
  /// Items that are hidden keep their states, merged into those that are remembered of the others.
  mutating func remember(_ state: borrowing ListState, _ mask: UInt32) throws(Refusal) {
    if hiding.isEmpty && restored.isEmpty { return }
    var merged = RememberedStates()
    try merged.entries.reserve(remembered.entries.count + hiding.count)
    var i = 0
    for h in 0...hiding.count {
      let position = h < hiding.count ? hiding[h].position : noIndex
      while i < remembered.entries.count, remembered.entries[i].position < position {
        // An item that is shown has its states in the list.
        if !bits[SourceColumn.shown, Int(remembered.entries[i].position)] {
          merged.entries.push(remembered.entries[i])
        }
        i += 1
      }
      if h == hiding.count { break }
      let states = state.states.value.states(of: hiding[h].slot, in: hiding[h].leaf) & mask
      if states == 0 { continue }
      merged.entries.push(RememberedStates.Entry(position: position, states: states))
    }
    swap(&remembered, &merged)
  }

  /// Reserves memory for items that get states.
  func reserveStates(_ state: inout ListState, _ matcher: borrowing Matcher) throws(Refusal) {
    var mask: UInt32 = 0
    for i in 0..<restored.count { mask |= restored[i].states }
    let hasSections = !sectionStates.isZero
    if mask == 0 && !hasSections { return }
    try state.states.make { () throws(Refusal) in ItemStates() }
    try state.states.value.reserve(
      mask, slots: state.slots.all.count, leaves: state.arrangement.leaves.count)
    if hasSections {
      try state.states.value.reserve(
        sections: state.arrangement.sections.count + matcher.pairing.newSectionCount)
    }
  }

  /// The events of the states that are restored: one for each run of items, and for each new section that is expanded.
  func countRestored(_ matcher: borrowing Matcher, _ options: DeriveOptions) -> Int {
    var count = 0
    forEachRestoredRun(matcher) { _, _ in count += 1 }
    forEachNewSection(matcher, options) { _, _ in count += 1 }
    return count
  }

  /// Calls `body` with the first entry of each run of neighbours that get the same states, and its length.
  private func forEachRestoredRun(_ matcher: borrowing Matcher, _ body: (Int, Int) -> Void) {
    var i = 0
    while i < restored.count {
      var end = i + 1
      while end < restored.count, restored[end].states == restored[i].states,
        matcher.matches.staged.flat(Int(restored[end].staged))
          == matcher.matches.staged.flat(Int(restored[i].staged)) + end - i
      {
        end += 1
      }
      body(i, end - i)
      i = end
    }
  }

  /// Calls `body` with the position of each section that is new to the list and has states, and with these.
  private func forEachNewSection(
    _ matcher: borrowing Matcher, _ options: DeriveOptions, _ body: (Int, UInt32) -> Void
  ) {
    var position = 0
    for section in 0..<sectionStates.count where shows(section: section, options) {
      let isNew = matcher.pairing.beforeOfAfter[position] == noIndex
      if isNew && sectionStates[section] != 0 { body(position, UInt32(sectionStates[section])) }
      position += 1
    }
  }

  /// Gives the states back once the list has changed.
  func restore(
    _ state: inout ListState, _ matcher: borrowing Matcher, _ options: DeriveOptions, reports: Bool,
    _ lost: inout LostStates
  ) {
    for i in 0..<restored.count {
      state.states.value.give(restored[i].states, to: matcher.matches.staged.slot(Int(restored[i].staged)))
    }
    if reports {
      forEachRestoredRun(matcher) { first, count in
        let flat = matcher.matches.staged.flat(Int(restored[first].staged))
        var record = state.statesRecord(ofItem: flat)
        record.count = count
        lost.addGiven(record, restored[first].states)
      }
    }
    forEachNewSection(matcher, options) { position, states in
      let id = state.arrangement.section(at: position)
      state.states.value.set(states, ofSection: id)
      if !reports { return }
      var record = state.statesRecord(ofSection: id)
      record.position = Position(section: UInt32(position), item: noIndex)
      lost.addGiven(record, states)
    }
  }

  /// Refuses if states were set since they were read.
  func check(_ derivation: borrowing Derivation) throws(Refusal) {
    let isSame = !above.readsShown || derivation.statesSet == setRead
    if !isSame || !derivation.isUnchanged(since: statesRead) { throw Refusal(.busy) }
  }

  /// Reserves memory for `commit`.
  func reserve(_ derivation: inout Derivation) throws(Refusal) {
    try derivation.askedForChildren.reserve(extra: askedForChildren.count)
    try derivation.collapsing.reserve(extra: collapsed.count)
  }

  /// The handle of a shown item of the source.
  private func handle(_ position: Int, in state: borrowing ListState) -> UInt64 {
    let number = ranks.rank(SourceColumn.shown, of: bits, position)
    return state.handle(of: state.arrangement.location(ofItem: number))
  }

  /// Swaps the update with the derivation: what was followed before goes with the update.
  mutating func commit(_ derivation: inout Derivation, _ state: borrowing ListState) throws(Refusal) {
    try check(derivation)
    try reserve(&derivation)
    for i in 0..<askedForChildren.count {
      derivation.askedForChildren.push(handle(Int(askedForChildren[i]), in: state))
    }
    for i in 0..<collapsed.count where bits[SourceColumn.shown, Int(collapsed[i])] {
      derivation.collapsing.push(handle(Int(collapsed[i]), in: state))
    }
    swap(&derivation.bits, &bits)
    swap(&derivation.ranks, &ranks)
    swap(&derivation.remembered, &remembered)
    swap(&derivation.sectionStates, &sectionStates)
    above.commit(&derivation.above)
    derivation.number = number
    if isNewVersion { swap(&derivation.version, &version) }
  }
}

extension Buffer where Element == UInt16 {
  fileprivate var isZero: Bool {
    for i in 0..<count where self[i] != 0 { return false }
    return true
  }
}

extension ListState {
  /// The STATES event of an item, with its position.
  fileprivate func statesRecord(ofItem flat: Int) -> EventRecord {
    let location = arrangement.location(ofItem: flat)
    var record = statesRecord(
      slot(of: location), arrangement.leaf(location.leaf).key(location.offset),
      ofSection: arrangement.start(ofLeaf: location.leaf).section)
    record.position = arrangement.position(of: location)
    record.index = UInt32(truncatingIfNeeded: flat)
    return record
  }
}
