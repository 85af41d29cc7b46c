// The diff of two snapshots, without any list.

extension Changeset {
  /// What turns `before` into `after`. While it runs, `before` may be read and not edited; `after` is
  /// taken as it was at the call.
  public static func between(
    _ before: borrowing Snapshot, _ after: borrowing Snapshot, _ options: UpdateOptions
  ) throws(Refusal) -> Changeset {
    if before.options.isScoped != after.options.isScoped { throw Refusal(.scope) }
    try before.beginIndexedRead()
    defer { before.lock.endRead() }
    do throws(Refusal) {
      return try between(before, after.freeze(), options)
    } catch {
      // Keys that stand twice in after are dealt with where its index is made.
      guard error.isResolvable(after.options.duplicates) else { throw error }
      return try between(before, after.freeze(indexed: true), options)
    }
  }

  private static func between(
    _ before: borrowing Snapshot, _ after: borrowing Frozen, _ options: UpdateOptions
  ) throws(Refusal) -> Changeset {
    var matcher = Matcher()
    var marks = Buffer<Mark>()
    try matcher.before.set(
      before.body.value.arrangement, droppingEmpty: before.options.dropsEmptySections)
    try after.describe(to: &matcher, &marks, dropsEmptySections: false)
    let numbers = unsafe Finder.Numbers(
      slots: nil, slotCount: 0, leaves: UnsafePointer(before.body.value.arrangement.leaves.pointer))
    try matcher.match(
      index: before.body.value.index.table, numbers: numbers, isScoped: before.options.isScoped,
      looksUpAll: true)
    try matcher.checkNewcomers()
    var correspondence = Correspondence()
    var solving = SolveScratch()
    try matcher.fill(&correspondence, marks: marks)
    try correspondence.solve(&solving)
    let summary = correspondence.summary()
    if options.verifies { try Replay.check(correspondence.batch(), of: correspondence) }
    var changeset = try Changeset(
      summary, reload: options.reload(summary, or: 0), duplicates: after.duplicates)
    if options.keepsKeys { try changeset.keepKeys(matcher) }
    changeset.take(&correspondence)
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
    kind.code == Kind.duplicate.code && duplicates != Duplicates.refuse && duplicates != Duplicates.scope
  }
}
