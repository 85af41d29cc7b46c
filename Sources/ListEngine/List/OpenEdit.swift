// The changes of an open edit so far: everything needed to make one changeset of them, or to undo them.
//
//     journal     the arrangement before the changes
//     origins     where what is in the list now was before: one sequence for the sections, and one for the items of
//                 each changed section
//     sections    the sections that were changed
//     items       the items that were inserted, deleted or changed, with their appearance at the beginning
//     deletedItems    the deleted items, by key: one that is inserted again is the same item
//     log         the changes of the list's index
//
// A deleted item keeps its slot, and a deleted section its record, until the edit ends. The memory then goes to
// the ScratchPool, from which the next edit takes it.

/// An item that the edit has changed, deleted or inserted.
struct EditedItem: BitwiseCopyable {
  /// The item at the beginning of the edit, or when it was inserted.
  var old: Entry
  var wasThere: Bool
  var isDeleted = false
  /// While it is deleted: its origin, and its section.
  var origin = Origin.new(1)
  var section = SectionID.noIndex
  /// `ChangeFlags.reload` or `.reconfigure` if it is marked, otherwise 0.
  var mark: UInt32 = 0

  var key: Key { old.key }
  var slot: Slot { old.slot }
}

struct EditedSection: BitwiseCopyable {
  var id: SectionID
  /// The sequence of its items in `origins`.
  var sequence: SequenceID
  /// The number of items at the beginning of the edit.
  var count: UInt32
  var wasThere: Bool
  var isDeleted = false
  /// While it is deleted: its origin, if it existed at the beginning.
  var origin = Origin.new(1)
  var isMarked = false
}

@safe public struct OpenEdit: ~Copyable {
  /// The sequence of the sections in `origins`.
  static var order: SequenceID { SequenceID(0) }

  var journal = ArrangementJournal()
  var origins = PieceTable()
  var sections = Buffer<EditedSection>()
  private var numbersOfSections = KeyIndex()
  var items = Buffer<EditedItem>()
  private var numbersOfItems = KeyIndex()
  private var deletedItems = KeyIndex()
  var log = IndexJournal()
  private var deletedSections = KeyIndex()
  /// The number of sections at the beginning of the edit.
  private(set) var sectionsBefore = 0
  private(set) var isScoped = false
  /// Filled by the commit.
  var ends = EditEnds()
  /// Slots that were assigned to new items.
  var taken = Buffer<Slot>()
  /// Whether a user drags items, and the event at its end, for which room is reserved.
  var isReorder = false
  var reorder: EventRecord? = nil
  /// How duplicates were resolved.
  var duplicates = DuplicateCounts()
  /// Events for which room is reserved: states that new items and sections lose if the edit is abandoned.
  /// Changed with the state locked, while the commit has the rest to itself.
  let stateEvents = AtomicWord()
  /// How often an item or section got a state: at most so many of the new ones have some. Changed likewise.
  let statesGiven = AtomicWord()
  private var addedSections = 0
  /// The supplementaries of sections that the commit dropped.
  var droppedSupplementaries = Buffer<SupplementaryBlock>()

  var bytes: Int {
    journal.bytes + origins.bytes + sections.bytes + numbersOfSections.bytes + items.bytes
      + numbersOfItems.bytes + deletedItems.bytes + deletedSections.bytes + log.bytes + taken.bytes
      + ends.bytes + droppedSupplementaries.bytes
  }

  /// While it is in the pool.
  var links = ChainLinks<OpenEdit>()
  var pooledBytes = 0

  init() {}

  /// Calls the host, so no lock may be held.
  deinit { releaseSupplementaries() }

  private func releaseSupplementaries() {
    for i in 0..<droppedSupplementaries.count { droppedSupplementaries[i].release() }
  }

  mutating func begin(_ state: borrowing ListState, isScoped: Bool) throws(Refusal) {
    self.isScoped = isScoped
    sectionsBefore = state.arrangement.sectionCount
    journal.begin(state.arrangement)
    _ = try origins.add(count: sectionsBefore)
  }

  /// Releases what is held, and keeps the memory for the next edit. Calls the host, so no lock may be held.
  mutating func end() {
    releaseSupplementaries()
    droppedSupplementaries.removeAll()
    journal.end()
    origins.removeAll()
    sections.removeAll()
    numbersOfSections.removeAll()
    deletedSections.removeAll()
    items.removeAll()
    numbersOfItems.removeAll()
    deletedItems.removeAll()
    log.removeAll()
    ends.removeAll()
    taken.removeAll()
    statesGiven.value = 0
    addedSections = 0
    duplicates = DuplicateCounts()
    isReorder = false
    reorder = nil
  }

  /// Whether there was no change: neither of the arrangement, nor of an item or a mark.
  var isEmpty: Bool {
    sections.isEmpty && items.isEmpty && journal.isEmpty && duplicates.dropped == 0
      && duplicates.numbered == 0
  }

  /// The number of new items and sections, deleted ones included.
  var addedCount: Int { taken.count + addedSections }

  // MARK: Sections

  func section(_ id: SectionID) -> Int? {
    numbersOfSections.find(KeyIndex.fingerprint(of: id)) { sections[Int($0)].id == id }.map { Int($0) }
  }

  /// The sequence of a changed section.
  func sequence(of id: SectionID) -> SequenceID {
    section(id).map { sections[$0].sequence } ?? OpenEdit.order
  }

  /// Adds the record of a section, unless it has one. Returns the sequence of its items.
  mutating func addRecord(
    ofSection id: SectionID, in arrangement: borrowing Arrangement, wasThere: Bool = true
  ) throws(Refusal) -> SequenceID {
    if let known = section(id) { return sections[known].sequence }
    let count = arrangement.sections[id].count
    try sections.reserve(extra: 1)
    try numbersOfSections.reserve(extra: 1)
    let sequence = try origins.add(count: Int(count))
    numbersOfSections.insert(KeyIndex.fingerprint(of: id), UInt32(sections.count))
    sections.push(EditedSection(id: id, sequence: sequence, count: count, wasThere: wasThere))
    return sequence
  }

  /// Reserves memory for so many inserted or deleted sections; the functions below cannot fail afterwards.
  mutating func reserve(sections extra: Int) throws(Refusal) {
    try sections.reserve(extra: extra)
    try numbersOfSections.reserve(extra: extra)
    try deletedSections.reserve(extra: extra)
    try origins.reserve(sequences: extra)
  }

  /// A new, empty section was inserted.
  mutating func recordInsertion(section id: SectionID) {
    addedSections += 1
    numbersOfSections.insert(KeyIndex.fingerprint(of: id), UInt32(sections.count))
    sections.push(EditedSection(id: id, sequence: origins.addEmpty(), count: 0, wasThere: false))
  }

  /// A deleted section with that key; until the edit ends its record keeps the key.
  func deletedSection(_ key: ScopedKey, in arrangement: borrowing Arrangement) -> Int? {
    deletedSections.find(key.fingerprint) { number in
      arrangement.sections[sections[Int(number)].id].key == key.key
    }.map { Int($0) }
  }

  mutating func recordDeletion(section id: SectionID, _ fingerprint: Fingerprint, from origin: Origin) {
    guard let i = section(id) else { return }
    sections[i].isDeleted = true
    sections[i].origin = origin
    sections[i].wasThere = !origin.isNew
    deletedSections.insert(fingerprint, UInt32(i))
  }

  /// A section that was deleted is inserted again. Returns its origin.
  mutating func recordReturn(section i: Int, _ fingerprint: Fingerprint) -> Origin {
    sections[i].isDeleted = false
    deletedSections.remove(fingerprint, UInt32(i))
    return sections[i].origin
  }

  // MARK: Items

  /// Reserves memory for the records and changes of `extra` more items; the functions below cannot fail
  /// afterwards.
  mutating func reserve(items extra: Int) throws(Refusal) {
    try items.reserve(extra: extra)
    try numbersOfItems.reserve(extra: extra)
    try deletedItems.reserve(extra: extra)
    try log.reserve(extra: extra)
    try taken.reserve(extra: extra)
  }

  func item(ofSlot slot: Slot) -> Int? {
    numbersOfItems.find(KeyIndex.fingerprint(of: slot)) { items[Int($0)].slot == slot }.map { Int($0) }
  }

  /// Adds the record of an item, unless it has one. Returns its number.
  mutating func addRecord(of entry: Entry, wasThere: Bool) -> Int {
    if let known = item(ofSlot: entry.slot) { return known }
    numbersOfItems.insert(KeyIndex.fingerprint(of: entry.slot), UInt32(items.count))
    items.push(EditedItem(old: entry, wasThere: wasThere))
    return items.count - 1
  }

  /// The slot of a deleted item with that key.
  func deletedItem(_ key: ScopedKey, in arrangement: borrowing Arrangement) -> Slot? {
    deletedItems.find(key) { number in
      items[Int(number)].key == key.key ? items[Int(number)] : nil
    } section: { item in
      // The record of a deleted section keeps its key until the edit ends.
      arrangement.sections[item.section].key
    }?.slot
  }

  mutating func recordDeletion(
    _ entry: Entry, _ fingerprint: Fingerprint, from origin: Origin, of section: SectionID
  ) {
    let i = addRecord(of: entry, wasThere: !origin.isNew)
    items[i].isDeleted = true
    items[i].origin = origin
    items[i].section = section
    deletedItems.insert(fingerprint, UInt32(i))
    log.add(fingerprint, entry.slot.raw, isNew: false)
  }

  /// Returns its origin: an item that was deleted is inserted again, any other is new.
  mutating func recordInsertion(_ entry: Entry, _ fingerprint: Fingerprint) -> Origin {
    log.add(fingerprint, entry.slot.raw, isNew: true)
    if let i = item(ofSlot: entry.slot) {
      items[i].isDeleted = false
      deletedItems.remove(fingerprint, UInt32(i))
      return items[i].origin
    }
    _ = addRecord(of: entry, wasThere: false)
    taken.push(entry.slot)
    return .new(1)
  }
}
