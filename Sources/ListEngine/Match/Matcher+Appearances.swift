// Compares the appearance of matched items. The walk has compared contents already. If either side has models
// or cell classes, this pass over all matches compares those too and calls the class's `equal` where neither
// side has a content. Host callbacks run here, before anything is modified.

extension Matcher {
  mutating func compareAppearances() throws(Refusal) {
    if before.traits | after.traits == 0 { return }
    var merged = Buffer<Patch>()
    var next = 0
    var matches = MatchIterator()
    while let run = matches.next(self) {
      for i in 0..<run.count {
        let a = run.after + i
        while next < patches.count && patches[next].after < a { next += 1 }
        let known = next < patches.count && patches[next].after == a ? patches[next] : nil
        // The staged value is used: a host's column is read only once.
        let new = matches.entry.map { staged.values($0) } ?? after.values(at: Int(a))
        if let patch = patch(run.before + i, a, known, new) { try merged.append(patch) }
      }
    }
    swap(&patches, &merged)
  }

  /// The patch of a matched item, or nil if nothing changes. `known` is the walk's patch for its content.
  private func patch(
    _ b: UInt32, _ a: UInt32, _ known: Patch?, _ new: ItemValues
  ) -> Patch? {
    let old = before.values(at: Int(b))
    var patch = Patch(after: a, before: b, values: new, flags: 0)
    patch.values.content = known?.values.content ?? old.content
    patch.flags = ChangeFlags.between(old, patch.values)
    return patch.flags == 0 && new.model == old.model ? nil : patch
  }
}

extension ChangeFlags {
  /// The reasons to update an item from `old` to `new`, or 0. Calls the class's `equal` if neither has a
  /// content.
  static func between(_ old: ItemValues, _ new: ItemValues) -> UInt32 {
    var flags = old.appearance.difference(new.appearance)
    if flags == 0 && old.content == 0 && old.model != new.model
      && !CellClass.equal(new.cellClass, old.model, new.model)
    {
      flags = byEqual
    }
    return flags
  }
}
