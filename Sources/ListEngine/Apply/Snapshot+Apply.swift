// Applies a changeset to a snapshot, all or nothing. The changeset is compared with the present state, new
// leaves are built as for an update of a list, and they are put into a copy of the arrangement, which then
// replaces the original. Unchanged leaves are shared by both and are not copied.
//
//     arrangement    | 1 2 3 | 4 5 |              the original: unchanged until the end
//     copy           | 1 3 6 | 4 5 |              leaf 0 is new, leaf 1 the same
//                      ▲ only the index entries of leaf 0 are rebuilt

extension Snapshot {
  /// Refuses `noPayload`, `scope`, `mismatch`, `limit`. Builds the index on first use.
  @_optimize(size) public func apply(_ changeset: borrowing Changeset) throws(Refusal) {
    try changeset.check(isScoped: options.isScoped)
    let scratch = try BorrowedScratch()
    try edit(indexed: true) { body, releases throws(Refusal) in
      // `releases` has those of the index, which are released together with the others.
      swap(&releases, &scratch.value.releases)
      defer { swap(&releases, &scratch.value.releases) }
      try body.apply(changeset, &scratch.value, options)
    }
  }
}

extension SnapshotState {
  /// Everything released is in `scratch.releases`.
  @_optimize(size) fileprivate mutating func apply(
    _ changeset: borrowing Changeset, _ scratch: inout UpdateScratch, _ options: SnapshotOptions
  ) throws(Refusal) {
    try scratch.matcher.pairing.before.set(arrangement, droppingEmpty: options.dropsEmptySections)
    let models = PayloadModels()
    try scratch.matcher.take(changeset, models)
    try checkNewItems(&scratch.matcher, options)
    if scratch.matcher.pairing.after.count > ListOptions.mostItems {
      throw Refusal(
        .snapshotLimit, value: scratch.matcher.pairing.after.count, limit: ListOptions.mostItems)
    }
    var made = Buffer<SupplementaryBlock>()
    do throws(Refusal) {
      try scratch.matcher.takeSupplementaries(changeset, models, &made)
      try scratch.leafBuilder.build(scratch.matcher, leafCapacity: arrangement.leafCapacity)
      var copy = try arrangement.copy()
      try prepare(&copy, &scratch, newBlocks: made.count)
      scratch.releaseUnmatched()
      commit(&copy, &scratch, made, options)
    } catch {
      scratch.leafBuilder.discard()
      for i in 0..<made.count { made[i].free() }
      throw error
    }
  }

  /// Inserted keys must neither exist already nor be duplicates of each other.
  @_optimize(size) private func checkNewItems(_ matcher: inout Matcher, _ options: SnapshotOptions)
    throws(Refusal)
  {
    if matcher.matches.staged.newCount == 0 { return }
    if let i = try matcher.firstDuplicateNewItem() {
      let position = matcher.pairing.after.position(of: matcher.matches.staged.flat(i))
      throw Refusal(
        .insertedTwice, key: matcher.matches.staged.key(i),
        section: matcher.pairing.after.sectionKeys[Int(position.section)], position: position)
    }
    let list = KeyScope.list
    for i in 0..<matcher.matches.staged.count where matcher.matches.staged.isNew(i) {
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
    scratch.releases.addReplaced(by: scratch.matcher)
    for i in 0..<made.count { scratch.releases.installed.push(made[i]) }
    if options.dropsEmptySections { copy.removeEmptySections(&scratch.releases) }
    removeFromIndex(scratch.matcher.pairing, scratch.leafBuilder)
    copy.commit(&scratch, firstGeneration: 0)
    addToIndex(scratch.matcher.pairing, scratch.leafBuilder, scratch.commit)
    scratch.leafBuilder.newLeaves.removeAll()
    current = .noIndex
    swap(&arrangement, &copy)
  }

  /// The items of leaves that go or are replaced.
  @_optimize(size) private mutating func removeFromIndex(
    _ pairing: borrowing Pairing, _ builder: borrowing LeafBuilder
  ) {
    let list = KeyScope.list
    for section in 0..<pairing.before.sectionCount {
      let scope = list.narrowed(to: pairing.before.sectionKeys[section], if: pairing.isScoped)
      for c in pairing.before.chunks(ofSection: section) where builder.outcomes[c] != .kept {
        let chunk = pairing.before.chunks[c]
        index.remove(chunk.leaf, LeafID(chunk.id), scope)
      }
    }
  }

  /// The items of new leaves.
  @_optimize(size) private mutating func addToIndex(
    _ pairing: borrowing Pairing, _ builder: borrowing LeafBuilder, _ commit: borrowing CommitScratch
  ) {
    let list = KeyScope.list
    for section in 0..<pairing.after.sectionCount {
      let scope = list.narrowed(to: pairing.after.sectionKeys[section], if: pairing.isScoped)
      for i in Int(builder.firstNewLeaves[section])..<Int(builder.firstNewLeaves[section + 1])
      where !builder.newLeaves[i].isKept {
        let leaf = builder.newLeaves[i].leaf
        index.relocate(LeafChange(leaf: leaf, id: commit.leafIDs[i], first: 0, count: leaf.count), scope)
      }
    }
  }
}

extension UpdateScratch {
  /// Records the release of the models of unmatched items. The memory is reserved.
  fileprivate mutating func releaseUnmatched() {
    if matcher.pairing.before.traits & ItemColumn.model.bit == 0 { return }
    var flat = matcher.matches.firstUnclaimed(from: 0)
    while flat < matcher.pairing.before.count {
      releases.released.push(matcher.pairing.before.values(at: flat))
      flat = matcher.matches.firstUnclaimed(from: flat + 1)
    }
  }
}

extension Arrangement {
  /// The refusal for an inserted key that exists already.
  func mismatch(_ key: Key, at location: Location) -> Refusal {
    let section = sections[start(ofLeaf: location.leaf).section].key
    return Refusal(.insertedTwice, key: key, section: section, position: position(of: location))
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
    return Refusal(.insertedTwice, key: detail.key, section: detail.section, position: detail.position)
  }
}
