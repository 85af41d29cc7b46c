// The plan of a call that sets the states of one section, which may change those of others.

extension StatePlan {
  mutating func make(
    section id: SectionID, _ state: borrowing ListState, _ edit: borrowing LazyBox<OpenEdit>
  ) throws(Refusal) {
    let old = state.states.value.states(ofSection: id)
    var new = old | request.states
    if request.isOff { new = old & ~request.states } else if request.toggles { new = old ^ request.states }
    let given = new & ~old
    if request.takesFromOthers { try takeFromOthers(than: id, state) }
    if given & ItemStates.Mask.focused != 0 {
      let focused = state.states.value.focusedSection
      if focused != .noIndex && focused != id && !request.takesFromOthers {
        try add(.sectionOff, ItemStates.Mask.focused, Int(focused.raw), 0)
      }
      if let item = state.sole(ItemStates.Mask.focused) { try add(.off, ItemStates.Mask.focused, item, 1) }
      try addDeletedInEdit(ItemStates.Mask.focused, state, edit)
    }
    if old & ~new != 0 { try add(.sectionOff, old & ~new, Int(id.raw), 0) }
    if given != 0 { try add(.sectionOn, given, Int(id.raw), 0) }
  }

  /// Visits them in their order.
  private mutating func takeFromOthers(
    than id: SectionID, _ state: borrowing ListState
  ) throws(Refusal) {
    var others = Buffer<UInt64>()
    try state.states.value.sections.forEach(having: request.states) { other throws(Refusal) in
      // An open edit may have deleted it.
      if other == id || !state.arrangement.sections[other].isLive { return }
      try others.append(UInt64(state.arrangement.start(ofSection: other).units) << 32 | UInt64(other.raw))
    }
    try others.sort()
    for i in 0..<others.count {
      let other = SectionID(UInt32(truncatingIfNeeded: others[i]))
      try add(.sectionOff, state.states.value.states(ofSection: other) & request.states, Int(other.raw), 0)
    }
  }
}
