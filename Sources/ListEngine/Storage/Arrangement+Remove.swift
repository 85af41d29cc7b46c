// Removes items of an arrangement: single ones, from leaves that only this version has, or all of a section,
// whole leaves at a time. Nothing here can fail.
//
//     section A      | 1 2 3 | 4 5 |      removeItems: both leaves go to `PendingReleases`
//     set aside      A[]  and a tree of the two leaves, which is removed, or put back if what was to follow failed

extension Arrangement {
  /// Removes one item and returns it; the caller owns its model's reference. The leaf must be writable:
  /// nothing can fail.
  mutating func remove(at location: Location, in section: SectionID) -> Entry {
    let entry = leaf(location.leaf).entry(location.offset)
    remove(1, at: location, in: section)
    return entry
  }

  /// Removes `width` items of one leaf.
  mutating func remove(_ width: Int, at location: Location, in section: SectionID) {
    let leaf = leaf(location.leaf)
    leaf.close(width, at: location.offset)
    grow(section, leaf: location.leaf, by: -width)
    if leaf.count == 0 {
      detach(location.leaf, in: section)
      leaf.free()
    }
  }

  mutating func detach(_ id: LeafID, in section: SectionID) {
    var root = sections[section].root
    items.remove(id, root: &root, owner: section)
    sections[section].root = root
    dropLeaf(id)
  }

  /// Removes all items of a section, whole leaves at a time. `scratch` and `releases` must have capacity
  /// reserved.
  mutating func removeItems(
    of section: SectionID, _ scratch: inout ChildList<LeafID>, _ releases: inout PendingReleases,
    index table: inout LeafIndex, _ scope: KeyScope
  ) {
    removeLeaves(of: setAside(itemsOf: section), &scratch, &releases, index: &table, scope)
  }

  /// Takes all items out of a section. The tree that is returned must be removed, or put back.
  mutating func setAside(itemsOf section: SectionID) -> Link {
    let root = sections[section].root
    if root.isNone { return root }
    sections[section].root = .none
    grow(section, by: -Int(sections[section].count))
    return root
  }

  /// Undoes `setAside` of `count` items, while the section is empty.
  mutating func putBack(_ root: Link, _ count: Int, in section: SectionID) {
    sections[section].root = root
    grow(section, by: count)
  }

  /// Removes a tree that was set aside, with its leaves.
  mutating func removeLeaves(
    of root: Link, _ scratch: inout ChildList<LeafID>, _ releases: inout PendingReleases,
    index table: inout LeafIndex, _ scope: KeyScope
  ) {
    if root.isNone { return }
    scratch.removeAll()
    if root.isNode {
      items.list(root, into: &scratch.ids, &scratch.sums)
    } else {
      scratch.ids.push(LeafID(root.end))
    }
    items.removeTree(root)
    for i in 0..<scratch.ids.count {
      let leaf = leaf(scratch.ids[i])
      table.remove(leaf, scratch.ids[i], scope)
      releases.dropped.push(leaf)
      dropLeaf(scratch.ids[i])
    }
  }
}

/// The leaves of a section, in order.
struct ChildList<Child: TypedIndex>: ~Copyable {
  var ids = Buffer<Child>()
  var sums = Buffer<ItemSum>()

  mutating func reserve(_ count: Int) throws(Refusal) {
    try ids.reserve(count)
    try sums.reserve(count)
  }

  mutating func removeAll() {
    ids.removeAll()
    sums.removeAll()
  }
}
