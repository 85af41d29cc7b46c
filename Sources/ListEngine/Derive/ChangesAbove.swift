// Items and sections that disappear from the source of a derived list, or appear in it, while the first source of the
// chain has them all the time: lists above hide them, or show them again.
//
//     source          before  A B C        after  A C D
//     disappearing    B: its states are remembered, with its handle in the first source
//     appearing       D: gets the states that are remembered, if the first source still has the same D

/// An item or a section that disappears. The handle is that in the first source, or 0 if that does not have it.
struct DisappearingAbove: BitwiseCopyable {
  var key: ScopedKey
  var states: UInt32
  var handle: UInt64 = 0
}

/// An item or a section that appears, and its entry.
struct AppearingAbove: BitwiseCopyable {
  /// The item's, or the section's among the sections.
  var position: UInt32
  var entry: UInt32
  /// 0 once it is known that the entry is stale.
  var handle: UInt64
  var states: UInt32
}

struct ChangesAbove: ~Copyable {
  var first = FirstSource()
  var disappearing = Buffer<DisappearingAbove>()
  var disappearingSections = Buffer<DisappearingAbove>()
  /// Whether states of items that are shown were read.
  var readsShown = false
  /// Sorted by position.
  var appearing = Buffer<AppearingAbove>()
  var appearingSections = Buffer<AppearingAbove>()
  /// Positions of items that appear, and were expanded in an accordion.
  var expanded = Buffer<UInt32>()
  /// The entries of what appears, in the upper halves, ascending.
  private var taken = Buffer<UInt64>()
  private var takenSections = Buffer<UInt64>()

  init() {}

  // MARK: Disappearing

  /// Collects the items that disappear, and have states. Those that are shown have them in the list.
  @_optimize(size) mutating func collect(
    _ matches: borrowing Matches, _ before: borrowing BitTable, _ derivation: borrowing Derivation,
    _ state: borrowing ListState, isScoped: Bool
  ) throws(Refusal) {
    if matches.leftCount == 0 { return }
    try collectShown(matches, derivation, state, isScoped: isScoped)
    var hidden = 0
    var position = matches.firstUnclaimed(from: 0)
    while position < before.count {
      let isShown = before[SourceColumn.shown, position]
      var states = derivation.isOutline ? derivation.outlineStates(of: position, before, isShown: isShown) : 0
      if !isShown {
        while hidden < derivation.remembered.entries.count,
          derivation.remembered.entries[hidden].position < position
        {
          hidden += 1
        }
        if hidden < derivation.remembered.entries.count,
          derivation.remembered.entries[hidden].position == position
        {
          states |= derivation.remembered.entries[hidden].states
        }
      }
      if states != 0 { try add(position, states, derivation, isScoped: isScoped) }
      position = matches.firstUnclaimed(from: position + 1)
    }
  }

  @_optimize(size) private mutating func collectShown(
    _ matches: borrowing Matches, _ derivation: borrowing Derivation, _ state: borrowing ListState,
    isScoped: Bool
  ) throws(Refusal) {
    readsShown = true
    let given = state.states.isMade ? state.states.value.given : 0
    if given == 0 { return }
    if derivation.options.isOrdered {
      return try collectOrdered(matches, derivation, state, isScoped: isScoped)
    }
    var first = 0
    try state.arrangement.forEachLeaf(0, state.arrangement.count) { id, _, width, _ throws(Refusal) in
      defer { first += width }
      if state.states.value.possible(given, in: id) == 0 { return }
      let last = derivation.position(of: first + width - 1)
      if matches.firstUnclaimed(from: derivation.position(of: first)) > last { return }
      let leaf = state.arrangement.leaf(id)
      for i in 0..<width {
        let states = state.states.value.states(of: leaf.slot(i), in: id)
        if states == 0 { continue }
        let position = derivation.position(of: first + i)
        if matches.firstUnclaimed(from: position) != position { continue }
        try add(position, states, derivation, isScoped: isScoped)
      }
    }
  }

  /// Collects them from a list that has an order of its own.
  @_optimize(size) private mutating func collectOrdered(
    _ matches: borrowing Matches, _ derivation: borrowing Derivation, _ state: borrowing ListState,
    isScoped: Bool
  ) throws(Refusal) {
    var position = matches.firstUnclaimed(from: 0)
    while position < derivation.bits.count {
      if let location = state.find(derivation.version.scopedKey(at: position, isScoped: isScoped)) {
        let states = state.states.value.states(of: state.slot(of: location), in: location.leaf)
        if states != 0 { try add(position, states, derivation, isScoped: isScoped) }
      }
      position = matches.firstUnclaimed(from: position + 1)
    }
  }

  @_optimize(size) private mutating func add(
    _ position: Int, _ states: UInt32, _ derivation: borrowing Derivation, isScoped: Bool
  ) throws(Refusal) {
    let section = derivation.version.held.input.position(of: position).section
    let scope = KeyScope.list.narrowed(
      to: derivation.version.held.input.sectionKeys[Int(section)], if: isScoped)
    let key = scope.key(derivation.version.held.input.key(at: position))
    try disappearing.append(DisappearingAbove(key: key, states: states))
  }

  /// Collects the sections that disappear, and have states. Where new ones are expanded, also those that are collapsed.
  @_optimize(size) mutating func collectSections(
    _ after: borrowing SourceVersion, _ derivation: borrowing Derivation, _ state: borrowing ListState
  ) throws(Refusal) {
    if after.hasSections(of: derivation.version.held.input) { return }
    let isAny = derivation.options.contains([.foldsSections, .expanded])
    let index = try after.sectionIndex()
    for section in 0..<derivation.sectionStates.count {
      let key = KeyScope.list.key(derivation.version.held.input.sectionKeys[section])
      let there = index.find(key.fingerprint) { after.held.input.sectionKeys[Int($0)] == key.key }
      if there != nil { continue }
      var states = UInt32(derivation.sectionStates[section])
      if let id = state.arrangement.section(forKey: key) {
        states = state.states.isMade ? state.states.value.states(ofSection: id) : 0
      }
      if states == 0 && !isAny { continue }
      try disappearingSections.append(
        DisappearingAbove(key: key, states: states | (isAny ? StatesByKey.collapsed : 0)))
    }
  }

  /// Asks the first source for the handles. What it does not have has gone.
  mutating func findHandles(
    _ first: FirstSource, _ list: borrowing List, _ state: borrowing ListState
  ) throws(Refusal) {
    self.first = first
    for i in 0..<disappearing.count {
      disappearing[i].handle = list.firstHandle(of: disappearing[i].key, state)
    }
    if disappearingSections.isEmpty { return }
    let index = try list.firstSectionIndex()
    for i in 0..<disappearingSections.count {
      disappearingSections[i].handle = list.firstHandle(ofSection: disappearingSections[i].key, state, index)
    }
  }

  // MARK: Appearing

  /// Finds the entries of items and sections that appear.
  @_optimize(size) mutating func find(
    _ matches: borrowing Matches, _ after: borrowing SourceVersion, _ above: borrowing HiddenAbove,
    isScoped: Bool
  ) throws(Refusal) {
    if !above.items.isEmpty {
      var iterator = MatchIterator()
      var end = 0
      while let run = iterator.next(matches) {
        try find(end, Int(run.after), after, above.items, isScoped: isScoped)
        end = Int(run.after + run.count)
      }
      try find(end, after.count, after, above.items, isScoped: isScoped)
      taken = try ChangesAbove.entries(of: appearing)
    }
    if above.sections.isEmpty { return }
    for section in 0..<after.held.input.sectionCount {
      guard let i = above.sections.find(KeyScope.list.key(after.held.input.sectionKeys[section])) else {
        continue
      }
      try appearingSections.append(above.sections.appearing(UInt32(section), i))
    }
    takenSections = try ChangesAbove.entries(of: appearingSections)
  }

  @_optimize(size) private mutating func find(
    _ first: Int, _ end: Int, _ after: borrowing SourceVersion, _ items: borrowing StatesByKey, isScoped: Bool
  ) throws(Refusal) {
    var position = first
    while position < end {
      let chunk = after.held.input.chunks[after.held.input.chunk(at: position)]
      let section = isScoped ? Int(after.held.input.position(of: position).section) : 0
      let scope = KeyScope.list.narrowed(to: after.held.input.sectionKeys[section], if: isScoped)
      let stop = min(end, Int(chunk.first) + chunk.count)
      while position < stop {
        if let i = items.find(scope.key(chunk.leaf.key(position - Int(chunk.first)))) {
          try appearing.append(items.appearing(UInt32(truncatingIfNeeded: position), i))
        }
        position += 1
      }
    }
  }

  private static func entries(of appearing: borrowing Buffer<AppearingAbove>) throws(Refusal) -> Buffer<
    UInt64
  > {
    var entries = try Buffer<UInt64>(capacity: appearing.count)
    for i in 0..<appearing.count { entries.push(UInt64(appearing[i].entry) << 32) }
    try entries.sort()
    return entries
  }

  /// Asks the first source which of them are still the same.
  @_optimize(size) mutating func verify(
    _ list: borrowing List, _ state: borrowing ListState, _ after: borrowing SourceVersion
  ) {
    for i in 0..<appearing.count where !list.firstHas(appearing[i].handle, state) { appearing[i].handle = 0 }
    for i in 0..<appearingSections.count {
      let key = KeyScope.list.key(after.held.input.sectionKeys[Int(appearingSections[i].position)])
      if !list.firstHas(section: appearingSections[i].handle, key, state) { appearingSections[i].handle = 0 }
    }
  }

  // MARK: Commit

  /// Needs no memory: room was made. No entry was added or removed since they were found.
  @_optimize(size) func commit(_ above: inout HiddenAbove) {
    for i in (0..<taken.count).reversed() { above.items.remove(at: Int(taken[i] >> 32)) }
    for i in (0..<takenSections.count).reversed() { above.sections.remove(at: Int(takenSections[i] >> 32)) }
    for i in 0..<disappearing.count where disappearing[i].handle != 0 {
      above.items.add(disappearing[i].key, disappearing[i].handle, disappearing[i].states)
    }
    for i in 0..<disappearingSections.count where disappearingSections[i].handle != 0 {
      above.sections.add(
        disappearingSections[i].key, disappearingSections[i].handle, disappearingSections[i].states)
    }
    above.items.trim()
    above.sections.trim()
  }
}

extension Derivation {
  /// Returns what an outline knows of an item, beside the states of what is shown.
  fileprivate func outlineStates(of position: Int, _ before: borrowing BitTable, isShown: Bool) -> UInt32 {
    var states = before[OutlineColumn.asked, position] ? StatesByKey.asked : 0
    if before[OutlineColumn.expanded, position] {
      if !isShown { states |= ItemStates.Mask.expanded }
    } else if options.contains(.expanded),
      before[OutlineColumn.collapsed, position] || before[SourceColumn.children, position]
    {
      states |= StatesByKey.collapsed
    }
    return states
  }
}

extension StatesByKey {
  fileprivate func appearing(_ position: UInt32, _ i: Int) -> AppearingAbove {
    AppearingAbove(
      position: position, entry: UInt32(i), handle: entries[i].handle, states: entries[i].states)
  }
}
