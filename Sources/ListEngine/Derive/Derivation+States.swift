// States of a derived list that are set between two polls: expansion is followed, and hidden items do not hold what
// others take.

extension Derivation {
  /// Items of the list were expanded or collapsed. Their positions are those of now.
  mutating func noteExpansion(_ first: Int, _ count: Int) { if isOutline { expansions.add(first, count) } }

  /// Whether an update of the list can be committed that has read the states when `statesChanged` was `changes`.
  /// Otherwise they would be lost, and what was expanded would be looked for at positions of the list before.
  func isUnchanged(since changes: UInt64) -> Bool { statesChanged == changes && expansions.isEmpty }

  /// States of a section were set: an update that drops the section remembers them.
  mutating func noteSection() { statesChanged &+= 1 }

  /// All hidden items lose states, without an event. A poll may read meanwhile which items are shown.
  mutating func forgetHidden(_ states: UInt32) {
    if states & rememberedStates != 0 && !remembered.isEmpty {
      remembered.forget(states)
      statesChanged &+= 1
    }
    if !above.items.isEmpty {
      above.items.forget(states)
      statesChanged &+= 1
    }
    if !isOutline || states & ItemStates.Mask.expanded == 0 { return }
    bits.keep(OutlineColumn.expanded, where: SourceColumn.shown)
    statesChanged &+= 1
  }

  /// Sections have lost states, unless the list shows one that still has them.
  mutating func forgetSections(_ states: UInt32, _ state: borrowing ListState) {
    above.sections.forget(states)
    for i in 0..<sectionStates.count where UInt32(sectionStates[i]) & states != 0 {
      let id = state.arrangement.section(forKey: version.held.input.sectionKeys[i])
      let kept = id.map { state.states.value.states(ofSection: $0) } ?? 0
      sectionStates[i] &= ~UInt16(truncatingIfNeeded: states & ~kept)
    }
    statesChanged &+= 1
  }

  /// The states that a hidden item will have when it is shown.
  func states(ofHidden position: Int) -> UInt32 {
    var states = remembered.states(at: position)
    if isOutline && bits[OutlineColumn.expanded, position] { states |= ItemStates.Mask.expanded }
    return states
  }

  mutating func set(_ states: UInt32, ofHidden position: Int) throws(Refusal) {
    try remembered.set(states & rememberedStates, at: position)
    statesChanged &+= 1
    if !isOutline { return }
    let isExpanded = states & ItemStates.Mask.expanded != 0
    if isExpanded == bits[OutlineColumn.expanded, position] { return }
    bits.set(OutlineColumn.fresh, position, to: isExpanded)
    bits.set(OutlineColumn.collapsed, position, to: !isExpanded)
    bits.set(OutlineColumn.expanded, position, to: isExpanded)
  }
}
