// Gives existing items new appearances, for edits of a list and of a snapshot.
//
//     items            | a 4 | b 5 |  | c 6 |       b and c get the contents 8 and 9
//     own              | a 4 | b 5 |  | c 6 |       both leaves are exclusive: nothing can fail from here on
//     written          | a 4 | b 8 |  | c 9 |

extension Arrangement {
  func entry(at location: Location) -> Entry { leaf(location.leaf).entry(location.offset) }

  /// The models of items with new appearances: each is retained with the class that its item will have.
  func models(
    ofItems items: borrowing Buffer<Location>, _ appearances: borrowing NewAppearances
  ) throws(Refusal) -> ModelReferences {
    var models = ModelReferences()
    if !appearances.changesModels { return models }
    for i in 0..<items.count { try models.add(appearances.apply(i, to: entry(at: items[i])).values) }
    return models
  }

  /// Sets the appearances of distinct items, all or none. Takes over the references that `models(ofItems:)` lists, and
  /// calls `replaced` with each item as it was.
  mutating func update(
    _ items: borrowing Buffer<Location>, _ appearances: borrowing NewAppearances,
    _ releases: inout PendingReleases, _ replaced: (Entry) -> Void
  ) throws(Refusal) {
    if appearances.changesModels { try releases.released.reserve(extra: items.count) }
    var rewritten = Buffer<LeafID>()
    do throws(Refusal) {
      for i in 0..<items.count { try makeWritable(items[i], i, appearances, &releases, &rewritten) }
    } catch {
      // Not even the copied leaves may stay: their references would be visible to the host.
      while !rewritten.isEmpty { undoRewrite(rewritten.pop(), &releases) }
      throw error
    }
    for i in 0..<items.count {
      let leaf = leaf(items[i].leaf)
      let old = leaf.entry(items[i].offset)
      replaced(old)
      leaf.write(appearances.apply(i, to: old), at: items[i].offset)
      if appearances.changesModels { releases.released.push(old.values) }
    }
  }

  /// Makes an item's leaf exclusive to this version, with columns for the new appearance.
  private mutating func makeWritable(
    _ location: Location, _ i: Int, _ appearances: borrowing NewAppearances,
    _ releases: inout PendingReleases,
    _ rewritten: inout Buffer<LeafID>
  ) throws(Refusal) {
    let leaf = leaf(location.leaf)
    let new = appearances.apply(i, to: leaf.entry(location.offset))
    try rewritten.reserve(extra: 1)
    let own = try writable(location.leaf, extra: 0, traits: new.values.traits, &releases)
    if !(own == leaf) { rewritten.push(location.leaf) }
  }
}
