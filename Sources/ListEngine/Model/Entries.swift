// Items on their way into an arrangement, read once from the host: a copy in memory of our own, so
// that keys which were found to be unique are the ones that are stored.

struct Entries: ~Copyable {
  private var keys = Buffer<Key>()
  private var contents = Buffer<UInt64>()
  private var models = Buffer<Model>()
  private var classes = Buffer<UInt32>()
  private(set) var traits: UInt32 = 0

  // So that its end is one call: see Correspondence.
  deinit {}

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

  var count: Int { keys.count }
  func key(_ i: Int) -> Key { keys[i] }
  func model(_ i: Int) -> Model { models.isEmpty ? .null : models[i] }
  func cellClass(_ i: Int) -> UInt32 { classes.isEmpty ? 0 : classes[i] }

  /// Over the places of a leaf that has columns for all there is.
  func write(_ first: Int, _ count: Int, to leaf: Leaf, at offset: Int) {
    for i in 0..<count {
      var entry = Entry(key: keys[first + i])
      entry.content = contents[first + i]
      entry.model = model(first + i)
      entry.cellClass = cellClass(first + i)
      leaf.write(entry, at: offset + i)
    }
  }

  /// Every model that a class keeps alive.
  func addModels(to ledger: inout Ledger) throws(Refusal) {
    if models.isEmpty { return }
    for i in 0..<count { try ledger.add(models[i], cellClass(i)) }
  }
}
