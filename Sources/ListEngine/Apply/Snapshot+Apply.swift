// Carrying a changeset out on a snapshot, all or nothing: what it says is checked against what is there,
// the new leaves are woven as for an update of a list, and put into a copy of the arrangement, which
// then takes the original's place. Leaves that stay whole are shared by both, and so are never copied.
//
//     arrangement    | 1 2 3 | 4 5 |              the original: untouched until the end
//     copy           | 1 3 6 | 4 5 |              leaf 0 is new, leaf 1 the same
//                      ▲ index entries of leaf 0 alone are made anew

extension Snapshot {
  /// Refuses `noPayload`, `scope`, `mismatch`, `limit`. The first use makes the index.
  public func apply(_ changeset: borrowing Changeset) throws(Refusal) {
    try changeset.check(isScoped: options.isScoped)
    // In a box, as it is large: what fails on the way then has one thing to clean up.
    let shop = try Box(making: { Workshop() })
    try edit(indexed: true) { body, gone throws(Refusal) in
      // What the index gave up goes with the rest.
      swap(&gone, &shop.value.departures)
      defer { swap(&gone, &shop.value.departures) }
      try body.apply(changeset, &shop.value, options)
    }
  }
}

extension SnapshotBody {
  /// Without an index keys that are there already do not show: the caller will find them. What goes is in
  /// the workshop's departures.
  mutating func apply(
    _ changeset: borrowing Changeset, _ shop: inout Workshop, _ options: SnapshotOptions
  ) throws(Refusal) {
    try shop.matcher.before.set(arrangement, droppingEmpty: options.dropsEmptySections)
    try shop.matcher.take(changeset)
    try checkNewcomers(&shop.matcher, options)
    if shop.matcher.after.count > ListOptions.mostItems { throw Refusal(.limit) }
    var made = Buffer<ElementBlock>()
    do throws(Refusal) {
      try shop.matcher.takeElements(changeset, &made)
      try shop.weaver.weave(shop.matcher, leafCapacity: arrangement.leafCapacity)
      var copy = try arrangement.copy()
      try prepare(&copy, &shop, newBlocks: made.count)
      var gaps = try Gaps(changeset.correspondence, .before)
      for _ in 0..<changeset.payload.before.items.count {
        shop.release(gaps.next(changeset.correspondence))
      }
      commit(&copy, &shop, made, options)
    } catch {
      shop.weaver.discard()
      for i in 0..<made.count { made[i].free() }
      throw error
    }
  }

  /// Keys that come are there neither already nor twice.
  private func checkNewcomers(_ matcher: inout Matcher, _ options: SnapshotOptions) throws(Refusal) {
    if !index.isMade || matcher.staged.newCount == 0 { return }
    do throws(Refusal) { try matcher.checkNewcomers() } catch { throw error.asMismatch }
    for i in 0..<matcher.staged.count {
      let position = matcher.after.position(of: matcher.staged.place(i))
      let section = matcher.after.sectionKeys[Int(position.section)]
      guard let there = try look(for: matcher.staged.keys[i], in: section, options) else { continue }
      throw arrangement.mismatch(matcher.staged.keys[i], at: there)
    }
  }

  // MARK: The commit

  private mutating func prepare(
    _ copy: inout Arrangement, _ shop: inout Workshop, newBlocks: Int
  ) throws(Refusal) {
    try copy.prepareCommit(&shop)
    try shop.departures.elements.reserve(extra: arrangement.sectionCount + shop.matcher.before.sectionCount)
    try shop.departures.installed.reserve(extra: newBlocks)
    try index.reserve(extra: shop.matcher.staged.newCount)
  }

  /// Nothing fails here.
  private mutating func commit(
    _ copy: inout Arrangement, _ shop: inout Workshop, _ made: borrowing Buffer<ElementBlock>,
    _ options: SnapshotOptions
  ) {
    for i in 0..<shop.matcher.patches.count where shop.matcher.replacesModel(shop.matcher.patches[i]) {
      shop.release(shop.matcher.patches[i].before)
    }
    for i in 0..<made.count { shop.departures.installed.push(made[i]) }
    if options.dropsEmptySections { copy.removeEmptySections(&shop.departures) }
    let isReordered = copy.commitSections(&shop, firstGeneration: 0)
    copy.commitLeaves(&shop)
    updateIndex(shop)
    copy.commitTrees(&shop, isReordered: isReordered)
    copy.dismissLeaves(&shop)
    copy.count += shop.matcher.after.count - shop.matcher.before.count
    shop.weaver.pieces.removeAll()
    current = none
    swap(&arrangement, &copy)
  }

  private mutating func updateIndex(_ shop: borrowing Workshop) {
    for section in 0..<shop.matcher.before.sectionCount {
      let salt = shop.matcher.salt(shop.matcher.before.sectionKeys[section])
      let first = Int(shop.matcher.before.firstChunks[section])
      for c in first..<Int(shop.matcher.before.firstChunks[section + 1]) where shop.weaver.fates[c] != .kept {
        index.remove(shop.matcher.before.chunks[c].leaf, shop.matcher.before.chunks[c].id, salt)
      }
    }
    for section in 0..<shop.matcher.after.sectionCount {
      let salt = shop.matcher.salt(shop.matcher.after.sectionKeys[section])
      let first = Int(shop.weaver.firstPieces[section])
      for p in first..<Int(shop.weaver.firstPieces[section + 1]) where !shop.weaver.pieces[p].isKept {
        let leaf = shop.weaver.pieces[p].leaf
        index.follow(LeafChange(leaf: leaf, id: shop.commit.leafIDs[p], first: 0, count: leaf.count), salt)
      }
    }
  }
}

extension Workshop {
  /// The model of an item of before goes.
  fileprivate mutating func release(_ flat: UInt32) {
    if matcher.before.traits & Leaf.hasModels == 0 { return }
    let old = matcher.before.looks(at: Int(flat))
    departures.released.push(old.model, old.cellClass)
  }
}

extension Matcher {
  fileprivate func salt(_ section: Key) -> UInt64 { isScoped ? KeyHash.salt(ofSection: section) : 0 }
}

extension Arrangement {
  /// Of a key that is there and should not be.
  func mismatch(_ key: Key, at location: Location) -> Refusal {
    let section = sections[Int(place(ofLeaf: location.leaf).section)].key
    return Refusal(.mismatch, key: key, section: section, position: position(of: location))
  }

  /// Those that a snapshot does not show; `departures` was given room.
  fileprivate mutating func removeEmptySections(_ departures: inout Departures) {
    for id in 0..<sections.count where sections[id].isLive && sections[id].count == 0 {
      removeSection(UInt32(id), &departures)
    }
  }
}

extension Refusal {
  /// A key that comes twice, as a changeset sees it.
  var asMismatch: Refusal {
    guard kind.code == Kind.duplicate.code else { return self }
    let detail = self.detail
    return Refusal(.mismatch, key: detail.key, section: detail.section, position: detail.position)
  }
}
