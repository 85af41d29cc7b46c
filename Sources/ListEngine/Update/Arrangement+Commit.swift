// The part of a commit that changes an arrangement, of a list or a snapshot: new leaves get ids, sections are
// removed and added, and the trees of changed sections are rebuilt. `prepareCommit` reserves all memory; the
// rest cannot fail.

extension Arrangement {
  mutating func prepareCommit(_ scratch: inout UpdateScratch) throws(Refusal) {
    try scratch.commit.prepare(
      scratch.matcher, scratch.leafBuilder,
      removed: scratch.nextIndex.isUsed ? 0 : scratch.matcher.matches.leftCount)
    let total = scratch.matcher.pairing.after.sectionCount
    let chunkCount = scratch.matcher.pairing.before.chunks.count
    let models =
      scratch.matcher.pairing.before.traits & ItemColumn.model.bit == 0
      ? 0 : scratch.matcher.matches.leftCount + scratch.matcher.matches.patches.count
    try scratch.releases.reserve(
      leaves: chunkCount, models: models, supplementaries: scratch.matcher.pairing.before.sectionCount)
    try scratch.leafBuilder.pool.reserve(extra: chunkCount)

    var newLeaves = 0
    for i in 0..<scratch.leafBuilder.newLeaves.count where scratch.leafBuilder.newLeaves[i].chunk == noIndex {
      newLeaves += 1
    }
    try leaves.reserve(extra: newLeaves)
    var nodes = 0
    for section in 0..<total {
      let leafCount = scratch.leafBuilder.leafCount(ofSection: section)
      if leafCount > 1 { nodes += items.nodeCount(forChildren: leafCount) }
    }
    try items.reserve(nodes: nodes, children: leaves.count + newLeaves)

    let newSections = scratch.matcher.pairing.newSectionCount
    try sections.reserve(extra: newSections)
    if takesSectionIndex(scratch.matcher.pairing) {
      // Its memory is there.
    } else if sectionIndex.count == 0 {
      try sectionIndex.reserve(newSections)
    } else {
      try sectionIndex.reserve(extra: newSections)
    }
    try order.reserve(
      nodes: order.nodeCount(forChildren: total), children: sections.count + newSections)
  }

  // MARK: Sections

  /// Whether the index in which matching has put the new sections becomes the index of the arrangement: if it
  /// never had a section, their ids are their positions. Small indices may have far too much memory.
  private func takesSectionIndex(_ pairing: borrowing Pairing) -> Bool {
    sections.count == 0 && pairing.newSections.count >= Arrangement.manySections
  }

  private static let manySections = 4096

  /// Returns whether the order of the sections has changed.
  mutating func commitSections(_ scratch: inout UpdateScratch, firstGeneration: UInt32) -> Bool {
    let scope = KeyScope.list
    var isReordered =
      scratch.matcher.pairing.before.sectionCount != scratch.matcher.pairing.after.sectionCount
    for b in 0..<scratch.matcher.pairing.before.sectionCount
    where scratch.matcher.pairing.afterOfBefore[b] == noIndex {
      let id = SectionID(scratch.matcher.pairing.before.sectionIDs[b])
      sectionIndex.remove(scope.fingerprint(scratch.matcher.pairing.before.sectionKeys[b]), id.raw)
      items.removeTree(sections[id].root)
      if let supplementaries = sections[id].supplementaries {
        scratch.releases.supplementaries.push(supplementaries)
      }
      dropSection(id, firstGeneration: firstGeneration)
    }
    let takesIndex = takesSectionIndex(scratch.matcher.pairing)
    if takesIndex { swap(&sectionIndex, &scratch.matcher.pairing.newSections) }
    for a in 0..<scratch.matcher.pairing.after.sectionCount {
      let b = scratch.matcher.pairing.beforeOfAfter[a]
      let new = scratch.matcher.pairing.after.supplementaries[a]
      if b == noIndex {
        let key = scratch.matcher.pairing.after.sectionKeys[a]
        let id = makeSection(key, firstGeneration: firstGeneration)
        isReordered = true
        if !takesIndex { sectionIndex.insert(scope.fingerprint(key), id.raw) }
        sections[id].supplementaries = new
        new?.retain()
        scratch.commit.sectionIDs.push(id)
        scratch.commit.isChanged[a] = 1
      } else {
        let id = SectionID(scratch.matcher.pairing.before.sectionIDs[Int(b)])
        scratch.commit.sectionIDs.push(id)
        if Int(b) != a { isReordered = true }
        let old = sections[id].supplementaries
        if let old, let new, old == new { continue }
        if let old { scratch.releases.supplementaries.push(old) }
        new?.retain()
        sections[id].supplementaries = new
      }
    }
    return isReordered
  }

  // MARK: Leaves

  mutating func commitLeaves(_ scratch: inout UpdateScratch) {
    for section in 0..<scratch.matcher.pairing.after.sectionCount {
      let first = Int(scratch.leafBuilder.firstNewLeaves[section])
      let count = scratch.leafBuilder.leafCount(ofSection: section)
      let b = scratch.matcher.pairing.beforeOfAfter[section]
      // If a section is unchanged, its new leaves are its chunks, one by one.
      let chunks = b == noIndex ? 0..<0 : scratch.matcher.pairing.before.chunks(ofSection: Int(b))
      var isChanged = chunks.count != count
      for i in 0..<count {
        let newLeaf = scratch.leafBuilder.newLeaves[first &+ i]
        if !newLeaf.isKept || Int(newLeaf.chunk) != chunks.lowerBound &+ i { isChanged = true }
        add(newLeaf, scratch.matcher.pairing.before, &scratch.commit)
      }
      if isChanged { scratch.commit.isChanged[section] = 1 }
    }
  }

  /// Gives a new leaf its id.
  @inline(__always) private mutating func add(
    _ newLeaf: NewLeaf, _ before: borrowing Input, _ commit: inout CommitScratch
  ) {
    if newLeaf.isKept {
      let chunk = before.chunks[Int(newLeaf.chunk)]
      commit.add(LeafID(chunk.id), items: chunk.count)
    } else if newLeaf.chunk == noIndex {
      commit.add(leaves.add(leaf: newLeaf.leaf), items: newLeaf.leaf.count)
    } else {
      let id = LeafID(before.chunks[Int(newLeaf.chunk)].id)
      leaves[id] = newLeaf.leaf
      commit.add(id, items: newLeaf.leaf.count)
    }
  }

  // MARK: Trees

  mutating func commitTrees(_ scratch: inout UpdateScratch, isReordered: Bool) {
    let total = scratch.commit.sectionIDs.count
    // Removes all old trees first: a leaf may have moved from one section's tree to another's.
    for a in 0..<total where scratch.commit.isChanged[a] != 0 {
      let root = sections[scratch.commit.sectionIDs[a]].root
      if root.isNode { items.removeTree(root) }
    }
    // The items of an unchanged section are the same.
    for a in 0..<total where scratch.commit.isChanged[a] != 0 {
      let id = scratch.commit.sectionIDs[a]
      let first = Int(scratch.leafBuilder.firstNewLeaves[a])
      let leafCount = scratch.leafBuilder.leafCount(ofSection: a)
      sections[id].root =
        leafCount == 1
        ? items.build(scratch.commit.leafIDs[first], owner: id)
        : items.build(
          scratch.commit.leafIDs, scratch.commit.sums, from: first, count: leafCount, owner: id)
      let count = scratch.matcher.pairing.after.starts[a &+ 1] &- scratch.matcher.pairing.after.starts[a]
      let change = count &- sections[id].count
      sections[id].count = count
      if change != 0 && !isReordered { order.add(ItemSum(units: 0, items: change), to: id) }
    }
    if isReordered { reorder(&scratch) }
  }

  private mutating func reorder(_ scratch: inout UpdateScratch) {
    let total = scratch.commit.sectionIDs.count
    scratch.commit.sums.removeAll()
    for a in 0..<total {
      let count = sections[scratch.commit.sectionIDs[a]].count
      scratch.commit.sums.push(ItemSum(units: 1, items: count))
    }
    order.removeTree(root)
    root = order.build(
      scratch.commit.sectionIDs, scratch.commit.sums, from: 0, count: total, owner: .only)
    sectionCount = total
  }

  // MARK: Releasing

  mutating func releaseLeaves(_ scratch: inout UpdateScratch) {
    for c in 0..<scratch.matcher.pairing.before.chunks.count where scratch.leafBuilder.outcomes[c] != .kept {
      let chunk = scratch.matcher.pairing.before.chunks[c]
      if scratch.leafBuilder.outcomes[c] == .goes { dropLeaf(LeafID(chunk.id)) }
      if chunk.leaf.traits & ItemColumn.model.bit != 0 {
        scratch.releases.rewritten.push(chunk.leaf)
      } else if chunk.leaf.isShared {
        chunk.leaf.release()
      } else {
        scratch.leafBuilder.recycle(chunk.leaf)
      }
    }
  }
}
