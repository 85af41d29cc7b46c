// Fills a matcher from a changeset with payload instead of matching: the changeset is compared with the
// present state and, if it starts from that state, converted to the input that an update's own matching
// produces.
//
//     changeset      present state       given to the leaf builder
//     runs           section counts      runs; short ones staged, as found
//     deleted 2      2 at A:1 ✓          (unclaimed)
//     inserted 6                         staged, new at A:2
//     4: 1 -> 2      4 = 1 at B:0 ✓      a patch

extension Matcher {
  /// `before` must be filled. Refuses `mismatch` at the first difference from the changeset.
  mutating func take(
    _ changeset: borrowing Changeset, _ models: borrowing PayloadModels
  ) throws(Refusal) {
    try checkSections(changeset)
    try pairing.takeSections(of: changeset.correspondence, isScoped: changeset.payload.isScoped)
    try matches.begin(beforeCount: pairing.before.count)
    newKeys.removeAll()
    for i in 0..<changeset.correspondence.runs.count { matches.claim(changeset.correspondence.runs[i]) }
    try checkDeleted(changeset)
    try describeAfter(changeset, models.after)
    try takeItems(changeset, models.after)
    try takeUpdates(changeset, models)
  }

  // MARK: Comparing the present state

  @_optimize(size) private func checkSections(_ changeset: borrowing Changeset) throws(Refusal) {
    let keys = changeset.payload.before.sections.count
    for i in 0..<max(keys, pairing.before.sectionCount) {
      let isPresent = i < keys && i < pairing.before.sectionCount
      if isPresent, pairing.before.sectionKeys[i] == changeset.payload.before.sections[i],
        pairing.before.starts[i + 1] == changeset.correspondence.beforeStarts[i + 1]
      {
        continue
      }
      if isPresent && pairing.before.sectionKeys[i] == changeset.payload.before.sections[i] {
        throw try otherCount(i, changeset)
      }
      throw Refusal(
        i < keys ? .mismatch : .surplus,
        section: i < keys ? changeset.payload.before.sections[i] : pairing.before.sectionKeys[i],
        position: Position(section: UInt32(i), item: noIndex))
    }
  }

  /// The refusal for a section with another number of items: about the first item that is known to differ. The
  /// changeset knows the items that it deletes.
  @_optimize(size) private func otherCount(_ section: Int, _ changeset: borrowing Changeset) throws(Refusal)
    -> Refusal
  {
    let key = pairing.before.sectionKeys[section]
    let start = changeset.correspondence.beforeStarts[section]
    let wanted = Int(changeset.correspondence.beforeStarts[section + 1] - start)
    let first = Int(pairing.before.starts[section])
    let present = Int(pairing.before.starts[section + 1]) - first
    var unmatched = try UnmatchedItems(changeset.correspondence, .before)
    for i in 0..<changeset.payload.before.items.count {
      let flat = unmatched.next(changeset.correspondence)
      if flat < start { continue }
      let item = Int(flat - start)
      if item >= wanted { break }
      let deleted = changeset.payload.before.items[i].key
      if item < present && pairing.before.key(at: first + item) == deleted { continue }
      return Refusal(
        .mismatch, key: deleted, section: key,
        position: Position(section: UInt32(section), item: UInt32(item)))
    }
    let position = Position(section: UInt32(section), item: UInt32(min(present, wanted)))
    if present > wanted {
      return Refusal(.surplus, key: pairing.before.key(at: first + wanted), section: key, position: position)
    }
    return Refusal(.otherCount, section: key, position: Position(section: UInt32(section), item: noIndex))
      .with {
        $0.value = present
        $0.limit = wanted
      }
  }

  private func checkDeleted(_ changeset: borrowing Changeset) throws(Refusal) {
    var window: LeafWindow? = nil
    var flat = -1
    for i in 0..<changeset.payload.before.items.count {
      let item = changeset.payload.before.items[i]
      flat = matches.firstUnclaimed(from: flat + 1)
      _ = try check(item.key, item.appearance, at: flat, &window)
    }
  }

  /// Returns what the item looks like. `window` is the leaf that was read last.
  @inline(__always) private func check(
    _ key: Key, _ appearance: Appearance, at flat: Int, _ window: inout LeafWindow?
  ) throws(Refusal) -> ItemValues {
    var leaf = window
    if leaf?.contains(flat) != true { leaf = pairing.before.leafWindow(at: flat) }
    window = leaf
    guard let leaf else { throw mismatch(key, at: flat, isThere: false) }
    var values = ItemValues(Appearance(content: leaf.content(flat)))
    if pairing.before.traits != 0 { values = leaf.leaf.values(flat &- leaf.low) }
    let isThere = leaf.key(flat) == key
    if isThere && values.appearance == appearance { return values }
    throw mismatch(key, at: flat, isThere: isThere)
  }

  @inline(never) private func mismatch(_ key: Key, at flat: Int, isThere: Bool) -> Refusal {
    let position = pairing.before.position(of: flat)
    return Refusal(
      isThere ? .differs : .mismatch, key: key, section: pairing.before.sectionKeys[Int(position.section)],
      position: position)
  }

  // MARK: Filling the new state

  /// Fills everything in `after` except its items and supplementaries.
  @_optimize(size) private mutating func describeAfter(
    _ changeset: borrowing Changeset, _ models: borrowing PayloadModels.OneSide
  ) throws(Refusal) {
    try pairing.after.set(.empty, sections: changeset.payload.after.sections.count)
    pairing.after.columns = nil
    for i in 0..<changeset.payload.after.sections.count {
      pairing.after.addSection(
        changeset.payload.after.sections[i], first: Int(changeset.correspondence.afterStarts[i]),
        supplementaries: nil)
    }
    pairing.after.starts.push(UInt32(changeset.correspondence.afterCount))
    for i in 0..<changeset.payload.after.items.count {
      pairing.after.traits |= ItemValues(changeset.payload.after.items[i].appearance).traits
    }
    for i in 0..<changeset.payload.updated.count {
      pairing.after.traits |= ItemValues(changeset.payload.updated[i].after).traits
    }
    if !models.items.isEmpty || !models.updated.isEmpty { pairing.after.traits |= ItemColumn.model.bit }
  }

  /// New items are staged, and items of short runs, as they are in `before`.
  private mutating func takeItems(
    _ changeset: borrowing Changeset, _ models: borrowing PayloadModels.OneSide
  ) throws(Refusal) {
    let new = changeset.payload.after.items.count
    var few = 0
    for i in 0..<changeset.correspondence.runs.count where changeset.correspondence.runs[i].isShort {
      few &+= Int(changeset.correspondence.runs[i].count)
    }
    let traits = pairing.before.traits | pairing.after.traits
    try matches.runs.reserve(changeset.correspondence.runs.count)
    guard let staged = try matches.staged.extend(by: new + few, found: few, traits: traits) else {
      return matches.runs.append(contentsOf: changeset.correspondence.runs)
    }
    var next = 0
    var at = 0
    var flat: UInt32 = 0
    for r in 0...changeset.correspondence.runs.count {
      let isRun = r < changeset.correspondence.runs.count
      let run =
        isRun
        ? changeset.correspondence.runs[r] : Run(before: 0, after: UInt32(pairing.after.count), count: 0)
      while flat < run.after {
        let item = changeset.payload.after.items[next]
        staged.place(at, flat, partner: noIndex)
        staged.set(at, item.key, item.appearance.content, .noIndex)
        if traits != 0 {
          matches.staged.push(ItemValues(item.appearance, model: models.items.model(next)))
        }
        next &+= 1
        at &+= 1
        flat &+= 1
      }
      if run.isShort {
        for i in 0..<run.count {
          staged.place(at, flat &+ i, partner: run.before &+ i)
          if traits != 0 { matches.staged.push(ItemValues()) }
          at &+= 1
        }
      } else {
        matches.runs.push(run)
      }
      flat &+= run.count
    }
    if few > 0 { matches.staged.readFound(staged, pairing.before) }
  }

  /// Without kept models, an item keeps its own; but a model belongs to its class, so an item whose class
  /// changes loses it.
  @_optimize(size) private mutating func takeUpdates(
    _ changeset: borrowing Changeset, _ models: borrowing PayloadModels
  ) throws(Refusal) {
    try matches.patches.reserve(changeset.payload.updated.count)
    var window: LeafWindow? = nil
    var next = 0
    var staged = 0
    for u in 0..<changeset.correspondence.updates.count {
      let update = changeset.correspondence.updates[u]
      for i in 0..<update.count {
        let change = changeset.payload.updated[next]
        let kept = models.after.updated.model(next)
        next += 1
        let present = try check(change.key, change.before, at: Int(update.before + i), &window).model
        let keepsClass = change.before.cellClass == change.after.cellClass
        let model = models.areKept ? kept : keepsClass ? present : .null
        if change.before == change.after && model == present { continue }
        let patch = Patch(
          after: update.after + i, before: update.before + i, values: ItemValues(change.after, model: model),
          flags: change.before.difference(change.after))
        matches.patches.push(patch)
        matches.staged.patch(patch, from: &staged)
      }
    }
  }
}

extension Run {
  /// Whether it is staged item by item.
  fileprivate var isShort: Bool { count < Walk.few }
}
