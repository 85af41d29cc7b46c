// Carrying a changeset out on a list: on a copy of what it shows first, which checks that it fits, and then as
// any other update. One update lock is held over both. The copy never owns a model: it is gone before any other
// change of the list can begin.

extension List {
  public func apply(
    _ changeset: borrowing Changeset, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try changeset.check(isScoped: self.options.isScoped)
    // The elements that the copy gives up are let go of once the lock is given back.
    var snapshotOptions = SnapshotOptions()
    snapshotOptions.duplicates = self.options.isScoped ? Duplicates.scope : Duplicates.refuse
    let target = try Snapshot(snapshotOptions)
    let scratch = try Box(making: { UpdateScratch() })
    defer {
      scratch.value.releases.releaseAll()
      extendLifetime(target)
    }
    return try whileUpdating { () throws(Refusal) in
      target.body.value.arrangement = try state.value.arrangement.copy()
      defer {
        scratch.value.releases.forget()
        target.body.value.arrangement.forgetLeaves()
      }
      try target.body.value.apply(changeset, &scratch.value, target.options)
      // The list will share the new elements.
      scratch.value.releases.retainInstalled()
      // Keys that are there already are found by the list's own index.
      do throws(Refusal) {
        return try update(target.freeze(), options, wantsChangeset: wantsChangeset)
      } catch { throw state.value.mismatch(error, isScoped: self.options.isScoped) }
    }
  }
}

extension ListState {
  fileprivate func mismatch(_ refusal: Refusal, isScoped: Bool) -> Refusal {
    guard refusal.kind.code == Refusal.Kind.duplicate.code, let key = refusal.detail.key,
      let slot = find(key, in: isScoped ? refusal.detail.section : nil)
    else { return refusal.asMismatch }
    return arrangement.mismatch(key, at: location(ofSlot: slot))
  }
}
