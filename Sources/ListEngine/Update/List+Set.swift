// Replaces the content of a list. Each call is one update (see ListUpdate). Removed models are released after
// the update lock is released.

extension List {
  // MARK: Updates

  /// The sections start at ascending items of `columns`, the first at 0; the caller has checked this.
  public func set(
    _ sections: borrowing SectionInputs, _ columns: Columns, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try change(.withoutEdit) { change throws(Refusal) in
      try update(&change, options, wantsChangeset: wantsChangeset) { scratch throws(Refusal) in
        scratch.duplicatePolicy = self.options.duplicates
        try scratch.matcher.pairing.after.set(
          columns, sections.entries, droppingEmpty: self.options.dropsEmptySections)
      }
    }
  }

  /// Replaces the items of one section; all other sections stay.
  public func setItems(
    ofSection key: Key, _ columns: Columns, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try change(.withoutEdit) { change throws(Refusal) in
      guard let section = state.value.arrangement.section(forKey: key) else {
        throw Refusal(.notFound, section: key)
      }
      if columns.count == 0 && self.options.dropsEmptySections {
        return try update(&change, options, wantsChangeset: wantsChangeset) { scratch throws(Refusal) in
          try scratch.resolved.read(scratch.matcher.pairing.before, replacing: section, by: OwnedColumns())
          try scratch.describeResolved(droppingEmpty: true)
        }
      }
      return try update(&change, options, section: section, wantsChangeset: wantsChangeset) {
        scratch throws(Refusal) in
        scratch.duplicatePolicy = self.options.duplicates
        let entry = state.value.arrangement.sections[section]
        try scratch.matcher.pairing.after.set(columns, sections: 1)
        scratch.matcher.pairing.after.addSection(key, first: 0, supplementaries: entry.supplementaries)
        scratch.matcher.pairing.after.endSections()
      }
    }
  }

  public func apply(
    _ snapshot: borrowing Snapshot, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    if snapshot.options.isScoped != self.options.isScoped { throw Refusal(.mixedScopes) }
    return try snapshot.resolvingDuplicates { indexed throws(Refusal) in
      var version = try freeze(snapshot, indexed: indexed)
      return try change(.withoutEdit) { change throws(Refusal) in
        try update(&change, &version, options, wantsChangeset: wantsChangeset)
      }
    }
  }

  func freeze(_ snapshot: borrowing Snapshot, indexed: Bool = false) throws(Refusal) -> SnapshotVersion {
    var memory = Input()
    return try snapshot.freeze(
      indexed: indexed, droppingEmpty: options.dropsEmptySections, reusing: &memory)
  }

  /// A snapshot of the list's state.
  public func snapshot() throws(Refusal) -> Snapshot {
    try makeLog()
    return try read { state throws(Refusal) in
      try snapshot(of: state, isCommitted: editNumber.value == 0)
    }
  }

  /// Commits are counted from the first snapshot on.
  func makeLog() throws(Refusal) {
    if read({ state in state.log.isMade }) { return }
    try write { state throws(Refusal) in try state.log.make { () throws(Refusal) in CommitLog() } }
  }

  /// `isCommitted`: no edit was open when the state was locked. One that another thread begins meanwhile does not change
  /// the state before it is unlocked.
  func snapshot(of state: borrowing ListState, isCommitted: Bool) throws(Refusal) -> Snapshot {
    var options = SnapshotOptions()
    options.duplicates = self.options.duplicates
    options.dropsEmptySections = self.options.dropsEmptySections
    let made = try Snapshot(options, state.arrangement.copy())
    if isCommitted {
      made.body.value.origin = SnapshotOrigin(list: state.number, commit: state.log.value.count)
    }
    return made
  }

  // MARK: Steps of an update

  func update(
    _ change: inout ListChange, _ version: inout SnapshotVersion, _ options: UpdateOptions,
    wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try update(&change, options, wantsChangeset: wantsChangeset) { scratch throws(Refusal) in
      scratch.duplicates = version.duplicates
      try version.describe(to: &scratch.matcher, &scratch.marks)
    }
  }
}
