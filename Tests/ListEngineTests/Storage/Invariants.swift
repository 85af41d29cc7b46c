// Checks the invariants of the engine's structures through their fields.

@testable import ListEngine

extension ItemSum: Equatable {
  public static func == (a: ItemSum, b: ItemSum) -> Bool { a.units == b.units && a.items == b.items }
}

extension Slab {
  func checkInvariants() throws {
    let numbers = Set(Array(free))
    try expect(numbers.count == free.count, "a number is free twice")
    try expect(numbers.allSatisfy { $0 < count }, "a free number that was never given")
    try expect(free.capacity >= count, "no room for every number on the free stack")
  }
}

extension SlabJournal {
  func checkInvariants(_ slab: borrowing Slab<Row>) throws {
    try expect(untouched <= slab.free.count, "the free stack is lower than what was never read")
    let numbers = Set((0..<saved.count).map { saved[$0].number })
    try expect(numbers.count == saved.count, "a row is saved twice")
    try expect(indices.count == saved.count, "\(indices.count) indices of \(saved.count) rows")
    try expect(numbers.allSatisfy { $0 < end }, "a new row is saved")
    try expect(saved.capacity >= saved.count + slab.count - end, "no room for the new rows")
  }
}

extension Forest where Sum: Equatable {
  /// Checks every parent, level and sum of the tree below `root`. Returns its children in order, with their
  /// sums as stored in the lowest nodes.
  func checked(_ root: Link, owner: Owner) throws -> [(child: Child, sum: Sum?)] {
    if root.isNone { return [] }
    try expect(parent(of: root) == .end(owner.raw), "a root that is not its owner's")
    return try checked(root, level: nil)
  }

  private func checked(_ link: Link, level: UInt16?) throws -> [(child: Child, sum: Sum?)] {
    guard link.isNode else { return [(Child(link.end), nil)] }
    let head = nodes[link.node]
    if let level { try expect(head.level == level, "level \(head.level), not \(level)") }
    try expect(head.count > 0 && head.count <= fanOut, "a node of \(head.count)")
    if level == nil { try expect(head.count > 1, "a root of one entry") }
    var all: [(child: Child, sum: Sum?)] = []
    for i in link.node * fanOut..<link.node * fanOut + Int(head.count) {
      try expect(links[i].isNode == (head.level > 0), "a child at level \(head.level)")
      try expect(parent(of: links[i]) == link, "a parent that does not know its entry")
      if links[i].isNode {
        let total = nodeSum(links[i].node)
        try expect(total == sums[i], "a sum of \(sums[i]), not \(total)")
        all += try checked(links[i], level: head.level - 1)
      } else {
        all.append((Child(links[i].end), sums[i]))
      }
    }
    return all
  }

  /// The nodes under `roots` and the free ones must be all nodes.
  func checkNodes(_ roots: [Link]) throws {
    func count(_ link: Link) -> Int {
      guard !link.isNone && link.isNode else { return 0 }
      var total = 1
      for i in 0..<Int(nodes[link.node].count) { total += count(links[link.node * fanOut + i]) }
      return total
    }
    try nodes.checkInvariants()
    let used = roots.reduce(0) { $0 + count($1) }
    try expect(used == nodes.usedCount, "\(used) nodes, not \(nodes.usedCount)")
  }
}

extension Arrangement {
  func checkInvariants() throws {
    let inOrder = try order.checked(root, owner: .only)
    try order.checkNodes([root])
    try expect(inOrder.count == sectionCount, "\(inOrder.count) sections, not \(sectionCount)")
    var reached = Set<LeafID>()
    var roots: [Link] = []
    var total = 0
    for (id, sum) in inOrder {
      let section = sections[id]
      try expect(section.isLive, "section \(id) is gone")
      if let sum {
        try expect(sum.units == 1 && sum.items == section.count, "section \(id) weighs \(sum)")
      }
      roots.append(section.root)
      try expect(try checkLeaves(of: id, &reached) == Int(section.count), "section \(id)'s items")
      total += Int(section.count)
      try expect(self.section(forKey: section.key) == id, "section \(id) is not in the index")
    }
    try items.checkNodes(roots)
    try expect(total == count, "\(total) items, not \(count)")
    try expect(sectionIndex.count == sectionCount, "the section index has \(sectionIndex.count)")
    try checkNumbers(reached)
    let live = (0..<sections.count).filter { sections[$0].isLive }
    try expect(Set(live) == Set(inOrder.map { Int($0.child.raw) }), "sections that are nowhere")
  }

  private func checkLeaves(of id: SectionID, _ reached: inout Set<LeafID>) throws -> Int {
    var total = 0
    for (leafID, sum) in try items.checked(sections[id].root, owner: id) {
      try expect(reached.insert(leafID).inserted, "leaf \(leafID) is there twice")
      let leaf = leaf(leafID)
      try expect(leaf.count > 0 && leaf.count <= leafCapacity, "a leaf of \(leaf.count)")
      try expect(leaf.count <= leaf.capacity, "more in a leaf than it can hold")
      if let sum {
        try expect(sum.units == 1 && Int(sum.items) == leaf.count, "leaf \(leafID) weighs \(sum)")
      }
      total += leaf.count
    }
    return total
  }

  private func checkNumbers(_ reached: Set<LeafID>) throws {
    try leaves.checkInvariants()
    let free = Set(Array(leaves.free).map { LeafID($0) })
    try expect(free.isDisjoint(with: reached), "the number of a leaf is free")
    try expect(free.count + reached.count == leaves.count, "numbers are lost")
    for i in 0..<leaves.count {
      try expect((leaves[i] == nil) == free.contains(LeafID(UInt32(i))), "leaf \(i) is not reached")
    }
    try sections.checkInvariants()
    for id in Array(sections.free) {
      try expect(!sections[Int(id)].isLive, "the number of a section is free")
    }
  }

  /// Calls `body` with each item in order and its leaf.
  func forEachItem(_ body: (_ section: SectionID, _ leaf: LeafID, _ offset: Int) throws -> Void) rethrows {
    for position in 0..<sectionCount {
      let id = section(at: position)
      guard sections[id].count > 0 else { continue }
      var leafID: LeafID? = items.edge(of: sections[id].root, last: false)
      while let current = leafID {
        for offset in 0..<leaf(current).count { try body(id, current, offset) }
        leafID = items.neighbour(of: current, step: 1)
      }
    }
  }
}

extension ListState {
  func checkInvariants(isScoped: Bool, isIndexed: Bool = true) throws {
    try arrangement.checkInvariants()
    try checkStamps()
    var used = Set<Slot>()
    try arrangement.forEachItem { section, leafID, offset in
      let leaf = arrangement.leaf(leafID)
      let slot = leaf.slot(offset)
      try expect(used.insert(slot).inserted, "two items in slot \(slot)")
      try expect(
        slots.leaf(of: slot) == leafID, "slot \(slot) points at leaf \(slots.leaf(of: slot)), not \(leafID)")
      try expect(slots.slot(slots.handle(slot)) == slot, "slot \(slot)'s handle is refused")
      let salt = isScoped ? KeyHash.salt(ofSection: arrangement.sections[section].key) : 0
      let fingerprint = Fingerprint(KeyHash.seeded.fingerprint(leaf.key(offset), salt: salt))
      if isIndexed {
        try expect(index.find(fingerprint) { $0 == slot.raw } != nil, "slot \(slot) is not in the index")
      }
    }
    let indexed = isIndexed ? arrangement.count : 0
    try expect(index.count == indexed, "the index has \(index.count) of \(indexed)")
    for number in 0..<slots.all.count where !used.contains(Slot(UInt32(number))) {
      let isFree = slots.all[number].generation & 1 == 1
      try expect(slots.pendingItem(Slot(UInt32(number))) == nil || isFree, "\(number) is reserved")
      try expect(isFree, "slot \(number) lives without an item")
    }
  }
}

extension SnapshotState {
  func checkInvariants(isScoped: Bool) throws {
    try arrangement.checkInvariants()
    guard index.isMade else { return }
    try expect(
      index.table.count == arrangement.count, "the index has \(index.table.count) of \(arrangement.count)")
    var entries: [UInt64: Int] = [:]
    arrangement.forEachItem { section, leafID, offset in
      let salt = isScoped ? KeyHash.salt(ofSection: arrangement.sections[section].key) : 0
      let fingerprint = KeyHash.seeded.fingerprint(arrangement.leaf(leafID).key(offset), salt: salt)
      entries[UInt64(fingerprint) << 32 | UInt64(leafID.raw), default: 0] += 1
    }
    for (entry, count) in entries {
      var found = 0
      _ = index.table.find(Fingerprint(UInt32(entry >> 32))) {
        if $0 == UInt32(truncatingIfNeeded: entry) { found += 1 }
        return false
      }
      try expect(found == count, "\(found) index entries for a leaf, not \(count)")
    }
  }
}
