// Applies a changeset to a list, as one update. The changeset says which item is which, so nothing is matched:
//
//     1. match       compared with the present state                     Matcher+Payload
//     2 to 7         as for any update                                   ListUpdate
//
// A key that is inserted although the list has it is found as that of any new item, when its index entry is reserved.

extension List {
  @_optimize(size) public func apply(
    _ changeset: borrowing Changeset, _ options: UpdateOptions, wantsChangeset: Bool
  ) throws(Refusal) -> Changeset? {
    try changeset.check(isScoped: self.options.isScoped)
    var blocks = NewBlocks()
    return try change(.withoutEdit) { change throws(Refusal) in
      do throws(Refusal) {
        return try carryOut(
          &change, changeset, PayloadModels(), options, &blocks, wantsChangeset: wantsChangeset)
      } catch { throw state.value.mismatch(error, isScoped: self.options.isScoped) }
    }
  }

  /// If models are kept, they become those of the items that are inserted or updated; the caller keeps them alive.
  /// `blocks` must outlive the update lock. `prepare` completes what was filled.
  @_optimize(size) func carryOut(
    _ change: inout ListChange, _ changeset: borrowing Changeset, _ models: borrowing PayloadModels,
    _ options: UpdateOptions, _ blocks: inout NewBlocks, wantsChangeset: Bool,
    _ prepare: (inout UpdateScratch) throws(Refusal) -> Void = { _ in }
  ) throws(Refusal) -> Changeset? {
    try update(&change, options, isMatched: true, wantsChangeset: wantsChangeset) { scratch throws(Refusal) in
      try scratch.matcher.take(changeset, models)
      try blocks.make { made throws(Refusal) in
        try scratch.matcher.takeSupplementaries(changeset, models, &made)
      }
      if self.options.dropsEmptySections { try scratch.matcher.pairing.dropEmptySections() }
      try prepare(&scratch)
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
