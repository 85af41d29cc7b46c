// The commit: what the workshop has made ready becomes what is shown. `prepareCommit` takes all the
// memory that is needed and changes nothing that can be seen; `commit` cannot fail.
//
//     items      those of before that found no match leave the index and their slots
//     sections   deleted ones go, inserted ones get a record, elements are replaced
//     leaves     new ones get numbers, and the slots of strangers to them point at them
//     trees      of sections whose leaves changed, and of the sections where their order did
//     farewell   leaves that nobody needs are kept for the next update, or given up

extension ListState {
  mutating func commit(_ scratch: inout UpdateScratch, section only: UInt32?) {
    removeItems(&scratch)
    if scratch.matcher.replacesAll { replaceIndex(&scratch) }
    releaseReplaced(scratch.matcher, &scratch.releases)
    let isReordered =
      only == nil && arrangement.commitSections(&scratch, firstGeneration: firstSectionGeneration)
    if let only { scratch.commit.sectionIDs.push(only) }
    arrangement.commitLeaves(&scratch)
    placeStrangers(scratch)
    arrangement.commitTrees(&scratch, isReordered: isReordered)
    arrangement.dismissLeaves(&scratch)
    arrangement.count += scratch.matcher.after.count - scratch.matcher.before.count
    scratch.leafBuilder.newLeaves.removeAll()
    scratch.isReserved = false
    scratch.retained.removeAll()
  }

  // MARK: Items

  private mutating func removeItems(_ scratch: inout UpdateScratch) {
    if scratch.matcher.claimedCount == scratch.matcher.before.count { return }
    let hash = KeyHash.seeded
    for section in 0..<scratch.matcher.before.sectionCount {
      let salt =
        scratch.matcher.isScoped ? KeyHash.salt(ofSection: scratch.matcher.before.sectionKeys[section]) : 0
      let first = Int(scratch.matcher.before.firstChunks[section])
      for c in first..<Int(scratch.matcher.before.firstChunks[section + 1]) {
        dismissItems(of: scratch.matcher.before.chunks[c], &scratch, salt, hash)
      }
    }
    for i in 0..<scratch.commit.leaving.count {
      let ahead = i &+ Finder.width
      if ahead < scratch.commit.leaving.count {
        index.prefetch(UInt32(truncatingIfNeeded: scratch.commit.leaving[ahead] &>> 32))
        slots.prefetch(UInt32(truncatingIfNeeded: scratch.commit.leaving[ahead]))
      }
      let slot = UInt32(truncatingIfNeeded: scratch.commit.leaving[i])
      index.remove(UInt32(truncatingIfNeeded: scratch.commit.leaving[i] &>> 32), slot)
      slots.free(slot)
    }
  }

  /// Those that found no match: noted, or, where the whole index goes, done with at once.
  private mutating func dismissItems(
    of chunk: Chunk, _ scratch: inout UpdateScratch, _ salt: UInt64, _ hash: KeyHash.Seeded
  ) {
    let hasModels = chunk.leaf.traits & Leaf.hasModels != 0
    if scratch.matcher.replacesAll && !hasModels {
      for i in 0..<chunk.count { slots.free(chunk.leaf.slot(i)) }
      return
    }
    let first = Int(chunk.first)
    let end = first + chunk.count
    var flat = scratch.matcher.nextUnclaimed(first, end: end)
    while flat < end {
      let i = flat - first
      if scratch.matcher.replacesAll {
        slots.free(chunk.leaf.slot(i))
      } else {
        let fingerprint = hash.fingerprint(chunk.leaf.key(i), salt: salt)
        scratch.commit.leaving.push(UInt64(fingerprint) &<< 32 | UInt64(chunk.leaf.slot(i)))
      }
      if hasModels { scratch.releases.released.push(chunk.leaf.model(i), chunk.leaf.cellClass(i)) }
      flat = scratch.matcher.nextUnclaimed(flat + 1, end: end)
    }
  }

  private mutating func replaceIndex(_ scratch: inout UpdateScratch) {
    if scratch.matcher.staged.newCount == 0 { scratch.freshIndex.removeAll() }
    swap(&index, &scratch.freshIndex)
  }

  private func releaseReplaced(_ matcher: borrowing Matcher, _ releases: inout PendingReleases) {
    if matcher.before.traits & Leaf.hasModels == 0 { return }
    for i in 0..<matcher.patches.count where matcher.replacesModel(matcher.patches[i]) {
      let old = matcher.before.appearances(at: Int(matcher.patches[i].before))
      releases.released.push(old.model, old.cellClass)
    }
  }

  private mutating func placeStrangers(_ scratch: borrowing UpdateScratch) {
    for i in 0..<scratch.leafBuilder.movedIn.count {
      let movedIn = scratch.leafBuilder.movedIn[i]
      let id = scratch.commit.leafIDs[Int(movedIn.newLeaf)]
      let numbers = unsafe scratch.leafBuilder.newLeaves[Int(movedIn.newLeaf)].leaf.slots
      let first = Int(movedIn.first)
      for i in first..<first + Int(movedIn.count) { unsafe slots.setLeaf(id, of: numbers[i]) }
    }
  }
}
