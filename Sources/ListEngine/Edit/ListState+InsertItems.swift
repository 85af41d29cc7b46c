// Inserts items into a list, all or nothing: new items, and existing items that move and change their
// appearance. Everything is inserted first, which may fail; then items are removed.
//
//     section        a b c d e       insert b' x at 4, policy: keep the last duplicate
//     inserted       a b c d b' x e
//     removed        a c d b' x e
//
// Between insert and remove an item is in two leaves and its slot may name either; `settleSlots` fixes it last.

extension ListState {
  /// Inserts items, the first of them at `index` of a section before any is removed. Takes over the models'
  /// references.
  mutating func insert(
    _ new: inout NewItems, in section: SectionID, at index: Int, _ edit: inout OpenEdit,
    _ options: ListOptions, _ releases: inout PendingReleases
  ) throws(Refusal) {
    let index = try arrangement.check(index, in: section)
    try new.resolve(in: section, of: self, options, isReplacing: false)
    var change = ItemChange(section: section, index: index)
    change.removed = try ranges(of: new.duplicates, cut: (section, index))
    try carryOut(&change, &new, &edit, options, &releases)
  }

  /// Moves distinct items, of any sections, before the one that is at `index` of a section now.
  mutating func move(
    _ moved: consuming Buffer<Slot>, to section: SectionID, at index: Int, _ edit: inout OpenEdit,
    _ options: ListOptions, _ releases: inout PendingReleases
  ) throws(Refusal) {
    var change = ItemChange(section: section, index: index)
    change.removed = try ranges(of: moved, cut: (section, index))
    for i in 0..<change.removed.count where options.isScoped && change.removed[i].section != section {
      throw Refusal(.scopedMove, section: arrangement.sections[change.removed[i].section].key)
    }
    if moved.isEmpty { return }
    var new = try NewItems(moving: moved, of: self)
    try carryOut(&change, &new, &edit, options, &releases)
  }

  /// Replaces the items of a section.
  mutating func replace(
    itemsOf section: SectionID, _ new: inout NewItems, _ edit: inout OpenEdit, _ options: ListOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    try new.resolve(in: section, of: self, options, isReplacing: true)
    let count = Int(arrangement.sections[section].count)
    var change = ItemChange(section: section, index: count)
    change.removed = try ranges(of: new.duplicates, except: section)
    try change.removed.append(ItemRange(section: section, first: 0, count: count))
    try carryOut(&change, &new, &edit, options, &releases)
  }

  /// All or nothing, by the order of its steps:
  ///
  /// 1. Refuse what exceeds the limit.
  /// 2. Reserve memory for what 7 and 8 record.
  /// 3. Save the leaves from which items are removed, and make them writable. What 6 makes of them is writable too.
  /// 4. Save what 6 changes. Nothing else may add leaves or nodes in between: SlabJournal counts from this call on.
  /// 5. Assign slots. This is undone if 6 fails, in reverse order.
  /// 6. Insert: the last step that can fail, and then it has changed nothing.
  /// 7. Remove, from the last range to the first, so that earlier positions stay valid.
  /// 8. Settle the slots of items that were in two leaves, and record what was inserted.
  private mutating func carryOut(
    _ change: inout ItemChange, _ new: inout NewItems, _ edit: inout OpenEdit, _ options: ListOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    let (section, index) = (change.section, change.index)
    let removedCount = change.removedCount
    let total = arrangement.count - removedCount + new.count
    if total > options.maxItems { throw Refusal(.itemLimit, value: total, limit: Int(options.maxItems)) }
    let sequence = try edit.addRecord(ofSection: section, in: arrangement)
    try reserve(removing: change.removed, adding: new.count, to: sequence, &edit, &releases)
    try releases.released.reserve(extra: removedCount + new.dropped.count)
    try slots.reserve(extra: new.count)
    try self.index.reserve(extra: new.count)
    try change.origins.resize(to: new.count, filling: .new(1))
    for i in 0..<change.removed.count { try makeWritable(change.removed[i], &edit, &releases) }
    try saveForInsertion(of: new.count, in: section, at: index, &edit)
    try takeSlots(&new, edit)
    do throws(Refusal) {
      relocate(try arrangement.insert(new.entries, in: section, at: index, &releases))
    } catch {
      giveBackSlots(new, edit)
      throw error
    }
    var first = index
    for i in (0..<change.removed.count).reversed() {
      let range = change.removed[i]
      if range.section == section && range.first < index { first -= range.count }
      removeItems(range, &change, new, &edit, options, &releases)
    }
    if removedCount > 0 { settleSlots(new.count, in: section, at: first) }
    recordInsertion(new, change.origins, in: section, at: first, &edit)
    releases.released.append(new.dropped)
    edit.duplicates.dropped += new.counts.dropped
    edit.duplicates.numbered += new.counts.numbered
  }

  /// Saves what inserting `count` items at `index` changes.
  mutating func saveForInsertion(
    of count: Int, in section: SectionID, at index: Int, _ edit: inout OpenEdit
  ) throws(Refusal) {
    let newLeaves = 1 + (arrangement.leafCapacity + count) / arrangement.leafCapacity
    if arrangement.sections[section].count == 0 {
      try edit.journal.save(section: section, in: arrangement, newLeaves: newLeaves)
    } else {
      let home = arrangement.location(ofItem: max(0, index - 1), inSection: section).leaf
      try edit.journal.save(leaf: home, of: section, in: arrangement, newLeaves: newLeaves)
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

  private mutating func giveBackSlots(_ new: borrowing NewItems, _ edit: borrowing OpenEdit) {
    var i = new.count
    while i > 0 {
      i -= 1
      if new.duplicates[i] == .noIndex && edit.item(ofSlot: new.entries.slots[i]) == nil {
        slots.giveBack(new.entries.slots[i])
      }
    }
  }

  /// Items that are inserted again are only removed from their old position; the others are deleted.
  private mutating func removeItems(
    _ range: ItemRange, _ change: inout ItemChange, _ new: borrowing NewItems, _ edit: inout OpenEdit,
    _ options: ListOptions, _ releases: inout PendingReleases
  ) {
    let scope = arrangement.scope(ofSection: range.section, isScoped: options.isScoped)
    let sequence = edit.sequence(of: range.section)
    // The new items are in the arrangement, and not in the origins yet.
    var shifted = range
    if range.section == change.section && range.first >= change.index { shifted.first += new.count }
    removeItems(shifted) { state, entry in
      let origin = edit.origins.take(at: range.first, from: sequence)
      if let i = new.entry(ofDuplicate: entry.slot) {
        change.origins[i] = origin
        if new.isMove { return }
        _ = edit.addRecord(of: entry, wasThere: !origin.isNew)
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

/// Where items are inserted, and which items are removed for them.
private struct ItemChange: ~Copyable {
  let section: SectionID
  /// Before any item is removed.
  let index: Int
  /// The items, in order, that are deleted or inserted again. No range extends over `index`.
  var removed = Buffer<ItemRange>()
  /// The origin of each new item, if it is inserted again.
  var origins = Buffer<Origin>()

  init(section: SectionID, index: Int) {
    self.section = section
    self.index = index
  }

  var removedCount: Int {
    var total = 0
    for i in 0..<removed.count { total += removed[i].count }
    return total
  }
}
