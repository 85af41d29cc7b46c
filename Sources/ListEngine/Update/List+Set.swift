// Telling a list what to show. Each of these is one update (ListUpdate); what goes is released once the
// update lock is given back.

extension List {
  // MARK: Updates

  /// The sections begin at ascending items of `columns`, the first at 0: the caller has checked.
  public func set(
    _ sections: borrowing SectionInputs, _ columns: Columns, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    do throws(Refusal) {
      return try whileUpdating { () throws(Refusal) in
        try update(options, wantsChangeset: wantsChangeset) { scratch throws(Refusal) in
          try describe(sections, columns, to: &scratch)
        }
      }
    } catch {
      guard error.isResolvable(self.options.duplicates) else { throw error }
      return try apply(describe(sections, columns), options, wantsChangeset: wantsChangeset)
    }
  }

  /// The items of one section; those of all others stay.
  public func setItems(
    ofSection key: Key, _ columns: Columns, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    var description = Description()
    defer { description.releases.releaseAll() }
    return try whileUpdating { () throws(Refusal) in
      guard let section = state.value.arrangement.section(forKey: key) else {
        throw Refusal(.notFound, section: key)
      }
      if columns.count == 0 && self.options.dropsEmptySections {
        return try update(describe(key, columns, &description), options, wantsChangeset: wantsChangeset)
      }
      do throws(Refusal) {
        return try update(options, section: section, wantsChangeset: wantsChangeset) {
          scratch throws(Refusal) in
          try describe(section, columns, to: &scratch)
        }
      } catch {
        guard error.isResolvable(self.options.duplicates) else { throw error }
        // Which item of which section stays is a matter of the whole list.
        return try update(describe(key, columns, &description), options, wantsChangeset: wantsChangeset)
      }
    }
  }

  public func apply(
    _ snapshot: borrowing Snapshot, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    if snapshot.options.isScoped != self.options.isScoped { throw Refusal(.scope) }
    do throws(Refusal) {
      var version = try snapshot.freeze()
      version.refusesDuplicates = Duplicates.areRefused(snapshot.options.duplicates)
      return try apply(version, options, wantsChangeset: wantsChangeset)
    } catch {
      // Keys that stand twice are dealt with where the snapshot's index is made.
      guard error.isResolvable(snapshot.options.duplicates) else { throw error }
      return try apply(snapshot.freeze(indexed: true), options, wantsChangeset: wantsChangeset)
    }
  }

  private func apply(
    _ version: borrowing SnapshotVersion, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try whileUpdating { () throws(Refusal) in
      try update(version, options, wantsChangeset: wantsChangeset)
    }
  }

  /// A snapshot of what the list shows.
  public func snapshot() throws(Refusal) -> Snapshot {
    var options = SnapshotOptions()
    options.duplicates = self.options.duplicates
    options.dropsEmptySections = self.options.dropsEmptySections
    return try Snapshot(options, read { state throws(Refusal) in try state.arrangement.copy() })
  }

  // MARK: Steps of the above

  func whileUpdating(
    _ work: () throws(Refusal) -> Changeset?
  ) throws(Refusal) -> Changeset? {
    try lock.beginUpdate()
    do throws(Refusal) {
      try refuseEdit()
      let changeset = try work()
      let done = scratch.value.statistics
      endUpdate(done)
      done.log()
      return changeset
    } catch {
      endUpdate(nil)
      throw error
    }
  }

  /// With what the update did, if it succeeded. What it gave up is no scratch.
  private func endUpdate(_ done: Statistics?) {
    var releases = PendingReleases()
    if scratch.isMade { scratch.value.takePendingReleases(&releases) }
    publish(done)
    endUpdate(&releases)
  }

  /// Gives the update lock back, between the two calls of the host that a change ends with.
  func endUpdate(_ releases: inout PendingReleases) {
    releases.retainShared()
    lock.endUpdate()
    releases.releaseAll()
  }

  func update(
    _ version: borrowing SnapshotVersion, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try update(options, wantsChangeset: wantsChangeset) { scratch throws(Refusal) in
      scratch.duplicates = version.duplicates
      scratch.refusesDuplicates = version.refusesDuplicates
      try version.describe(
        to: &scratch.matcher, &scratch.marks, dropsEmptySections: self.options.dropsEmptySections)
    }
  }

  private func describe(_ section: UInt32, _ columns: Columns, to scratch: inout UpdateScratch)
    throws(Refusal)
  {
    let section = state.value.arrangement.sections[Int(section)]
    scratch.duplicates = DuplicateCounts()
    scratch.refusesDuplicates = Duplicates.areRefused(options.duplicates)
    try scratch.matcher.after.set(columns, sections: 1)
    scratch.matcher.after.addSection(section.key, first: 0, supplementaries: section.supplementaries)
    scratch.matcher.after.endSections()
  }

  private func describe(
    _ sections: borrowing SectionInputs, _ columns: Columns, to scratch: inout UpdateScratch
  ) throws(Refusal) {
    scratch.duplicates = DuplicateCounts()
    scratch.refusesDuplicates = Duplicates.areRefused(options.duplicates)
    try scratch.matcher.after.set(columns, sections: sections.count)
    for i in 0..<sections.count {
      let entry = sections.entries[i]
      let end = i + 1 < sections.count ? sections.entries[i + 1].first : columns.count
      if options.dropsEmptySections && end == entry.first {
        try scratch.matcher.after.dropSection()
        continue
      }
      scratch.matcher.after.addSection(entry.key, first: entry.first, supplementaries: entry.supplementaries)
    }
    scratch.matcher.after.endSections()
  }

  /// The same as a snapshot, with its keys made unique as the list's policy says.
  private func describe(
    _ sections: borrowing SectionInputs, _ columns: Columns
  ) throws(Refusal) -> SnapshotVersion {
    var options = SnapshotOptions()
    options.duplicates = self.options.duplicates
    let snapshot = try Snapshot(options)
    try snapshot.fill(sections, columns)
    return try snapshot.freeze(indexed: true)
  }

  /// What is shown, with other items in one section.
  private func describe(
    _ section: Key, _ columns: Columns, _ description: inout Description
  ) throws(Refusal) -> SnapshotVersion {
    description.snapshot = try snapshot()
    try description.snapshot!.replaceItems(of: section, columns, &description.releases)
    return try description.snapshot!.freeze()
  }
}

/// A snapshot that is made while the update lock is held, and outlives that: models are released with it.
private struct Description: ~Copyable {
  var snapshot: Snapshot? = nil
  var releases = PendingReleases()
}

extension UpdateScratch {
  /// What the update gave up, in exchange for an empty one.
  fileprivate mutating func takePendingReleases(_ other: inout PendingReleases) {
    if releases.isEmpty { return }
    swap(&releases, &other)
  }
}
