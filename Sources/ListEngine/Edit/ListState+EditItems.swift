// Changes items of a list in place. Each change is all or nothing: steps that can fail come first and have no
// visible effect.

extension ListState {
  /// A range of items of a section; `count` may be `atEnd`.
  func range(
    _ section: SectionID, _ first: Int, _ count: Int
  ) throws(Refusal) -> ItemRange {
    let end = Int(arrangement.sections[section].count)
    return ItemRange(section: section, first: first, count: try counted(count, from: first, of: end))
  }

  // MARK: Moving

  /// Moves items; afterwards the first of them is at `index` of `target`.
  mutating func move(
    _ range: ItemRange, to target: SectionID, at index: Int, _ edit: inout OpenEdit, _ options: ListOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    let count = range.count
    let isSame = target == range.section
    let index = try arrangement.check(index, in: target, leaving: isSame ? count : 0)
    if options.isScoped && !isSame {
      throw Refusal(.scopedMove, section: arrangement.sections[range.section].key)
    }
    if count == 0 || isSame && index == range.first { return }
    let from = try edit.addRecord(ofSection: range.section, in: arrangement)
    let to = try edit.addRecord(ofSection: target, in: arrangement)
    let pieces = edit.origins.pieceCount(of: count, in: from, at: range.first)
    var moved = try Buffer<Origin>(capacity: pieces)
    try edit.origins.reserve(
      edits: pieces + 1, levels: edit.origins.levels(of: from) + edit.origins.levels(of: to))
    let entries = try OwnedColumns(arrangement, range)
    try makeWritable(range, &edit, &releases)
    // They are inserted first, which may fail, then removed from their old positions.
    let insertion = isSame && index > range.first ? index + count : index
    try saveForInsertion(of: count, in: target, at: insertion, &edit)
    relocate(try arrangement.insert(entries, in: target, at: insertion, &releases))
    var old = range
    if isSame && insertion <= range.first { old.first += count }
    removeItems(old) { _, _ in }
    settleSlots(count, in: target, at: index)
    edit.origins.remove(count, from: from, at: range.first) { moved.push($0) }
    var at = index
    for i in 0..<moved.count {
      edit.origins.insert(moved[i], in: to, at: at)
      at += Int(moved[i].count)
    }
  }

  /// Moves an item next to another.
  mutating func move(
    slot: Slot, nextTo anchor: Slot, isAfter: Bool, _ edit: inout OpenEdit, _ options: ListOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    if slot == anchor { return }
    let (section, first) = position(ofSlot: slot)
    let (target, index) = position(ofSlot: anchor)
    let isShifted = section == target && first < index
    try move(
      ItemRange(section: section, first: first, count: 1), to: target,
      at: index + (isAfter ? 1 : 0) - (isShifted ? 1 : 0), &edit, options, &releases)
  }

  func position(ofSlot slot: Slot) -> (section: SectionID, index: Int) {
    let location = location(ofSlot: slot)
    let (section, start) = arrangement.start(ofLeaf: location.leaf)
    return (section, start + location.offset)
  }

  /// Items were inserted: slots and states name the leaves in which they are now.
  mutating func relocate(_ changes: borrowing Buffer<LeafChange>) {
    slots.relocate(changes)
    statesDidChange(changes)
  }

  /// While the items were in two leaves, their slots may have named the old one.
  mutating func settleSlots(_ count: Int, in section: SectionID, at first: Int) {
    var done = 0
    while done < count {
      let location = arrangement.location(ofItem: first + done, inSection: section)
      let leaf = arrangement.leaf(location.leaf)
      let width = min(count - done, leaf.count - location.offset)
      slots.relocate(LeafChange(leaf: leaf, id: location.leaf, first: location.offset, count: width))
      done += width
    }
  }

  // MARK: Changing

  /// Sets the appearances of distinct items. Takes over the references of their models.
  mutating func update(
    _ items: borrowing Buffer<Location>, _ appearances: borrowing NewAppearances, _ edit: inout OpenEdit,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    try edit.reserve(items: items.count)
    for i in 0..<items.count {
      let leaf = items[i].leaf
      try edit.journal.save(leaf: leaf, of: arrangement.start(ofLeaf: leaf).section, in: arrangement)
    }
    try arrangement.update(items, appearances, &releases) { _ = edit.addRecord(of: $0, wasThere: true) }
  }

  /// `ChangeFlags.reload` overrides `.reconfigure`.
  func mark(
    slots marked: borrowing Buffer<Slot>, reloads: Bool, _ edit: inout OpenEdit
  ) throws(Refusal) {
    try edit.reserve(items: marked.count)
    for i in 0..<marked.count {
      let location = location(ofSlot: marked[i])
      let item = edit.addRecord(of: arrangement.leaf(location.leaf).entry(location.offset), wasThere: true)
      if reloads {
        edit.items[item].mark = ChangeFlags.reload
      } else if edit.items[item].mark == 0 {
        edit.items[item].mark = ChangeFlags.reconfigure
      }
    }
  }
}
