// What setting states means for the items that a derived list hides, and for what it shows.

extension List {
  /// A plan for items, or for a section, was carried out; the state is locked.
  func noteStates(_ plan: borrowing StatePlan, ofSection: Bool) {
    if !isFollowing { return }
    let taken = plan.request.takesFromOthers ? plan.request.states : 0
    var ofItems: UInt32 = 0
    // What one item at most has changes hands only if another one gets it.
    if !ofSection { ItemStates.forEach(taken) { one in if !plan.mode.isSole(one) { ofItems |= one } } }
    var ofSections = ofSection ? taken : 0
    var follows = false
    for i in 0..<plan.steps.count {
      let step = plan.steps[i]
      switch step.kind {
      case .on, .off:
        if step.state == ItemStates.Mask.expanded {
          derivation.noteExpansion(Int(step.first), Int(step.count))
          follows = true
        }
        if step.kind == .on && plan.mode.isSole(step.state) { ofItems |= step.state }
        if step.kind == .on { ofSections |= step.state & ItemStates.Mask.focused }
      case .sectionOn, .sectionOff:
        derivation.noteSection()
        if step.state & ItemStates.Mask.expanded != 0 { follows = true }
        if step.kind == .sectionOn {
          ofItems |= step.state & ItemStates.Mask.focused
          ofSections |= step.state & ItemStates.Mask.focused
        }
      case .cleared, .offAbsent: break
      }
    }
    if ofItems != 0 { derivation.forgetHidden(ofItems) }
    if ofSections != 0 { derivation.forgetSections(ofSections) }
    if follows { features.channel.add(.following) }
  }

  /// Reserves room for the states of items that this list hides, by position in the source.
  func reserveHidden(_ positions: borrowing Buffer<UInt32>) throws(Refusal) {
    if positions.isEmpty { return }
    try derivation.remembered.entries.reserve(extra: positions.count)
  }

  /// Sets them, within the reserved room, once others have lost what they take. The state is locked.
  func setHidden(
    _ positions: borrowing Buffer<UInt32>, _ request: StateRequest, _ mode: SelectionMode
  ) throws(Refusal) {
    for i in 0..<positions.count { try setHidden(Int(positions[i]), request, mode) }
  }

  private func setHidden(_ position: Int, _ request: StateRequest, _ mode: SelectionMode) throws(Refusal) {
    let old = derivation.states(ofHidden: position)
    var new = old | request.states
    if request.isOff { new = old & ~request.states } else if request.toggles { new = old ^ request.states }
    // What one item at most has is given to what is shown only.
    ItemStates.forEach(new & ~old) { one in if mode.isSole(one) { new &= ~one } }
    if new != old { try derivation.set(new, ofHidden: position) }
  }
}
