// Items of a list, changed in place. Each of these is all or nothing: what can fail is done first, and
// of that nothing shows.

extension Shown {
  func salt(of section: UInt32, _ options: ListOptions) -> UInt64 {
    options.isScoped ? KeyHash.salt(ofSection: arrangement.sections[Int(section)].key) : 0
  }

  /// Where an item is to come to stand: `atEnd` is behind those that stay, which are `leaving` fewer.
  func check(_ index: Int, in section: UInt32, leaving: Int = 0) throws(Refusal) -> Int {
    let end = Int(arrangement.sections[Int(section)].count) - leaving
    if index == atEnd { return end }
    if index < 0 || index > end { throw Refusal(.range) }
    return index
  }

  /// Items of a section; a refusal is about parameter `argument` of the call.
  func range(
    _ section: UInt32, _ first: Int, _ count: Int, argument: UInt32 = 0
  ) throws(Refusal) -> ItemRange {
    let end = Int(arrangement.sections[Int(section)].count)
    if first < 0 || first > end || count < 0 || count > end - first {
      throw Refusal(.range, argument: argument)
    }
    return ItemRange(section: section, first: first, count: count)
  }

  // MARK: Moving

  /// Moves items that are there to where the first of them stands at `index` of `target` afterwards.
  mutating func move(
    _ range: ItemRange, to target: UInt32, at index: Int, _ edit: inout EditState, _ options: ListOptions,
    _ departures: inout Departures
  ) throws(Refusal) {
    let count = range.count
    let isSame = target == range.section
    let index = try check(index, in: target, leaving: isSame ? count : 0)
    if options.isScoped && !isSame {
      throw Refusal(.scope, section: arrangement.sections[Int(range.section)].key)
    }
    if count == 0 || isSame && index == range.first { return }
    let from = try edit.touch(section: range.section, in: arrangement)
    let to = try edit.touch(section: target, in: arrangement)
    let pieces = edit.origins.pieceCount(of: count, in: from, at: range.first)
    var moved = try Buffer<Origin>(capacity: pieces)
    try edit.origins.reserve(
      edits: pieces + 1, levels: edit.origins.levels(of: from) + edit.origins.levels(of: to))
    let entries = try Entries(arrangement, range)
    try own(range, &edit, &departures)
    // They are put in first, which may fail, and then taken out of where they were.
    let place = isSame && index > range.first ? index + count : index
    try note(target, place, adding: count, &edit)
    slots.follow(try arrangement.insert(entries, in: target, at: place, &departures))
    var old = range
    if isSame && place <= range.first { old.first += count }
    takeOut(old) { _, _ in }
    follow(count, in: target, at: index)
    edit.origins.remove(count, from: from, at: range.first) { moved.push($0) }
    var at = index
    for i in 0..<moved.count {
      edit.origins.insert(moved[i], in: to, at: at)
      at += Int(moved[i].count)
    }
  }

  /// Moves an item next to another.
  mutating func move(
    slot: UInt32, nextTo anchor: UInt32, isAfter: Bool, _ edit: inout EditState, _ options: ListOptions,
    _ departures: inout Departures
  ) throws(Refusal) {
    if slot == anchor { return }
    let (section, first) = place(ofSlot: slot)
    let (target, index) = place(ofSlot: anchor)
    let isShifted = section == target && first < index
    try move(
      ItemRange(section: section, first: first, count: 1), to: target,
      at: index + (isAfter ? 1 : 0) - (isShifted ? 1 : 0), &edit, options, &departures)
  }

  func place(ofSlot slot: UInt32) -> (section: UInt32, index: Int) {
    let location = location(ofSlot: slot)
    let (section, start) = arrangement.place(ofLeaf: location.leaf)
    return (section, start + location.offset)
  }

  /// While the items stood twice, their slots may have come to point at where they were.
  mutating func follow(_ count: Int, in section: UInt32, at first: Int) {
    var done = 0
    while done < count {
      let location = arrangement.location(ofItem: first + done, inSection: section)
      let leaf = arrangement.leaf(location.leaf)
      let width = min(count - done, leaf.count - location.offset)
      slots.follow(LeafChange(leaf: leaf, id: location.leaf, first: location.offset, count: width))
      done += width
    }
  }

  // MARK: Changing

  /// Gives an item another look. The model's reference is handed over.
  mutating func update(
    slot: UInt32, content: UInt64, _ model: Model, _ cellClass: UInt32, _ edit: inout EditState,
    _ departures: inout Departures
  ) throws(Refusal) {
    let location = location(ofSlot: slot)
    try edit.reserve(items: 1)
    try departures.released.reserve(extra: 1)
    try edit.undo.note(
      leaf: location.leaf, of: arrangement.place(ofLeaf: location.leaf).section, in: arrangement)
    var traits: UInt32 = 0
    if !model.isNull { traits |= Leaf.hasModels }
    if cellClass != 0 { traits |= Leaf.hasClasses }
    let leaf = try arrangement.writable(location.leaf, extra: 0, traits: traits, &departures)
    let old = leaf.entry(location.offset)
    _ = edit.touch(old, wasThere: true)
    leaf.setContent(content, at: location.offset)
    leaf.setLooks(model, cellClass, at: location.offset)
    departures.released.push(old.model, old.cellClass)
  }

  /// `ChangeFlags.reload` goes before `.reconfigure`.
  func mark(
    slots marked: borrowing Buffer<UInt32>, reloads: Bool, _ edit: inout EditState
  ) throws(Refusal) {
    try edit.reserve(items: marked.count)
    for i in 0..<marked.count {
      let location = location(ofSlot: marked[i])
      let item = edit.touch(arrangement.leaf(location.leaf).entry(location.offset), wasThere: true)
      if reloads {
        edit.items[item].mark = ChangeFlags.reload
      } else if edit.items[item].mark == 0 {
        edit.items[item].mark = ChangeFlags.reconfigure
      }
    }
  }
}
