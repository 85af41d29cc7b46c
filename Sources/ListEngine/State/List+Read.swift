// What a host may ask of a list.

public struct ItemInfo: BitwiseCopyable, Sendable {
  public var key: Key
  public var content: UInt64
  public var model: Model
  public var cellClass: UInt32
  public var position: Position
  /// Counted over all sections.
  public var index: Int
  public var section: UInt64
}

extension List {
  public func count() throws(Refusal) -> (sections: Int, items: Int) {
    try read { shown throws(Refusal) in (shown.arrangement.sectionCount, shown.arrangement.count) }
  }

  // MARK: Handles

  public func section(at position: Int) throws(Refusal) -> UInt64 {
    try read { shown throws(Refusal) in shown.handle(ofSection: try shown.arrangement.checkSection(position))
    }
  }

  public func section(forKey key: Key) throws(Refusal) -> UInt64 {
    try read { shown throws(Refusal) in
      guard let id = shown.arrangement.section(forKey: key) else { throw Refusal(.notFound, section: key) }
      return shown.handle(ofSection: id)
    }
  }

  public func item(at index: Int) throws(Refusal) -> UInt64 {
    try read { shown throws(Refusal) in
      guard index >= 0 && index < shown.arrangement.count else { throw Refusal(.range) }
      return shown.handle(of: shown.arrangement.location(ofItem: index))
    }
  }

  public func item(at index: Int, inSection handle: UInt64) throws(Refusal) -> UInt64 {
    try read { shown throws(Refusal) in
      let id = try shown.section(handle)
      guard index >= 0 && index < shown.arrangement.sections[Int(id)].count else { throw Refusal(.range) }
      return shown.handle(of: shown.arrangement.location(ofItem: index, inSection: id))
    }
  }

  public func item(forKey key: Key, in section: Key?) throws(Refusal) -> UInt64 {
    if options.isScoped && section == nil { throw Refusal(.scope, key: key) }
    return try read { shown throws(Refusal) in
      guard let slot = shown.find(key, in: options.isScoped ? section : nil) else {
        throw Refusal(.notFound, key: key, section: section)
      }
      return shown.slots.handle(slot)
    }
  }

  // MARK: By handle

  public func info(ofSection handle: UInt64) throws(Refusal) -> SectionInfo {
    try read { shown throws(Refusal) in shown.arrangement.info(ofSection: try shown.section(handle)) }
  }

  /// Calls `visit` with each supplementary element; answers how many there are.
  public func elements(ofSection handle: UInt64, _ visit: (Int, Element) -> Void) throws(Refusal) -> Int {
    try read { shown throws(Refusal) in
      let elements = shown.arrangement.sections[Int(try shown.section(handle))].elements
      for i in 0..<(elements?.count ?? 0) { if let elements { visit(i, elements[i]) } }
      return elements?.count ?? 0
    }
  }

  public func info(ofItem handle: UInt64) throws(Refusal) -> ItemInfo {
    try read { shown throws(Refusal) in
      let location = try shown.location(of: handle)
      let leaf = shown.arrangement.leaf(location.leaf)
      let found = shown.arrangement.place(ofLeaf: location.leaf)
      let place = shown.arrangement.place(ofSection: found.section)
      let item = found.start + location.offset
      return ItemInfo(
        key: leaf.key(location.offset), content: leaf.content(location.offset),
        model: leaf.model(location.offset), cellClass: leaf.cellClass(location.offset),
        position: Position(section: place.units, item: UInt32(item)), index: Int(place.items) + item,
        section: shown.handle(ofSection: found.section))
    }
  }

  public func position(ofItem handle: UInt64) throws(Refusal) -> Position {
    try read { shown throws(Refusal) in shown.arrangement.position(of: try shown.location(of: handle)) }
  }

  /// To the host `first` is parameter `argument`, and `count` the one after it.
  public func readItems(
    _ first: Int, _ count: Int, into buffers: ItemBuffers, argument: UInt32
  ) throws(Refusal) {
    try read { shown throws(Refusal) in
      var done = 0
      try shown.arrangement.forEachStretch(first, count, argument: argument) { leaf, offset, width in
        buffers.copy(leaf, offset, width, at: done)
        for i in 0..<width {
          unsafe buffers.handles?.storeBytes(
            of: shown.slots.handle(leaf.slot(offset + i)), toByteOffset: (done + i) * 8, as: UInt64.self)
        }
        done += width
      }
    }
  }
}

extension Shown {
  func handle(of location: Location) -> UInt64 {
    slots.handle(arrangement.leaf(location.leaf).slot(location.offset))
  }

  func location(of handle: UInt64) throws(Refusal) -> Location {
    guard let slot = slots.slot(handle) else { throw Refusal(.handle) }
    return location(ofSlot: slot)
  }

  /// Never 0.
  func handle(ofSection id: UInt32) -> UInt64 {
    (UInt64(id) + 1) << 32 | UInt64(arrangement.sections[Int(id)].generation)
  }

  func section(_ handle: UInt64) throws(Refusal) -> UInt32 {
    guard let id = live(handle) else { throw Refusal(.handle) }
    return id
  }

  /// The section of a handle, if there is one.
  func live(_ handle: UInt64) -> UInt32? {
    let id = Int(handle >> 32) - 1
    guard id >= 0 && id < arrangement.sections.count, arrangement.sections[id].isLive,
      arrangement.sections[id].generation == UInt32(truncatingIfNeeded: handle)
    else { return nil }
    return UInt32(id)
  }

  /// The slot of a key; `section` only where keys are scoped.
  func find(_ key: Key, in section: Key?) -> UInt32? {
    let salt = section.map { KeyHash.salt(ofSection: $0) } ?? 0
    let owner = section.flatMap { arrangement.section(forKey: $0) }
    if section != nil && owner == nil { return nil }
    return index.find(KeyHash.seeded.fingerprint(key, salt: salt)) { slot in
      if slots.newcomer(slot) != nil { return false }
      let location = location(ofSlot: slot)
      if arrangement.leaf(location.leaf).key(location.offset) != key { return false }
      return owner == nil || arrangement.items.place(of: location.leaf).owner == owner
    }
  }
}
