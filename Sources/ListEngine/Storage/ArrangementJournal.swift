// The journal of an edit's changes to an arrangement. It can restore the former state without allocating.
// Everything is saved once, before it is first changed:
//
//     a leaf        its row, with one more reference, so that it is copied before a write       SlabJournal
//     its tree      the nodes above it                                                      ForestJournal
//     its section   its record, with one more reference to its supplementaries, and the nodes above it
//     the index     entries of sections that are inserted and deleted                       IndexJournal
//
// The rest of the arrangement is not read, so saving costs the height of the trees.

public struct ArrangementJournal: ~Copyable {
  private var items = ForestJournal<ItemSum, LeafID, SectionID>()
  private var order = ForestJournal<ItemSum, SectionID, SoleOwner>()
  private var leaves = SlabJournal<Leaf?>()
  private var sections = SlabJournal<Section>()
  private var sectionLog = IndexJournal()
  private var root = Link.none
  private var count = 0
  private var sectionTotal = 0

  var bytes: Int { items.bytes + order.bytes + leaves.bytes + sections.bytes + sectionLog.bytes }

  deinit { release() }

  /// Releases what is held: after `restore` the rolled-back state, otherwise the saved one. Calls the host,
  /// so no lock may be held.
  private func release() {
    for i in 0..<leaves.saved.count { leaves.saved[i].row?.release() }
    for i in 0..<sections.saved.count { sections.saved[i].row.supplementaries?.release() }
  }

  /// Releases what is held, and keeps the memory for the next edit.
  mutating func end() {
    release()
    leaves.removeAll()
    sections.removeAll()
    items.removeAll()
    order.removeAll()
    sectionLog.removeAll()
  }

  /// Whether nothing was saved: the arrangement has not changed.
  var isEmpty: Bool { leaves.saved.isEmpty && sections.saved.isEmpty && order.isEmpty }

  init() {}

  mutating func begin(_ arrangement: borrowing Arrangement) {
    items.begin(arrangement.items)
    order.begin(arrangement.order)
    leaves.begin(arrangement.leaves)
    sections.begin(arrangement.sections)
    root = arrangement.root
    count = arrangement.count
    sectionTotal = arrangement.sectionCount
  }

  // MARK: Saving

  /// Call before items of a leaf are changed, inserted or removed, with at most `newLeaves` new leaves.
  @inline(never) mutating func save(
    leaf id: LeafID, of section: SectionID, in arrangement: borrowing Arrangement, newLeaves extra: Int = 0
  ) throws(Refusal) {
    try save(section: section, in: arrangement, newLeaves: extra)
    try items.savePath(to: id, in: arrangement.items)
    if try leaves.save(id.raw, of: arrangement.leaves) { arrangement.leaf(id).retain() }
  }

  /// Call before the items or the record of a section are changed; an empty section may get one or two
  /// leaves.
  @inline(never) mutating func save(
    section id: SectionID, in arrangement: borrowing Arrangement, newLeaves extra: Int = 0
  ) throws(Refusal) {
    try leaves.willAdd(extra, to: arrangement.leaves)
    let nodes = extra + arrangement.items.nodesForInsert(root: arrangement.sections[id].root)
    try items.willMake(nodes, in: arrangement.items)
    try order.savePath(to: id, in: arrangement.order)
    if try sections.save(id.raw, of: arrangement.sections) {
      arrangement.sections[id].supplementaries?.retain()
    }
  }

  /// Call before `count` sections, possibly new ones, are inserted after `sibling` (or first).
  mutating func saveForInsertion(
    after sibling: SectionID?, _ extra: Int, in arrangement: borrowing Arrangement
  ) throws(Refusal) {
    try sections.willAdd(extra, to: arrangement.sections)
    try sectionLog.reserve(extra: extra)
    try order.willMake(
      extra + arrangement.order.nodesForInsert(root: arrangement.root), in: arrangement.order)
    if arrangement.root.isNone { return }
    let beside = sibling ?? arrangement.order.edge(of: arrangement.root, last: false)
    try order.savePath(to: beside, in: arrangement.order)
  }

  /// Call before sections are removed from the order, and possibly deleted.
  mutating func saveForRemoval(
    of ids: borrowing Buffer<SectionID>, in arrangement: borrowing Arrangement
  ) throws(Refusal) {
    try sectionLog.reserve(extra: ids.count)
    for i in 0..<ids.count { try save(section: ids[i], in: arrangement) }
  }

  /// Records that a section's entry was inserted into the index or removed; capacity was reserved when it was
  /// saved.
  mutating func didIndex(_ fingerprint: Fingerprint, _ id: SectionID, isNew: Bool) {
    sectionLog.add(fingerprint, id.raw, isNew: isNew)
  }

  /// The saved record of a section, if it may have changed.
  func section(_ id: SectionID) -> Section? { sections.row(id.raw) }

  /// The ids of the leaves that may have changed; some may not exist any more.
  func touchedLeaves(of arrangement: borrowing Arrangement) throws(Refusal) -> Buffer<LeafID> {
    try leaves.touched(in: arrangement.leaves)
  }

  /// Calls `body` with each leaf of the arrangement that may have changed.
  func forEachTouchedLeaf(of arrangement: borrowing Arrangement, _ body: (LeafID, Leaf) -> Void) {
    leaves.forEachTouched(in: arrangement.leaves) { number in
      if let leaf = arrangement.leaves[LeafID(number)] { body(LeafID(number), leaf) }
    }
  }

  // MARK: Rolling back

  /// Restores the arrangement and calls `body` with each leaf that may have changed. What was added since is
  /// released with the journal.
  mutating func restore(_ arrangement: inout Arrangement, _ body: (LeafID, Leaf) -> Void = { _, _ in }) {
    leaves.rollBack(&arrangement.leaves)
    for i in 0..<leaves.saved.count where !leaves.saved[i].wasFree {
      let id = LeafID(leaves.saved[i].number)
      arrangement.items.stampChild(id)
      body(id, arrangement.leaf(id))
    }
    items.restore(&arrangement.items)
    order.restore(&arrangement.order)
    restoreSections(&arrangement)
    arrangement.root = root
    if !root.isNone { arrangement.order.setParent(of: root, to: .end(SoleOwner.only.raw)) }
    arrangement.count = count
    arrangement.sectionCount = sectionTotal
  }

  /// A handle may refer to a new record: the record keeps its id and generation, and is free.
  private mutating func restoreSections(_ arrangement: inout Arrangement) {
    sections.rollBack(&arrangement.sections)
    for i in 0..<sections.saved.count {
      let came = sections.saved[i]
      let id = Int(came.number)
      if id >= sections.end {
        var free = came.row
        free.isLive = false
        free.isFree = true
        free.supplementaries = nil
        free.root = .none
        arrangement.sections.addFree(free)
      } else if came.wasFree {
        arrangement.sections[id].generation = came.row.generation
      } else {
        arrangement.order.stampChild(SectionID(came.number))
        let root = arrangement.sections[id].root
        if !root.isNone { arrangement.items.setParent(of: root, to: .end(came.number)) }
      }
    }
    sectionLog.rollBack(&arrangement.sectionIndex)
  }
}
