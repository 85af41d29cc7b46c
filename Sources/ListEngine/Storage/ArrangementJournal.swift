// What an edit has changed of an arrangement, as it was: enough to put everything back without taking
// memory. Before a change, what it is about to touch is noted, once each:
//
//     a leaf        its row, with a reference more, so that it is copied before it is written    SlabJournal
//     its tree      the nodes above it                                                           ForestJournal
//     its section   its record, with a reference more to its supplementaries, and the nodes above it
//     the index     entries of sections that come and go                                         IndexJournal
//
// Whatever else the arrangement holds is not read, so a note costs the height of the trees.

public struct ArrangementJournal: ~Copyable {
  private var items = ForestJournal<ItemSum>()
  private var order = ForestJournal<ItemSum>()
  private var leaves = SlabJournal<Leaf?>()
  private var sections = SlabJournal<Section>()
  private var sectionLog = IndexJournal()
  private var root = Link.none
  private var count = 0
  private var sectionTotal = 0

  var bytes: Int { items.bytes + order.bytes + leaves.bytes + sections.bytes + sectionLog.bytes }

  /// Releases what is held here: after `restore` what came, else what was there. The host is called for it, so
  /// nothing may be locked.
  deinit {
    for i in 0..<leaves.saved.count { leaves.saved[i].row?.letGo() }
    for i in 0..<sections.saved.count { sections.saved[i].row.supplementaries?.letGo() }
  }

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

  // MARK: Noting

  /// Items of a leaf are about to change, come or go, and with them so many new leaves to come.
  mutating func note(
    leaf id: UInt32, of section: UInt32, in arrangement: borrowing Arrangement, newLeaves extra: Int = 0
  ) throws(Refusal) {
    try note(section: section, in: arrangement, newLeaves: extra)
    try items.note(id, in: arrangement.items)
    if try leaves.save(id, of: arrangement.leaves) { arrangement.leaf(id).retain() }
  }

  /// The items or the record of a section are about to change; a leaf or two of an empty one to come.
  mutating func note(
    section id: UInt32, in arrangement: borrowing Arrangement, newLeaves extra: Int = 0
  ) throws(Refusal) {
    try leaves.willAdd(extra, to: arrangement.leaves)
    let nodes = extra + arrangement.items.nodesForInsert(root: arrangement.sections[Int(id)].root)
    try items.willMake(nodes, in: arrangement.items)
    try order.note(id, in: arrangement.order)
    if try sections.save(id, of: arrangement.sections) {
      arrangement.sections[Int(id)].supplementaries?.retain()
    }
  }

  /// So many sections are about to be put after `sibling` (or first), and may be new ones.
  mutating func noteInsert(
    after sibling: UInt32?, _ extra: Int, in arrangement: borrowing Arrangement
  ) throws(Refusal) {
    try sections.willAdd(extra, to: arrangement.sections)
    try sectionLog.reserve(extra: extra)
    try order.willMake(
      extra + arrangement.order.nodesForInsert(root: arrangement.root), in: arrangement.order)
    if arrangement.root.isNone { return }
    let beside = sibling ?? arrangement.order.edge(of: arrangement.root, last: false)
    try order.note(beside, in: arrangement.order)
  }

  /// Sections are about to be taken out of the order, and perhaps to go.
  mutating func noteRemoval(
    of ids: borrowing Buffer<UInt32>, in arrangement: borrowing Arrangement
  ) throws(Refusal) {
    try sectionLog.reserve(extra: ids.count)
    for i in 0..<ids.count { try note(section: ids[i], in: arrangement) }
  }

  /// A section's entry came into the index, or went; room was made by the note before.
  mutating func didIndex(_ fingerprint: UInt32, _ id: UInt32, isNew: Bool) {
    sectionLog.add(fingerprint, id, isNew: isNew)
  }

  /// A section as it was, if it may have changed.
  func section(_ id: UInt32) -> Section? { sections.row(id) }

  /// The numbers of the leaves that may have changed; some have gone since.
  func touchedLeaves(of arrangement: borrowing Arrangement) throws(Refusal) -> Buffer<UInt32> {
    try leaves.touched(in: arrangement.leaves)
  }

  // MARK: The end

  /// The arrangement is as it was; `body` is called with each leaf that may have changed. What came since
  /// is released with this.
  mutating func restore(_ arrangement: inout Arrangement, _ body: (UInt32, Leaf) -> Void = { _, _ in }) {
    leaves.rollBack(&arrangement.leaves)
    for i in 0..<leaves.saved.count where !leaves.saved[i].wasFree {
      let id = leaves.saved[i].number
      body(id, arrangement.leaf(id))
    }
    items.restore(&arrangement.items)
    order.restore(&arrangement.order)
    restoreSections(&arrangement)
    arrangement.root = root
    if !root.isNone { arrangement.order.setParent(of: root, to: .end(0)) }
    arrangement.count = count
    arrangement.sectionCount = sectionTotal
  }

  /// A handle may have been made of a new record: the record keeps its number and its generation, free.
  private mutating func restoreSections(_ arrangement: inout Arrangement) {
    sections.rollBack(&arrangement.sections)
    for i in 0..<sections.saved.count {
      let came = sections.saved[i]
      let id = Int(came.number)
      if id >= sections.end {
        var free = came.row
        free.isLive = false
        free.supplementaries = nil
        free.root = .none
        arrangement.sections.addFree(free)
      } else if came.wasFree {
        arrangement.sections[id].generation = came.row.generation
      } else if case let root = arrangement.sections[id].root, !root.isNone {
        arrangement.items.setParent(of: root, to: .end(came.number))
      }
    }
    sectionLog.rollBack(&arrangement.sectionIndex)
  }
}
