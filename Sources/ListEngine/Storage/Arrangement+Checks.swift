// Checks the indices at which a host inserts or moves something, in a list that is edited and in a snapshot.

extension Arrangement {
  /// The index at which to insert items: `atEnd` is behind those that stay, which are `leaving` fewer.
  func check(_ index: Int, in section: SectionID, leaving: Int = 0) throws(Refusal) -> Int {
    let end = Int(sections[section].count) - leaving
    if index == atEnd { return end }
    if index < 0 || index > end { throw Refusal(.range, role: .index, value: index, limit: end) }
    return index
  }

  /// The position at which to insert sections, likewise.
  func check(position: Int, leaving: Int = 0) throws(Refusal) -> Int {
    let end = sectionCount - leaving
    if position == atEnd { return end }
    if position < 0 || position > end {
      let place = Position(section: UInt32(clamping: position), item: noIndex)
      throw Refusal(.sectionRange, position: place, limit: end).with(role: .index)
    }
    return position
  }
}
