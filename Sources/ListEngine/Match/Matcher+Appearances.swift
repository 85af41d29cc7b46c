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
        let appearances = matches.entry == nil ? after.appearances(at: Int(a)) : nil
        let model = appearances?.model ?? staged.model(matches.entry ?? 0)
        let cellClass = appearances?.cellClass ?? staged.cellClass(matches.entry ?? 0)
        if let patch = patch(run.before + i, a, known, model, cellClass) { try merged.append(patch) }
      }
    }
    swap(&patches, &merged)
  }

  /// The patch of a matched item, or nil if nothing changes. `known` is the walk's patch for its content.
  private func patch(
    _ b: UInt32, _ a: UInt32, _ known: Patch?, _ model: Model, _ cellClass: UInt32
  ) -> Patch? {
    let old = before.appearances(at: Int(b))
    var patch = Patch(
      after: a, before: b, content: known?.content ?? old.content, model: model, cellClass: cellClass,
      flags: known?.flags ?? 0)
    patch.flags = ChangeFlags.between(old, (patch.content, model, cellClass))
    return patch.flags == 0 && model == old.model ? nil : patch
  }
}

extension ChangeFlags {
  typealias Appearances = (content: UInt64, model: Model, cellClass: UInt32)

  /// The reasons to update an item from `old` to `new`, or 0. Calls the class's `equal` if neither has a
  /// content.
  static func between(_ old: Appearances, _ new: Appearances) -> UInt32 {
    var flags: UInt32 = 0
    if old.content != new.content { flags |= byContent }
    if old.cellClass != new.cellClass { flags |= byClass }
    if flags == 0 && old.content == 0 && old.model != new.model
      && !CellClass.equal(new.cellClass, old.model, new.model)
    {
      flags = byEqual
    }
    return flags
  }
}
