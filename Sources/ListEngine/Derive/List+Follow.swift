// A derived list follows its source: part of a poll. See `Following` for the phases.

extension List {
  /// Follows the source and what was expanded. Returns whether there was an update. What cannot take place now, for
  /// want of memory or because a list is being changed, is left to a later poll.
  func follow() throws(Refusal) -> Bool {
    // First, so that a change which comes meanwhile adds it again.
    features.channel.remove(.following)
    if !isDerived { return false }
    do throws(Refusal) {
      var following = Following()
      switch try readSource(&following) {
      case .gone:
        try separate()
        return false
      case .isEdited: return false
      case .read: return try follow(&following)
      }
    } catch {
      features.channel.add(.following)
      if error.kind.code == Refusal.Kind.busy.code { return false }
      throw error
    }
  }

  private func follow(_ following: inout Following) throws(Refusal) -> Bool {
    try updateExpansions()
    if features.channel.has(.events) {
      // What an accordion has collapsed is reported first: its positions are those before the update.
      features.channel.add(.following)
      return false
    }
    try prepare(&following)
    if !askFilter(&following) { features.channel.add(.following) }
    var marks = Buffer<ViewMark>()
    let commits = derivation.link.take(&marks)
    var options = UpdateOptions()
    options.isPlain = commits.isPlain
    options.animation = commits.animation
    options.reloads = commits.reloads
    do throws(Refusal) {
      try following.find(marks, derivation.source)
      try update(&following, options, skipsUnchanged: true)
    } catch {
      derivation.link.giveBack(commits, &marks)
      throw error
    }
    if commits.endsLoading { endLoading(options) }
    if !following.collapsed.isEmpty { try collapse(following.collapsed) }
    return following.hasChanged
  }

  // MARK: 1. Read

  enum SourceReading {
    case read, isEdited, gone
  }

  /// Reads the source's version if it is a new one. While the source is edited nothing is followed; the end of the
  /// edit wakes this list.
  func readSource(_ following: inout Following) throws(Refusal) -> SourceReading {
    if !HandleTable.process.isAlive(derivation.source) { return .gone }
    do throws(Refusal) {
      let source = try Pinned<List>(derivation.source, role: .object)
      return try source.value.read { state throws(Refusal) in
        if source.value.editNumber.value != 0 { return .isEdited }
        if state.version == derivation.number { return .read }
        following.version = try SourceVersion(state.arrangement)
        following.number = state.version
        following.isNewVersion = true
        return .read
      }
    } catch {
      if error.kind.code == Refusal.Kind.handle.code { return .gone }
      throw error
    }
  }

  // MARK: 2 to 4

  /// Everything up to the questions to the host.
  func prepare(_ following: inout Following) throws(Refusal) {
    if !following.isNewVersion {
      following.version = try SourceVersion(borrowing: derivation.version)
      following.number = derivation.number
    }
    try read { state throws(Refusal) in
      following.statesRead = derivation.statesChanged
      try following.remembered.copy(derivation.remembered)
      try following.before.copy(derivation.bits)
      try following.readSections(state, derivation)
    }
    try following.match(derivation, isScoped: options.isScoped)
    if following.isNewVersion && derivation.options.contains(.exclusive) {
      try following.collapseSiblings()
    }
    if !derivation.isFilter { following.forgetAskedParents() }
  }

  /// Asks the filter in effect about items that are new or have changed. Returns whether all answers are known.
  private func askFilter(_ following: inout Following) -> Bool {
    if derivation.filter.kind != .function { return true }
    var calls = features.asking.value.calls
    defer { features.asking.value.calls = calls }
    return following.ask(
      derivation.filter, passes: SourceColumn.passes, known: SourceColumn.known, &calls)
  }

  // MARK: 5 to 7

  /// Shows what is visible now.
  func update(
    _ following: inout Following, _ options: UpdateOptions, skipsUnchanged: Bool
  ) throws(Refusal) {
    try following.show(derivation.options)
    if !derivation.isFilter && wants(EventKind.children) { try following.lookForChildren() }
    try change(.submission) { change throws(Refusal) in
      _ = try commit(&change, options, wantsChangeset: false) { _, scratch, report throws(Refusal) in
        report.skipsUnchanged = skipsUnchanged
        do throws(Refusal) {
          let remembers = read { state in state.hasGiven(derivation.rememberedStates) }
          try project(&following, &scratch, &report, remembers: remembers)
          try complete(&following, &scratch, &report, remembers: remembers)
        } catch {
          undo(&scratch)
          throw error
        }
      }
    }
  }

  /// Like the first phases of any update, but that nothing is matched by key. `remembers`: items that are hidden may have
  /// states.
  private func project(
    _ following: inout Following, _ scratch: inout UpdateScratch, _ report: inout UpdateReport,
    remembers: Bool
  ) throws(Refusal) {
    scratch.begin()
    try scratch.matcher.pairing.before.set(state.value.arrangement)
    var projection = Projection(remembers: remembers, isOutline: !derivation.isFilter)
    try projection.run(
      &following, derivation, &scratch.matcher, sections: state.value.arrangement.sectionIndex,
      isScoped: self.options.isScoped)
    try following.projectMarks(to: &scratch.marks)
    report.statistics.duplicates = DuplicateCounts()
    scratch.duplicates = DuplicateCounts()
    report.statistics.matchNanoseconds = report.clock.lap()
    scratch.isIdentity = scratch.matcher.matches.isIdentity(scratch.matcher.pairing)
    if !scratch.isIdentity {
      try write { state throws(Refusal) in
        try state.reserveSlots(&scratch.matcher, &scratch.nextIndex)
      }
      scratch.isReserved = true
      try scratch.leafBuilder.build(scratch.matcher, leafCapacity: state.value.arrangement.leafCapacity)
      report.statistics.leavesWritten = scratch.leafBuilder.written
      report.statistics.leavesKept = scratch.leafBuilder.newLeaves.count - scratch.leafBuilder.written
      report.statistics.prepareNanoseconds = report.clock.lap()
    }
    try report.order(&scratch.correspondence, scratch.matcher, &scratch.solving)
  }

  private func complete(
    _ following: inout Following, _ scratch: inout UpdateScratch, _ report: inout UpdateReport,
    remembers: Bool
  ) throws(Refusal) {
    try ListUpdate(section: nil).finish(self, &scratch, &report)
    try reserveMarks(report)
    if scratch.isIdentity {
      if report.statistics.changes.hasChanges || report.options.reloads {
        report.skipsUnchanged = false
        following.hasChanged = true
      }
      try write { state throws(Refusal) in try following.commit(&derivation, state) }
      return
    }
    following.hasChanged = true
    try write(&report) { state, lost throws(Refusal) in
      if !derivation.isUnchanged(since: following.statesRead) { throw Refusal(.busy) }
      // The first state was given meanwhile.
      if !remembers && state.hasGiven(derivation.rememberedStates) { throw Refusal(.busy) }
      try state.arrangement.prepareCommit(&scratch)
      let reports = wants(EventKind.states)
      if state.states.isMade && reports {
        try state.collectLostStates(scratch.matcher, section: nil, into: &lost)
      }
      try following.remember(state, derivation.rememberedStates)
      try following.reserveStates(&state, scratch.matcher)
      try derivation.askedForChildren.reserve(extra: following.askedForChildren.count)
      if reports {
        try lost.reserve(features, given: following.countGiven(scratch.matcher, derivation.options))
      }
      state.commit(&scratch, section: nil)
      following.give(&state, scratch.matcher, derivation.options, reports: reports, &lost)
      try following.commit(&derivation, state)
    }
  }
}

extension ListState {
  /// Whether any of the states was ever given.
  fileprivate func hasGiven(_ mask: UInt32) -> Bool { states.isMade && states.value.given & mask != 0 }
}
