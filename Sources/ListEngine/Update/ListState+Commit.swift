// The commit: makes the state prepared in the scratch memory the state of the list. `prepareCommit` reserves
// all memory and changes nothing visible; `commit` cannot fail.
//
//     items      unmatched items of before are removed from the index, and their slots freed
//     sections   deleted ones are removed, inserted ones added, supplementaries replaced          Arrangement+Commit
//     leaves     new ones get ids
//     trees      rebuilt for sections whose leaves changed, and for the section order if it changed
//     releasing  leaves that are no longer used are recycled for the next update, or released
//     slots      those of items that were moved into new leaves are updated

extension ListState {
  /// Collects the states that the commit takes away, if they are reported.
  mutating func prepareCommit(
    _ scratch: inout UpdateScratch, reports: Bool, _ lost: inout LostStates
  ) throws(Refusal) {
    try arrangement.prepareCommit(&scratch)
    if states.isMade && reports { try collectLostStates(scratch.matcher, into: &lost) }
  }

  mutating func commit(_ scratch: inout UpdateScratch) {
    if states.isMade { statesWillChange(scratch) }
    removeItems(&scratch)
    if scratch.nextIndex.isUsed { swap(&index, &scratch.nextIndex.index) }
    scratch.releases.addReplaced(by: scratch.matcher)
    arrangement.commit(&scratch, firstGeneration: firstSectionGeneration)
    updateSlots(scratch)
    if states.isMade { statesDidChange(scratch) }
    scratch.leafBuilder.newLeaves.removeAll()
    scratch.isReserved = false
    scratch.retained.removeAll()
  }

  // MARK: Items

  private mutating func removeItems(_ scratch: inout UpdateScratch) {
    let count = scratch.matcher.matches.leftCount
    if count == 0 { return }
    let list = KeyScope.list
    var next = scratch.matcher.matches.firstUnclaimed(from: 0)
    for section in 0..<scratch.matcher.pairing.before.sectionCount
    where next < Int(scratch.matcher.pairing.before.starts[section + 1]) {
      let scope = list.narrowed(
        to: scratch.matcher.pairing.before.sectionKeys[section], if: scratch.matcher.pairing.isScoped)
      for c in scratch.matcher.pairing.before.chunks(ofSection: section) {
        let chunk = scratch.matcher.pairing.before.chunks[c]
        let end = Int(chunk.first) + chunk.count
        if next >= end { continue }
        removeUnmatched(of: chunk, &scratch, scope)
        next = scratch.matcher.matches.firstUnclaimed(from: end)
      }
    }
    for i in 0..<scratch.commit.removals.count {
      let ahead = i &+ Finder.width
      if ahead < scratch.commit.removals.count {
        index.prefetch(CommitScratch.fingerprint(scratch.commit.removals[ahead]))
        slots.prefetch(CommitScratch.slot(scratch.commit.removals[ahead]))
      }
      let slot = CommitScratch.slot(scratch.commit.removals[i])
      index.remove(CommitScratch.fingerprint(scratch.commit.removals[i]), slot.raw)
      slots.free(slot)
    }
  }

  /// Frees the slots of unmatched items, or adds these to `removals`, to be removed from the index as well.
  private mutating func removeUnmatched(
    of chunk: Chunk, _ scratch: inout UpdateScratch, _ scope: KeyScope
  ) {
    let hasModels = chunk.leaf.traits & ItemColumn.model.bit != 0
    let first = Int(chunk.first)
    if scratch.nextIndex.isUsed {
      scratch.matcher.matches.forEachUnclaimed(first, first + chunk.count) { flat in
        slots.prefetch(chunk.leaf.slot(flat &- first))
      }
    }
    scratch.matcher.matches.forEachUnclaimed(first, first + chunk.count) { flat in
      let i = flat &- first
      if scratch.nextIndex.isUsed {
        slots.free(chunk.leaf.slot(i))
      } else {
        let fingerprint = scope.fingerprint(chunk.leaf.key(i))
        scratch.commit.removals.push(UInt64(fingerprint.raw) &<< 32 | UInt64(chunk.leaf.slot(i).raw))
      }
      if hasModels { scratch.releases.released.push(chunk.leaf.values(i)) }
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
