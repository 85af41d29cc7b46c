// The effect of setting states on the items that a derived list hides, and on which items it shows.

extension List {
  /// A plan for items, or for a section, was carried out; the state is locked.
  func noteStates(_ plan: borrowing StatePlan, ofSection: Bool, _ state: borrowing ListState) {
    if !isDerived { return }
    let taken = plan.request.takesFromOthers ? plan.request.states : 0
    var ofItems: UInt32 = 0
    // A state that one item at most has changes hands only if another item gets it.
    if !ofSection { ItemStates.forEach(taken) { one in if !plan.mode.isSole(one) { ofItems |= one } } }
    var ofSections = ofSection ? taken : 0
    var follows = false
    if plan.steps.count > 0 { derivation.statesSet &+= 1 }
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
      case .cleared, .offDeletedInEdit: break
      }
    }
    if ofItems != 0 { derivation.forgetHidden(ofItems) }
    if ofSections != 0 { derivation.forgetSections(ofSections, state) }
    if follows { features.channel.add(.following) }
  }

  /// Reserves room for the states of items that this list, or a list above it, hides.
  func reserveHidden(_ target: borrowing StateTarget) throws(Refusal) {
    if !target.hidden.isEmpty { try derivation.remembered.entries.reserve(extra: target.hidden.count) }
    if target.above.isEmpty { return }
    try derivation.above.items.reserve(extra: target.above.count, isScoped: options.isScoped)
  }

  /// Sets them, within the reserved room, once others have lost what they take. The state is locked.
  @_optimize(size) func setHidden(
    _ target: borrowing StateTarget, _ request: StateRequest, _ mode: SelectionMode
  ) throws(Refusal) {
    if !target.hidden.isEmpty {
      if !request.isOff && request.states & derivation.rememberedStates != 0 {
        derivation.remembered.add(target.hidden)
      }
      for i in 0..<target.hidden.count { try setHidden(Int(target.hidden[i]), request, mode) }
      // Drops the entries of items that got no state or lost all.
      derivation.remembered.forget(0)
    }
    for i in 0..<target.above.count { derivation.set(request, mode, of: target.above[i]) }
  }

  @_optimize(size) private func setHidden(_ position: Int, _ request: StateRequest, _ mode: SelectionMode)
    throws(Refusal)
  {
    let old = derivation.states(ofHidden: position)
    let new = request.apply(to: old, mode)
    if new == old { return }
    try derivation.set(new, ofHidden: position)
    if new & ~old & ItemStates.Mask.expanded != 0 && derivation.options.contains(.exclusive) {
      features.channel.add(.following)
    }
  }
}

extension Derivation {
  fileprivate mutating func set(_ request: StateRequest, _ mode: SelectionMode, of item: ItemAbove) {
    let known = above.items.find(item.key).map { above.items.entries[$0] }
    let old = known.map { $0.handle == item.handle ? $0.states : 0 } ?? 0
    var new = request.apply(to: old, mode)
    if options.contains(.expanded) && request.states & ItemStates.Mask.expanded != 0 {
      let isExpanded = new & ItemStates.Mask.expanded != 0
      new = isExpanded ? new & ~StatesByKey.collapsed : new | StatesByKey.collapsed
    }
    if new == old { return }
    if known == nil || old == 0 {
      above.items.add(item.key, item.handle, new)
    } else if let i = above.items.find(item.key) {
      above.items.set(new, at: i)
    }
    statesChanged &+= 1
  }
}

extension StateRequest {
  /// The states of a hidden item afterwards. What one item at most has is given to what is shown only.
  fileprivate func apply(to old: UInt32, _ mode: SelectionMode) -> UInt32 {
    var new = old | states
    if isOff { new = old & ~states } else if toggles { new = old ^ states }
    ItemStates.forEach(new & ~old) { one in if mode.isSole(one) { new &= ~one } }
    return new
  }
}
