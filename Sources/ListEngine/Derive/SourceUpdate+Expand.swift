// Expansions and collapses since the last update, as bits of the version that was followed last, and the
// accordion: of siblings, which have the same parent, one at most is expanded.
//
//     levels      0 1 1 0
//     expanded    1 0 0 1        the last one was expanded just now (fresh): it stays, the first one is collapsed

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
    if isOn == bits[OutlineColumn.expanded, position] { return }
    bits[OutlineColumn.expanded, position] = isOn
    bits[OutlineColumn.fresh, position] = isOn
    bits[OutlineColumn.collapsed, position] = !isOn
    bits[OutlineColumn.looked, position] = bits[OutlineColumn.asked, position]
  }

  // MARK: Accordion

  /// Returns what has to be collapsed in the version that was followed last.
  func itemsToCollapse() throws(Refusal) -> Buffer<UInt32> { try version.itemsToCollapse(bits) }

  /// Collapses items that the list does not show; the others lose the state itself.
  mutating func collapseHidden(_ toCollapse: borrowing Buffer<UInt32>) {
    for i in 0..<toCollapse.count where !bits[SourceColumn.shown, Int(toCollapse[i])] {
      bits[OutlineColumn.expanded, Int(toCollapse[i])] = false
    }
  }

  /// Returns the section that stays of those that are expanded now: one that was not expanded before, else the first.
  func keptExpanded(amongSections isExpanded: (Int) -> Bool) -> Int? {
    var keptExpanded: Int? = nil
    for section in 0..<sectionStates.count where isExpanded(section) {
      let isFresh = UInt32(sectionStates[section]) & ItemStates.Mask.expanded == 0
      if keptExpanded == nil || isFresh { keptExpanded = section }
    }
    return keptExpanded
  }
}

extension SourceVersion {
  /// An item above the one that is looked at, and the expanded one among its children.
  private struct Ancestor: BitwiseCopyable {
    var level: Int32
    var keptExpanded = noIndex
  }

  /// The positions of expanded items that have to be collapsed, because a sibling is expanded: the last of those that
  /// were expanded just now stays, else the first.
  func itemsToCollapse(_ bits: borrowing BitTable) throws(Refusal) -> Buffer<UInt32> {
    var toCollapse = Buffer<UInt32>()
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
          if bits[OutlineColumn.expanded, Int(position)] {
            let isFresh = bits[OutlineColumn.fresh, Int(position)]
            try SourceVersion.keepOne(
              position, isFresh, with: &above[above.count - 1].keptExpanded, &toCollapse)
          }
          try above.append(Ancestor(level: level))
        }
      }
    }
    return toCollapse
  }

  private static func keepOne(
    _ position: UInt32, _ isFresh: Bool, with keptExpanded: inout UInt32, _ toCollapse: inout Buffer<UInt32>
  ) throws(Refusal) {
    if keptExpanded == noIndex {
      keptExpanded = position
    } else if isFresh {
      try toCollapse.append(keptExpanded)
      keptExpanded = position
    } else {
      try toCollapse.append(position)
    }
  }
}

extension SourceUpdate {
  /// The states of the sections: as the list has them; of one that it has dropped as they were then; a new one is
  /// expanded if the options say so.
  mutating func readSections(_ state: borrowing ListState, _ derivation: borrowing Derivation) throws(Refusal)
  {
    // Groups are no sections of the source.
    if derivation.options.isGrouped { return }
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
      let isExpanded = derivation.options.contains([.foldsSections, .expanded])
      let new = UInt16(isExpanded ? ItemStates.Mask.expanded : 0)
      sectionStates.push(old.map { derivation.sectionStates[Int($0)] } ?? new)
    }
  }

  /// A section that the list does not have comes back collapsed if another one is expanded.
  mutating func collapseDropped(_ state: borrowing ListState) {
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

  /// Collapses all but one of the expanded items that the source has made siblings.
  mutating func collapseSiblings() throws(Refusal) {
    collapsed = try version.itemsToCollapse(bits)
    for i in 0..<collapsed.count { bits[OutlineColumn.expanded, Int(collapsed[i])] = false }
  }

  /// Items that a list above shows again are expanded as they were. In an accordion they give way to what is expanded
  /// in the meantime.
  mutating func expandReturning() throws(Refusal) {
    if above.expanded.isEmpty { return }
    bits.copyWithin(OutlineColumn.expanded, to: OutlineColumn.fresh, 0, bits.count)
    for i in 0..<above.expanded.count { bits[OutlineColumn.expanded, Int(above.expanded[i])] = true }
    let toCollapse = try version.itemsToCollapse(bits)
    for i in 0..<toCollapse.count { bits[OutlineColumn.expanded, Int(toCollapse[i])] = false }
  }

  /// An item that has children is asked for again once they have gone.
  mutating func forgetAskedParents(_ options: DeriveOptions) {
    bits.clear(OutlineColumn.asked, where: SourceColumn.children)
    bits.clear(OutlineColumn.looked, where: SourceColumn.children)
    bits.fill(false, OutlineColumn.fresh, 0, bits.count)
    if !options.contains(.expanded) { return }
    bits.add(SourceColumn.children, to: OutlineColumn.collapsed)
    bits.clear(OutlineColumn.collapsed, where: OutlineColumn.expanded)
  }
}
