// What a commit does to an arrangement, a list's or a snapshot's: the leaves that were woven get numbers,
// sections come and go, and the trees of what changed are built anew. `prepareCommit` takes all the
// memory; the rest cannot fail.

extension Arrangement {
  mutating func prepareCommit(_ shop: inout Workshop) throws(Refusal) {
    try shop.commit.prepare(shop.matcher, shop.weaver)
    let total = shop.matcher.after.sectionCount
    let departing = shop.matcher.before.chunks.count
    let models =
      shop.matcher.before.traits & Leaf.hasModels == 0
      ? 0 : shop.matcher.before.count - shop.matcher.claimedCount + shop.matcher.patches.count
    try shop.departures.reserve(leaves: departing, models: models, elements: shop.matcher.before.sectionCount)
    try shop.weaver.pool.reserve(extra: departing)

    let leafTotal = leaves.count + shop.weaver.written
    try leaves.reserve(extra: shop.weaver.written)
    try freeLeaves.reserve(leaves.capacity)
    var nodes = 0
    for section in 0..<total {
      let first = Int(shop.weaver.firstPieces[section])
      nodes += items.nodeCount(forChildren: Int(shop.weaver.firstPieces[section + 1]) - first)
    }
    try items.reserve(nodes: nodes, children: leafTotal)

    let records = sections.count + total
    try sections.reserve(extra: total)
    try freeSections.reserve(sections.capacity)
    try sectionIndex.reserve(extra: total)
    try order.reserve(nodes: order.nodeCount(forChildren: total), children: records)
  }

  // MARK: Sections

  /// Whether the order of sections is another.
  mutating func commitSections(_ shop: inout Workshop, firstGeneration: UInt32) -> Bool {
    let hash = KeyHash.seeded
    var isReordered = shop.matcher.before.sectionCount != shop.matcher.after.sectionCount
    for b in 0..<shop.matcher.before.sectionCount where shop.matcher.afterOfBefore[b] == none {
      let id = shop.matcher.before.sectionIDs[b]
      sectionIndex.remove(hash.fingerprint(shop.matcher.before.sectionKeys[b], salt: 0), id)
      items.demolish(sections[Int(id)].root)
      if let elements = sections[Int(id)].elements { shop.departures.elements.push(elements) }
      dropSection(id, firstGeneration: firstGeneration)
    }
    for a in 0..<shop.matcher.after.sectionCount {
      let b = shop.matcher.beforeOfAfter[a]
      let new = shop.matcher.after.elements[a]
      if b == none {
        let key = shop.matcher.after.sectionKeys[a]
        let id = makeSection(key, firstGeneration: firstGeneration)
        isReordered = true
        sectionIndex.insert(hash.fingerprint(key, salt: 0), id)
        sections[Int(id)].elements = new
        new?.retain()
        shop.commit.sectionIDs.push(id)
        shop.commit.isChanged[a] = 1
      } else {
        let id = shop.matcher.before.sectionIDs[Int(b)]
        shop.commit.sectionIDs.push(id)
        if Int(b) != a { isReordered = true }
        let old = sections[Int(id)].elements
        if let old, let new, old == new { continue }
        if let old { shop.departures.elements.push(old) }
        new?.retain()
        sections[Int(id)].elements = new
      }
    }
    return isReordered
  }

  // MARK: Leaves

  mutating func commitLeaves(_ shop: inout Workshop) {
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
  }

  private mutating func number(_ piece: Piece, _ before: borrowing Input) -> UInt32 {
    if piece.chunk == none { return addLeaf(piece.leaf) }
    let id = before.chunks[Int(piece.chunk)].id
    leaves[Int(id)] = piece.leaf
    return id
  }

  // MARK: Trees

  mutating func commitTrees(_ shop: inout Workshop, isReordered: Bool) {
    let total = shop.commit.sectionIDs.count
    // All old trees first: a leaf may have gone from one section's to another's.
    for a in 0..<total where shop.commit.isChanged[a] != 0 {
      let id = Int(shop.commit.sectionIDs[a])
      items.demolish(sections[id].root)
    }
    for a in 0..<total {
      let id = shop.commit.sectionIDs[a]
      let count = shop.matcher.after.starts[a + 1] - shop.matcher.after.starts[a]
      if shop.commit.isChanged[a] != 0 {
        let first = Int(shop.weaver.firstPieces[a])
        sections[Int(id)].root = items.build(
          shop.commit.leafIDs, shop.commit.weights, from: first,
          count: Int(shop.weaver.firstPieces[a + 1]) - first, owner: id)
      }
      let change = count &- sections[Int(id)].count
      sections[Int(id)].count = count
      if change != 0 && !isReordered { order.add(Weight(units: 0, items: change), to: id) }
    }
    if isReordered { reorder(&shop) }
  }

  private mutating func reorder(_ shop: inout Workshop) {
    let total = shop.commit.sectionIDs.count
    shop.commit.weights.removeAll()
    for a in 0..<total {
      let count = sections[Int(shop.commit.sectionIDs[a])].count
      shop.commit.weights.push(Weight(units: 1, items: count))
    }
    order.demolish(root)
    root = order.build(
      shop.commit.sectionIDs, shop.commit.weights, from: 0, count: total, owner: 0)
    sectionCount = total
  }

  // MARK: Farewell

  mutating func dismissLeaves(_ shop: inout Workshop) {
    for c in 0..<shop.matcher.before.chunks.count where shop.weaver.fates[c] != .kept {
      let chunk = shop.matcher.before.chunks[c]
      if shop.weaver.fates[c] == .goes { dropLeaf(chunk.id) }
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
