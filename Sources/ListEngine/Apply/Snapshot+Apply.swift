// Applies a changeset to a snapshot, all or nothing. The changeset is compared with the present state, new
// leaves are built as for an update of a list, and they are put into a copy of the arrangement, which then
// replaces the original. Unchanged leaves are shared by both and are not copied.
//
//     arrangement    | 1 2 3 | 4 5 |              the original: unchanged until the end
//     copy           | 1 3 6 | 4 5 |              leaf 0 is new, leaf 1 the same
//                      ▲ only the index entries of leaf 0 are rebuilt

extension Snapshot {
  /// Refuses `noPayload`, `scope`, `mismatch`, `limit`. Builds the index on first use.
  public func apply(_ changeset: borrowing Changeset) throws(Refusal) {
    try changeset.check(isScoped: options.isScoped)
    let scratch = try BorrowedScratch()
    try edit(indexed: true) { body, releases throws(Refusal) in
      // What the index released is released together with the rest.
      swap(&releases, &scratch.value.releases)
      defer { swap(&releases, &scratch.value.releases) }
      try body.apply(changeset, PayloadModels(), &scratch.value, options)
    }
  }
}

extension SnapshotState {
  /// Without an index, keys that exist already are not detected; the caller must detect them. Everything
  /// released is in `scratch.releases`.
  mutating func apply(
    _ changeset: borrowing Changeset, _ models: borrowing PayloadModels, _ scratch: inout UpdateScratch,
    _ options: SnapshotOptions
  ) throws(Refusal) {
    try scratch.matcher.pairing.before.set(arrangement, droppingEmpty: options.dropsEmptySections)
    try scratch.matcher.take(changeset, models)
    try checkNewItems(&scratch.matcher, options)
    if scratch.matcher.pairing.after.count > ListOptions.mostItems { throw Refusal(.limit) }
    var made = Buffer<SupplementaryBlock>()
    do throws(Refusal) {
      try scratch.matcher.takeSupplementaries(changeset, models, &made)
      try scratch.leafBuilder.build(scratch.matcher, leafCapacity: arrangement.leafCapacity)
      var copy = try arrangement.copy()
      try prepare(&copy, &scratch, newBlocks: made.count)
      var unmatched = try UnmatchedItems(changeset.correspondence, .before)
      for _ in 0..<changeset.payload.before.items.count {
        scratch.release(unmatched.next(changeset.correspondence))
      }
      commit(&copy, &scratch, made, options)
    } catch {
      scratch.leafBuilder.discard()
      for i in 0..<made.count { made[i].free() }
      throw error
    }
  }

  /// Inserted keys must neither exist already nor be duplicates of each other.
  private func checkNewItems(_ matcher: inout Matcher, _ options: SnapshotOptions) throws(Refusal) {
    if !index.isMade || matcher.matches.staged.newCount == 0 { return }
    if let i = try matcher.firstDuplicateNewItem() {
      let position = matcher.pairing.after.position(of: matcher.matches.staged.flat(i))
      throw Refusal(
        .mismatch, key: matcher.matches.staged.key(i),
        section: matcher.pairing.after.sectionKeys[Int(position.section)], position: position)
    }
    let list = KeyScope.list
    for i in 0..<matcher.matches.staged.count {
      let position = matcher.pairing.after.position(of: matcher.matches.staged.flat(i))
      let section = matcher.pairing.after.sectionKeys[Int(position.section)]
      let key = list.narrowed(to: section, if: options.isScoped).key(matcher.matches.staged.key(i))
      guard let there = find(key) else { continue }
      throw arrangement.mismatch(matcher.matches.staged.key(i), at: there)
    }
  }

  // MARK: The commit

  private mutating func prepare(
    _ copy: inout Arrangement, _ scratch: inout UpdateScratch, newBlocks: Int
  ) throws(Refusal) {
    try copy.prepareCommit(&scratch)
    try scratch.releases.supplementaries.reserve(
      extra: arrangement.sectionCount + scratch.matcher.pairing.before.sectionCount)
    try scratch.releases.installed.reserve(extra: newBlocks)
    try index.reserve(extra: scratch.matcher.matches.staged.newCount)
  }

  /// Cannot fail.
  private mutating func commit(
    _ copy: inout Arrangement, _ scratch: inout UpdateScratch, _ made: borrowing Buffer<SupplementaryBlock>,
    _ options: SnapshotOptions
  ) {
    for i in 0..<scratch.matcher.matches.patches.count
    where scratch.matcher.pairing.replacesModel(scratch.matcher.matches.patches[i]) {
      scratch.release(scratch.matcher.matches.patches[i].before)
    }
    for i in 0..<made.count { scratch.releases.installed.push(made[i]) }
    if options.dropsEmptySections { copy.removeEmptySections(&scratch.releases) }
    let isReordered = copy.commitSections(&scratch, firstGeneration: 0)
    copy.commitLeaves(&scratch)
    updateIndex(scratch)
    copy.commitTrees(&scratch, isReordered: isReordered)
    copy.releaseLeaves(&scratch)
    copy.count += scratch.matcher.pairing.after.count - scratch.matcher.pairing.before.count
    scratch.leafBuilder.newLeaves.removeAll()
    current = .noIndex
    swap(&arrangement, &copy)
  }

  private mutating func updateIndex(_ scratch: borrowing UpdateScratch) {
    let list = KeyScope.list
    let isScoped = scratch.matcher.pairing.isScoped
    for section in 0..<scratch.matcher.pairing.before.sectionCount {
      let scope = list.narrowed(to: scratch.matcher.pairing.before.sectionKeys[section], if: isScoped)
      let first = Int(scratch.matcher.pairing.before.firstChunks[section])
      for c in first..<Int(scratch.matcher.pairing.before.firstChunks[section + 1])
      where scratch.leafBuilder.outcomes[c] != .kept {
        let chunk = scratch.matcher.pairing.before.chunks[c]
        index.remove(chunk.leaf, LeafID(chunk.id), scope)
      }
    }
    for section in 0..<scratch.matcher.pairing.after.sectionCount {
      let scope = list.narrowed(to: scratch.matcher.pairing.after.sectionKeys[section], if: isScoped)
      let first = Int(scratch.leafBuilder.firstNewLeaves[section])
      for p in first..<Int(scratch.leafBuilder.firstNewLeaves[section + 1])
      where !scratch.leafBuilder.newLeaves[p].isKept {
        let leaf = scratch.leafBuilder.newLeaves[p].leaf
        let id = scratch.commit.leafIDs[p]
        index.follow(LeafChange(leaf: leaf, id: id, first: 0, count: leaf.count), scope)
      }
    }
  }
}

extension UpdateScratch {
  /// Records the release of the model of an item of `before`.
  fileprivate mutating func release(_ flat: UInt32) {
    if matcher.pairing.before.traits & ItemColumn.model.bit == 0 { return }
    releases.released.push(matcher.pairing.before.values(at: Int(flat)))
  }
}

extension Arrangement {
  /// The refusal for an inserted key that exists already.
  func mismatch(_ key: Key, at location: Location) -> Refusal {
    let section = sections[start(ofLeaf: location.leaf).section].key
    return Refusal(.mismatch, key: key, section: section, position: position(of: location))
  }

  /// Removes empty sections, for a snapshot that drops them. `releases` must have capacity reserved.
  fileprivate mutating func removeEmptySections(_ releases: inout PendingReleases) {
    for id in 0..<sections.count where sections[id].isLive && sections[id].count == 0 {
      removeSection(SectionID(UInt32(id)), &releases)
    }
  }
}

extension Refusal {
  /// A duplicate key is a mismatch when a changeset is applied.
  var asMismatch: Refusal {
    guard kind.code == Kind.duplicate.code else { return self }
    let detail = self.detail
    return Refusal(.mismatch, key: detail.key, section: detail.section, position: detail.position)
  }
}
