// Changes items of a list in place. Each change is all or nothing: steps that can fail come first and have no
// visible effect.

extension ListState {
  /// The index at which to insert, counted without `removed` items that the section loses; `atEnd` is behind the
  /// others.
  func check(_ index: Int, in section: SectionID, removing removed: Int = 0) throws(Refusal) -> Int {
    let end = Int(arrangement.sections[section].count) - removed
    if index == atEnd { return end }
    if index < 0 || index > end { throw Refusal(.range, role: .index, value: index, limit: end) }
    return index
  }

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
    let index = try check(index, in: target, removing: isSame ? count : 0)
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

  /// The models of items with new appearances: each is retained with the class that its item will have.
  func models(
    ofItems slots: borrowing Buffer<Slot>, _ appearances: borrowing NewAppearances
  ) throws(Refusal) -> ModelReferences {
    var models = ModelReferences()
    if !appearances.changesModels { return models }
    for i in 0..<slots.count {
      try models.add(appearances.apply(i, to: entry(ofSlot: slots[i])).values)
    }
    return models
  }

  func entry(ofSlot slot: Slot) -> Entry {
    let location = location(ofSlot: slot)
    return arrangement.leaf(location.leaf).entry(location.offset)
  }

  /// Sets the appearances of distinct items. Takes over the references that `models(ofItems:)` lists.
  mutating func update(
    items slots: borrowing Buffer<Slot>, _ appearances: borrowing NewAppearances, _ edit: inout OpenEdit,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    try edit.reserve(items: slots.count)
    if appearances.changesModels { try releases.released.reserve(extra: slots.count) }
    var rewritten = Buffer<LeafID>()
    do throws(Refusal) {
      for i in 0..<slots.count {
        let traits = appearances.apply(i, to: entry(ofSlot: slots[i])).values.traits
        try makeWritable(leafOf: slots[i], traits, &edit, &releases, &rewritten)
      }
    } catch {
      // Not even the copied leaves may stay: their references would be visible to the host.
      while !rewritten.isEmpty { arrangement.undoRewrite(rewritten.pop(), &releases) }
      throw error
    }
    // Nothing can fail from here on.
    for i in 0..<slots.count {
      let location = location(ofSlot: slots[i])
      let leaf = arrangement.leaf(location.leaf)
      let old = leaf.entry(location.offset)
      _ = edit.addRecord(of: old, wasThere: true)
      leaf.write(appearances.apply(i, to: old), at: location.offset)
      if appearances.changesModels { releases.released.push(old.values) }
    }
  }

  /// Saves an item's leaf in the journal and makes it exclusive to this version, with columns for `traits`. If it is
  /// copied for this, its id is appended to `rewritten`.
  private mutating func makeWritable(
    leafOf slot: Slot, _ traits: UInt32, _ edit: inout OpenEdit, _ releases: inout PendingReleases,
    _ rewritten: inout Buffer<LeafID>
  ) throws(Refusal) {
    let id = slots.leaf(of: slot)
    let leaf = arrangement.leaf(id)
    try edit.journal.save(leaf: id, of: arrangement.start(ofLeaf: id).section, in: arrangement)
    try rewritten.reserve(extra: 1)
    let writable = try arrangement.writable(id, extra: 0, traits: traits, &releases)
    if !(writable == leaf) { rewritten.push(id) }
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
