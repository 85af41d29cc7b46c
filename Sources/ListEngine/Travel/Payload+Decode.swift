// The payload of a changeset as it is read. Its items have no positions of their own: they are as many
// as lie between the runs, in the same order.

extension Changeset.Payload {
  // MARK: Sections

  mutating func readSections(
    from bytes: inout ByteReader, to list: inout Correspondence
  ) throws(Refusal) {
    let count = try bytes.sectionCount(ofBytes: 17)
    try before.sections.reserve(count)
    try list.beforeStarts.reserve(count + 1)
    list.beforeStarts.push(0)
    for _ in 0..<count {
      before.sections.push(try bytes.key())
      let room = ListOptions.mostItems - list.beforeCount
      list.beforeStarts.push(UInt32(list.beforeCount + (try bytes.number(upTo: room))))
    }
    try readAfter(from: &bytes, to: &list)
    try checkSectionKeys(bytes, of: list)
    let updates = try bytes.count(ofBytes: 1)
    try list.sectionUpdates.reserve(updates)
    var next: UInt32 = 0
    for _ in 0..<updates {
      let section = try bytes.place(from: next, below: UInt32(list.afterSectionCount))
      if list.beforeOfAfter[Int(section)] == none { throw bytes.nonsense }
      list.sectionUpdates.push(section)
      next = section + 1
    }
  }

  private mutating func readAfter(
    from bytes: inout ByteReader, to list: inout Correspondence
  ) throws(Refusal) {
    let count = try bytes.sectionCount(ofBytes: 2)
    try after.sections.reserve(count)
    try list.afterStarts.reserve(count + 1)
    try list.beforeOfAfter.reserve(count)
    try list.afterOfBefore.resize(to: list.beforeSectionCount, filling: none)
    list.afterStarts.push(0)
    var expected = 0
    for section in 0..<count {
      let code = Int(try bytes.number32())
      var items = 0
      if code == 0 {
        after.sections.push(try bytes.key())
        list.beforeOfAfter.push(none)
      } else {
        let partner = expected + unzigzag(code - 1)
        guard partner >= 0 && partner < list.beforeSectionCount, list.afterOfBefore[partner] == none else {
          throw bytes.nonsense
        }
        list.afterOfBefore[partner] = UInt32(section)
        list.beforeOfAfter.push(UInt32(partner))
        after.sections.push(before.sections[partner])
        items = Int(list.beforeStarts[partner + 1] - list.beforeStarts[partner])
        expected = partner + 1
      }
      let more = Int(try bytes.number32())
      items += code == 0 ? more : unzigzag(more)
      guard items >= 0 && items <= ListOptions.mostItems - list.afterCount else { throw bytes.nonsense }
      list.afterStarts.push(UInt32(list.afterCount + items))
    }
  }

  /// A key that came and went would have been a match.
  private func checkSectionKeys(
    _ bytes: borrowing ByteReader, of list: borrowing Correspondence
  ) throws(Refusal) {
    let none = Key(low: 0, high: 0)
    var names = try ItemNames(capacity: before.sections.count + after.sections.count, isScoped: false)
    for i in 0..<before.sections.count { names.add(before.sections[i], in: none) }
    for i in 0..<after.sections.count where list.beforeOfAfter[i] == ListEngine.none {
      names.add(after.sections[i], in: none)
    }
    if names.areTwice { throw bytes.nonsense }
  }

  // MARK: Items

  mutating func readItems(
    from bytes: inout ByteReader, of list: borrowing Correspondence, _ classes: inout ClassTable
  ) throws(Refusal) {
    var matched = 0
    for i in 0..<list.runs.count { matched += Int(list.runs[i].count) }
    var looks = Buffer<Look>()
    try before.readItems(list.beforeCount - matched, from: &bytes, &classes, &looks)
    try after.readItems(list.afterCount - matched, from: &bytes, &classes, &looks)
    var count = 0
    for i in 0..<list.updates.count { count += Int(list.updates[i].count) }
    if count == 0 { return }
    if count > bytes.left / 16 { throw bytes.nonsense }
    try updated.reserve(count)
    let none = Look(content: 0, cellClass: 0)
    for _ in 0..<count { updated.push(KeptUpdate(key: try bytes.key(), before: none, after: none)) }
    try bytes.readLooks(count, &classes, to: &looks)
    for i in 0..<count { updated[i].before = looks[i] }
    try bytes.readLooks(count, &classes, to: &looks)
    for i in 0..<count { updated[i].after = looks[i] }
    try checkLooks(bytes, of: list)
  }

  /// That those updates differ which say so.
  private func checkLooks(
    _ bytes: borrowing ByteReader, of list: borrowing Correspondence
  ) throws(Refusal) {
    var next = 0
    for i in 0..<list.updates.count {
      for _ in 0..<list.updates[i].count {
        let item = updated[next]
        var differs: UInt32 = 0
        if item.before.content != item.after.content { differs |= ChangeFlags.byContent }
        if item.before.cellClass != item.after.cellClass { differs |= ChangeFlags.byClass }
        let says = list.updates[i].flags & (ChangeFlags.byContent | ChangeFlags.byClass)
        if differs != says { throw bytes.nonsense }
        next += 1
      }
    }
  }

  /// That no item came, went or changed twice.
  func checkItemKeys(
    of list: borrowing Correspondence, _ bytes: borrowing ByteReader
  ) throws(Refusal) {
    var names = try ItemNames(
      capacity: before.items.count + after.items.count + updated.count, isScoped: isScoped)
    try names.add(before, .before, of: list)
    try names.add(after, .after, of: list)
    var cursor = SectionCursor()
    var next = 0
    for i in 0..<list.updates.count {
      let section = Int(cursor.position(of: list.updates[i].after, in: list.afterStarts).section)
      for _ in 0..<list.updates[i].count {
        names.add(updated[next].key, in: after.sections[section])
        next += 1
      }
    }
    if names.areTwice { throw bytes.nonsense }
  }
}

/// Items by key, and by section where keys are scoped.
private struct ItemNames: ~Copyable {
  private struct Name: BitwiseCopyable {
    var key: Key
    var section: Key
  }

  private var names = Buffer<Name>()
  private var table = KeyIndex()
  private let isScoped: Bool
  private(set) var areTwice = false

  init(capacity: Int, isScoped: Bool) throws(Refusal) {
    self.isScoped = isScoped
    try names.reserve(capacity)
    try table.reserve(capacity)
  }

  @inline(never) mutating func add(_ key: Key, in section: Key) {
    let name = Name(key: key, section: isScoped ? section : Key(low: 0, high: 0))
    let salt = isScoped ? KeyHash.salt(ofSection: section) : 0
    let twin = table.insert(KeyHash.seeded.fingerprint(key, salt: salt), UInt32(names.count)) {
      names[Int($0)].key == name.key && names[Int($0)].section == name.section
    }
    names.push(name)
    if twin != nil { areTwice = true }
  }

  /// What the other side does not have.
  @inline(never) mutating func add(
    _ kept: borrowing Changeset.Payload.OneSide, _ side: Side, of list: borrowing Correspondence
  ) throws(Refusal) {
    var gaps = try Gaps(list, side)
    var cursor = SectionCursor()
    var next = 0
    while let gap = gaps.next(list) {
      for flat in gap.first..<gap.first + gap.count {
        let section =
          side == .before
          ? cursor.position(of: flat, in: list.beforeStarts).section
          : cursor.position(of: flat, in: list.afterStarts).section
        add(kept.items[next].key, in: kept.sections[Int(section)])
        next += 1
      }
    }
  }
}

extension Changeset.Payload.OneSide {
  fileprivate mutating func readItems(
    _ count: Int, from bytes: inout ByteReader, _ classes: inout ClassTable, _ looks: inout Buffer<Look>
  ) throws(Refusal) {
    if count == 0 { return }
    if count > bytes.left / 16 { throw bytes.nonsense }
    try items.reserve(count)
    for _ in 0..<count {
      items.push(KeptItem(key: try bytes.key(), look: Look(content: 0, cellClass: 0)))
    }
    try bytes.readLooks(count, &classes, to: &looks)
    for i in 0..<count { items[i].look = looks[i] }
  }

  /// In order; of a section that has a counterpart those that the correspondence tells of, and no others.
  mutating func readElements(
    from bytes: inout ByteReader, of list: borrowing Correspondence, _ side: Side,
    _ classes: inout ClassTable
  ) throws(Refusal) {
    let isBefore = side == .before
    let count = try bytes.count(ofBytes: 1 + Element.fewestBytes)
    try elements.reserve(count)
    let order = try list.elementOrder(of: side)
    var told = 0
    for i in 0...count {
      // The next change of which this side has an element.
      var change: ElementChange? = nil
      while change == nil, told < order.count {
        let next = list.elements[Int(UInt32(truncatingIfNeeded: order[told]))]
        if next.kind == (isBefore ? .elementInsert : .elementDelete) { told += 1 } else { change = next }
      }
      if i == count {
        if change != nil { throw bytes.nonsense }
        return
      }

      let last = i > 0 ? elements[i - 1] : nil
      let section = try bytes.place(from: last?.section ?? 0, below: UInt32(sections.count))
      let element = try bytes.element(&classes)
      if let last, last.section == section, last.element.rank >= element.rank { throw bytes.nonsense }
      let partner = isBefore ? list.afterOfBefore[Int(section)] : list.beforeOfAfter[Int(section)]
      if partner != none {
        guard let change, (isBefore ? change.beforeSection : change.afterSection) == section,
          change.elementKind == element.kind, change.elementIndex == element.index
        else { throw bytes.nonsense }
        told += 1
      }
      elements.push(KeptElement(Int(section), element))
    }
  }
}

extension ByteReader {
  fileprivate mutating func sectionCount(ofBytes bytes: Int) throws(Refusal) -> Int {
    let count = try count(ofBytes: bytes)
    if count > ListOptions.mostSections { throw Refusal(.limit) }
    return count
  }
}
