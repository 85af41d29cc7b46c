// The commit: makes the state prepared in the scratch memory the state of the list. `prepareCommit` reserves
// all memory and changes nothing visible; `commit` cannot fail.
//
//     items      unmatched items of before are removed from the index, and their slots freed
//     sections   deleted ones are removed, inserted ones added, supplementaries replaced
//     leaves     new ones get ids, and the slots of items moved into them are updated
//     trees      rebuilt for sections whose leaves changed, and for the section order if it changed
//     releasing  leaves that are no longer used are recycled for the next update, or released

extension ListState {
  mutating func commit(_ scratch: inout UpdateScratch, section only: SectionID?) {
    removeItems(&scratch)
    if scratch.matcher.replacesAll { replaceIndex(&scratch) }
    releaseReplaced(scratch.matcher, &scratch.releases)
    let isReordered =
      only == nil && arrangement.commitSections(&scratch, firstGeneration: firstSectionGeneration)
    if let only { scratch.commit.sectionIDs.push(only) }
    arrangement.commitLeaves(&scratch)
    updateSlots(scratch)
    arrangement.commitTrees(&scratch, isReordered: isReordered)
    arrangement.releaseLeaves(&scratch)
    arrangement.count += scratch.matcher.after.count - scratch.matcher.before.count
    scratch.leafBuilder.newLeaves.removeAll()
    scratch.isReserved = false
    scratch.retained.removeAll()
  }

  // MARK: Items

  private mutating func removeItems(_ scratch: inout UpdateScratch) {
    if scratch.matcher.claimedCount == scratch.matcher.before.count { return }
    let list = KeyScope.list
    for section in 0..<scratch.matcher.before.sectionCount {
      let scope = list.narrowed(
        to: scratch.matcher.before.sectionKeys[section], if: scratch.matcher.isScoped)
      let first = Int(scratch.matcher.before.firstChunks[section])
      for c in first..<Int(scratch.matcher.before.firstChunks[section + 1]) {
        removeUnmatched(of: scratch.matcher.before.chunks[c], &scratch, scope)
      }
    }
    for i in 0..<scratch.commit.leaving.count {
      let ahead = i &+ Finder.width
      if ahead < scratch.commit.leaving.count {
        index.prefetch(CommitScratch.fingerprint(scratch.commit.leaving[ahead]))
        slots.prefetch(CommitScratch.slot(scratch.commit.leaving[ahead]))
      }
      let slot = CommitScratch.slot(scratch.commit.leaving[i])
      index.remove(CommitScratch.fingerprint(scratch.commit.leaving[i]), slot.raw)
      slots.free(slot)
    }
  }

  /// Adds unmatched items to `leaving`; if the whole index is replaced, frees their slots at once.
  private mutating func removeUnmatched(
    of chunk: Chunk, _ scratch: inout UpdateScratch, _ scope: KeyScope
  ) {
    let hasModels = chunk.leaf.traits & ItemColumn.model.bit != 0
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
        let fingerprint = scope.fingerprint(chunk.leaf.key(i))
        scratch.commit.leaving.push(UInt64(fingerprint.raw) &<< 32 | UInt64(chunk.leaf.slot(i).raw))
      }
      if hasModels { scratch.releases.released.push(chunk.leaf.values(i)) }
      flat = scratch.matcher.nextUnclaimed(flat + 1, end: end)
    }
  }

  private mutating func replaceIndex(_ scratch: inout UpdateScratch) {
    if scratch.matcher.staged.newCount == 0 { scratch.freshIndex.removeAll() }
    swap(&index, &scratch.freshIndex)
  }

  private func releaseReplaced(_ matcher: borrowing Matcher, _ releases: inout PendingReleases) {
    if matcher.before.traits & ItemColumn.model.bit == 0 { return }
    for i in 0..<matcher.patches.count where matcher.replacesModel(matcher.patches[i]) {
      releases.released.push(matcher.before.values(at: Int(matcher.patches[i].before)))
    }
  }

  private mutating func updateSlots(_ scratch: borrowing UpdateScratch) {
    for i in 0..<scratch.leafBuilder.movedIn.count {
      let movedIn = scratch.leafBuilder.movedIn[i]
      let id = scratch.commit.leafIDs[Int(movedIn.newLeaf)]
      let numbers = unsafe scratch.leafBuilder.newLeaves[Int(movedIn.newLeaf)].leaf.slots
      unsafe slots.setLeaf(id, of: numbers + Int(movedIn.first), count: Int(movedIn.count))
    }
  }
}
