// The commit of new leaves to an arrangement, of a list or a snapshot: new leaves get ids, sections are removed and
// added, and the trees of changed sections are rebuilt. `prepareCommit` reserves all memory; `commit` cannot fail.
// Whoever has slots or an index updates them beside it: the ids of the new leaves are in the scratch memory afterwards.

extension Arrangement {
  mutating func prepareCommit(_ scratch: inout UpdateScratch) throws(Refusal) {
    try scratch.commit.prepare(
      scratch.matcher, scratch.leafBuilder,
      removed: scratch.nextIndex.isUsed ? 0 : scratch.matcher.matches.leftCount)
    try scratch.releases.reserve(for: scratch.matcher)
    try scratch.leafBuilder.pool.reserve(extra: scratch.matcher.pairing.before.chunks.count)
    try reserve(scratch.leafBuilder, sections: scratch.matcher.pairing.after.sectionCount)
    try reserve(sectionsOf: scratch.matcher.pairing)
  }

  mutating func commit(_ scratch: inout UpdateScratch, firstGeneration: UInt32) {
    let isReordered = commitSections(
      &scratch.matcher.pairing, &scratch.commit, &scratch.releases, firstGeneration: firstGeneration)
    commitLeaves(scratch.matcher.pairing, scratch.leafBuilder, &scratch.commit)
    commitTrees(scratch.matcher.pairing, scratch.leafBuilder, &scratch.commit, isReordered: isReordered)
    releaseLeaves(scratch.matcher.pairing.before, &scratch.leafBuilder, &scratch.releases)
    count += scratch.matcher.pairing.after.count - scratch.matcher.pairing.before.count
  }

  // MARK: Reserving

  private mutating func reserve(_ builder: borrowing LeafBuilder, sections: Int) throws(Refusal) {
    var newLeaves = 0
    for i in 0..<builder.newLeaves.count where builder.newLeaves[i].chunk == noIndex { newLeaves += 1 }
    try leaves.reserve(extra: newLeaves)
    var nodes = 0
    for section in 0..<sections {
      let leafCount = builder.leafCount(ofSection: section)
      if leafCount > 1 { nodes += items.nodeCount(forChildren: leafCount) }
    }
    try items.reserve(nodes: nodes, children: leaves.count + newLeaves)
  }

  private mutating func reserve(sectionsOf pairing: borrowing Pairing) throws(Refusal) {
    let newSections = pairing.newSectionCount
    try sections.reserve(extra: newSections)
    if takesSectionIndex(pairing) {
      // Its memory is there.
    } else if sectionIndex.count == 0 {
      try sectionIndex.reserve(newSections)
    } else {
      try sectionIndex.reserve(extra: newSections)
    }
    try order.reserve(
      nodes: order.nodeCount(forChildren: pairing.after.sectionCount), children: sections.count + newSections)
  }

  // MARK: Sections

  /// Whether the index in which matching has put the new sections becomes the index of the arrangement: if it
  /// never had a section, their ids are their positions. Small indices may have far too much memory.
  private func takesSectionIndex(_ pairing: borrowing Pairing) -> Bool {
    sections.count == 0 && pairing.newSections.count >= Arrangement.manySections
  }

  private static let manySections = 4096

  /// Returns whether the order of the sections has changed.
  private mutating func commitSections(
    _ pairing: inout Pairing, _ commit: inout CommitScratch, _ releases: inout PendingReleases,
    firstGeneration: UInt32
  ) -> Bool {
    let scope = KeyScope.list
    var isReordered = pairing.before.sectionCount != pairing.after.sectionCount
    for b in 0..<pairing.before.sectionCount where pairing.afterOfBefore[b] == noIndex {
      let id = SectionID(pairing.before.sectionIDs[b])
      sectionIndex.remove(scope.fingerprint(pairing.before.sectionKeys[b]), id.raw)
      items.removeTree(sections[id].root)
      if let supplementaries = sections[id].supplementaries { releases.supplementaries.push(supplementaries) }
      dropSection(id, firstGeneration: firstGeneration)
    }
    let takesIndex = takesSectionIndex(pairing)
    if takesIndex { swap(&sectionIndex, &pairing.newSections) }
    for a in 0..<pairing.after.sectionCount {
      let b = pairing.beforeOfAfter[a]
      let new = pairing.after.supplementaries[a]
      if b == noIndex {
        let key = pairing.after.sectionKeys[a]
        let id = makeSection(key, firstGeneration: firstGeneration)
        isReordered = true
        if !takesIndex { sectionIndex.insert(scope.fingerprint(key), id.raw) }
        sections[id].supplementaries = new
        new?.retain()
        commit.sectionIDs.push(id)
        commit.isChanged[a] = 1
      } else {
        let id = SectionID(pairing.before.sectionIDs[Int(b)])
        commit.sectionIDs.push(id)
        if Int(b) != a { isReordered = true }
        let old = sections[id].supplementaries
        if let old, let new, old == new { continue }
        if let old { releases.supplementaries.push(old) }
        new?.retain()
        sections[id].supplementaries = new
        if old != nil || new != nil { order.touch(id) }
      }
    }
    return isReordered
  }

  // MARK: Leaves

  private mutating func commitLeaves(
    _ pairing: borrowing Pairing, _ builder: borrowing LeafBuilder, _ commit: inout CommitScratch
  ) {
    for section in 0..<pairing.after.sectionCount {
      let first = Int(builder.firstNewLeaves[section])
      let count = builder.leafCount(ofSection: section)
      let b = pairing.beforeOfAfter[section]
      // If a section is unchanged, its new leaves are its chunks, one by one.
      let chunks = b == noIndex ? 0..<0 : pairing.before.chunks(ofSection: Int(b))
      var isChanged = chunks.count != count
      for i in 0..<count {
        let newLeaf = builder.newLeaves[first &+ i]
        if !newLeaf.isKept || Int(newLeaf.chunk) != chunks.lowerBound &+ i { isChanged = true }
        add(newLeaf, pairing.before, &commit)
      }
      if isChanged { commit.isChanged[section] = 1 }
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
      let id = leaves.add(leaf: newLeaf.leaf)
      items.stampChild(id)
      commit.add(id, items: newLeaf.leaf.count)
    } else {
      let id = LeafID(before.chunks[Int(newLeaf.chunk)].id)
      leaves[id] = newLeaf.leaf
      items.stampChild(id)
      commit.add(id, items: newLeaf.leaf.count)
    }
  }

  // MARK: Trees

  private mutating func commitTrees(
    _ pairing: borrowing Pairing, _ builder: borrowing LeafBuilder, _ commit: inout CommitScratch,
    isReordered: Bool
  ) {
    let total = commit.sectionIDs.count
    // Removes all old trees first: a leaf may have moved from one section's tree to another's.
    for a in 0..<total where commit.isChanged[a] != 0 {
      let root = sections[commit.sectionIDs[a]].root
      if root.isNode { items.removeTree(root) }
    }
    // The items of an unchanged section are the same.
    for a in 0..<total where commit.isChanged[a] != 0 {
      let id = commit.sectionIDs[a]
      let first = Int(builder.firstNewLeaves[a])
      let leafCount = builder.leafCount(ofSection: a)
      sections[id].root =
        leafCount == 1
        ? items.build(commit.leafIDs[first], owner: id)
        : items.build(commit.leafIDs, commit.sums, from: first, count: leafCount, owner: id)
      let count = pairing.after.starts[a &+ 1] &- pairing.after.starts[a]
      let change = count &- sections[id].count
      sections[id].count = count
      if isReordered { order.stampChild(id) } else { order.add(ItemSum(units: 0, items: change), to: id) }
    }
    if isReordered { reorder(&commit) }
  }

  private mutating func reorder(_ commit: inout CommitScratch) {
    let total = commit.sectionIDs.count
    commit.sums.removeAll()
    for a in 0..<total {
      commit.sums.push(ItemSum(units: 1, items: sections[commit.sectionIDs[a]].count))
    }
    order.removeTree(root)
    root = order.build(commit.sectionIDs, commit.sums, from: 0, count: total, owner: .only)
    sectionCount = total
  }

  // MARK: Releasing

  private mutating func releaseLeaves(
    _ before: borrowing Input, _ builder: inout LeafBuilder, _ releases: inout PendingReleases
  ) {
    for c in 0..<before.chunks.count where builder.outcomes[c] != .kept {
      let chunk = before.chunks[c]
      if builder.outcomes[c] == .goes { dropLeaf(LeafID(chunk.id)) }
      if chunk.leaf.traits & ItemColumn.model.bit != 0 {
        releases.rewritten.push(chunk.leaf)
      } else if chunk.leaf.isShared {
        chunk.leaf.release()
      } else {
        builder.recycle(chunk.leaf)
      }
    }
  }
}

extension PendingReleases {
  /// Reserves what a commit releases.
  fileprivate mutating func reserve(for matcher: borrowing Matcher) throws(Refusal) {
    let hasModels = matcher.pairing.before.traits & ItemColumn.model.bit != 0
    try reserve(
      leaves: matcher.pairing.before.chunks.count,
      models: hasModels ? matcher.matches.leftCount + matcher.matches.patches.count : 0,
      supplementaries: matcher.pairing.before.sectionCount)
  }

  /// The models that patches replace. The memory is reserved.
  mutating func addReplaced(by matcher: borrowing Matcher) {
    if matcher.pairing.before.traits & ItemColumn.model.bit == 0 { return }
    for i in 0..<matcher.matches.patches.count where matcher.pairing.replacesModel(matcher.matches.patches[i])
    {
      released.push(matcher.pairing.before.values(at: Int(matcher.matches.patches[i].before)))
    }
  }
}
