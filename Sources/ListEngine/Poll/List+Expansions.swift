// An outline's poll reads what was expanded and collapsed, and collapses what an accordion does not allow.

extension List {
  /// Reads what was expanded, and collapses what an accordion does not allow.
  @_optimize(size) func updateExpansions() throws(Refusal) {
    if !derivation.isOutline { return }
    // Finishes first what an earlier update had no memory for: it would be read as expanded by the user otherwise.
    try collapse()
    write { state in derivation.readExpansions(state) }
    if !derivation.options.contains(.exclusive) { return }
    if derivation.options.contains(.foldsSections) { try collapseSections() }
    let toCollapse = try read { _ throws(Refusal) in try derivation.itemsToCollapse() }
    if toCollapse.isEmpty { return }
    try collapse(toCollapse)
    write { state in
      derivation.collapseHidden(toCollapse)
      derivation.readExpansions(state)
    }
  }

  /// Takes the state from items that an update has collapsed. On failure the next poll does.
  func collapse() throws(Refusal) {
    if derivation.collapsing.isEmpty { return }
    var handles = Buffer<UInt64>()
    try handles.reserve(derivation.collapsing.count)
    read { state in
      for i in 0..<derivation.collapsing.count where state.slots.slot(derivation.collapsing[i]) != nil {
        handles.push(derivation.collapsing[i])
      }
    }
    if !handles.isEmpty { try setStates(handles, .collapsing) }
    write { _ in derivation.collapsing.removeAll() }
  }

  /// Takes the state from those of the source's items that are shown.
  private func collapse(_ toCollapse: borrowing Buffer<UInt32>) throws(Refusal) {
    var handles = Buffer<UInt64>()
    try handles.reserve(toCollapse.count)
    read { state in
      for i in 0..<toCollapse.count where derivation.bits[SourceColumn.shown, Int(toCollapse[i])] {
        let number = derivation.number(ofSource: Int(toCollapse[i]))
        handles.push(state.handle(of: state.arrangement.location(ofItem: number)))
      }
    }
    if !handles.isEmpty { try setStates(handles, .collapsing) }
  }

  private func collapseSections() throws(Refusal) {
    var handles = Buffer<UInt64>()
    try read { state throws(Refusal) in
      guard state.states.isMade else { return }
      let keptExpanded = derivation.keptExpanded { state.isExpanded(section: $0, of: derivation) }
      for section in 0..<derivation.sectionStates.count where section != keptExpanded {
        if !state.isExpanded(section: section, of: derivation) { continue }
        guard let id = state.section(section, of: derivation) else { continue }
        try handles.append(state.handle(ofSection: id))
      }
    }
    for i in 0..<handles.count { try setStates(ofSection: handles[i], .collapsing) }
  }
}

extension ListState {
  /// The list's section of a section of the source.
  func section(_ section: Int, of derivation: borrowing Derivation) -> SectionID? {
    arrangement.section(forKey: derivation.version.held.input.sectionKeys[section])
  }

  fileprivate func isExpanded(section: Int, of derivation: borrowing Derivation) -> Bool {
    guard let id = self.section(section, of: derivation) else { return false }
    return states.value.states(ofSection: id) & ItemStates.Mask.expanded != 0
  }
}
