// What an edit has changed of an arrangement, as it was: enough to put everything back without taking
// memory. Before a change, what it is about to touch is noted, once each:
//
//     a leaf        itself, counted once more, so that it is copied before it is written
//     its tree      the nodes above it                                          ForestJournal
//     its section   the record, and the nodes above it in the order of sections
//     numbers       the free ones that may be taken                             NumberJournal
//     its index     entries of sections that come and go                        IndexJournal
//
// Whatever else the arrangement holds is not read, so a note costs the height of the trees.

public struct ArrangementJournal: ~Copyable {
  private var items = ForestJournal()
  private var order = ForestJournal()
  private var leafNumbers = NumberJournal()
  private var leafIDs = Buffer<UInt32>()
  private var leaves = Buffer<Leaf>()
  private var leafCount = 0
  private var sectionNumbers = NumberJournal()
  private var sectionIDs = Buffer<UInt32>()
  /// With a reference to each one's elements.
  private var sections = Buffer<Section>()
  private var sectionCount = 0
  private var sectionLog = IndexJournal()
  private var root = Link.none
  private var count = 0
  private var sectionTotal = 0
  /// At most so many leaves, and sections, are new or were noted: each may be one to let go.
  private var mostLeaves = 0
  private var mostSections = 0
  private var goneLeaves = Buffer<Leaf>()
  private var goneSupplementaries = Buffer<SupplementaryBlock>()

  var bytes: Int {
    items.bytes + order.bytes + leafNumbers.bytes + leafIDs.bytes + leaves.bytes + sectionNumbers.bytes
      + sectionIDs.bytes + sections.bytes + sectionLog.bytes + goneLeaves.bytes + goneSupplementaries.bytes
  }

  /// Gives back what is held here: after `restore` what came, else what was there. The host is told, so
  /// nothing may be locked.
  deinit {
    for i in 0..<leaves.count { leaves[i].letGo() }
    for i in 0..<goneLeaves.count { goneLeaves[i].letGo() }
    for i in 0..<goneSupplementaries.count { goneSupplementaries[i].letGo() }
    for i in 0..<sections.count { sections[i].supplementaries?.letGo() }
  }

  init() {}

  mutating func begin(_ arrangement: borrowing Arrangement) {
    items.begin(arrangement.items)
    order.begin(arrangement.order)
    leafNumbers.begin(free: arrangement.freeLeaves, end: arrangement.leaves.count)
    sectionNumbers.begin(free: arrangement.freeSections, end: arrangement.sections.count)
    leafCount = arrangement.leaves.count
    sectionCount = arrangement.sections.count
    root = arrangement.root
    count = arrangement.count
    sectionTotal = arrangement.sectionCount
    mostLeaves = 0
    mostSections = 0
  }

  // MARK: Noting

  /// Items of a leaf are about to change, come or go, and with them so many new leaves to come.
  mutating func note(
    leaf id: UInt32, of section: UInt32, in arrangement: borrowing Arrangement, newLeaves extra: Int = 0
  ) throws(Refusal) {
    try note(section: section, in: arrangement, newLeaves: extra)
    try items.note(id, in: arrangement.items)
    try save(leaf: id, of: arrangement)
  }

  /// The items or the record of a section are about to change; a leaf or two of an empty one to come.
  mutating func note(
    section id: UInt32, in arrangement: borrowing Arrangement, newLeaves extra: Int = 0
  ) throws(Refusal) {
    try leafNumbers.willTake(extra, from: arrangement.freeLeaves)
    let nodes = extra + arrangement.items.nodesForInsert(root: arrangement.sections[Int(id)].root)
    try items.willMake(nodes, in: arrangement.items)
    mostLeaves += extra
    try goneLeaves.reserve(mostLeaves)
    try order.note(id, in: arrangement.order)
    try save(section: id, of: arrangement)
  }

  /// So many sections are about to be put after `sibling` (or first), and may be new ones.
  mutating func noteInsert(
    after sibling: UInt32?, _ extra: Int, in arrangement: borrowing Arrangement
  ) throws(Refusal) {
    try sectionNumbers.willTake(extra, from: arrangement.freeSections)
    mostSections += extra
    try goneSupplementaries.reserve(mostSections)
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

  private mutating func save(leaf id: UInt32, of arrangement: borrowing Arrangement)
    throws(Refusal)
  {
    try goneLeaves.reserve(mostLeaves + 1)
    try leaves.reserve(extra: 1)
    try leafIDs.reserve(extra: 1)
    if !(try leafNumbers.note(id, savedAt: leaves.count)) { return }
    mostLeaves += 1
    let leaf = arrangement.leaf(id)
    leaf.retain()
    leafIDs.push(id)
    leaves.push(leaf)
  }

  private mutating func save(section id: UInt32, of arrangement: borrowing Arrangement)
    throws(Refusal)
  {
    try goneSupplementaries.reserve(mostSections + 1)
    try sections.reserve(extra: 1)
    try sectionIDs.reserve(extra: 1)
    if !(try sectionNumbers.note(id, savedAt: sections.count)) { return }
    mostSections += 1
    arrangement.sections[Int(id)].supplementaries?.retain()
    sectionIDs.push(id)
    sections.push(arrangement.sections[Int(id)])
  }

  /// A section as it was, if it may have changed.
  func section(_ id: UInt32) -> Section? {
    sectionNumbers.place(of: id).map { sections[$0] }
  }

  /// The numbers of the leaves that may have changed; some have gone since.
  func touchedLeaves(of arrangement: borrowing Arrangement) throws(Refusal) -> Buffer<UInt32> {
    let end = min(leafCount, arrangement.leaves.count)
    var touched = try Buffer<UInt32>(
      capacity: leafIDs.count + leafNumbers.takenCount + arrangement.leaves.count - end)
    touched.append(contentsOf: leafIDs)
    for i in 0..<leafNumbers.takenCount { touched.push(leafNumbers.taken(i)) }
    for id in end..<arrangement.leaves.count { touched.push(UInt32(id)) }
    return touched
  }

  // MARK: The end

  /// The arrangement is as it was; `body` is called with each leaf that may have changed. What came since
  /// goes with this.
  mutating func restore(_ arrangement: inout Arrangement, _ body: (UInt32, Leaf) -> Void = { _, _ in }) {
    for i in 0..<leafIDs.count {
      if let came = arrangement.leaves[Int(leafIDs[i])] { goneLeaves.push(came) }
      arrangement.leaves[Int(leafIDs[i])] = leaves[i]
      body(leafIDs[i], leaves[i])
    }
    leaves.removeAll()
    for i in 0..<leafNumbers.takenCount { dismissLeaf(leafNumbers.taken(i), of: &arrangement) }
    for id in leafCount..<arrangement.leaves.count { dismissLeaf(UInt32(id), of: &arrangement) }
    arrangement.leaves.truncate(to: leafCount)
    leafNumbers.restore(&arrangement.freeLeaves)
    items.restore(&arrangement.items)
    order.restore(&arrangement.order)
    restoreSections(&arrangement)
    arrangement.root = root
    if !root.isNone { arrangement.order.setParent(of: root, to: .end(0)) }
    arrangement.count = count
    arrangement.sectionCount = sectionTotal
  }

  private mutating func dismissLeaf(_ id: UInt32, of arrangement: inout Arrangement) {
    guard let leaf = arrangement.leaves[Int(id)] else { return }
    goneLeaves.push(leaf)
    arrangement.leaves[Int(id)] = nil
  }

  private mutating func restoreSections(_ arrangement: inout Arrangement) {
    for i in 0..<sectionIDs.count {
      let id = sectionIDs[i]
      dismissSupplementaries(id, of: arrangement)
      arrangement.sections[Int(id)] = sections[i]
      if !sections[i].root.isNone { arrangement.items.setParent(of: sections[i].root, to: .end(id)) }
    }
    sections.removeAll()
    sectionNumbers.restore(&arrangement.freeSections)
    for i in 0..<sectionNumbers.takenCount { dismissSection(sectionNumbers.taken(i), of: &arrangement) }
    // A handle may have been given out of a new record: its generation is not to come again.
    for id in sectionCount..<arrangement.sections.count {
      dismissSection(UInt32(id), of: &arrangement)
      arrangement.freeSections.push(UInt32(id))
    }
    sectionLog.journal(on: &arrangement.sectionIndex)
  }

  private mutating func dismissSection(_ id: UInt32, of arrangement: inout Arrangement) {
    dismissSupplementaries(id, of: arrangement)
    arrangement.sections[Int(id)].isLive = false
    arrangement.sections[Int(id)].supplementaries = nil
    arrangement.sections[Int(id)].root = .none
  }

  private mutating func dismissSupplementaries(_ id: UInt32, of arrangement: borrowing Arrangement) {
    let section = arrangement.sections[Int(id)]
    if section.isLive, let supplementaries = section.supplementaries {
      goneSupplementaries.push(supplementaries)
    }
  }
}
