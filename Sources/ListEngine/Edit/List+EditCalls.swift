// The changes that a host can make while an edit is open. Each call resolves the host's handles and makes one
// change completely or not at all (ListState+InsertItems, +RemoveItems, +EditItems, +EditSections). New
// models are retained before the change; removed ones are released after the lock.

/// A position to insert at.
public struct EditTarget: BitwiseCopyable {
  enum Kind: UInt8 {
    case at, before, after, child, all
  }

  let kind: Kind
  /// The handle of a section, of the neighbour, or of the parent.
  let handle: UInt64
  let index: Int

  fileprivate var step: Int { kind == .after ? 1 : 0 }

  public static func at(_ index: Int, inSection section: UInt64 = 0) -> EditTarget {
    EditTarget(kind: .at, handle: section, index: index)
  }
  public static func before(_ anchor: UInt64) -> EditTarget {
    EditTarget(kind: .before, handle: anchor, index: 0)
  }
  public static func after(_ anchor: UInt64) -> EditTarget {
    EditTarget(kind: .after, handle: anchor, index: 0)
  }
  /// Below an item, as its child number `index`.
  public static func child(_ index: Int, of parent: UInt64) -> EditTarget {
    EditTarget(kind: .child, handle: parent, index: index)
  }
  /// Replaces all items of the section.
  public static func all(ofSection section: UInt64) -> EditTarget {
    EditTarget(kind: .all, handle: section, index: 0)
  }
}

extension List {
  // MARK: Items

  public func putItems(
    _ edit: UInt64, _ columns: Columns, _ target: EditTarget
  ) throws(Refusal) {
    var new = try NewItems(columns, hasLevels: target.kind == .child)
    try checkClasses(new.count) { (new.entries.values($0).cellClass, new.entries.key($0)) }
    try self.edit(edit) { _ throws(Refusal) in
      try new.entries.references()
    } work: { state, edit, releases throws(Refusal) in
      if target.kind == .all {
        try state.replace(itemsOf: state.section(target.handle), &new, &edit, options, &releases)
        return
      }
      var position = (section: SectionID.noIndex, index: target.index)
      if target.kind == .at {
        position.section = try state.section(target.handle)
      } else if target.kind == .child {
        let parent = try state.slot(target.handle)
        let location = state.location(ofSlot: parent)
        position = try state.arrangement.position(ofChild: target.index, of: location)
        try new.entries.addToLevels(1 + Int(state.arrangement.entry(at: location).values.level))
      } else {
        position = state.position(ofSlot: try state.slot(target.handle))
        position.index += target.step
      }
      try state.insert(&new, in: position.section, at: position.index, &edit, options, &releases)
    }
  }

  public func deleteItems(
    _ edit: UInt64, ofSection section: UInt64, _ first: Int, _ count: Int
  ) throws(Refusal) {
    try self.edit(edit) { state, edit, releases throws(Refusal) in
      let range = try state.range(state.section(section), first, count)
      try state.delete(Buffer(repeating: range, count: range.count == 0 ? 0 : 1), &edit, options, &releases)
    }
  }

  public func deleteItems(_ edit: UInt64, _ items: borrowing Buffer<UInt64>) throws(Refusal) {
    try self.edit(edit) { state, edit, releases throws(Refusal) in
      try state.delete(state.ranges(of: state.slots(items)), &edit, options, &releases)
    }
  }

  public func moveItems(
    _ edit: UInt64, ofSection section: UInt64, _ first: Int, _ count: Int, toSection target: UInt64,
    at index: Int
  ) throws(Refusal) {
    try self.edit(edit) { state, edit, releases throws(Refusal) in
      let range = try state.range(state.section(section), first, count)
      guard let target = state.live(target) else { throw Refusal(.handle, role: .target) }
      try state.move(range, to: target, at: index, &edit, options, &releases)
    }
  }

  /// `position` is that of the item before which they go, as long as they are where they are.
  public func moveItems(
    _ edit: UInt64, _ items: borrowing Buffer<UInt64>, before position: Position
  ) throws(Refusal) {
    try self.edit(edit) { state, edit, releases throws(Refusal) in
      let moved = try state.slots(items)
      let (section, index) = try state.arrangement.insertion(at: position)
      try state.move(moved, to: section, at: index, &edit, options, &releases)
    }
  }

  public func moveItem(
    _ edit: UInt64, _ item: UInt64, nextTo anchor: UInt64, isAfter: Bool
  ) throws(Refusal) {
    try self.edit(edit) { state, edit, releases throws(Refusal) in
      try state.move(
        slot: state.slot(item), nextTo: state.slot(anchor, role: .anchor), isAfter: isAfter, &edit, options,
        &releases)
    }
  }

  /// There are as many appearances as items. A duplicate item is refused.
  public func updateItems(
    _ edit: UInt64, _ items: borrowing Buffer<UInt64>, _ appearances: borrowing NewAppearances
  ) throws(Refusal) {
    // Between the two steps nothing else changes the list.
    var locations = Buffer<Location>()
    try self.edit(edit) { state throws(Refusal) in
      let slots = try state.slots(items)
      try checkDistinct(slots)
      locations = try Buffer<Location>(capacity: slots.count)
      for i in 0..<slots.count { locations.push(state.location(ofSlot: slots[i])) }
      try checkClasses(appearances.changesClasses ? slots.count : 0) { i in
        let old = state.arrangement.entry(at: locations[i])
        return (appearances.apply(i, to: old).values.cellClass, old.key)
      }
      return try state.arrangement.models(ofItems: locations, appearances)
    } work: { state, edit, releases throws(Refusal) in
      try state.update(locations, appearances, &edit, &releases)
    }
  }

  public func markItems(
    _ edit: UInt64, _ items: borrowing Buffer<UInt64>, reloads: Bool
  ) throws(Refusal) {
    try self.edit(edit) { state, edit, _ throws(Refusal) in
      try state.mark(slots: state.slots(items), reloads: reloads, &edit)
    }
  }

  // MARK: Sections

  public func insertSections(
    _ edit: UInt64, _ keys: borrowing Buffer<Key>, _ target: EditTarget
  ) throws(Refusal) {
    try self.edit(edit) { state, edit, _ throws(Refusal) in
      var position = target.index
      if target.kind != .at {
        position = state.position(ofSection: try state.section(target.handle)) + target.step
      }
      try state.insertSections(keys, at: position, &edit, options)
    }
  }

  public func deleteSections(
    _ edit: UInt64, _ sections: borrowing Buffer<UInt64>
  ) throws(Refusal) {
    try self.edit(edit) { state, edit, releases throws(Refusal) in
      let ids = try state.sections(sections)
      try checkDistinct(ids)
      try state.deleteSections(ids, &edit, options, &releases)
    }
  }

  public func deleteSections(_ edit: UInt64, _ first: Int, _ count: Int) throws(Refusal) {
    try self.edit(edit) { state, edit, releases throws(Refusal) in
      try state.deleteSections(state.sections(first, count), &edit, options, &releases)
    }
  }

  public func moveSections(
    _ edit: UInt64, _ first: Int, _ count: Int, to position: Int
  ) throws(Refusal) {
    try self.edit(edit) { state, edit, _ throws(Refusal) in
      let ids = try state.sections(first, count)
      try state.moveSections(ids, from: first, to: position, &edit)
    }
  }

  public func moveSection(
    _ edit: UInt64, _ section: UInt64, nextTo anchor: UInt64, isAfter: Bool
  ) throws(Refusal) {
    try self.edit(edit) { state, edit, _ throws(Refusal) in
      let section = try state.section(section)
      guard let anchor = state.live(anchor) else { throw Refusal(.handle, role: .anchor) }
      try state.moveSection(section, nextTo: anchor, isAfter: isAfter, &edit)
    }
  }

  public func markSections(
    _ edit: UInt64, _ sections: borrowing Buffer<UInt64>
  ) throws(Refusal) {
    try self.edit(edit) { state, edit, _ throws(Refusal) in
      try state.markSections(state.sections(sections), &edit)
    }
  }

  // MARK: Supplementaries

  public func setSupplementary(_ edit: UInt64, _ supplementary: Supplementary, ofSection section: UInt64)
    throws(Refusal)
  {
    try self.edit(edit) { state throws(Refusal) in
      let key = state.arrangement.sections[try state.section(section)].key
      try checkClass(supplementary, ofSection: key)
      return ModelReferences()
    } work: { state, edit, releases throws(Refusal) in
      let id = try state.section(section)
      try edit.journal.save(section: id, in: state.arrangement)
      try state.arrangement.setSupplementary(supplementary, of: id, &releases)
    }
  }

  public func removeSupplementary(
    _ edit: UInt64, kind: UInt32, index: UInt32, ofSection section: UInt64
  ) throws(Refusal) {
    try self.edit(edit) { state, edit, releases throws(Refusal) in
      let id = try state.section(section)
      try edit.journal.save(section: id, in: state.arrangement)
      try state.arrangement.removeSupplementary(kind: kind, index: index, of: id, &releases)
    }
  }
}

extension ListState {
  fileprivate func slot(_ item: UInt64, role: Refusal.Role = .unnamed) throws(Refusal) -> Slot {
    guard let slot = slots.slot(item) else { throw Refusal(.handle, role: role) }
    return slot
  }

  fileprivate func slots(_ items: borrowing Buffer<UInt64>) throws(Refusal) -> Buffer<Slot> {
    var found = try Buffer<Slot>(capacity: items.count)
    for i in 0..<items.count {
      guard let slot = slots.slot(items[i]) else { throw Refusal(.handle, element: i) }
      found.push(slot)
    }
    return found
  }

  fileprivate func sections(_ handles: borrowing Buffer<UInt64>) throws(Refusal) -> Buffer<SectionID> {
    var found = try Buffer<SectionID>(capacity: handles.count)
    for i in 0..<handles.count {
      guard let section = live(handles[i]) else { throw Refusal(.handle, element: i) }
      found.push(section)
    }
    return found
  }
}

/// Refuses the first duplicate, with its index.
private func checkDistinct<Index: TypedIndex>(_ indices: borrowing Buffer<Index>) throws(Refusal) {
  if indices.count < 2 { return }
  let scope = KeyScope.list
  var seen = try KeySet(capacity: indices.count, isScoped: false)
  for i in 0..<indices.count {
    let isNew = seen.add(scope.key(Key(low: UInt64(indices[i].raw), high: 0))) == nil
    if !isNew { throw Refusal(.namedTwice, element: i) }
  }
}
