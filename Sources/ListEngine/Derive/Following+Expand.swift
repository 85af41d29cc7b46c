// What was expanded and collapsed since the last update, as bits of the version that was followed last, and the
// accordion: of siblings, which have the same parent, one at most is expanded.
//
//     levels      0 1 1 0
//     expanded    1 0 0 1        the last one was expanded just now (fresh): it wins, the first one is collapsed

extension Derivation {
  /// Takes over the expansion of items whose states were set. The list's state is locked for writing.
  mutating func readExpansions(_ state: borrowing ListState) {
    for i in 0..<expansions.count { readExpansions(expansions[i], state) }
    expansions.removeAll()
  }

  private mutating func readExpansions(_ range: ItemRun.Range, _ state: borrowing ListState) {
    if range.first >= ranks.total { return }
    let end = min(range.end, ranks.total)
    var position = position(of: range.first)
    state.arrangement.forEachLeaf(range.first, end - range.first) { id, offset, width, _ in
      let summary =
        state.states.isMade ? state.states.value.summary(ItemStates.Mask.expanded, id) : .none
      let leaf = state.arrangement.leaf(id)
      for i in offset..<offset + width {
        let isOn =
          summary == .some
          ? state.states.value.states(of: leaf.slot(i), in: id) & ItemStates.Mask.expanded != 0
          : summary == .all
        setExpanded(isOn, position)
        position = bits.first(SourceColumn.shown, from: position + 1, below: bits.count)
      }
    }
  }

  private mutating func setExpanded(_ isOn: Bool, _ position: Int) {
    if isOn == bits[SourceColumn.expanded, position] { return }
    bits[SourceColumn.expanded, position] = isOn
    bits[SourceColumn.fresh, position] = isOn
    bits[SourceColumn.looked, position] = bits[SourceColumn.asked, position]
  }

  // MARK: Accordion

  /// What has to be collapsed of the version that was followed last.
  fileprivate func losers() throws(Refusal) -> Buffer<UInt32> { try version.losers(bits) }

  /// Items that the list does not show; the others lose the state itself.
  mutating func collapseHidden(_ losers: borrowing Buffer<UInt32>) {
    for i in 0..<losers.count where !bits[SourceColumn.shown, Int(losers[i])] {
      bits[SourceColumn.expanded, Int(losers[i])] = false
    }
  }

  /// Of the sections that are expanded now, the one that stays: one that was not expanded before, else the first.
  func winner(amongSections isExpanded: (Int) -> Bool) -> Int? {
    var winner: Int? = nil
    for section in 0..<sectionStates.count where isExpanded(section) {
      let isFresh = UInt32(sectionStates[section]) & ItemStates.Mask.expanded == 0
      if winner == nil || isFresh { winner = section }
    }
    return winner
  }
}

extension SourceVersion {
  /// An item above the one that is looked at, and the expanded one among its children.
  private struct Ancestor: BitwiseCopyable {
    var level: Int32
    var winner = noIndex
  }

  /// The positions of expanded items that have to be collapsed, because a sibling is expanded: the last of those that
  /// were expanded just now stays, else the first.
  func losers(_ bits: borrowing BitTable) throws(Refusal) -> Buffer<UInt32> {
    var losers = Buffer<UInt32>()
    var above = Buffer<Ancestor>()
    for section in 0..<held.input.sectionCount {
      above.removeAll()
      try above.append(Ancestor(level: -1))
      for c in held.input.chunks(ofSection: section) {
        let chunk = held.input.chunks[c]
        for i in 0..<chunk.count {
          let level = Int32(chunk.leaf.level(i))
          while above[above.count - 1].level >= level { above.truncate(to: above.count - 1) }
          let position = chunk.first + UInt32(i)
          if bits[SourceColumn.expanded, Int(position)] {
            let isFresh = bits[SourceColumn.fresh, Int(position)]
            try SourceVersion.compete(position, isFresh, with: &above[above.count - 1].winner, &losers)
          }
          try above.append(Ancestor(level: level))
        }
      }
    }
    return losers
  }

  private static func compete(
    _ position: UInt32, _ isFresh: Bool, with winner: inout UInt32, _ losers: inout Buffer<UInt32>
  ) throws(Refusal) {
    if winner == noIndex {
      winner = position
    } else if isFresh {
      try losers.append(winner)
      winner = position
    } else {
      try losers.append(position)
    }
  }
}

extension List {
  /// Reads what was expanded, and collapses what an accordion does not allow.
  func updateExpansions() throws(Refusal) {
    if derivation.isFilter { return }
    write { state in derivation.readExpansions(state) }
    if !derivation.options.contains(.exclusive) { return }
    if derivation.options.contains(.foldsSections) { try collapseSections() }
    let losers = try read { _ throws(Refusal) in try derivation.losers() }
    if losers.isEmpty { return }
    try collapse(losers)
    write { state in
      derivation.collapseHidden(losers)
      derivation.readExpansions(state)
    }
  }

  /// Takes the state from those of the source's items that are shown.
  func collapse(_ losers: borrowing Buffer<UInt32>) throws(Refusal) {
    var handles = Buffer<UInt64>()
    try handles.reserve(losers.count)
    read { state in
      for i in 0..<losers.count where derivation.bits[SourceColumn.shown, Int(losers[i])] {
        let number = derivation.number(ofSource: Int(losers[i]))
        handles.push(state.handle(of: state.arrangement.location(ofItem: number)))
      }
    }
    if !handles.isEmpty { try setStates(handles, .collapsing) }
  }

  private func collapseSections() throws(Refusal) {
    var handles = Buffer<UInt64>()
    try read { state throws(Refusal) in
      guard state.states.isMade else { return }
      let winner = derivation.winner { state.isExpanded(section: $0, of: derivation) }
      for section in 0..<derivation.sectionStates.count where section != winner {
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

extension Following {
  /// The states of the sections: as the list has them; of one that it has dropped as they were then; a new one is
  /// expanded if the options say so.
  mutating func readSections(_ state: borrowing ListState, _ derivation: borrowing Derivation) throws(Refusal)
  {
    try sectionStates.reserve(version.held.input.sectionCount)
    var known = KeyIndex()
    for section in 0..<version.held.input.sectionCount {
      let key = version.held.input.sectionKeys[section]
      if let id = state.arrangement.section(forKey: key) {
        let states = state.states.isMade ? state.states.value.states(ofSection: id) : 0
        sectionStates.push(UInt16(truncatingIfNeeded: states))
        continue
      }
      if known.count == 0 { known = try derivation.version.sectionIndex() }
      let old = known.find(KeyScope.list.fingerprint(key)) {
        derivation.version.held.input.sectionKeys[Int($0)] == key
      }
      let isExpanded = derivation.options.isSuperset(of: [.foldsSections, .expanded])
      let new = UInt16(isExpanded ? ItemStates.Mask.expanded : 0)
      sectionStates.push(old.map { derivation.sectionStates[Int($0)] } ?? new)
    }
    if derivation.options.isSuperset(of: [.exclusive, .foldsSections]) { collapseDropped(state) }
  }

  /// A section that the list has dropped comes back collapsed if another one is expanded.
  private mutating func collapseDropped(_ state: borrowing ListState) {
    var isAnyExpanded = false
    for pass in 0..<2 {
      let isInList = pass == 0
      for section in 0..<sectionStates.count where isExpanded(section: section) {
        let id = state.arrangement.section(forKey: version.held.input.sectionKeys[section])
        if (id != nil) != isInList { continue }
        if isAnyExpanded && !isInList {
          sectionStates[section] &= ~UInt16(truncatingIfNeeded: ItemStates.Mask.expanded)
        }
        isAnyExpanded = true
      }
    }
  }

  func isExpanded(section: Int) -> Bool {
    UInt32(sectionStates[section]) & ItemStates.Mask.expanded != 0
  }

  /// Of items that the source has made siblings one at most stays expanded.
  mutating func collapseSiblings() throws(Refusal) {
    collapsed = try version.losers(bits)
    for i in 0..<collapsed.count { bits[SourceColumn.expanded, Int(collapsed[i])] = false }
  }

  /// An item that has children is asked for again once they have gone.
  mutating func forgetAskedParents() {
    bits.clear(SourceColumn.asked, where: SourceColumn.children)
    bits.clear(SourceColumn.looked, where: SourceColumn.children)
    bits.fill(false, SourceColumn.fresh, 0, bits.count)
  }
}
