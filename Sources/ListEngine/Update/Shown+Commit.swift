// The commit: what the workshop has made ready becomes what is shown. `prepareCommit` takes all the
// memory that is needed and changes nothing that can be seen; `commit` cannot fail.
//
//     items      those of before that found no match leave the index and their slots
//     sections   deleted ones go, inserted ones get a record, elements are replaced
//     leaves     new ones get numbers, and the slots of strangers to them point at them
//     trees      of sections whose leaves changed, and of the sections where their order did
//     farewell   leaves that nobody needs are kept for the next update, or given up

extension Shown {
  mutating func commit(_ shop: inout Workshop, section only: UInt32?) {
    removeItems(&shop)
    if shop.matcher.replacesAll { replaceIndex(&shop) }
    releaseReplaced(shop.matcher, &shop.departures)
    let isReordered =
      only == nil && arrangement.commitSections(&shop, firstGeneration: firstSectionGeneration)
    if let only { shop.commit.sectionIDs.push(only) }
    arrangement.commitLeaves(&shop)
    placeStrangers(shop)
    arrangement.commitTrees(&shop, isReordered: isReordered)
    arrangement.dismissLeaves(&shop)
    arrangement.count += shop.matcher.after.count - shop.matcher.before.count
    shop.weaver.pieces.removeAll()
    shop.isReserved = false
    shop.retained.removeAll()
  }

  // MARK: Items

  private mutating func removeItems(_ shop: inout Workshop) {
    if shop.matcher.claimedCount == shop.matcher.before.count { return }
    let hash = KeyHash.seeded
    for section in 0..<shop.matcher.before.sectionCount {
      let salt =
        shop.matcher.isScoped ? KeyHash.salt(ofSection: shop.matcher.before.sectionKeys[section]) : 0
      let first = Int(shop.matcher.before.firstChunks[section])
      for c in first..<Int(shop.matcher.before.firstChunks[section + 1]) {
        dismissItems(of: shop.matcher.before.chunks[c], &shop, salt, hash)
      }
    }
    for i in 0..<shop.commit.leaving.count {
      let ahead = i &+ Finder.width
      if ahead < shop.commit.leaving.count {
        index.prefetch(UInt32(truncatingIfNeeded: shop.commit.leaving[ahead] &>> 32))
        slots.prefetch(UInt32(truncatingIfNeeded: shop.commit.leaving[ahead]))
      }
      let slot = UInt32(truncatingIfNeeded: shop.commit.leaving[i])
      index.remove(UInt32(truncatingIfNeeded: shop.commit.leaving[i] &>> 32), slot)
      slots.free(slot)
    }
  }

  /// Those that found no match: noted, or, where the whole index goes, done with at once.
  private mutating func dismissItems(
    of chunk: Chunk, _ shop: inout Workshop, _ salt: UInt64, _ hash: KeyHash.Seeded
  ) {
    let hasModels = chunk.leaf.traits & Leaf.hasModels != 0
    if shop.matcher.replacesAll && !hasModels {
      for i in 0..<chunk.count { slots.free(chunk.leaf.slot(i)) }
      return
    }
    let first = Int(chunk.first)
    let end = first + chunk.count
    var flat = shop.matcher.nextUnclaimed(first, end: end)
    while flat < end {
      let i = flat - first
      if shop.matcher.replacesAll {
        slots.free(chunk.leaf.slot(i))
      } else {
        let print = hash.fingerprint(chunk.leaf.key(i), salt: salt)
        shop.commit.leaving.push(UInt64(print) &<< 32 | UInt64(chunk.leaf.slot(i)))
      }
      if hasModels { shop.departures.released.push(chunk.leaf.model(i), chunk.leaf.cellClass(i)) }
      flat = shop.matcher.nextUnclaimed(flat + 1, end: end)
    }
  }

  private mutating func replaceIndex(_ shop: inout Workshop) {
    if shop.matcher.staged.newCount == 0 { shop.freshIndex.removeAll() }
    swap(&index, &shop.freshIndex)
  }

  private func releaseReplaced(_ matcher: borrowing Matcher, _ departures: inout Departures) {
    if matcher.before.traits & Leaf.hasModels == 0 { return }
    for i in 0..<matcher.patches.count where matcher.replacesModel(matcher.patches[i]) {
      let old = matcher.before.looks(at: Int(matcher.patches[i].before))
      departures.released.push(old.model, old.cellClass)
    }
  }

  private mutating func placeStrangers(_ shop: borrowing Workshop) {
    for i in 0..<shop.weaver.strangers.count {
      let strangers = shop.weaver.strangers[i]
      let id = shop.commit.leafIDs[Int(strangers.piece)]
      let numbers = unsafe shop.weaver.pieces[Int(strangers.piece)].leaf.slots
      let first = Int(strangers.first)
      for i in first..<first + Int(strangers.count) { unsafe slots.setLeaf(id, of: numbers[i]) }
    }
  }
}
