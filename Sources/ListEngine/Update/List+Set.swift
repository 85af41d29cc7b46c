// Replaces the content of a list. Each call is one update (see ListUpdate). Removed models are released after
// the update lock is released.

extension List {
  // MARK: Updates

  /// The sections start at ascending items of `columns`, the first at 0; the caller has checked this.
  public func set(
    _ sections: borrowing SectionInputs, _ columns: Columns, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    do throws(Refusal) {
      return try change(.withoutEdit) { change throws(Refusal) in
        try update(&change, options, wantsChangeset: wantsChangeset) { scratch throws(Refusal) in
          try describe(sections, columns, to: &scratch)
        }
      }
    } catch {
      guard error.isResolvable(self.options.duplicates) else { throw error }
      return try apply(describe(sections, columns), options, wantsChangeset: wantsChangeset)
    }
  }

  /// Replaces the items of one section; all other sections stay.
  public func setItems(
    ofSection key: Key, _ columns: Columns, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    // Resolving a duplicate needs the items again, and the host's are read once only.
    var read = SettledInput()
    defer { read.free() }
    if !Duplicates.areRefused(self.options.duplicates) { read.read(try OwnedColumns(columns)) }
    let columns = Duplicates.areRefused(self.options.duplicates) ? columns : read.columns
    var description = Description()
    defer { description.releases.releaseAll() }
    return try change(.withoutEdit) { change throws(Refusal) in
      guard let section = state.value.arrangement.section(forKey: key) else {
        throw Refusal(.notFound, section: key)
      }
      if columns.count == 0 && self.options.dropsEmptySections {
        var version = try describe(key, columns, &description)
        return try update(&change, &version, options, wantsChangeset: wantsChangeset)
      }
      do throws(Refusal) {
        return try update(&change, options, section: section, wantsChangeset: wantsChangeset) {
          scratch throws(Refusal) in
          try describe(section, columns, to: &scratch)
        }
      } catch {
        guard error.isResolvable(self.options.duplicates) else { throw error }
        // The duplicate policy needs the whole list to decide which item stays.
        var version = try describe(key, columns, &description)
        return try update(&change, &version, options, wantsChangeset: wantsChangeset)
      }
    }
  }

  public func apply(
    _ snapshot: borrowing Snapshot, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    if snapshot.options.isScoped != self.options.isScoped { throw Refusal(.scope) }
    do throws(Refusal) {
      return try apply(freeze(snapshot), options, wantsChangeset: wantsChangeset)
    } catch {
      // Duplicate keys are resolved when the snapshot's index is built.
      guard error.isResolvable(snapshot.options.duplicates) else { throw error }
      return try apply(freeze(snapshot, indexed: true), options, wantsChangeset: wantsChangeset)
    }
  }

  private func apply(
    _ version: consuming SnapshotVersion, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    var version = version
    return try change(.withoutEdit) { change throws(Refusal) in
      try update(&change, &version, options, wantsChangeset: wantsChangeset)
    }
  }

  func freeze(_ snapshot: borrowing Snapshot, indexed: Bool = false) throws(Refusal) -> SnapshotVersion {
    var memory = Input()
    return try snapshot.freeze(
      indexed: indexed, droppingEmpty: options.dropsEmptySections, reusing: &memory)
  }

  /// A snapshot of the list's state.
  public func snapshot() throws(Refusal) -> Snapshot {
    var options = SnapshotOptions()
    options.duplicates = self.options.duplicates
    options.dropsEmptySections = self.options.dropsEmptySections
    return try Snapshot(options, read { state throws(Refusal) in try state.arrangement.copy() })
  }

  // MARK: Steps of an update

  func update(
    _ change: inout ListChange, _ version: inout SnapshotVersion, _ options: UpdateOptions,
    wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try update(&change, options, wantsChangeset: wantsChangeset) { scratch throws(Refusal) in
      scratch.duplicates = version.duplicates
      scratch.duplicatePolicy = Duplicates.refuse
      try version.describe(to: &scratch.matcher, &scratch.marks)
    }
  }

  private func describe(_ section: SectionID, _ columns: Columns, to scratch: inout UpdateScratch)
    throws(Refusal)
  {
    let section = state.value.arrangement.sections[section]
    scratch.duplicates = DuplicateCounts()
    scratch.duplicatePolicy = options.duplicates
    try scratch.matcher.pairing.after.set(columns, sections: 1)
    scratch.matcher.pairing.after.addSection(section.key, first: 0, supplementaries: section.supplementaries)
    scratch.matcher.pairing.after.endSections()
  }

  private func describe(
    _ sections: borrowing SectionInputs, _ columns: Columns, to scratch: inout UpdateScratch
  ) throws(Refusal) {
    scratch.duplicates = DuplicateCounts()
    scratch.duplicatePolicy = options.duplicates
    try scratch.matcher.pairing.after.set(columns, sections: sections.count)
    for i in 0..<sections.count {
      let entry = sections.entries[i]
      let end = i + 1 < sections.count ? sections.entries[i + 1].first : columns.count
      if options.dropsEmptySections && end == entry.first {
        try scratch.matcher.pairing.after.dropSection()
        continue
      }
      scratch.matcher.pairing.after.addSection(
        entry.key, first: entry.first, supplementaries: entry.supplementaries)
    }
    scratch.matcher.pairing.after.endSections()
  }

  /// Converts the input to a snapshot, with duplicate keys resolved by the list's policy.
  private func describe(
    _ sections: borrowing SectionInputs, _ columns: Columns
  ) throws(Refusal) -> SnapshotVersion {
    var options = SnapshotOptions()
    options.duplicates = self.options.duplicates
    let snapshot = Snapshot(options)
    try snapshot.fill(sections, columns)
    return try freeze(snapshot, indexed: true)
  }

  /// The list's state with the items of one section replaced.
  private func describe(
    _ section: Key, _ columns: Columns, _ description: inout Description
  ) throws(Refusal) -> SnapshotVersion {
    description.snapshot = try snapshot()
    try description.snapshot!.replaceItems(of: section, columns, &description.releases)
    return try freeze(description.snapshot!)
  }
}

/// A snapshot that is created under the update lock and outlives it: its destruction releases models.
private struct Description: ~Copyable {
  var snapshot: Snapshot? = nil
  var releases = PendingReleases()
}
