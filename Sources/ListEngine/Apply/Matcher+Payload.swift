// Fills a matcher from a changeset with payload instead of matching: the changeset is compared with the
// present state and, if it starts from that state, converted to the input that an update's own matching
// produces.
//
//     changeset      present state       given to the leaf builder
//     runs           section counts      runs
//     deleted 2      2 at A:1 ✓          (in no run)
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
    try matches.runs.copy(changeset.correspondence.runs)
    matches.claim(unnamed: pairing.before.count - changeset.payload.before.items.count)
    try checkDeleted(changeset)
    try describeAfter(changeset, models.after)
    try takeUpdates(changeset, models)
  }

  // MARK: Comparing the present state

  private func checkSections(_ changeset: borrowing Changeset) throws(Refusal) {
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

  @_optimize(size) private func checkDeleted(_ changeset: borrowing Changeset) throws(Refusal) {
    var unmatched = try UnmatchedItems(changeset.correspondence, .before)
    for i in 0..<changeset.payload.before.items.count {
      let item = changeset.payload.before.items[i]
      try check(item.key, item.appearance, at: Int(unmatched.next(changeset.correspondence)))
    }
  }

  @_optimize(size) private func check(_ key: Key, _ appearance: Appearance, at flat: Int) throws(Refusal) {
    let isThere = pairing.before.key(at: flat) == key
    if isThere && pairing.before.values(at: flat).appearance == appearance { return }
    let position = pairing.before.position(of: flat)
    throw Refusal(
      isThere ? .differs : .mismatch, key: key, section: pairing.before.sectionKeys[Int(position.section)],
      position: position)
  }

  // MARK: Filling the new state

  /// Fills everything in `after` except its supplementaries.
  @_optimize(size) private mutating func describeAfter(
    _ changeset: borrowing Changeset, _ models: borrowing PayloadModels.OneSide
  ) throws(Refusal) {
    try pairing.after.set(.empty, sections: changeset.payload.after.sections.count)
    pairing.after.traits = 0
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
    var unmatched = try UnmatchedItems(changeset.correspondence, .after)
    for i in 0..<changeset.payload.after.items.count {
      let item = changeset.payload.after.items[i]
      try matches.staged.append(
        new: unmatched.next(changeset.correspondence), item.key,
        ItemValues(item.appearance, model: models.items.model(i)), traits: pairing.after.traits)
    }
  }

  /// Without kept models, an item keeps its own; but a model belongs to its class, so an item whose class
  /// changes loses it.
  @_optimize(size) private mutating func takeUpdates(
    _ changeset: borrowing Changeset, _ models: borrowing PayloadModels
  ) throws(Refusal) {
    try matches.patches.reserve(changeset.payload.updated.count)
    var next = 0
    for u in 0..<changeset.correspondence.updates.count {
      let update = changeset.correspondence.updates[u]
      for i in 0..<update.count {
        let change = changeset.payload.updated[next]
        let kept = models.after.updated.model(next)
        next += 1
        let flat = Int(update.before + i)
        try check(change.key, change.before, at: flat)
        let present = pairing.before.values(at: flat).model
        let keepsClass = change.before.cellClass == change.after.cellClass
        let model = models.areKept ? kept : keepsClass ? present : .null
        if change.before == change.after && model == present { continue }
        matches.patches.push(
          Patch(
            after: update.after + i, before: update.before + i,
            values: ItemValues(change.after, model: model), flags: ChangeFlags.byContent))
      }
    }
  }
}
