// Edits an arrangement in place, a few items or sections at a time: O(log n + leaf). All memory is reserved
// before anything changes.
//
//     insert 2 into  | 1 2 3 4 5 6 |           capacity left: the items behind are shifted
//                    | 1 2 x y 3 4 5 6 |
//     no capacity:   | 1 2 x y | 3 4 5 6 |       evenly filled new leaves replace it; at the end of a
//                                                section they are filled completely instead
//
// A leaf that another version shares is copied before it is written. `PendingReleases` collects what this
// version no longer references.

import CPlatform

extension Arrangement {
  // MARK: Leaves

  /// The leaf, exclusive to this version, with capacity for `extra` more items and columns for `traits`.
  mutating func writable(
    _ id: LeafID, extra: Int, traits: UInt32, _ releases: inout PendingReleases
  ) throws(Refusal) -> Leaf {
    let leaf = leaf(id)
    let wanted = leaf.traits | traits
    if !leaf.isShared && leaf.capacity >= leaf.count + extra && leaf.traits == wanted { return leaf }
    try releases.rewritten.reserve(extra: 1)
    let copy = try Leaf(capacity: Leaf.capacity(for: leaf.count + extra), traits: wanted)
    copy.append(leaf.count, from: leaf, at: 0)
    leaves[id] = copy
    releases.rewritten.push(leaf)
    return copy
  }

  /// Undoes the latest rewriting of the leaf with this id.
  mutating func undoRewrite(_ id: LeafID, _ releases: inout PendingReleases) {
    leaf(id).free()
    leaves[id] = releases.rewritten.pop()
  }

  private mutating func reserve(leaves extra: Int, in section: SectionID) throws(Refusal) {
    try leaves.reserve(extra: extra)
    try items.reserve(
      nodes: extra + items.nodesForInsert(root: sections[section].root), children: leaves.capacity)
  }

  /// A leaf has got `items` more items, or other ones.
  mutating func grow(_ section: SectionID, leaf: LeafID, by items: Int) {
    self.items.add(ItemSum(units: 0, items: UInt32(truncatingIfNeeded: items)), to: leaf)
    grow(section, by: items)
  }

  mutating func grow(_ section: SectionID, by items: Int) {
    let delta = ItemSum(units: 0, items: UInt32(truncatingIfNeeded: items))
    count += items
    sections[section].count &+= delta.items
    order.add(delta, to: section)
  }

  // MARK: Inserting items

  /// Inserts items into a section at `index` and takes over their models' references. Returns which items
  /// moved to which leaf, for callers that index by item.
  mutating func insert(
    _ source: borrowing OwnedColumns, in section: SectionID, at index: Int, _ releases: inout PendingReleases
  ) throws(Refusal) -> Buffer<LeafChange> {
    let total = source.count
    if total == 0 { return Buffer() }
    var home: LeafID? = nil
    var offset = 0
    if sections[section].count > 0 {
      // At a leaf's end rather than at the next one's beginning, so that appending fills leaves.
      let location =
        index == 0
        ? Location(leaf: items.edge(of: sections[section].root, last: false), offset: -1)
        : location(ofItem: index - 1, inSection: section)
      home = location.leaf
      offset = location.offset + 1
    }
    if let home, leaf(home).count + total <= leafCapacity {
      var changes = try Buffer<LeafChange>(capacity: 1)
      let leaf = try writable(home, extra: total, traits: source.traits, &releases)
      leaf.open(total, at: offset)
      leaf.write(total, of: source, at: 0, to: offset)
      grow(section, leaf: home, by: total)
      changes.push(LeafChange(leaf: leaf, id: home, first: offset, count: total))
      return changes
    }
    return try insertLeaves(source, in: section, home, offset, &releases)
  }

  /// Distributes the items of `home` up to `offset`, the new ones, and the rest of `home` over new leaves.
  private mutating func insertLeaves(
    _ source: borrowing OwnedColumns, in section: SectionID, _ home: LeafID?, _ offset: Int,
    _ releases: inout PendingReleases
  ) throws(Refusal) -> Buffer<LeafChange> {
    let old = home.map { leaf($0) }
    let held = old?.count ?? 0
    // Appending to a full leaf keeps it unchanged.
    let isKept = held == leafCapacity && offset == held
    let total = isKept ? source.count : held + source.count
    let leafTotal = (total + leafCapacity - 1) / leafCapacity
    let isAppending = offset == held
    try reserve(leaves: leafTotal, in: section)
    try releases.rewritten.reserve(extra: 1)
    let traits = source.traits | (old?.traits ?? 0)
    var changes = try Buffer<LeafChange>(capacity: leafTotal + 1)
    var made = try Buffer<Leaf>(capacity: leafTotal)
    do throws(Refusal) {
      for i in 0..<leafTotal {
        let size =
          isAppending
          ? min(leafCapacity, total - i * leafCapacity)
          : (i + 1) * total / leafTotal - i * total / leafTotal
        let leaf = try Leaf(capacity: Leaf.capacity(for: size), traits: traits)
        leaf.count = size
        made.push(leaf)
      }
    } catch {
      for i in 0..<made.count { made[i].free() }
      throw error
    }
    compose(made, isKept ? nil : old, offset, source)
    attach(made, in: section, home, isKept: isKept, &releases, &changes)
    return changes
  }

  private func compose(
    _ made: borrowing Buffer<Leaf>, _ old: Leaf?, _ offset: Int, _ source: borrowing OwnedColumns
  ) {
    let split = old == nil ? 0 : offset
    var position = 0
    for i in 0..<made.count {
      let leaf = made[i]
      var filled = 0
      while filled < leaf.count {
        let rest = leaf.count - filled
        let taken: Int
        if position < split, let old {
          taken = min(rest, split - position)
          leaf.copy(taken, from: old, at: position, to: filled)
        } else if position < split + source.count {
          taken = min(rest, split + source.count - position)
          leaf.write(taken, of: source, at: position - split, to: filled)
        } else {
          taken = rest
          if let old { leaf.copy(taken, from: old, at: position - source.count, to: filled) }
        }
        filled += taken
        position += taken
      }
    }
  }

  /// The first new leaf gets the old one's id, unless the old leaf is kept.
  private mutating func attach(
    _ made: borrowing Buffer<Leaf>, in section: SectionID, _ home: LeafID?, isKept: Bool,
    _ releases: inout PendingReleases, _ changes: inout Buffer<LeafChange>
  ) {
    var previous = home
    for i in 0..<made.count {
      let leaf = made[i]
      if i == 0, let home, !isKept {
        let old = self.leaf(home)
        changes.push(LeafChange(leaf: old, id: home, first: 0, count: old.count, isRemoved: true))
        releases.rewritten.push(old)
        leaves[home] = leaf
        grow(section, leaf: home, by: leaf.count - old.count)
        changes.push(LeafChange(leaf: leaf, id: home, first: 0, count: leaf.count))
        continue
      }
      let id = leaves.add(leaf: leaf)
      var root = sections[section].root
      items.insert(
        id, ItemSum(units: 1, items: 0), after: previous, root: &root, owner: section,
        whole: ItemSum(units: 1, items: sections[section].count))
      sections[section].root = root
      grow(section, leaf: id, by: leaf.count)
      changes.push(LeafChange(leaf: leaf, id: id, first: 0, count: leaf.count))
      previous = id
    }
  }

  // MARK: Sections

  /// Reserves memory for `extra` more sections.
  mutating func reserve(sections extra: Int) throws(Refusal) {
    try sections.reserve(extra: extra)
    try sectionIndex.reserve(extra: extra)
    try order.reserve(
      nodes: extra + order.nodesForInsert(root: root), children: sections.capacity)
  }

  /// Inserts a section after `sibling`, or first. Memory must be reserved, and the key must be new.
  mutating func insertSection(_ key: Key, after sibling: SectionID?) -> SectionID {
    let id = makeSection(key, firstGeneration: 0)
    sectionIndex.insert(KeyScope.list.fingerprint(key), id.raw)
    placeSection(id, after: sibling)
    return id
  }

  /// Inserts an existing section record into the order, in which it must not be yet.
  mutating func placeSection(_ id: SectionID, after sibling: SectionID?) {
    let sum = ItemSum(units: 1, items: sections[id].count)
    // Used only if the tree is a single section.
    let first = root.isNone || root.isNode ? id : SectionID(root.end)
    let whole = ItemSum(units: 1, items: sections[first].count)
    order.insert(id, sum, after: sibling, root: &root, owner: .only, whole: whole)
    sectionCount += 1
  }

  mutating func displaceSection(_ id: SectionID) {
    order.remove(id, root: &root, owner: .only)
    sectionCount -= 1
  }

  /// Removes an empty section; `releases` must have capacity for its supplementaries.
  mutating func removeSection(_ id: SectionID, _ releases: inout PendingReleases) {
    let section = sections[id]
    sectionIndex.remove(KeyScope.list.fingerprint(section.key), id.raw)
    displaceSection(id)
    if let supplementaries = section.supplementaries { releases.supplementaries.push(supplementaries) }
    dropSection(id)
  }
}
