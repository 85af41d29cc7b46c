// Compares the appearance of matched items. The walk has compared contents already. If either side has other
// columns, this pass over all matches compares those too, except in leaves that both sides have. Where neither side
// has a content, only the class's `equal` can tell: it is called later, by `askEqual`, once nothing else can be
// refused.

extension Matches {
  mutating func compareAppearances(_ pairing: borrowing Pairing) throws(Refusal) {
    if pairing.before.traits | pairing.after.traits == 0 { return }
    var merged = Buffer<Patch>()
    var next = 0
    var matches = MatchIterator()
    while let run = matches.next(self) {
      var i: UInt32 = 0
      // Where the leaves end that were found not to be shared.
      var unshared: UInt32 = matches.entry == nil ? 0 : 1
      while i < run.count {
        let a = run.after + i
        if i >= unshared {
          let piece = pairing.piece(Int(run.before + i), Int(a), atMost: Int(run.count - i))
          unshared = i + UInt32(piece.length)
          if piece.isShared {
            i = unshared
            continue
          }
        }
        while next < patches.count && patches[next].after < a { next += 1 }
        let known = next < patches.count && patches[next].after == a ? patches[next] : nil
        // The staged value is used: a host's column is read only once.
        let new = matches.entry.map { staged.values($0) } ?? pairing.after.values(at: Int(a))
        let old = pairing.before.values(at: Int(run.before + i))
        var patch = Patch(after: a, before: run.before + i, values: new, flags: 0)
        patch.values.content = known?.values.content ?? old.content
        patch.flags = old.appearance.difference(patch.values.appearance)
        if patch.flags != 0 || new.model != old.model { try merged.append(patch) }
        i += 1
      }
    }
    swap(&patches, &merged)
  }

  // MARK: Asking the host

  /// Calls `equal` for the patches that differ in nothing but the model.
  mutating func askEqual(_ pairing: borrowing Pairing) {
    if pairing.before.traits | pairing.after.traits == 0 { return }
    for i in 0..<patches.count where patches[i].flags == 0 {
      patches[i].flags = ChangeFlags.between(
        pairing.before.values(at: Int(patches[i].before)), patches[i].values)
    }
  }
}

extension Pairing {
  /// The items from (b, a) on, at most `length`, that lie in one leaf of either side, and whether it is the same leaf.
  fileprivate func piece(_ b: Int, _ a: Int, atMost length: Int) -> (length: Int, isShared: Bool) {
    if after.chunks.isEmpty { return (length, false) }
    let old = before.chunks[before.chunk(at: b)]
    let new = after.chunks[after.chunk(at: a)]
    let piece = min(length, Int(old.first) + old.count - b, Int(new.first) + new.count - a)
    return (piece, old.leaf == new.leaf && b - Int(old.first) == a - Int(new.first))
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
