// Items of a list, changed in place. Each of these is all or nothing: what can fail is done first, and
// of that nothing shows.

extension Shown {
  func salt(of section: UInt32, _ options: ListOptions) -> UInt64 {
    options.isScoped ? KeyHash.salt(ofSection: arrangement.sections[Int(section)].key) : 0
  }

  func check(_ first: Int, _ count: Int, in section: UInt32) throws(Refusal) {
    let length = Int(arrangement.sections[Int(section)].count)
    if first < 0 || first > length || count < 0 || count > length - first { throw Refusal(.range) }
  }

  // MARK: Inserting

  /// Puts items in at `index` of a section. The models' references are handed over.
  mutating func insert(
    _ given: inout Entries, in section: UInt32, at index: Int, _ edit: inout EditState,
    _ options: ListOptions, _ departures: inout Departures
  ) throws(Refusal) {
    try check(index, 0, in: section)
    try refuseTwins(given, in: section, options)
    if given.count == 0 { return }
    if arrangement.count + given.count > options.maxItems { throw Refusal(.limit) }
    let sequence = try edit.touch(section: section, in: arrangement)
    try edit.reserve(items: given.count)
    try edit.origins.reserve(sequence, edits: given.count)
    try slots.reserve(extra: given.count)
    try self.index.reserve(extra: given.count)
    try note(section, index, adding: given.count, &edit)
    try takeSlots(&given, in: section, edit, options)
    do throws(Refusal) {
      try arrangement.insert(given, in: section, at: index, &departures, index: &slots, salt: 0)
    } catch {
      untakeSlots(given, edit)
      throw error
    }
    let salt = salt(of: section, options)
    for i in 0..<given.count {
      let print = KeyHash.seeded.fingerprint(given.key(i), salt: salt)
      self.index.insert(print, given.slot(i))
      edit.origins.insert(edit.arrive(given.entry(i), print), in: sequence, at: index + i)
    }
  }

  private func refuseTwins(
    _ given: borrowing Entries, in section: UInt32, _ options: ListOptions
  ) throws(Refusal) {
    let owner = arrangement.sections[Int(section)].key
    let salt = salt(of: section, options)
    var seen = KeyIndex()
    try seen.reserve(given.count)
    for i in 0..<given.count {
      let key = given.key(i)
      if let twin = find(key, in: options.isScoped ? owner : nil) {
        let there = arrangement.position(of: location(ofSlot: twin))
        throw Refusal(.duplicate, key: key, section: owner, other: there)
      }
      let print = KeyHash.seeded.fingerprint(key, salt: salt)
      if seen.insert(print, UInt32(i), unless: { given.key(Int($0)) == key }) != nil {
        throw Refusal(.duplicate, key: key, section: owner)
      }
    }
  }

  /// Before so many items come in at `index`.
  private func note(
    _ section: UInt32, _ index: Int, adding count: Int, _ edit: inout EditState
  ) throws(Refusal) {
    let newLeaves = 1 + (arrangement.leafCapacity + count) / arrangement.leafCapacity
    if arrangement.sections[Int(section)].count == 0 {
      try edit.undo.note(section: section, in: arrangement, newLeaves: newLeaves)
    } else {
      let home = arrangement.location(ofItem: max(0, index - 1), inSection: section).leaf
      try edit.undo.note(leaf: home, of: section, in: arrangement, newLeaves: newLeaves)
    }
  }

  /// Those that were there before get the slots that they had.
  private mutating func takeSlots(
    _ given: inout Entries, in section: UInt32, _ edit: borrowing EditState, _ options: ListOptions
  ) throws(Refusal) {
    try given.reserveSlots()
    let salt = salt(of: section, options)
    for i in 0..<given.count {
      let print = KeyHash.seeded.fingerprint(given.key(i), salt: salt)
      let known = edit.departed(given.key(i), print, in: options.isScoped ? section : nil)
      given.push(slot: known ?? slots.take(0))
    }
  }

  private mutating func untakeSlots(_ given: borrowing Entries, _ edit: borrowing EditState) {
    var i = given.count
    while i > 0 {
      i -= 1
      if edit.item(ofSlot: given.slot(i)) == nil { slots.untake(given.slot(i)) }
    }
  }

  // MARK: Deleting

  mutating func delete(
    _ count: Int, from section: UInt32, at first: Int, _ edit: inout EditState, _ options: ListOptions,
    _ departures: inout Departures
  ) throws(Refusal) {
    try check(first, count, in: section)
    if count == 0 { return }
    let sequence = try edit.touch(section: section, in: arrangement)
    try edit.reserve(items: count)
    try edit.origins.reserve(sequence)
    try departures.released.reserve(extra: count)
    try own(count, of: section, at: first, &edit, &departures)
    let salt = salt(of: section, options)
    takeOut(count, of: section, at: first) { shown, entry in
      let print = KeyHash.seeded.fingerprint(entry.key, salt: salt)
      shown.index.remove(print, entry.slot)
      shown.slots.suspend(entry.slot)
      departures.released.push(entry.model, entry.cellClass)
      edit.depart(entry, print, from: edit.origins.origin(of: first, in: sequence), of: section)
      edit.origins.remove(1, from: sequence, at: first)
    }
  }

  /// Sees to it that the leaves of some items are this version's own, and can be put back.
  private mutating func own(
    _ count: Int, of section: UInt32, at first: Int, _ edit: inout EditState, _ departures: inout Departures
  ) throws(Refusal) {
    var location = arrangement.location(ofItem: first, inSection: section)
    var rest = count
    while true {
      try edit.undo.note(leaf: location.leaf, of: section, in: arrangement)
      let leaf = try arrangement.writable(location.leaf, extra: 0, traits: 0, &departures)
      rest -= leaf.count - location.offset
      guard rest > 0, let next = arrangement.items.neighbour(of: location.leaf, step: 1) else { return }
      location = Location(leaf: next, offset: 0)
    }
  }

  /// Takes items out of leaves that are owned, and calls `body` with each.
  private mutating func takeOut(
    _ count: Int, of section: UInt32, at first: Int, _ body: (inout Shown, Entry) -> Void
  ) {
    var rest = count
    while rest > 0 {
      let location = arrangement.location(ofItem: first, inSection: section)
      let leaf = arrangement.leaf(location.leaf)
      let width = min(rest, leaf.count - location.offset)
      for i in 0..<width { body(&self, leaf.entry(location.offset + i)) }
      arrangement.remove(width, at: location, in: section)
      rest -= width
    }
  }

  // MARK: Moving

  /// Moves items to where the first of them stands at `index` of `target` afterwards.
  mutating func move(
    _ count: Int, from section: UInt32, at first: Int, to target: UInt32, at index: Int,
    _ edit: inout EditState, _ options: ListOptions, _ departures: inout Departures
  ) throws(Refusal) {
    try check(first, count, in: section)
    let isSame = target == section
    try check(index, isSame ? count : 0, in: target)
    if count == 0 || isSame && index == first { return }
    if options.isScoped && !isSame {
      throw Refusal(.scope, section: arrangement.sections[Int(section)].key)
    }
    let from = try edit.touch(section: section, in: arrangement)
    let to = try edit.touch(section: target, in: arrangement)
    let pieces = edit.origins.pieceCount(of: count, in: from, at: first)
    var moved = try Buffer<Origin>(capacity: pieces)
    try edit.origins.reserve(from, edits: pieces + 1)
    try edit.origins.reserve(to, edits: pieces + 1)
    let entries = try Entries(arrangement, section: section, at: first, count)
    try own(count, of: section, at: first, &edit, &departures)
    // They are put in first, which may fail, and then taken out of where they were.
    let place = isSame && index > first ? index + count : index
    try note(target, place, adding: count, &edit)
    try arrangement.insert(entries, in: target, at: place, &departures, index: &slots, salt: 0)
    takeOut(count, of: section, at: isSame && place <= first ? first + count : first) { _, _ in }
    follow(count, in: target, at: index)
    edit.origins.remove(count, from: from, at: first) { moved.push($0) }
    var at = index
    for i in 0..<moved.count {
      edit.origins.insert(moved[i], in: to, at: at)
      at += Int(moved[i].count)
    }
  }

  /// While the items stood twice, their slots may have come to point at where they were.
  private mutating func follow(_ count: Int, in section: UInt32, at first: Int) {
    var done = 0
    while done < count {
      let location = arrangement.location(ofItem: first + done, inSection: section)
      let leaf = arrangement.leaf(location.leaf)
      let width = min(count - done, leaf.count - location.offset)
      slots.add(leaf, location.offset, width, location.leaf, 0)
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
  func mark(slot: UInt32, reloads: Bool, _ edit: inout EditState) throws(Refusal) {
    let location = location(ofSlot: slot)
    try edit.reserve(items: 1)
    let item = edit.touch(arrangement.leaf(location.leaf).entry(location.offset), wasThere: true)
    if reloads {
      edit.items[item].mark = ChangeFlags.reload
    } else if edit.items[item].mark == 0 {
      edit.items[item].mark = ChangeFlags.reconfigure
    }
  }
}
