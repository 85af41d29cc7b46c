// The states of items in the commit of an update.

extension ListState {
  /// Leaves that go or are replaced are pushed down; items and sections that go lose their states.
  mutating func statesWillChange(_ scratch: borrowing UpdateScratch) {
    states.value.willChange()
    for c in 0..<scratch.matcher.pairing.before.chunks.count where scratch.leafBuilder.outcomes[c] != .kept {
      let chunk = scratch.matcher.pairing.before.chunks[c]
      states.value.pushDown(LeafID(chunk.id), chunk.leaf)
    }
    if states.value.given != 0 {
      scratch.matcher.forEachRemoved { chunk, i in states.value.remove(chunk.leaf.slot(i)) }
    }
    if states.value.hasSectionStates {
      scratch.matcher.pairing.forEachRemovedSection { states.value.set(0, ofSection: $0) }
    }
  }

  /// The states that an update takes away, by runs of items as before it.
  func collectLostStates(
    _ matcher: borrowing Matcher, into lost: inout LostStates
  ) throws(Refusal) {
    if states.value.given != 0 {
      let start = matcher.pairing.firstItem(in: arrangement)
      try matcher.forEachRemoved { chunk, i throws(Refusal) in
        let slot = chunk.leaf.slot(i)
        let id = LeafID(chunk.id)
        let mask = states.value.states(of: slot, in: id)
        if mask == 0 { return }
        try lost.add(mask, at: start + chunk.first + UInt32(i)) {
          statesRecord(slot, chunk.leaf.key(i), ofSection: arrangement.items.position(of: id).owner)
        }
      }
    }
    if !states.value.hasSectionStates { return }
    for b in 0..<matcher.pairing.before.sectionCount where matcher.pairing.afterOfBefore[b] == noIndex {
      try collectLostStates(of: SectionID(matcher.pairing.before.sectionIDs[b]), into: &lost)
    }
  }

  func collectLostStates(of section: SectionID, into lost: inout LostStates) throws(Refusal) {
    let mask = states.value.states(ofSection: section)
    if mask != 0 { try lost.add(section: statesRecord(ofSection: section), mask) }
  }

  /// New leaves have ids.
  mutating func statesDidChange(_ scratch: borrowing UpdateScratch) {
    for i in 0..<scratch.leafBuilder.newLeaves.count where !scratch.leafBuilder.newLeaves[i].isKept {
      states.value.didChange(scratch.commit.leafIDs[i])
    }
  }
}

extension Matcher {
  /// Calls `body` with each removed item, in order: its chunk of `before`, and its index there.
  func forEachRemoved<Failure: Error>(
    _ body: (Chunk, Int) throws(Failure) -> Void
  ) throws(Failure) {
    if matches.leftCount == 0 { return }
    var next = matches.firstUnclaimed(from: 0)
    for c in 0..<pairing.before.chunks.count {
      let chunk = pairing.before.chunks[c]
      let first = Int(chunk.first)
      let end = first + chunk.count
      if next >= end { continue }
      while next < end {
        try body(chunk, next - first)
        next = matches.firstUnclaimed(from: next + 1)
      }
    }
  }
}

extension Pairing {
  /// Calls `body` with each section of `before` that is not in `after`.
  func forEachRemovedSection(_ body: (SectionID) -> Void) {
    for b in 0..<before.sectionCount where afterOfBefore[b] == noIndex {
      body(SectionID(before.sectionIDs[b]))
    }
  }
}
