// The target of a changeset before a list is updated to it: a copy of the list's state, which checks that
// the changeset fits. It is created before the update lock is taken and destroyed after it is released, because
// the supplementaries that it releases call the host. Its leaves never own a model: it ends before another
// change of the list can begin.

struct ChangesetTarget: ~Copyable {
  private let copy: Snapshot
  private let scratch: BorrowedScratch

  init(isScoped: Bool) throws(Refusal) {
    var options = SnapshotOptions()
    options.duplicates = isScoped ? Duplicates.scope : Duplicates.refuse
    copy = Snapshot(options)
    scratch = try BorrowedScratch()
  }

  deinit { scratch.value.releases.releaseAll() }

  /// Calls `body` with the state that `changeset` makes of `arrangement`. If models are kept, they become
  /// those of the items that are inserted or updated; the caller keeps them alive.
  func apply<Result: ~Copyable>(
    _ changeset: borrowing Changeset, _ models: borrowing PayloadModels,
    to arrangement: borrowing Arrangement,
    _ body: (borrowing Snapshot) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    copy.body.value.arrangement = try arrangement.copy()
    defer {
      scratch.value.releases.discard()
      copy.body.value.arrangement.discardLeaves()
    }
    try copy.body.value.apply(changeset, models, &scratch.value, copy.options)
    // The list will share the new supplementaries.
    scratch.value.releases.retainInstalled()
    return try body(copy)
  }
}
