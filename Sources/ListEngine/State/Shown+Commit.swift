// The commit: what the workshop has made ready becomes what is shown. `prepareCommit` takes all the
// memory that is needed and changes nothing that can be seen; `commit` cannot fail.
//
//     items      those of before that found no match leave the index and their slots
//     sections   deleted ones go, inserted ones get a record, elements are replaced
//     leaves     new ones get numbers, and the slots of strangers to them point at them
//     trees      of sections whose leaves changed, and of the sections where their order did
//     farewell   leaves that nobody needs are kept for the next update, or given up

struct CommitScratch: ~Copyable {
  /// Items that go: fingerprint above, slot below.
  var leaving = Buffer<UInt64>()
  /// By after-section: its record's number.
  var sectionIDs = Buffer<UInt32>()
  /// By piece: the leaf's number and weight.
  var leafIDs = Buffer<UInt32>()
  var weights = Buffer<Weight>()
  /// By after-section: 1 if its leaves are others, or in another order.
  var isChanged = Buffer<UInt8>()

  var bytes: Int {
    leaving.bytes + sectionIDs.bytes + leafIDs.bytes + weights.bytes + isChanged.bytes
  }

  fileprivate mutating func prepare(_ matcher: borrowing Matcher, _ weaver: borrowing Weaver) throws(Refusal)
  {
    let sections = matcher.after.sectionCount
    leaving.removeAll()
    sectionIDs.removeAll()
    leafIDs.removeAll()
    weights.removeAll()
    isChanged.removeAll()
    if !matcher.replacesAll { try leaving.reserve(matcher.before.count - matcher.claimedCount) }
    try sectionIDs.reserve(sections)
    try leafIDs.reserve(max(weaver.pieces.count, sections))
    try weights.reserve(max(weaver.pieces.count, sections))
    try isChanged.resize(to: sections, filling: 0)
  }
}

extension Shown {
  mutating func prepareCommit(_ shop: inout Workshop) throws(Refusal) {
    try shop.commit.prepare(shop.matcher, shop.weaver)
    let sections = shop.matcher.after.sectionCount
    let departing = shop.matcher.before.chunks.count
    let models =
      shop.matcher.before.traits & Leaf.hasModels == 0
      ? 0 : shop.matcher.before.count - shop.matcher.claimedCount + shop.matcher.patches.count
    try shop.departures.reserve(leaves: departing, models: models, elements: shop.matcher.before.sectionCount)
    try shop.weaver.pool.reserve(extra: departing)

    let leaves = arrangement.leaves.count + shop.weaver.written
    try arrangement.leaves.reserve(extra: shop.weaver.written)
    try arrangement.freeLeaves.reserve(arrangement.leaves.capacity)
    var nodes = 0
    for section in 0..<sections {
      let first = Int(shop.weaver.firstPieces[section])
      nodes += arrangement.items.nodeCount(forChildren: Int(shop.weaver.firstPieces[section + 1]) - first)
    }
    try arrangement.items.reserve(nodes: nodes, children: leaves)

    let records = arrangement.sections.count + sections
    try arrangement.sections.reserve(extra: sections)
    try arrangement.freeSections.reserve(arrangement.sections.capacity)
    try arrangement.sectionIndex.reserve(extra: sections)
    try arrangement.order.reserve(
      nodes: arrangement.order.nodeCount(forChildren: sections), children: records)
  }

  mutating func commit(_ shop: inout Workshop, section only: UInt32?) {
    removeItems(&shop)
    if shop.matcher.replacesAll { replaceIndex(&shop) }
    releaseReplaced(shop.matcher, &shop.departures)
    let isReordered = only == nil && commitSections(&shop)
    if let only { shop.commit.sectionIDs.push(only) }
    commitLeaves(&shop)
    commitTrees(&shop, isReordered: isReordered)
    dismissLeaves(&shop)
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

  // MARK: Sections

  /// Whether the order of sections is another.
  private mutating func commitSections(_ shop: inout Workshop) -> Bool {
    let hash = KeyHash.seeded
    var isReordered = shop.matcher.before.sectionCount != shop.matcher.after.sectionCount
    for b in 0..<shop.matcher.before.sectionCount where shop.matcher.afterOfBefore[b] == none {
      let id = shop.matcher.before.sectionIDs[b]
      arrangement.sectionIndex.remove(hash.fingerprint(shop.matcher.before.sectionKeys[b], salt: 0), id)
      arrangement.items.demolish(arrangement.sections[Int(id)].root)
      if let elements = arrangement.sections[Int(id)].elements { shop.departures.elements.push(elements) }
      arrangement.dropSection(id, firstGeneration: firstSectionGeneration)
    }
    for a in 0..<shop.matcher.after.sectionCount {
      let b = shop.matcher.beforeOfAfter[a]
      let new = shop.matcher.after.elements[a]
      if b == none {
        let key = shop.matcher.after.sectionKeys[a]
        let id = arrangement.makeSection(key, firstGeneration: firstSectionGeneration)
        isReordered = true
        arrangement.sectionIndex.insert(hash.fingerprint(key, salt: 0), id)
        arrangement.sections[Int(id)].elements = new
        new?.retain()
        shop.commit.sectionIDs.push(id)
        shop.commit.isChanged[a] = 1
      } else {
        let id = shop.matcher.before.sectionIDs[Int(b)]
        shop.commit.sectionIDs.push(id)
        if Int(b) != a { isReordered = true }
        let old = arrangement.sections[Int(id)].elements
        if let old, let new, old == new { continue }
        if let old { shop.departures.elements.push(old) }
        new?.retain()
        arrangement.sections[Int(id)].elements = new
      }
    }
    return isReordered
  }

  // MARK: Leaves

  private mutating func commitLeaves(_ shop: inout Workshop) {
    for section in 0..<shop.matcher.after.sectionCount {
      let first = Int(shop.weaver.firstPieces[section])
      let end = Int(shop.weaver.firstPieces[section + 1])
      let b = shop.matcher.beforeOfAfter[section]
      // Of a section that stays as it is, the pieces are its chunks, one by one.
      let chunk = b == none ? 0 : Int(shop.matcher.before.firstChunks[Int(b)])
      if b != none && Int(shop.matcher.before.firstChunks[Int(b) + 1]) - chunk != end - first {
        shop.commit.isChanged[section] = 1
      }
      for p in first..<end {
        let piece = shop.weaver.pieces[p]
        shop.commit.weights.push(Weight(units: 1, items: UInt32(piece.leaf.count)))
        shop.commit.leafIDs.push(number(piece, shop.matcher.before))
        if !piece.isKept || Int(piece.chunk) != chunk + p - first { shop.commit.isChanged[section] = 1 }
      }
    }
    for i in 0..<shop.weaver.strangers.count {
      let strangers = shop.weaver.strangers[i]
      let id = shop.commit.leafIDs[Int(strangers.piece)]
      let numbers = unsafe shop.weaver.pieces[Int(strangers.piece)].leaf.slots
      let first = Int(strangers.first)
      for i in first..<first + Int(strangers.count) { unsafe slots.setLeaf(id, of: numbers[i]) }
    }
  }

  private mutating func number(_ piece: Piece, _ before: borrowing Input) -> UInt32 {
    if piece.chunk == none { return arrangement.addLeaf(piece.leaf) }
    let id = before.chunks[Int(piece.chunk)].id
    arrangement.leaves[Int(id)] = piece.leaf
    return id
  }

  // MARK: Trees

  private mutating func commitTrees(_ shop: inout Workshop, isReordered: Bool) {
    let sections = shop.commit.sectionIDs.count
    // All old trees first: a leaf may have gone from one section's to another's.
    for a in 0..<sections where shop.commit.isChanged[a] != 0 {
      let id = Int(shop.commit.sectionIDs[a])
      arrangement.items.demolish(arrangement.sections[id].root)
    }
    for a in 0..<sections {
      let id = shop.commit.sectionIDs[a]
      let count = shop.matcher.after.starts[a + 1] - shop.matcher.after.starts[a]
      if shop.commit.isChanged[a] != 0 {
        let first = Int(shop.weaver.firstPieces[a])
        arrangement.sections[Int(id)].root = arrangement.items.build(
          shop.commit.leafIDs, shop.commit.weights, from: first,
          count: Int(shop.weaver.firstPieces[a + 1]) - first, owner: id)
      }
      let change = count &- arrangement.sections[Int(id)].count
      arrangement.sections[Int(id)].count = count
      if change != 0 && !isReordered { arrangement.order.add(Weight(units: 0, items: change), to: id) }
    }
    if isReordered { reorder(&shop) }
  }

  private mutating func reorder(_ shop: inout Workshop) {
    let sections = shop.commit.sectionIDs.count
    shop.commit.weights.removeAll()
    for a in 0..<sections {
      let count = arrangement.sections[Int(shop.commit.sectionIDs[a])].count
      shop.commit.weights.push(Weight(units: 1, items: count))
    }
    arrangement.order.demolish(arrangement.root)
    arrangement.root = arrangement.order.build(
      shop.commit.sectionIDs, shop.commit.weights, from: 0, count: sections, owner: 0)
    arrangement.sectionCount = sections
  }

  // MARK: Farewell

  private mutating func dismissLeaves(_ shop: inout Workshop) {
    for c in 0..<shop.matcher.before.chunks.count where shop.weaver.fates[c] != .kept {
      let chunk = shop.matcher.before.chunks[c]
      if shop.weaver.fates[c] == .goes { arrangement.dropLeaf(chunk.id) }
      if chunk.leaf.traits & Leaf.hasModels != 0 {
        shop.departures.rewritten.push(chunk.leaf)
      } else if chunk.leaf.isShared {
        chunk.leaf.letGo()
      } else {
        shop.weaver.recycle(chunk.leaf)
      }
    }
  }
}
