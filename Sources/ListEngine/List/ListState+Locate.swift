// Where an item is, for an event about it.

extension ListState {
  /// Fills keys, section, position and index of the record's item as it is now; of one that has gone, there is
  /// no position.
  func locate(_ record: inout EventRecord) {
    guard let slot = slots.slot(record.item) else {
      record.position = .nowhere
      record.index = noIndex
      return
    }
    let location = location(ofSlot: slot)
    let section = arrangement.start(ofLeaf: location.leaf).section
    record.section = handle(ofSection: section)
    record.key = arrangement.leaf(location.leaf).key(location.offset)
    record.sectionKey = arrangement.sections[section].key
    record.position = arrangement.position(of: location)
    record.index =
      UInt32(truncatingIfNeeded: arrangement.start(ofSection: section).items) &+ record.position.item
  }
}
