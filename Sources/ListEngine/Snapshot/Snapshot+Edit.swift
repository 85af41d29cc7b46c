// A host's changes to a snapshot. New models are retained before the snapshot is written to.

extension Snapshot {
  // MARK: Sections

  /// Inserts at the end if `anchor` is nil.
  public func insertSections(_ keys: borrowing Buffer<Key>, at anchor: Anchor?) throws(Refusal) {
    try edit { body, _ throws(Refusal) in try body.insertSections(keys, at: anchor, options) }
  }

  /// `position` may be `atEnd`.
  public func insertSections(_ keys: borrowing Buffer<Key>, atPosition position: Int) throws(Refusal) {
    try edit { body, _ throws(Refusal) in try body.insertSections(keys, atPosition: position, options) }
  }

  public func moveSection(_ key: Key, to anchor: Anchor) throws(Refusal) {
    try edit { body, _ throws(Refusal) in try body.moveSection(key, to: anchor) }
  }

  /// Returns how many keys do not exist.
  public func deleteSections(_ keys: borrowing Buffer<Key>) throws(Refusal) -> Int {
    try edit { body, releases throws(Refusal) in try body.deleteSections(keys, options, &releases) }
  }

  public func deleteAll() throws(Refusal) {
    let capacity = body.value.arrangement.leafCapacity
    var empty = SnapshotState(
      Arrangement(leafCapacity: capacity, fanOut: body.value.arrangement.items.fanOut))
    // The former state is released with `empty`, after the lock.
    try edit { body, _ throws(Refusal) in swap(&body, &empty) }
  }

  // MARK: Items

  public func append(_ columns: Columns, to section: Key?) throws(Refusal) {
    let entries = try OwnedColumns(columns)
    try edit(retaining: entries.references()) { body, releases throws(Refusal) in
      try body.append(entries, to: section, options, &releases)
    }
  }

  public func insert(_ columns: Columns, at anchor: Anchor, in section: Key?) throws(Refusal) {
    let entries = try OwnedColumns(columns)
    try edit(indexed: true, retaining: entries.references()) { body, releases throws(Refusal) in
      try body.insert(entries, at: anchor, in: section, options, &releases)
    }
  }

  /// `index` may be `atEnd`.
  public func insert(_ columns: Columns, at index: Int, of section: Key) throws(Refusal) {
    let entries = try OwnedColumns(columns)
    try edit(retaining: entries.references()) { body, releases throws(Refusal) in
      try body.insert(entries, in: body.section(section), at: index, options, &releases)
    }
  }

  /// Inserts below an item, as its child `number`, which may be `atEnd`.
  public func insert(
    _ columns: Columns, asChild number: Int, of parent: Key, in section: Key?
  ) throws(Refusal) {
    var entries = try OwnedColumns(columns, adding: ItemColumn.level.bit)
    try edit(indexed: true, retaining: entries.references()) { body, releases throws(Refusal) in
      try body.insert(&entries, asChild: number, of: parent, in: section, options, &releases)
    }
  }

  /// Replaces the items of a section.
  public func setItems(_ columns: Columns, of section: Key) throws(Refusal) {
    let entries = try OwnedColumns(columns)
    try edit(retaining: entries.references()) { body, releases throws(Refusal) in
      try body.replace(itemsOf: section, entries, options, &releases)
    }
  }

  /// There are as many appearances as items. A duplicate item is refused.
  public func updateItems(
    _ keys: borrowing Buffer<Key>, in section: Key?, _ appearances: borrowing NewAppearances
  ) throws(Refusal) {
    // Between the two steps nothing else changes the snapshot.
    var locations = Buffer<Location>()
    try edit { body throws(Refusal) in
      locations = try body.locations(of: keys, in: section, options)
      return try body.arrangement.models(ofItems: locations, appearances)
    } work: { body, releases throws(Refusal) in
      try body.arrangement.update(locations, appearances, &releases) { _ in }
    }
  }

  /// Moves an item next to `anchor`; `section` is the section of both if keys are scoped.
  public func move(_ key: Key, to anchor: Anchor, in section: Key?) throws(Refusal) {
    try edit(indexed: true) { body, releases throws(Refusal) in
      try body.move(key, to: anchor, in: section, options, &releases)
    }
  }

  public func move(_ key: Key, toEndOf section: Key) throws(Refusal) {
    try edit(indexed: true) { body, releases throws(Refusal) in
      try body.move(key, to: nil, in: section, options, &releases)
    }
  }

  /// Returns how many keys do not exist.
  public func delete(_ keys: borrowing Buffer<Key>, in section: Key?) throws(Refusal) -> Int {
    try edit(indexed: true) { body, releases throws(Refusal) in
      try body.delete(keys, in: section, options, &releases)
    }
  }

  /// Deletes the items of one section, or of all if `section` is nil.
  public func deleteAllItems(of section: Key?) throws(Refusal) {
    try edit { body, releases throws(Refusal) in try body.deleteAllItems(of: section, options, &releases) }
  }

  // MARK: Marks and supplementaries

  public func mark(_ keys: borrowing Buffer<Key>, in section: Key?, reloads: Bool) throws(Refusal) {
    try edit(indexed: true) { body, _ throws(Refusal) in
      try body.mark(keys, in: section, reloads: reloads, options)
    }
  }

  public func markSections(_ keys: borrowing Buffer<Key>) throws(Refusal) {
    try edit { body, _ throws(Refusal) in try body.markSections(keys) }
  }

  public func clearMarks() throws(Refusal) {
    try edit { body, _ throws(Refusal) in body.clearMarks() }
  }

  public func setSupplementary(_ supplementary: Supplementary, of section: Key) throws(Refusal) {
    try edit { body, releases throws(Refusal) in
      try body.setSupplementary(supplementary, of: section, &releases)
    }
  }

  public func removeSupplementary(kind: UInt32, index: UInt32, of section: Key) throws(Refusal) {
    try edit { body, releases throws(Refusal) in
      try body.removeSupplementary(kind: kind, index: index, of: section, &releases)
    }
  }
}
