// Removes items from a list, wherever they are, all or nothing.
//
//     slots    17 4 9 21                in the order of the call
//     ranges   A 3..<5 | B 0..<2        their positions
//     writable their leaves are saved, and exclusive to this version: nothing can fail from here on
//     removed  from the last range to the first, so that earlier positions stay valid

extension ListState {
  /// The positions of items, in order, `except` those of one section; no range extends over index `cut`.
  /// Refuses the first slot that an earlier one equals, with its index.
  func ranges(
    of slots: borrowing Buffer<Slot>, except: SectionID = .noIndex,
    cut: (section: SectionID, index: Int) = (.noIndex, 0)
  ) throws(Refusal) -> Buffer<ItemRange> {
    var ranks = Buffer<UInt64>()
    for i in 0..<slots.count where slots[i] != .noIndex {
      let flat = arrangement.flat(of: location(ofSlot: slots[i]))
      try ranks.append(UInt64(flat) << 32 | UInt64(i))
    }
    try ranks.sort()
    var ranges = Buffer<ItemRange>()
    var firstRepeated: Int? = nil
    for i in 0..<ranks.count {
      let number = Int(UInt32(truncatingIfNeeded: ranks[i]))
      if i > 0 && ranks[i] >> 32 == ranks[i - 1] >> 32 {
        firstRepeated = min(firstRepeated ?? number, number)
        continue
      }
      let location = location(ofSlot: slots[number])
      let (section, start) = arrangement.start(ofLeaf: location.leaf)
      if section == except { continue }
      let index = start + location.offset
      if let last = ranges.last, last.section == section, last.first + last.count == index,
        cut.section != section || cut.index != index
      {
        ranges[ranges.count - 1].count += 1
      } else {
        try ranges.append(ItemRange(section: section, first: index, count: 1))
      }
    }
    if let firstRepeated { throw Refusal(.namedTwice, element: firstRepeated) }
    return ranges
  }

  /// Reserves memory for what is recorded when `ranges` are removed and `added` elements inserted into `sequence`.
  func reserve(
    removing ranges: borrowing Buffer<ItemRange>, adding added: Int, to sequence: SequenceID,
    _ edit: inout OpenEdit, _ releases: inout PendingReleases
  ) throws(Refusal) {
    var removed = 0
    var levels = edit.origins.levels(of: sequence)
    for i in 0..<ranges.count {
      levels += edit.origins.levels(of: try edit.addRecord(ofSection: ranges[i].section, in: arrangement))
      removed += ranges[i].count
    }
    try edit.reserve(items: removed + added)
    try edit.origins.reserve(edits: removed + added, levels: levels)
    try releases.released.reserve(extra: removed)
  }

  /// Saves the leaves of some items in the journal and makes them exclusive to this version: removing the items
  /// cannot fail afterwards.
  mutating func makeWritable(
    _ range: ItemRange, _ edit: inout OpenEdit, _ releases: inout PendingReleases
  ) throws(Refusal) {
    if range.count == 0 { return }
    var location = arrangement.location(ofItem: range.first, inSection: range.section)
    var rest = range.count
    while true {
      try edit.journal.save(leaf: location.leaf, of: range.section, in: arrangement)
      pushDown(location.leaf)
      let leaf = try arrangement.writable(location.leaf, extra: 0, traits: 0, &releases)
      rest -= leaf.count - location.offset
      guard rest > 0, let next = arrangement.items.neighbour(of: location.leaf, step: 1) else { return }
      location = Location(leaf: next, offset: 0)
    }
  }

  /// Removes items from leaves that are writable, and calls `body` with each.
  mutating func removeItems(_ range: ItemRange, _ body: (inout ListState, Entry) -> Void) {
    var rest = range.count
    while rest > 0 {
      let location = arrangement.location(ofItem: range.first, inSection: range.section)
      let leaf = arrangement.leaf(location.leaf)
      let width = min(rest, leaf.count - location.offset)
      for i in 0..<width { body(&self, leaf.entry(location.offset + i)) }
      arrangement.remove(width, at: location, in: range.section)
      rest -= width
    }
  }

  /// Deletes items for which `reserve` and `makeWritable` were called.
  mutating func markDeleted(
    _ range: ItemRange, _ edit: inout OpenEdit, _ options: ListOptions, _ releases: inout PendingReleases
  ) {
    let scope = arrangement.scope(ofSection: range.section, isScoped: options.isScoped)
    let sequence = edit.sequence(of: range.section)
    removeItems(range) { state, entry in
      let origin = edit.origins.take(at: range.first, from: sequence)
      state.markDeleted(entry, scope, of: range.section, from: origin, &edit, &releases)
    }
  }

  mutating func markDeleted(
    _ entry: Entry, _ scope: KeyScope, of section: SectionID, from origin: Origin, _ edit: inout OpenEdit,
    _ releases: inout PendingReleases
  ) {
    let fingerprint = scope.fingerprint(entry.key)
    index.remove(fingerprint, entry.slot.raw)
    slots.suspend(entry.slot)
    if states.isMade { states.value.suspend(entry.slot) }
    releases.released.push(entry.values)
    edit.recordDeletion(entry, fingerprint, from: origin, of: section)
  }

  mutating func delete(
    _ ranges: borrowing Buffer<ItemRange>, _ edit: inout OpenEdit, _ options: ListOptions,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    try reserve(removing: ranges, adding: 0, to: OpenEdit.order, &edit, &releases)
    for i in 0..<ranges.count { try makeWritable(ranges[i], &edit, &releases) }
    for i in 0..<ranges.count { markDeleted(ranges[ranges.count - 1 - i], &edit, options, &releases) }
  }
}
