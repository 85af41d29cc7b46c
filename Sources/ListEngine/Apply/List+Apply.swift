// Applies a changeset to a list: first to a copy of the list's state, which checks that it fits, then as an
// ordinary update. One update lock is held over both.

extension List {
  @_optimize(size) public func apply(
    _ changeset: borrowing Changeset, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try changeset.check(isScoped: self.options.isScoped)
    let target = try ChangesetTarget(isScoped: self.options.isScoped)
    return try change(.withoutEdit) { change throws(Refusal) in
      try target.apply(changeset, PayloadModels(), to: state.value.arrangement) { after throws(Refusal) in
        // A key that exists already is detected by the list's own index.
        do throws(Refusal) {
          var version = try freeze(after)
          return try update(&change, &version, options, wantsChangeset: wantsChangeset)
        } catch { throw state.value.mismatch(error, isScoped: self.options.isScoped) }
      }
    }
  }
}

extension ListState {
  @_optimize(size) fileprivate func mismatch(_ refusal: Refusal, isScoped: Bool) -> Refusal {
    guard refusal.kind.code == Refusal.Kind.duplicate.code, let key = refusal.detail.key,
      let wanted = try? ScopedKey(key, in: refusal.detail.section, isScoped: isScoped),
      let location = find(wanted)
    else { return refusal.asMismatch }
    return arrangement.mismatch(key, at: location)
  }
}
