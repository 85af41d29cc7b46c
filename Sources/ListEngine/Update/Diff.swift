// The diff of two snapshots, without any list.

extension Changeset {
  /// What turns `before` into `after`. While it runs, `before` may be read and not edited; `after` is
  /// taken as it was at the call.
  public static func between(
    _ before: borrowing Snapshot, _ after: borrowing Snapshot, _ options: UpdateOptions
  ) throws(Refusal) -> Changeset {
    if before.options.isScoped != after.options.isScoped { throw Refusal(.scope) }
    do throws(Refusal) {
      return try before.readIndexed { body throws(Refusal) in
        try between(body, before.options, after, options)
      }
    } catch { throw error.ofDuplicate(in: 1) }
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
      // Duplicates in after are resolved where its index is made.
      guard error.isResolvable(after.options.duplicates) else { throw error.ofDuplicate(in: 2) }
      return try between(body, snapshotOptions, after.freeze(indexed: true), options)
    }
  }

  private static func between(
    _ before: borrowing SnapshotState, _ snapshotOptions: SnapshotOptions, _ after: borrowing SnapshotVersion,
    _ options: UpdateOptions
  ) throws(Refusal) -> Changeset {
    // In a box, as it is large: what fails on the way then has one thing to clean up.
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
  /// Names the snapshot that has the duplicate, unless one is named already.
  fileprivate func ofDuplicate(in argument: UInt32) -> Refusal {
    kind.code == Kind.duplicate.code && self.argument == 0 ? blaming(argument) : self
  }
}

extension UpdateScratch {
  /// From what was matched to what has changed, with the fewest moves unless nobody asks.
  mutating func solve(countsMoves: Bool = true, verifies: Bool) throws(Refusal) -> Summary {
    let isAsked = countsMoves || verifies
    try matcher.fill(&correspondence, marks: marks, withRuns: isAsked)
    return try solveFilled(matched: matcher.claimedCount, isAsked: isAsked, verifies: verifies)
  }

  /// The same of a correspondence that is filled in.
  mutating func solveFilled(matched: Int, isAsked: Bool, verifies: Bool) throws(Refusal) -> Summary {
    if !isAsked { return correspondence.summary(matched: matched) }
    try correspondence.solve(&solving)
    if verifies { try BatchVerifier.check(correspondence.batch(), of: correspondence) }
    return correspondence.summary()
  }

  /// Takes the correspondence over.
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
  /// Whether everything is to be reloaded, and why. `other` stands where no threshold is given.
  func reload(_ summary: Summary, or other: Int) -> UInt32 {
    if reloads { return Reload.asked }
    let limit = reloadThreshold != 0 ? reloadThreshold : other
    return limit != 0 && summary.changedItems > limit ? Reload.threshold : Reload.no
  }
}

extension Refusal {
  /// Whether a duplicate can be dealt with as a policy says, rather than refused.
  func isResolvable(_ duplicates: UInt32) -> Bool {
    kind.code == Kind.duplicate.code && !Duplicates.areRefused(duplicates)
  }

  /// An item's key occurs twice, not a section's.
  var isDuplicateItem: Bool { kind.code == Kind.duplicate.code && detail.key != nil }
}
