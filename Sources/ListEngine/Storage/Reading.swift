// Queries of an arrangement, used by lists and snapshots. Positions come from the host and are checked here.
// Models that are returned retained are held meanwhile: see HeldModels.

import CPlatform

/// The information about an item that a host can read.
public struct ItemInfo: BitwiseCopyable, Sendable {
  public var key: Key
  public var values: ItemValues
  public var position: Position
  /// The flat position.
  public var index: Int
  /// The section's handle; 0 in a snapshot, which has no handles.
  public var section: UInt64 = 0
  /// The states, if the item is read from a list.
  public var states: UInt32 = 0
  /// Whether an item of a derived list has something below it, or may have.
  public var hasChildren = false
}

/// The information about a section that a host can read.
public struct SectionInfo: BitwiseCopyable, Sendable {
  public var key: Key
  public var position: Int
  public var count: Int
  /// The number of items in the sections before it.
  public var first: Int
  public var supplementaryCount: Int
  /// The states, if the section is read from a list.
  public var states: UInt32 = 0
}

extension Arrangement {
  func checkSection(_ position: Int) throws(Refusal) -> SectionID {
    guard position >= 0 && position < sectionCount else {
      throw Refusal(
        .sectionRange, position: Position(section: UInt32(clamping: position), item: noIndex),
        limit: sectionCount)
    }
    return section(at: position)
  }

  func info(ofSection id: SectionID) -> SectionInfo {
    let section = sections[id]
    let start = start(ofSection: id)
    return SectionInfo(
      key: section.key, position: Int(start.units), count: Int(section.count), first: Int(start.items),
      supplementaryCount: section.supplementaries?.count ?? 0)
  }

  /// The id of the section of an item that must exist.
  private func check(_ position: Position) throws(Refusal) -> SectionID {
    let id = try checkSection(Int(position.section))
    guard position.item < sections[id].count else {
      throw Refusal(.itemRange, position: position, limit: Int(sections[id].count))
    }
    return id
  }

  /// Where items go before the item at a position, or at the end of the section.
  func insertion(at position: Position) throws(Refusal) -> (section: SectionID, index: Int) {
    do throws(Refusal) {
      let id = try checkSection(Int(position.section))
      let end = sections[id].count
      if position.item > end { throw Refusal(.itemRange, position: position, limit: Int(end)) }
      return (id, Int(position.item))
    } catch { throw error.with(role: .index) }
  }

  /// The flat position.
  func index(of position: Position) throws(Refusal) -> Int {
    Int(start(ofSection: try check(position)).items) + Int(position.item)
  }

  func location(of position: Position) throws(Refusal) -> Location {
    location(ofItem: Int(position.item), inSection: try check(position))
  }

  /// Everything about an item except its section's handle.
  func info(of location: Location, _ held: inout HeldModels, retains: Bool) throws(Refusal) -> ItemInfo {
    let leaf = leaf(location.leaf)
    if retains { try held.hold(leaf, location.offset, 1) }
    let found = start(ofLeaf: location.leaf)
    let start = start(ofSection: found.section)
    let item = found.start + location.offset
    return ItemInfo(
      key: leaf.key(location.offset), values: leaf.values(location.offset),
      position: Position(section: start.units, item: UInt32(item)), index: Int(start.items) + item)
  }

  func visitSupplementaries(
    of id: SectionID, _ held: inout HeldModels, retaining retained: Int, _ visit: (Int, Supplementary) -> Void
  ) -> Int {
    sections[id].supplementaries?.visit(&held, retaining: retained, visit) ?? 0
  }

  func supplementary(
    kind: UInt32, index: UInt32, of id: SectionID, _ held: inout HeldModels, retains: Bool
  ) throws(Refusal) -> Supplementary {
    guard let supplementaries = sections[id].supplementaries,
      let i = supplementaries.find(kind: kind, index: index)
    else {
      throw Refusal(.noElement, section: sections[id].key).about(kind, index)
    }
    if retains { held.hold(supplementaries, i..<i + 1) }
    return supplementaries[i]
  }

  /// Copies the items first ..< first + count; `count` may be `atEnd`. Calls `visit` with the first item of each leaf's
  /// range, the number of items, and their index in the buffers. Only holding the models can fail, which precedes every
  /// write.
  func readItems(
    _ first: Int, _ count: Int, into buffers: ItemBuffers, _ held: inout HeldModels,
    _ visit: (Location, Int, Int) throws(Refusal) -> Void = { _, _, _ in }
  ) throws(Refusal) {
    if buffers.retainsModels {
      try forEachLeafRange(first, count) { leaf, offset, width throws(Refusal) in
        try held.hold(leaf, offset, width)
      }
    }
    var done = 0
    try forEachLeafPart(first, count) { location, width throws(Refusal) in
      buffers.copy(leaf(location.leaf), location.offset, width, at: done)
      try visit(location, width, done)
      done += width
    }
  }

  /// Calls `body` with leaf, first offset and count of each leaf's part of a range.
  func forEachLeafRange(of range: ItemRange, _ body: (Leaf, Int, Int) -> Void) {
    var done = 0
    while done < range.count {
      let location = location(ofItem: range.first + done, inSection: range.section)
      let leaf = leaf(location.leaf)
      let width = min(range.count - done, leaf.count - location.offset)
      body(leaf, location.offset, width)
      done += width
    }
  }

  /// Calls `body` with leaf, first offset and count of each leaf's part of the items first ..< first + count. `count`
  /// may be `atEnd`. Refuses `range` with the role of `first` or `count`.
  func forEachLeafRange(
    _ first: Int, _ count: Int, _ body: (Leaf, Int, Int) throws(Refusal) -> Void
  ) throws(Refusal) {
    try forEachLeafPart(first, count) { location, width throws(Refusal) in
      try body(leaf(location.leaf), location.offset, width)
    }
  }

  /// The same with the location of the first item of each part.
  func forEachLeafPart(
    _ first: Int, _ count: Int, _ body: (Location, Int) throws(Refusal) -> Void
  ) throws(Refusal) {
    let count = try counted(count, from: first, of: self.count)
    if count == 0 { return }
    var location = location(ofItem: first)
    var rest = count
    while true {
      let leaf = leaf(location.leaf)
      let width = min(rest, leaf.count - location.offset)
      try body(location, width)
      rest -= width
      guard rest > 0, let next = self.leaf(after: location.leaf) else { return }
      location = Location(leaf: next, offset: 0)
    }
  }
}

/// The buffers into which items are copied; nil for columns that are not wanted.
@safe public struct ItemBuffers: BitwiseCopyable {
  private var columns = unsafe ByColumn<UnsafeMutableRawPointer?>(repeating: nil)
  /// 64-bit handles.
  public var handles: UnsafeMutableRawPointer? = nil
  /// 32-bit states; of lists only.
  public var states: UnsafeMutableRawPointer? = nil
  /// A byte each: whether an item has children. 0 outside of derived lists.
  public var children: UnsafeMutableRawPointer? = nil
  /// Whether each copied model is retained for the caller.
  public var retainsModels = false

  public init() {}

  public subscript(column: ItemColumn) -> UnsafeMutableRawPointer? {
    get { unsafe columns[column.number] }
    set { unsafe columns[column.number] = newValue }
  }

  /// Copies `count` items of a leaf to index `done` of the buffers.
  func copy(_ leaf: Leaf, _ offset: Int, _ count: Int, at done: Int) {
    if let keys = unsafe self[.key] { unsafe memcpy(keys + done * 16, leaf.keys + offset, count * 16) }
    ItemColumn.forEach { column in
      guard let values = unsafe self[column] else { return }
      let target = unsafe values + done * column.width
      if let source = unsafe leaf.start(of: column) {
        unsafe memcpy(target, source + offset * column.width, count * column.width)
      } else {
        unsafe memset(target, 0, count * column.width)
      }
    }
    if let children = unsafe children { unsafe memset(children + done, 0, count) }
  }
}

extension SupplementaryBlock {
  /// Calls `visit` with each supplementary and returns their number; holds the first `retained`.
  func visit(
    _ held: inout HeldModels, retaining retained: Int, _ visit: (Int, Supplementary) -> Void
  ) -> Int {
    if retained > 0 { held.hold(self, 0..<min(retained, count)) }
    for i in 0..<count { visit(i, self[i]) }
    return count
  }
}
