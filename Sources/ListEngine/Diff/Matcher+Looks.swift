// Does a matched item look the same? The walk has compared contents. Where either side has models or
// cell classes, this pass over all runs compares those too and asks the class's `equal` where neither
// side has a content. Host functions are called here, before anything has changed.

extension Matcher {
  mutating func compareLooks() throws(Refusal) {
    if before.traits | after.traits == 0 { return }
    var merged = Buffer<Patch>()
    var next = 0
    for r in 0..<runs.count {
      let run = runs[r]
      for i in 0..<run.count {
        let a = run.after + i
        while next < patches.count && patches[next].after < a { next += 1 }
        let known = next < patches.count && patches[next].after == a ? patches[next] : nil
        if let patch = patch(run.before + i, a, known) { try merged.append(patch) }
      }
    }
    swap(&patches, &merged)
  }

  /// What must change in a matched item, or nil. `known` is what the walk saw of its content.
  private func patch(_ b: UInt32, _ a: UInt32, _ known: Patch?) -> Patch? {
    let old = before.looks(at: Int(b))
    let new = after.looks(at: Int(a))
    var patch = Patch(
      after: a, before: b, content: known?.content ?? old.content, model: new.model,
      cellClass: new.cellClass, flags: known?.flags ?? 0)
    if new.cellClass != old.cellClass { patch.flags |= ChangeFlags.byClass }
    let hasContent = patch.content != 0 || old.content != 0
    if patch.flags == 0 && !hasContent && new.model != old.model
      && !CellClass.equal(new.cellClass, old.model, new.model)
    {
      patch.flags = ChangeFlags.byEqual
    }
    return patch.flags == 0 && new.model == old.model ? nil : patch
  }
}
