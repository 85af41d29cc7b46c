// Remembers the states of what lists above hide, and restores them when it appears again: see ChangesAbove.

extension List {
  /// Finds what the new version of the source does not have any more, and what it has again.
  @_optimize(size) func readAbove(_ sourceUpdate: inout SourceUpdate) throws(Refusal) {
    if firstSource() == nil { return }
    try sourceUpdate.withMatches { sourceUpdate, matches throws(Refusal) in
      try read { state throws(Refusal) in
        try sourceUpdate.above.collect(
          matches, sourceUpdate.before, derivation, state, isScoped: options.isScoped)
        try sourceUpdate.above.collectSections(sourceUpdate.version, derivation, state)
      }
    }
    let isEmpty = read { _ in derivation.above.isEmpty }
    if sourceUpdate.above.disappearing.isEmpty && sourceUpdate.above.disappearingSections.isEmpty && isEmpty {
      return
    }
    let hasFirst = try withFirstSource { first, list, state throws(Refusal) in
      try sourceUpdate.above.findHandles(first, list, state)
    }
    // The source has just gone.
    if !hasFirst { throw Refusal(.busy) }
    try makeRoomAbove(&sourceUpdate)
    try sourceUpdate.withMatches { sourceUpdate, matches throws(Refusal) in
      try read { _ throws(Refusal) in
        try sourceUpdate.above.find(
          matches, sourceUpdate.version, derivation.above, isScoped: options.isScoped)
      }
    }
    if sourceUpdate.above.appearing.isEmpty && sourceUpdate.above.appearingSections.isEmpty { return }
    _ = try withFirstSource { first, list, state throws(Refusal) in
      if first != sourceUpdate.above.first { throw Refusal(.busy) }
      sourceUpdate.above.verify(list, state, sourceUpdate.version)
    }
    try sourceUpdate.restoreAppearing(derivation.options, derivation.rememberedStates)
  }

  @_optimize(size) private func makeRoomAbove(_ sourceUpdate: inout SourceUpdate) throws(Refusal) {
    let hasRoom = read { _ in
      derivation.above.first == sourceUpdate.above.first
        && derivation.above.items.hasRoom(for: sourceUpdate.above.disappearing.count)
        && derivation.above.sections.hasRoom(for: sourceUpdate.above.disappearingSections.count)
    }
    if hasRoom { return }
    try renewAbove(
      items: sourceUpdate.above.disappearing.count, sections: sourceUpdate.above.disappearingSections.count,
      since: sourceUpdate.statesRead)
    sourceUpdate.statesRead &+= 1
  }
}

extension SourceUpdate {
  /// Without a new version there are none.
  mutating func withMatches(
    _ body: (inout SourceUpdate, borrowing Matches) throws(Refusal) -> Void
  ) throws(Refusal) {
    guard let scratch = matching.take() else { return }
    do throws(Refusal) { try body(&self, scratch.value.matcher.matches) } catch {
      matching = consume scratch
      throw error
    }
    matching = consume scratch
  }

  /// Gives what appears its states as if this list had hidden it.
  @_optimize(size) fileprivate mutating func restoreAppearing(_ options: DeriveOptions, _ mask: UInt32)
    throws(Refusal)
  {
    for i in 0..<above.appearingSections.count where above.appearingSections[i].handle != 0 {
      let states = above.appearingSections[i].states & ItemStates.Mask.ofSections
      sectionStates[Int(above.appearingSections[i].position)] = UInt16(truncatingIfNeeded: states)
    }
    var merged = RememberedStates()
    try merged.entries.reserve(remembered.entries.count + above.appearing.count)
    if options.contains(.exclusive) { try above.expanded.reserve(above.appearing.count) }
    var next = 0
    for i in 0..<above.appearing.count where above.appearing[i].handle != 0 {
      let appearing = above.appearing[i]
      while next < remembered.entries.count, remembered.entries[next].position < appearing.position {
        merged.entries.push(remembered.entries[next])
        next += 1
      }
      let states = appearing.states & mask
      if states != 0 {
        merged.entries.push(RememberedStates.Entry(position: appearing.position, states: states))
      }
      if options.isOutline { restoreOutline(appearing, options) }
    }
    for i in next..<remembered.entries.count { merged.entries.push(remembered.entries[i]) }
    swap(&remembered, &merged)
  }

  private mutating func restoreOutline(_ appearing: AppearingAbove, _ options: DeriveOptions) {
    let position = Int(appearing.position)
    if appearing.states & StatesByKey.asked != 0 {
      bits[OutlineColumn.asked, position] = true
      bits[OutlineColumn.looked, position] = true
    }
    if appearing.states & ItemStates.Mask.expanded != 0 {
      if options.contains(.exclusive) { return above.expanded.push(appearing.position) }
      bits[OutlineColumn.expanded, position] = true
    } else if appearing.states & StatesByKey.collapsed != 0 {
      bits[OutlineColumn.expanded, position] = false
      bits[OutlineColumn.collapsed, position] = true
    }
  }
}
