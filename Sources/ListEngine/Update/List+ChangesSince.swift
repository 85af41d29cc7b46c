// The changes since a snapshot of the list, for hosts that show snapshots. Finding them is a read: it waits for no
// update and discards nothing that is prepared.
//
//     commit     4    A[1 2 3]        before, a snapshot of the list
//                6                    3 is marked to be reloaded
//                7    A[1 3 4]        the list
//     changes    2 is deleted, 3 reloaded, 4 inserted;  after: a snapshot of commit 7
//
// Both sides are versions of one list. They share most leaves, which are not read, and an index would cost more than to
// find what has moved without one. The marks of the commits between them come from the CommitLog.

/// The state of a list, and what led to it from an earlier one.
private struct LaterState: ~Copyable {
  let snapshot: Snapshot
  /// Whether a commit has reloaded everything, or marked to be reloaded what is no longer known.
  var reloads = false
  /// Whether it is no longer known what a commit has reconfigured.
  var reconfigures = false
  /// Marks of items, unsorted: the flat position in the high half, `ChangeFlags` in the low half.
  var marks = Buffer<UInt64>()
  /// Positions of sections, unsorted.
  var sections = Buffer<UInt64>()

  init(_ snapshot: consuming Snapshot) { self.snapshot = snapshot }
}

/// Nothing if no commit came since.
public struct ChangesSince: ~Copyable {
  public var changeset: Changeset? = nil
  public var after: Snapshot? = nil
}

extension List {
  /// Calls `equal` and `changed` of classes if the changes are wanted.
  public func changes(
    since before: borrowing Snapshot, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> ChangesSince {
    try before.read { body throws(Refusal) in
      guard let origin = body.origin, read({ state in origin.list == state.number }) else {
        throw Refusal(.notOfList, role: .before)
      }
      return try changes(
        from: body.arrangement, laterState(than: origin.commit), options, wantsChangeset: wantsChangeset)
    }
  }

  /// From nothing: everything is inserted.
  public func changesSinceNothing(
    _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> ChangesSince {
    try changes(
      from: Arrangement(leafCapacity: Leaf.largest, fanOut: 64), laterState(than: nil), options,
      wantsChangeset: wantsChangeset)
  }

  private func changes(
    from before: borrowing Arrangement, _ later: consuming LaterState?, _ options: UpdateOptions,
    wantsChangeset: Bool
  ) throws(Refusal) -> ChangesSince {
    guard var later else { return ChangesSince() }
    let changeset = wantsChangeset ? try changes(from: before, to: &later, options) : nil
    return ChangesSince(changeset: changeset, after: later.snapshot)
  }

  // MARK: Read

  /// The present state, and what the commits since have marked; nil if there were none.
  private func laterState(than commit: UInt64?) throws(Refusal) -> LaterState? {
    try makeLog()
    return try read { state throws(Refusal) in
      if editNumber.value != 0 { throw Refusal(.editOpen) }
      state.log.value.keep()
      if commit == state.log.value.count { return nil }
      var later = LaterState(try snapshot(of: state, isCommitted: true))
      guard let commit else { return later }
      later.reloads = state.log.value.reloaded > commit
      later.reconfigures = state.log.value.reconfigured > commit
      try later.find(state, since: commit)
      return later
    }
  }

  // MARK: Compare

  private func changes(
    from before: borrowing Arrangement, to later: inout LaterState, _ options: UpdateOptions
  ) throws(Refusal) -> Changeset? {
    let scratch = try BorrowedScratch()
    var options = options
    if later.reloads { options.reloads = true }
    scratch.value.duplicates = DuplicateCounts()
    try scratch.value.matcher.pairing.before.set(before)
    try scratch.value.matcher.pairing.after.set(later.snapshot.body.value.arrangement)
    try scratch.value.matcher.match(
      index: KeyIndex(), sections: before.sectionIndex,
      numbers: unsafe Finder.Numbers(slots: .none, leaves: nil), isScoped: self.options.isScoped)
    try scratch.value.setMarks(of: &later)
    var report = UpdateReport(options, wantsChangeset: true)
    try report.finish(&scratch.value, before, self.options)
    return report.takeChangeset()
  }
}

extension LaterState {
  /// Items and sections that have gone have lost their marks.
  fileprivate mutating func find(_ state: borrowing ListState, since commit: UInt64) throws(Refusal) {
    try state.log.value.forEach(since: commit) { mark throws(Refusal) in
      if mark.isSection {
        guard let id = state.live(mark.handle) else { return }
        try sections.append(UInt64(state.arrangement.start(ofSection: id).units))
      } else if let slot = state.slots.slot(mark.handle) {
        let flat = state.arrangement.flat(of: state.location(ofSlot: slot))
        let kept = ChangeFlags.reload | ChangeFlags.byMark | ChangeFlags.byChildren
        try marks.append(UInt64(flat) << 32 | UInt64(mark.flags & kept))
      }
    }
  }
}

extension UpdateScratch {
  /// Sets the marks of the changes, sorted by position.
  fileprivate mutating func setMarks(of after: inout LaterState) throws(Refusal) {
    marks.removeAll()
    try after.sections.sort(from: 0)
    for i in 0..<after.sections.count where i == 0 || after.sections[i] != after.sections[i - 1] {
      try matcher.pairing.after.markedSections.append(UInt32(after.sections[i]))
      let section = Int(after.sections[i])
      for flat in matcher.pairing.after.starts[section]..<matcher.pairing.after.starts[section + 1] {
        try after.marks.append(UInt64(flat) << 32 | UInt64(ChangeFlags.reload | ChangeFlags.byMark))
      }
    }
    if after.reconfigures {
      try after.marks.reserve(extra: matcher.pairing.after.count)
      for flat in 0..<matcher.pairing.after.count {
        after.marks.push(UInt64(flat) << 32 | UInt64(ChangeFlags.byMark))
      }
    }
    try after.marks.sort()
    try marks.reserve(after.marks.count)
    for i in 0..<after.marks.count {
      let flags = UInt32(truncatingIfNeeded: after.marks[i])
      let flat = UInt32(after.marks[i] >> 32)
      marks.push(Mark(flat: flat, reloads: flags & ChangeFlags.reload, reason: flags & ~ChangeFlags.reload))
    }
  }
}
