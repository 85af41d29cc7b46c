// Changes sections of a list in place, all or nothing. Memory is reserved and everything that will change is
// saved first; then sections are removed from the order and inserted one after another.
//
//     A B C D       move C and D to 1
//     A B           removed
//     A C D B       inserted, C after A and D after C

extension ListState {
  /// The ids of consecutive sections; `count` may be `atEnd`.
  func sections(_ first: Int, _ count: Int) throws(Refusal) -> Buffer<SectionID> {
    let count = try counted(count, from: first, of: arrangement.sectionCount)
    var ids = try Buffer<SectionID>(capacity: count)
    for position in first..<first + count { ids.push(arrangement.section(at: position)) }
    return ids
  }

  func position(ofSection id: SectionID) -> Int { Int(arrangement.start(ofSection: id).units) }

  // MARK: Inserting

  /// Inserts empty sections, the first of them at `position`.
  mutating func insertSections(
    _ given: borrowing Buffer<Key>, at position: Int, _ edit: inout OpenEdit, _ options: ListOptions
  ) throws(Refusal) {
    let position = try arrangement.check(position: position)
    var counts = DuplicateCounts()
    let list = KeyScope.list
    let keys = try arrangement.resolve(sections: given, options.duplicates, &counts)
    let added = keys.count - counts.dropped
    if arrangement.sectionCount + added > options.maxSections {
      throw Refusal(
        .sectionLimit, value: arrangement.sectionCount + added, limit: Int(options.maxSections))
    }
    var moving = Buffer<SectionID>()
    for i in 0..<keys.count where options.duplicates == Duplicates.keepLast {
      if let duplicate = arrangement.section(forKey: keys[i]) { try moving.append(duplicate) }
    }
    var sibling = position == 0 ? nil : arrangement.section(at: position - 1)
    try arrangement.reserve(sections: keys.count)
    try edit.reserve(sections: keys.count)
    try edit.origins.reserve(edits: 2 * keys.count, levels: edit.origins.levels(of: OpenEdit.order))
    try edit.journal.saveForRemoval(of: moving, in: arrangement)
    try edit.journal.saveForInsertion(after: sibling, keys.count, in: arrangement)
    for i in 0..<keys.count {
      let key = list.key(keys[i])
      if let duplicate = arrangement.section(forKey: key) {
        if options.duplicates != Duplicates.keepLast || sibling == duplicate { continue }
        let origin = removeFromOrder(section: duplicate, &edit)
        put(section: duplicate, from: origin, after: sibling, &edit)
        sibling = duplicate
      } else {
        sibling = add(section: key, after: sibling, &edit)
      }
    }
    edit.duplicates.dropped += counts.dropped
    edit.duplicates.numbered += counts.numbered
  }

  /// A section that was deleted in this edit gets its record again.
  private mutating func add(section key: ScopedKey, after sibling: SectionID?, _ edit: inout OpenEdit)
    -> SectionID
  {
    var origin = Origin.new(1)
    let id: SectionID
    if let known = edit.deletedSection(key, in: arrangement) {
      id = edit.sections[known].id
      origin = edit.recordReturn(section: known, key.fingerprint)
      arrangement.sections[id].isLive = true
    } else {
      id = arrangement.makeSection(key.key, firstGeneration: firstSectionGeneration)
      edit.recordInsertion(section: id)
    }
    arrangement.sectionIndex.insert(key.fingerprint, id.raw)
    edit.journal.didIndex(key.fingerprint, id, isNew: true)
    put(section: id, from: origin, after: sibling, &edit)
    return id
  }

  // MARK: Deleting

  /// Deletes sections with all their items.
  mutating func deleteSections(
    _ ids: borrowing Buffer<SectionID>, _ edit: inout OpenEdit, _ options: ListOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    var items = try Buffer<ItemRange>(capacity: ids.count)
    for i in 0..<ids.count {
      let count = Int(arrangement.sections[ids[i]].count)
      items.push(ItemRange(section: ids[i], first: 0, count: count))
    }
    try reserve(removing: items, adding: ids.count, to: OpenEdit.order, &edit, &releases)
    try edit.reserve(sections: ids.count)
    try releases.supplementaries.reserve(extra: ids.count)
    try edit.journal.saveForRemoval(of: ids, in: arrangement)
    for i in 0..<ids.count { try makeWritable(items[i], &edit, &releases) }
    for i in 0..<ids.count {
      markDeleted(items[i], &edit, options, &releases)
      markDeleted(section: ids[i], &edit, &releases)
    }
  }

  /// The record keeps its id until the edit ends.
  private mutating func markDeleted(
    section id: SectionID, _ edit: inout OpenEdit, _ releases: inout PendingReleases
  ) {
    let section = arrangement.sections[id]
    let fingerprint = KeyScope.list.fingerprint(section.key)
    edit.recordDeletion(section: id, fingerprint, from: removeFromOrder(section: id, &edit))
    arrangement.sectionIndex.remove(fingerprint, id.raw)
    edit.journal.didIndex(fingerprint, id, isNew: false)
    if let supplementaries = section.supplementaries { releases.supplementaries.push(supplementaries) }
    arrangement.sections[id].supplementaries = nil
    arrangement.sections[id].isLive = false
  }

  // MARK: Moving

  /// Moves consecutive sections from `first` on; afterwards the first of them is at `position`.
  mutating func moveSections(
    _ ids: borrowing Buffer<SectionID>, from first: Int, to position: Int, _ edit: inout OpenEdit
  ) throws(Refusal) {
    let count = ids.count
    let position = try arrangement.check(position: position, leaving: count)
    if count == 0 || position == first { return }
    // The section before the target, among those that stay.
    var sibling: SectionID? = nil
    if position > 0 {
      sibling = arrangement.section(at: position > first ? position + count - 1 : position - 1)
    }
    var origins = try Buffer<Origin>(capacity: count)
    try arrangement.reserve(sections: count)
    try edit.origins.reserve(edits: 2 * count, levels: edit.origins.levels(of: OpenEdit.order))
    try edit.journal.saveForRemoval(of: ids, in: arrangement)
    try edit.journal.saveForInsertion(after: sibling, count, in: arrangement)
    for i in 0..<count { origins.push(removeFromOrder(section: ids[i], &edit)) }
    for i in 0..<count {
      put(section: ids[i], from: origins[i], after: sibling, &edit)
      sibling = ids[i]
    }
  }

  mutating func moveSection(
    _ id: SectionID, nextTo anchor: SectionID, isAfter: Bool, _ edit: inout OpenEdit
  ) throws(Refusal) {
    if id == anchor { return }
    let first = position(ofSection: id)
    let other = position(ofSection: anchor)
    try moveSections(
      Buffer(repeating: id, count: 1), from: first,
      to: other + (isAfter ? 1 : 0) - (first < other ? 1 : 0), &edit)
  }

  // MARK: Steps

  private mutating func removeFromOrder(section id: SectionID, _ edit: inout OpenEdit) -> Origin {
    let origin = edit.origins.take(at: position(ofSection: id), from: OpenEdit.order)
    arrangement.displaceSection(id)
    return origin
  }

  private mutating func put(
    section id: SectionID, from origin: Origin, after sibling: SectionID?, _ edit: inout OpenEdit
  ) {
    arrangement.placeSection(id, after: sibling)
    edit.origins.insert(origin, in: OpenEdit.order, at: position(ofSection: id))
  }

  // MARK: Marking

  /// Marks the sections and their items for reload.
  func markSections(_ ids: borrowing Buffer<SectionID>, _ edit: inout OpenEdit) throws(Refusal) {
    for i in 0..<ids.count { _ = try edit.addRecord(ofSection: ids[i], in: arrangement) }
    for i in 0..<ids.count { if let known = edit.section(ids[i]) { edit.sections[known].isMarked = true } }
  }
}
