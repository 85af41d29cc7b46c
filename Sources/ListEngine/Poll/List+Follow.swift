// A derived list follows its source: part of a poll. See `SourceUpdate` for the phases. Without a source it folds and
// filters the version that it has.

extension List {
  /// Follows the source and what was expanded. Returns whether there was an update. What cannot take place now, for
  /// want of memory or because a list is being changed, is left to a later poll.
  func follow() throws(Refusal) -> Bool {
    // The bits are removed first, so that a change which comes meanwhile adds them again.
    features.channel.remove(.following)
    if !isDerived { return false }
    let hasNews = features.channel.isSourceNews
    if hasNews { features.channel.remove(.source) }
    let isAsking = features.unanswered.value != 0
    // What is being asked about waits as a newer version does.
    if isAsking && features.channel.has(.onHold) {
      features.channel.add(.source)
      return false
    }
    let reads = hasNews && !isAsking
    do throws(Refusal) {
      var sourceUpdate = SourceUpdate()
      if try !readSource(&sourceUpdate, news: reads) { return false }
      if hasNews && isAsking { features.channel.add(.source) }
      try updateExpansions()
      // The collapses of an accordion are reported first: their positions are those before the update.
      if !features.channel.has(.events) {
        return try derivation.options.isOrdered
          ? followOrdered(&sourceUpdate, news: reads) : follow(&sourceUpdate, news: reads)
      }
      followLater(news: hasNews)
      return false
    } catch {
      followLater(news: hasNews)
      if error.kind.code == Refusal.Kind.busy.code { return false }
      throw error
    }
  }

  /// The next poll follows what this one could not.
  private func followLater(news: Bool) {
    features.channel.add(.following)
    if news { features.channel.add(.source) }
  }

  private func follow(_ sourceUpdate: inout SourceUpdate, news: Bool) throws(Refusal) -> Bool {
    try prepare(&sourceUpdate)
    var marks = Buffer<ViewMark>()
    let commits = news && sourceUpdate.hasSource ? derivation.link.take(&marks) : FollowedCommits()
    var options = UpdateOptions()
    options.isPlain = commits.isPlain
    options.animation = commits.animation
    options.reloads = commits.reloads
    do throws(Refusal) {
      if try !find(marks, &sourceUpdate) { options.reloads = true }
      if derivation.filter.kind == .function { sourceUpdate.forgetMarkedAnswers(all: options.reloads) }
      features.unanswered.value = try askFilter(&sourceUpdate)
      if features.unanswered.value != 0 { features.channel.add(.following) }
      var unordered = OrderUpdate()
      try update(&sourceUpdate, options, skipsUnchanged: true, &unordered)
    } catch {
      derivation.link.giveBack(commits, &marks)
      throw error
    }
    if commits.endsLoading { endLoading(options) }
    try collapse()
    return sourceUpdate.hasChanged
  }

  // MARK: 1. Read

  /// Reads the source's version if it is a new one, and news are wanted. Returns false while the source is edited: then
  /// nothing is followed, and the end of the edit wakes this list. On hold it goes on with what it shows.
  func readSource(_ sourceUpdate: inout SourceUpdate, news: Bool) throws(Refusal) -> Bool {
    let isOnHold = features.channel.has(.onHold)
    let isRead = try withSource { source throws(Refusal) in
      try source.read { state throws(Refusal) in
        sourceUpdate.hasSource = true
        if source.editNumber.value != 0 { return isOnHold }
        if !news || state.version == derivation.number { return true }
        sourceUpdate.version = try SourceVersion(state.arrangement)
        sourceUpdate.number = state.version
        sourceUpdate.isNewVersion = true
        return true
      }
    }
    return isRead ?? true
  }

  /// Finds marked items and sections of the version. Returns false if the source has gone since it was read: nobody
  /// knows any more what was marked.
  func find(
    _ marks: borrowing Buffer<ViewMark>, _ sourceUpdate: inout SourceUpdate
  ) throws(Refusal) -> Bool {
    if marks.isEmpty { return true }
    let isFound = try withSource { source throws(Refusal) in
      try sourceUpdate.find(marks, source)
      return true
    }
    return isFound ?? false
  }

  // MARK: 2 to 4

  /// Everything up to the questions to the host.
  func prepare(_ sourceUpdate: inout SourceUpdate) throws(Refusal) {
    try borrowVersion(&sourceUpdate)
    try read { state throws(Refusal) in
      sourceUpdate.statesRead = derivation.statesChanged
      sourceUpdate.setRead = derivation.statesSet
      try sourceUpdate.remembered.copy(derivation.remembered)
      try sourceUpdate.before.copy(derivation.bits)
      try sourceUpdate.readSections(state, derivation)
    }
    try sourceUpdate.match(derivation, isScoped: options.isScoped)
    if sourceUpdate.isNewVersion { try readAbove(&sourceUpdate) }
    if derivation.options.contains(.exclusive) {
      if sourceUpdate.isNewVersion { try sourceUpdate.collapseSiblings() }
      if derivation.options.contains(.foldsSections) { read { state in sourceUpdate.collapseDropped(state) } }
    }
    try sourceUpdate.expandReturning()
    if derivation.isOutline { sourceUpdate.forgetAskedParents(derivation.options) }
    sourceUpdate.isPrepared = true
  }

  /// The version that is shown, if no other one is followed.
  func borrowVersion(_ sourceUpdate: inout SourceUpdate) throws(Refusal) {
    if sourceUpdate.isNewVersion { return }
    sourceUpdate.version = try SourceVersion(borrowing: derivation.version)
    sourceUpdate.number = derivation.number
  }

  /// Asks the filter in effect about items that are new or have changed. Returns how many answers are still missing.
  private func askFilter(_ sourceUpdate: inout SourceUpdate) throws(Refusal) -> UInt64 {
    if derivation.filter.kind != .function { return 0 }
    var left = features.asking.value.left
    let unanswered = try sourceUpdate.ask(
      derivation.filter, passes: FilterColumn.passes, known: FilterColumn.known, &left)
    features.asking.value.left = left
    return unanswered
  }

  // MARK: 5 to 7

  /// Shows what is visible now.
  func update(
    _ sourceUpdate: inout SourceUpdate, _ options: UpdateOptions, skipsUnchanged: Bool,
    _ orderUpdate: inout OrderUpdate
  ) throws(Refusal) {
    try sourceUpdate.show(derivation.options)
    if asksForChildren() { try sourceUpdate.lookForChildren() }
    try change(.submission) { change throws(Refusal) in
      _ = try commit(&change, options, wantsChangeset: false) { _, scratch, report throws(Refusal) in
        report.skipsUnchanged = skipsUnchanged
        do throws(Refusal) {
          let remembers = read { state in state.hasGiven(derivation.rememberedStates) }
          if orderUpdate.isPlanned {
            try order(&orderUpdate, &sourceUpdate, &scratch, &report)
          } else {
            try project(&sourceUpdate, &scratch, &report, remembers: remembers)
          }
          try complete(&sourceUpdate, &orderUpdate, &scratch, &report, remembers: remembers)
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
    _ sourceUpdate: inout SourceUpdate, _ scratch: inout UpdateScratch, _ report: inout UpdateReport,
    remembers: Bool
  ) throws(Refusal) {
    scratch.begin()
    try scratch.matcher.pairing.before.set(state.value.arrangement)
    var projection = Projection(remembers: remembers, isOutline: derivation.isOutline)
    try projection.run(
      &sourceUpdate, derivation, &scratch.matcher, sections: state.value.arrangement.sectionIndex,
      isScoped: self.options.isScoped)
    try sourceUpdate.projectMarks(to: &scratch.marks)
    report.statistics.matchNanoseconds = report.clock.lap()
    _ = try ListUpdate().reserve(self, &scratch)
    try ListUpdate().build(self, &scratch, &report)
  }

  /// The same of a list that is sorted by an order.
  private func order(
    _ orderUpdate: inout OrderUpdate, _ sourceUpdate: inout SourceUpdate, _ scratch: inout UpdateScratch,
    _ report: inout UpdateReport
  ) throws(Refusal) {
    scratch.begin()
    try scratch.matcher.pairing.before.set(state.value.arrangement)
    try orderUpdate.project(&sourceUpdate, derivation.options, self, &scratch)
    report.statistics.matchNanoseconds = report.clock.lap()
    _ = try ListUpdate().reserve(self, &scratch)
    try ListUpdate().build(self, &scratch, &report)
  }

  private func complete(
    _ sourceUpdate: inout SourceUpdate, _ orderUpdate: inout OrderUpdate, _ scratch: inout UpdateScratch,
    _ report: inout UpdateReport, remembers: Bool
  ) throws(Refusal) {
    try ListUpdate().ask(self, &scratch, &report)
    if scratch.isIdentity {
      if report.statistics.changes.hasChanges || report.options.reloads {
        report.skipsUnchanged = false
        sourceUpdate.hasChanged = true
      }
      try write { state throws(Refusal) in
        try orderUpdate.reserve(&derivation.ordering, slots: state.slots.all.count)
        try sourceUpdate.commit(&derivation, state)
        orderUpdate.commit(&derivation.ordering, state)
      }
      return
    }
    sourceUpdate.hasChanged = true
    try write(&report) { state, lost throws(Refusal) in
      try sourceUpdate.check(derivation)
      // The first state was given meanwhile.
      if !remembers && state.hasGiven(derivation.rememberedStates) { throw Refusal(.busy) }
      let reports = wants(EventKind.states)
      try state.prepareCommit(&scratch, reports: reports, &lost)
      try sourceUpdate.remember(state, derivation.rememberedStates)
      try sourceUpdate.reserveStates(&state, scratch.matcher)
      try sourceUpdate.reserve(&derivation)
      try orderUpdate.reserve(&derivation.ordering, slots: state.slots.all.count)
      if reports {
        try lost.reserve(features, given: sourceUpdate.countRestored(scratch.matcher, derivation.options))
      }
      state.commit(&scratch)
      sourceUpdate.restore(&state, scratch.matcher, derivation.options, reports: reports, &lost)
      try sourceUpdate.commit(&derivation, state)
      orderUpdate.commit(&derivation.ordering, state)
    }
  }
}

extension ListState {
  /// Whether any of the states was ever given.
  fileprivate func hasGiven(_ mask: UInt32) -> Bool { states.isMade && states.value.given & mask != 0 }
}
