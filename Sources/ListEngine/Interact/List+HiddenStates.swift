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

  /// Sets the states of the items that this list hides among those with the keys. Returns how many there are.
  func setHidden(
    _ keys: borrowing Buffer<ScopedKey>, _ hints: borrowing Buffer<SourcePosition>, _ request: StateRequest
  ) throws(Refusal) -> Int {
    if !hasFeatures { return 0 }
    return try write { state throws(Refusal) in
      if !isFollowing { return 0 }
      try derivation.remembered.entries.reserve(extra: keys.count)
      var count = 0
      for i in 0..<keys.count {
        guard let position = derivation.position(of: keys[i], hints[i]) else { continue }
        if derivation.bits[SourceColumn.shown, position] { continue }
        count += 1
        try setHidden(position, request, state.selectionMode)
      }
      return count
    }
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
