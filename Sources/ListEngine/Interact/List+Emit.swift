// Actions: the host reports what a user did, such as a press of a button in a cell, and it comes out of the queue
// in order with all else.

extension List {
  public func emit(_ element: ElementName, _ action: UInt64, sender: UInt) throws(Refusal) {
    try makeFeatures()
    if element.item != 0 { try check(action, on: element.item) }
    try read { state throws(Refusal) in
      var record = try state.record(EventKind.action, of: element)
      record.number = action
      record.sender = sender
      if features.channel.wants(EventKind.action) { try features.channel.append(record) }
    }
  }

  /// Refuses `refused` if a trait of the item forbids the action. Calls the host.
  private func check(_ action: UInt64, on item: UInt64) throws(Refusal) {
    if action > Action.insert { return }
    let found = try traits(ofItem: item)
    if action == Action.primary {
      if found.traits.contains(.notActivatable) { throw Refusal(.refused, key: found.key) }
    } else if !found.traits.contains(action == Action.delete ? .deletable : .insertable) {
      throw Refusal(.noTrait, key: found.key)
    }
  }

  /// The traits of an item, and its key. Its class may be asked, so no lock may be held.
  func traits(ofItem handle: UInt64) throws(Refusal) -> (traits: Traits, key: Key) {
    var held = HeldModels()
    let entry = try read { state throws(Refusal) in
      let location = try state.location(of: handle)
      let leaf = state.arrangement.leaf(location.leaf)
      try held.hold(leaf, location.offset, 1)
      return leaf.entry(location.offset)
    }
    defer { extendLifetime(held) }
    return (CellClass.traits(entry.values.cellClass, entry.values.model), entry.key)
  }
}

/// The actions that the library knows.
private enum Action {
  static let primary: UInt64 = 1
  static let delete: UInt64 = 2
  static let insert: UInt64 = 3
}

extension ListState {
  /// An event about an element, where it is now.
  func record(_ kind: UInt32, of element: ElementName) throws(Refusal) -> EventRecord {
    var record = EventRecord(kind)
    record.version = version
    record.supplementaryKind = element.kind
    record.supplementaryIndex = element.index
    if element.item != 0 {
      if slots.slot(element.item) == nil { throw Refusal(.handle) }
      record.item = element.item
      record.count = 1
      locate(&record)
    } else if element.section != 0 {
      let id = try section(element.section)
      record.section = element.section
      record.key = arrangement.sections[id].key
      record.sectionKey = record.key
      record.position = Position(section: arrangement.start(ofSection: id).units, item: noIndex)
    }
    return record
  }
}
