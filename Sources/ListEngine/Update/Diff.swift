// The diff of two snapshots, without a list.

extension Changeset {
  /// The changeset from `before` to `after`. During the call `before` can be read but not edited; `after` is
  /// frozen at the start.
  public static func between(
    _ before: borrowing Snapshot, _ after: borrowing Snapshot, _ options: UpdateOptions
  ) throws(Refusal) -> Changeset {
    if before.options.isScoped != after.options.isScoped { throw Refusal(.scope) }
    do throws(Refusal) {
      return try before.readIndexed { body throws(Refusal) in
        try between(body, before.options, after, options)
      }
    } catch { throw error.ofDuplicate(in: .before) }
  }

  private static func between(
    _ body: borrowing SnapshotState, _ snapshotOptions: SnapshotOptions, _ after: borrowing Snapshot,
    _ options: UpdateOptions
  ) throws(Refusal) -> Changeset {
    do throws(Refusal) {
      var version = try after.freeze()
      version.refusesDuplicates = Duplicates.areRefused(after.options.duplicates)
      return try between(body, snapshotOptions, version, options)
    } catch {
      // Duplicates in `after` are resolved when its index is built.
      guard error.isResolvable(after.options.duplicates) else { throw error.ofDuplicate(in: .after) }
      return try between(body, snapshotOptions, after.freeze(indexed: true), options)
    }
  }

  private static func between(
    _ before: borrowing SnapshotState, _ snapshotOptions: SnapshotOptions, _ after: borrowing SnapshotVersion,
    _ options: UpdateOptions
  ) throws(Refusal) -> Changeset {
    // Boxed because it is large, so that every failure cleans up one object.
    let scratch = try Box(making: { UpdateScratch() })
    try scratch.value.matcher.before.set(
      before.arrangement, droppingEmpty: snapshotOptions.dropsEmptySections)
    try after.describe(to: &scratch.value.matcher, &scratch.value.marks, dropsEmptySections: false)
    scratch.value.duplicates = after.duplicates
    let numbers = unsafe Finder.Numbers(
      slots: nil, leaves: UnsafePointer(before.arrangement.leaves.pointer))
    do throws(Refusal) {
      try scratch.value.matcher.match(
        index: before.index.table, numbers: numbers, isScoped: snapshotOptions.isScoped,
        looksUpAll: true)
      try scratch.value.matcher.checkNewItems()
    } catch {
      guard after.refusesDuplicates, error.isDuplicateItem else { throw error }
      throw try scratch.value.matcher.after.firstDuplicate(isScoped: snapshotOptions.isScoped) ?? error
    }
    let summary = try scratch.value.solve(verifies: options.verifies)
    return try scratch.value.changeset(
      summary, reload: options.reload(summary, or: 0), keepsKeys: options.keepsKeys,
      keepsPayload: options.keepsPayload)
  }
}

extension Refusal {
  /// Adds the side that has the duplicate, unless a role is set.
  fileprivate func ofDuplicate(in side: Role) -> Refusal {
    kind.code == Kind.duplicate.code && role.code == Role.unnamed.code ? with(role: side) : self
  }
}

extension UpdateScratch {
  /// Converts the matches to a solved correspondence and returns its summary. Solving is skipped if its
  /// result is not needed.
  mutating func solve(countsMoves: Bool = true, verifies: Bool) throws(Refusal) -> Summary {
    let isAsked = countsMoves || verifies
    try matcher.fill(&correspondence, marks: marks, withRuns: isAsked)
    return try solveFilled(matched: matcher.claimedCount, isAsked: isAsked, verifies: verifies)
  }

  /// Like `solve`, for a correspondence that is filled already.
  mutating func solveFilled(matched: Int, isAsked: Bool, verifies: Bool) throws(Refusal) -> Summary {
    if !isAsked { return correspondence.summary(matched: matched) }
    try correspondence.solve(&solving)
    if verifies { try BatchVerifier.check(correspondence.batch(), of: correspondence) }
    return correspondence.summary()
  }

  /// Moves the correspondence into a changeset.
  mutating func changeset(
    _ summary: Summary, reload: UInt32, keepsKeys: Bool, keepsPayload: Bool
  ) throws(Refusal) -> Changeset {
    var changeset = try Changeset(summary, reload: reload, duplicates: duplicates)
    changeset.take(&correspondence)
    if keepsKeys { try changeset.keepKeys(matcher) }
    if keepsPayload { try changeset.keepPayload(matcher) }
    return changeset
  }
}

extension UpdateOptions {
  /// Whether everything is reloaded, and why. `other` is the default threshold.
  func reload(_ summary: Summary, or other: Int) -> UInt32 {
    if reloads { return Reload.asked }
    let limit = reloadThreshold != 0 ? reloadThreshold : other
    return limit != 0 && summary.changedItems > limit ? Reload.threshold : Reload.no
  }
}

extension Refusal {
  /// Whether the policy resolves the duplicate instead of refusing it.
  func isResolvable(_ duplicates: UInt32) -> Bool {
    kind.code == Kind.duplicate.code && !Duplicates.areRefused(duplicates)
  }

  /// Whether the duplicate is an item's key, not a section's.
  var isDuplicateItem: Bool { kind.code == Kind.duplicate.code && detail.key != nil }
}
