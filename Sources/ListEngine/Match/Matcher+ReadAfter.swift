// A copy of `after` as it was read, item by item, in memory of our own: the host's arrays may have changed since.
//
//     runs      keys of `before`, which are equal, with the patches' contents
//     staged    as they were read

extension Matcher {
  /// Can be called after `match`, also if there is a duplicate.
  func readAfter() throws(Refusal) -> OwnedColumns {
    var read = try OwnedColumns(capacity: pairing.after.count, traits: pairing.after.traits)
    var patch = 0
    var staged = 0
    var run = 0
    var flat = 0
    while flat < pairing.after.count {
      if staged < matches.staged.count && matches.staged.flat(staged) == flat {
        read.push(matches.staged.key(staged), matches.staged.values(staged))
        staged += 1
        flat += 1
        continue
      }
      for b in Int(matches.runs[run].before)..<Int(matches.runs[run].before + matches.runs[run].count) {
        while patch < matches.patches.count && Int(matches.patches[patch].after) < flat { patch += 1 }
        // Models and classes of a host have not been read yet. A changeset has them nowhere else.
        var values = pairing.after.columns?.values(flat) ?? ItemValues()
        let isPatched = patch < matches.patches.count && Int(matches.patches[patch].after) == flat
        values.content = isPatched ? matches.patches[patch].values.content : pairing.before.content(at: b)
        read.push(pairing.before.key(at: b), values)
        flat += 1
      }
      run += 1
    }
    return read
  }
}
