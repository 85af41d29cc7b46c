// States of a derived list that are set between two polls: expansion is followed, and hidden items do not hold what
// others take.

extension Derivation {
  /// Items of the list were expanded or collapsed. Their positions are those of now.
  mutating func noteExpansion(_ first: Int, _ count: Int) { if !isFilter { expansions.add(first, count) } }

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
    if isFilter || states & ItemStates.Mask.expanded == 0 { return }
    bits.keep(SourceColumn.expanded, where: SourceColumn.shown)
    statesChanged &+= 1
  }

  /// Sections lose states; those of the list are read anew with the next update.
  mutating func forgetSections(_ states: UInt32) {
    for i in 0..<sectionStates.count { sectionStates[i] &= ~UInt16(truncatingIfNeeded: states) }
    statesChanged &+= 1
  }

  /// The states that a hidden item will have when it is shown.
  func states(ofHidden position: Int) -> UInt32 {
    var states = remembered.states(at: position)
    if !isFilter && bits[SourceColumn.expanded, position] { states |= ItemStates.Mask.expanded }
    return states
  }

  mutating func set(_ states: UInt32, ofHidden position: Int) throws(Refusal) {
    try remembered.set(states & rememberedStates, at: position)
    if !isFilter { bits.set(SourceColumn.expanded, position, to: states & ItemStates.Mask.expanded != 0) }
    statesChanged &+= 1
  }
}
