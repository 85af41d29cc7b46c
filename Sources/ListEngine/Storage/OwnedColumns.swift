// Items in memory of our own, column by column: read once from a host or out of leaves, so that the keys
// that were checked are the ones that are stored. A host's own arrays are `Columns`.
//
//     keys       k1 k2 k3
//     contents    9  0  4
//     slots                          empty, or one for each item
//     optional   model m1 -  m3      the columns of `traits`

struct OwnedColumns: ~Copyable {
  var keys = Buffer<Key>()
  var contents = Buffer<UInt64>()
  var slots = Buffer<Slot>()
  var optional = OptionalBuffer()

  init() {}

  init(capacity: Int, traits: UInt32) throws(Refusal) { try reserve(capacity, traits: traits) }

  /// Reads each value once. Without keys there are none here; every other absent column reads as zeros, also
  /// those of `traits`, which are here in any case.
  init(_ columns: Columns, adding traits: UInt32 = 0) throws(Refusal) {
    try reserve(columns.count, keys: columns.keys.isPresent, traits: columns.traits | traits)
    if columns.keys.isPresent { for i in 0..<columns.count { keys.push(columns.key(i)) } }
    for i in 0..<columns.count { contents.push(columns.content(i)) }
    optional.append(columns)
  }

  init(_ entry: Entry, traits: UInt32) throws(Refusal) {
    try reserve(1, traits: traits)
    push(entry.key, entry.values)
  }

  /// Items of a section, with their slots.
  init(_ arrangement: borrowing Arrangement, _ range: ItemRange) throws(Refusal) {
    var traits: UInt32 = 0
    arrangement.forEachLeafRange(of: range) { leaf, _, _ in traits |= leaf.traits }
    try reserve(range.count, traits: traits)
    try slots.reserve(range.count)
    arrangement.forEachLeafRange(of: range) { leaf, offset, width in
      unsafe keys.append(leaf.keys + offset, width)
      unsafe contents.append(leaf.contents + offset, width)
      unsafe slots.append(leaf.slots + offset, width)
      optional.append(width, of: leaf.optional, at: offset)
    }
  }

  private mutating func reserve(
    _ capacity: Int, keys hasKeys: Bool = true, traits: UInt32
  ) throws(Refusal) {
    if hasKeys { try keys.reserve(capacity) }
    try contents.reserve(capacity)
    try optional.reserve(capacity, traits: traits)
  }

  var count: Int { contents.count }
  var traits: UInt32 { optional.traits }
  var bytes: Int { keys.bytes + contents.bytes + slots.bytes + optional.bytes }

  func key(_ i: Int) -> Key { keys[i] }

  func values(_ i: Int) -> ItemValues {
    var values = ItemValues()
    values.content = contents[i]
    optional.columns.read(i, into: &values)
    return values
  }

  func entry(_ i: Int) -> Entry {
    Entry(key: keys[i], values(i), slot: slots.isEmpty ? Slot(0) : slots[i])
  }

  /// Into room that was reserved; without its slot.
  mutating func push(_ key: Key, _ values: ItemValues) {
    keys.push(key)
    contents.push(values.content)
    optional.push(values)
  }

  /// Adds a number to every level, which are there. Refuses `argument` if one passes the highest.
  func addToLevels(_ number: Int) throws(Refusal) {
    guard let start = unsafe optional.columns.start(of: .level) else { return }
    for i in 0..<count {
      let level = unsafe ItemColumn.level.readValue(start, i)
      if level + UInt64(number) <= UInt16.max { continue }
      throw Refusal(.deepLevel, role: .levels, value: Int(level) + number, limit: Int(UInt16.max))
        .with { $0.elementOfField = UInt32(i) }
    }
    for i in 0..<count {
      let level = unsafe ItemColumn.level.readValue(start, i) + UInt64(number)
      unsafe ItemColumn.level.writeValue(level, start, i)
    }
  }

  /// Item `i` replaces an earlier one; there are no slots yet.
  mutating func move(_ i: Int, to earlier: Int) {
    keys[earlier] = keys[i]
    contents[earlier] = contents[i]
    optional.columns.copy(1, from: optional.columns, at: i, to: earlier)
  }

  /// There are no slots yet.
  mutating func truncate(to count: Int) {
    keys.truncate(to: count)
    contents.truncate(to: count)
    optional.truncate(to: count)
  }

  /// With the slots.
  mutating func truncateAll(to count: Int) {
    truncate(to: count)
    slots.truncate(to: count)
  }

  /// Lends each column that is there; the memory stays as it is until they are read.
  func lend(to lent: inout Columns) {
    unsafe lent.lend(.key, keys.pointer.map { UnsafeRawPointer($0) }, stride: MemoryLayout<Key>.stride)
    unsafe lent.lend(.content, contents.pointer.map { UnsafeRawPointer($0) }, stride: 8)
    ItemColumn.forEachOptional { column in
      unsafe lent.lend(
        column, optional.columns.start(of: column).map { UnsafeRawPointer($0) }, stride: column.width)
    }
  }

  mutating func removeAll() {
    keys.removeAll()
    contents.removeAll()
    slots.removeAll()
    optional.removeAll()
  }

  /// A reference to each model that a class keeps alive.
  func references() throws(Refusal) -> ModelReferences {
    var references = ModelReferences()
    if traits & ItemColumn.model.bit == 0 { return references }
    for i in 0..<count { try references.add(values(i)) }
    return references
  }
}
