// Inserts items into a list, all or nothing: new items, and existing items that move and change their
// appearance. Everything is inserted first, which may fail; then items are removed.
//
//     section        a b c d e       insert b' x at 4, policy: keep the last duplicate
//     inserted       a b c d b' x e
//     removed        a c d b' x e
//
// Between insert and remove an item is in two leaves and its slot may name either; `follow` fixes it last.

extension ListState {
  /// Inserts items, the first of them at `index` of a section before any is removed. Takes over the models'
  /// references.
  mutating func insert(
    _ new: inout NewItems, in section: SectionID, at index: Int, _ edit: inout OpenEdit,
    _ options: ListOptions, _ releases: inout PendingReleases
  ) throws(Refusal) {
    let index = try arrangement.check(index, in: section)
    try new.resolve(in: section, of: self, options, isReplacing: false)
    let leaving = try ranges(of: new.duplicates, cut: (section, index))
    try put(new: &new, in: section, at: index, leaving, &edit, options, &releases)
  }

  /// Replaces the items of a section.
  mutating func replace(
    itemsOf section: SectionID, _ new: inout NewItems, _ edit: inout OpenEdit, _ options: ListOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    try new.resolve(in: section, of: self, options, isReplacing: true)
    var leaving = try ranges(of: new.duplicates, except: section)
    let count = Int(arrangement.sections[section].count)
    try leaving.append(ItemRange(section: section, first: 0, count: count))
    try put(new: &new, in: section, at: count, leaving, &edit, options, &releases)
  }

  /// `leaving`, in order: items that are deleted, or are inserted again.
  private mutating func put(
    new: inout NewItems, in section: SectionID, at index: Int, _ leaving: borrowing Buffer<ItemRange>,
    _ edit: inout OpenEdit, _ options: ListOptions, _ releases: inout PendingReleases
  ) throws(Refusal) {
    var left = 0
    for i in 0..<leaving.count { left += leaving[i].count }
    if arrangement.count - left + new.count > options.maxItems {
      throw Refusal(
        .itemLimit, value: arrangement.count - left + new.count, limit: Int(options.maxItems))
    }
    let sequence = try edit.touch(section: section, in: arrangement)
    try prepare(leaving, arriving: new.count, in: sequence, &edit, &releases)
    try releases.released.reserve(extra: left + new.dropped.count)
    try slots.reserve(extra: new.count)
    try self.index.reserve(extra: new.count)
    for i in 0..<leaving.count { try own(leaving[i], &edit, &releases) }
    try note(section, index, adding: new.count, &edit)
    var origins = try Buffer<Origin>(repeating: .new(1), count: new.count)
    try takeSlots(&new, edit)
    do throws(Refusal) {
      follow(try arrangement.insert(new.entries, in: section, at: index, &releases))
    } catch {
      untakeSlots(new, edit)
      throw error
    }
    var first = index
    for i in 0..<leaving.count {
      let range = leaving[leaving.count - 1 - i]
      let isShifted = range.section == section && range.first >= index
      if range.section == section && !isShifted { first -= range.count }
      removeItems(range, shift: isShifted ? new.count : 0, new, &origins, &edit, options, &releases)
    }
    if left > 0 { follow(new.count, in: section, at: first) }
    recordInsertion(new, origins, in: section, at: first, &edit)
    releases.released.append(new.dropped)
    edit.duplicates.dropped += new.counts.dropped
    edit.duplicates.numbered += new.counts.numbered
  }

  /// Saves what inserting `count` items at `index` changes.
  mutating func note(
    _ section: SectionID, _ index: Int, adding count: Int, _ edit: inout OpenEdit
  ) throws(Refusal) {
    let newLeaves = 1 + (arrangement.leafCapacity + count) / arrangement.leafCapacity
    if arrangement.sections[section].count == 0 {
      try edit.journal.note(section: section, in: arrangement, newLeaves: newLeaves)
    } else {
      let home = arrangement.location(ofItem: max(0, index - 1), inSection: section).leaf
      try edit.journal.note(leaf: home, of: section, in: arrangement, newLeaves: newLeaves)
      pushDown(home)
    }
  }

  /// Items that exist already keep their slots.
  private mutating func takeSlots(
    _ new: inout NewItems, _ edit: borrowing OpenEdit
  ) throws(Refusal) {
    try new.entries.slots.reserve(new.count)
    for i in 0..<new.count {
      var slot = new.duplicates[i]
      if slot == .noIndex { slot = edit.deletedItem(new.key(i), in: arrangement) ?? slots.take(0) }
      new.entries.slots.push(slot)
    }
  }

  private mutating func untakeSlots(_ new: borrowing NewItems, _ edit: borrowing OpenEdit) {
    var i = new.count
    while i > 0 {
      i -= 1
      if new.duplicates[i] == .noIndex && edit.item(ofSlot: new.entries.slots[i]) == nil {
        slots.untake(new.entries.slots[i])
      }
    }
  }

  /// Items that are inserted again only leave their old position; the others are deleted. Positions are
  /// shifted by the new items, which are not in the origins yet.
  private mutating func removeItems(
    _ range: ItemRange, shift: Int, _ new: borrowing NewItems, _ origins: inout Buffer<Origin>,
    _ edit: inout OpenEdit, _ options: ListOptions, _ releases: inout PendingReleases
  ) {
    let scope = arrangement.scope(ofSection: range.section, isScoped: options.isScoped)
    let sequence = edit.sequence(of: range.section)
    let shifted = ItemRange(section: range.section, first: range.first + shift, count: range.count)
    removeItems(shifted) { state, entry in
      let origin = edit.origins.take(at: range.first, from: sequence)
      if let i = new.entry(ofDuplicate: entry.slot) {
        origins[i] = origin
        _ = edit.touch(entry, wasThere: !origin.isNew)
        releases.released.push(entry.values)
      } else {
        state.markDeleted(entry, scope, of: range.section, from: origin, &edit, &releases)
      }
    }
  }

  private mutating func recordInsertion(
    _ new: borrowing NewItems, _ origins: borrowing Buffer<Origin>, in section: SectionID, at first: Int,
    _ edit: inout OpenEdit
  ) {
    let sequence = edit.sequence(of: section)
    for i in 0..<new.count {
      var origin = origins[i]
      if new.duplicates[i] == .noIndex {
        let fingerprint = new.key(i).fingerprint
        index.insert(fingerprint, new.entries.slots[i].raw)
        if states.isMade { states.value.resume(new.entries.slots[i]) }
        origin = edit.recordInsertion(new.entries.entry(i), fingerprint)
      }
      edit.origins.insert(origin, in: sequence, at: first + i)
    }
  }
}
