// Items that will be inserted into an arrangement, copied from the host once. The keys that were checked for
// duplicates are thus the ones that are stored.

struct Entries: ~Copyable {
  private var keys = Buffer<Key>()
  private var contents = Buffer<UInt64>()
  private var models = Buffer<Model>()
  private var classes = Buffer<UInt32>()
  /// Only for a list.
  private var slots = Buffer<UInt32>()
  private(set) var traits: UInt32 = 0

  init() {}

  init(_ columns: Columns) throws(Refusal) {
    traits = columns.traits
    try keys.reserve(columns.count)
    try contents.reserve(columns.count)
    if traits & Leaf.hasModels != 0 { try models.reserve(columns.count) }
    if traits & Leaf.hasClasses != 0 { try classes.reserve(columns.count) }
    for i in 0..<columns.count {
      keys.push(columns.key(i))
      contents.push(columns.content(i))
      if traits & Leaf.hasModels != 0 { models.push(columns.model(i)) }
      if traits & Leaf.hasClasses != 0 { classes.push(columns.cellClass(i)) }
    }
  }

  init(_ entry: Entry, traits: UInt32) throws(Refusal) {
    self.traits = traits
    try keys.append(entry.key)
    try contents.append(entry.content)
    if traits & Leaf.hasModels != 0 { try models.append(entry.model) }
    if traits & Leaf.hasClasses != 0 { try classes.append(entry.cellClass) }
  }

  /// Items of a section of a list, with their slots.
  init(_ arrangement: borrowing Arrangement, _ range: ItemRange) throws(Refusal) {
    try keys.reserve(range.count)
    try contents.reserve(range.count)
    try models.reserve(range.count)
    try classes.reserve(range.count)
    try slots.reserve(range.count)
    for i in range.first..<range.first + range.count {
      let location = arrangement.location(ofItem: i, inSection: range.section)
      let leaf = arrangement.leaf(location.leaf)
      traits |= leaf.traits
      push(leaf.entry(location.offset))
    }
  }

  private mutating func push(_ entry: Entry) {
    keys.push(entry.key)
    contents.push(entry.content)
    models.push(entry.model)
    classes.push(entry.cellClass)
    slots.push(entry.slot)
  }

  var count: Int { keys.count }
  func key(_ i: Int) -> Key { keys[i] }
  func model(_ i: Int) -> Model { models.isEmpty ? .null : models[i] }
  func cellClass(_ i: Int) -> UInt32 { classes.isEmpty ? 0 : classes[i] }

  func slot(_ i: Int) -> UInt32 { slots.isEmpty ? 0 : slots[i] }

  mutating func setKey(_ key: Key, of i: Int) { keys[i] = key }

  /// Overwrites the earlier entry with entry `i`.
  mutating func move(_ i: Int, to earlier: Int) {
    keys[earlier] = keys[i]
    contents[earlier] = contents[i]
    if !models.isEmpty { models[earlier] = models[i] }
    if !classes.isEmpty { classes[earlier] = classes[i] }
  }

  /// Call before slots are added.
  mutating func truncate(to count: Int) {
    keys.truncate(to: count)
    contents.truncate(to: count)
    if !models.isEmpty { models.truncate(to: count) }
    if !classes.isEmpty { classes.truncate(to: count) }
  }

  mutating func reserveSlots() throws(Refusal) { try slots.reserve(count) }
  mutating func push(slot: UInt32) { slots.push(slot) }

  func entry(_ i: Int) -> Entry {
    var entry = Entry(key: keys[i])
    entry.content = contents[i]
    entry.model = model(i)
    entry.cellClass = cellClass(i)
    entry.slot = slot(i)
    return entry
  }

  /// Overwrites items of a leaf, which must have all columns.
  func write(_ first: Int, _ count: Int, to leaf: Leaf, at offset: Int) {
    for i in 0..<count { leaf.write(entry(first + i), at: offset + i) }
  }

  /// The references to all models that a class retains.
  func references() throws(Refusal) -> ModelReferences {
    var references = ModelReferences()
    if models.isEmpty { return references }
    for i in 0..<count { try references.add(models[i], cellClass(i)) }
    return references
  }
}
