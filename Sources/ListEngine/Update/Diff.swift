// The diff of two snapshots, without a list.

extension Changeset {
  /// The changeset from `before` to `after`. During the call `before` can be read but not edited; `after` is
  /// frozen at the start.
  public static func between(
    _ before: borrowing Snapshot, _ after: borrowing Snapshot, _ options: UpdateOptions
  ) throws(Refusal) -> Changeset {
    if before.options.isScoped != after.options.isScoped { throw Refusal(.mixedScopes) }
    do throws(Refusal) {
      return try before.readIndexed { body throws(Refusal) in
        try between(body, before.options, after, options)
      }
    } catch { throw error.ofDuplicate(in: .before) }
  }

  private static func between(
    _ before: borrowing SnapshotState, _ snapshotOptions: SnapshotOptions, _ after: borrowing Snapshot,
    _ options: UpdateOptions
  ) throws(Refusal) -> Changeset {
    let scratch = try BorrowedScratch()
    return try after.resolvingDuplicates { indexed throws(Refusal) in
      do throws(Refusal) {
        return try scratch.value.diff(before, snapshotOptions, after, indexed: indexed, options)
      } catch { throw error.ofDuplicate(in: .after) }
    }
  }
}

extension UpdateScratch {
  fileprivate mutating func diff(
    _ before: borrowing SnapshotState, _ snapshotOptions: SnapshotOptions, _ after: borrowing Snapshot,
    indexed: Bool, _ options: UpdateOptions
  ) throws(Refusal) -> Changeset {
    var version = try after.freeze(indexed: indexed, reusing: &matcher.pairing.after)
    try version.describe(to: &matcher, &marks)
    duplicates = version.duplicates
    try matcher.pairing.before.set(before.arrangement, droppingEmpty: snapshotOptions.dropsEmptySections)
    let numbers = unsafe Finder.Numbers(
      slots: .none, leaves: UnsafePointer(before.arrangement.leaves.pointer))
    try matcher.match(
      index: before.index.table, sections: before.arrangement.sectionIndex, numbers: numbers,
      isScoped: snapshotOptions.isScoped)
    if !version.hasUniqueKeys { try matcher.findDuplicates(index: before.index.table, numbers: numbers) }
    if matcher.matches.hasDuplicate { throw try matcher.firstDuplicate() }
    var report = UpdateReport(options, wantsChangeset: true)
    try report.finish(&self, before.arrangement, ListOptions())
    return report.takeChangeset()!
  }
}

extension UpdateReport {
  /// Makes the changeset of what was matched, without a commit. `arrangement` is that of `before`.
  mutating func finish(
    _ scratch: inout UpdateScratch, _ arrangement: borrowing Arrangement, _ list: ListOptions
  ) throws(Refusal) {
    try order(&scratch.correspondence, scratch.matcher, &scratch.solving)
    try scratch.askAboutChanges()
    try summarize(scratch.correspondence, matched: scratch.matcher.matches.claimedCount)
    statistics.duplicates = scratch.duplicates
    try makeChangeset(
      &scratch.correspondence, of: scratch.matcher, arrangement, list,
      duplicates: scratch.duplicates)
  }
}

extension Refusal {
  /// Adds the side that has the duplicate, unless a role is set.
  fileprivate func ofDuplicate(in side: Role) -> Refusal {
    kind.code == Kind.duplicate.code && role.code == Role.unnamed.code ? with(role: side) : self
  }
}
