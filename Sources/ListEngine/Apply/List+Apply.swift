// Applies a changeset to a list: first to a copy of the list's state, which checks that it fits, then as an
// ordinary update. One update lock is held over both. The copy never owns a model: it is destroyed before
// another change of the list can begin.

extension List {
  public func apply(
    _ changeset: borrowing Changeset, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try changeset.check(isScoped: self.options.isScoped)
    // The supplementaries that the copy releases are released after the lock.
    var snapshotOptions = SnapshotOptions()
    snapshotOptions.duplicates = self.options.isScoped ? Duplicates.scope : Duplicates.refuse
    let target = Snapshot(snapshotOptions)
    let scratch = try BorrowedScratch()
    defer {
      scratch.value.releases.releaseAll()
      extendLifetime(target)
    }
    return try change(.withoutEdit) { change throws(Refusal) in
      target.body.value.arrangement = try state.value.arrangement.copy()
      defer {
        scratch.value.releases.discard()
        target.body.value.arrangement.discardLeaves()
      }
      try target.body.value.apply(changeset, &scratch.value, target.options)
      // The list will share the new supplementaries.
      scratch.value.releases.retainInstalled()
      // A key that exists already is detected by the list's own index.
      do throws(Refusal) {
        var version = try freeze(target)
        return try update(&change, &version, options, wantsChangeset: wantsChangeset)
      } catch { throw state.value.mismatch(error, isScoped: self.options.isScoped) }
    }
  }
}

extension ListState {
  fileprivate func mismatch(_ refusal: Refusal, isScoped: Bool) -> Refusal {
    guard refusal.kind.code == Refusal.Kind.duplicate.code, let key = refusal.detail.key,
      let wanted = try? ScopedKey(key, in: refusal.detail.section, isScoped: isScoped),
      let location = find(wanted)
    else { return refusal.asMismatch }
    return arrangement.mismatch(key, at: location)
  }
}
