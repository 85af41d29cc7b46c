// Which duplicate a refusal reports if the items of one section are replaced: the rule is applied to the
// whole list as it would be. The other sections have no duplicates, so only the new items and their
// occurrences in other sections are compared.
//
//     A[1 2]  B[...]  C[7 8]      the new items of B are [8 2 2]
//
//     1:1     2 occurs first at 0:1; otherwise it would be 1:2, with its first occurrence at 1:1
//     2:1     8, reported only if no new item is a duplicate: C follows B

extension ListState {
  /// Nil if there is none. `columns` are the new items of section `id`.
  func firstDuplicate(
    among columns: Columns, ofSection id: SectionID, isScoped: Bool
  ) throws(Refusal) -> Refusal? {
    let scope = arrangement.scope(ofSection: id, isScoped: isScoped)
    let section = arrangement.start(ofSection: id).units
    var seen = try KeySet(capacity: columns.count, isScoped: isScoped)
    var later: (position: Position, item: Int)? = nil
    for item in 0..<columns.count {
      let key = columns.key(item)
      let wanted = scope.key(key)
      let position = Position(section: section, item: UInt32(item))
      let first = seen.add(wanted)
      let there = isScoped ? nil : find(wanted).map { arrangement.position(of: $0) }
      if let there, there.section < section { return duplicate(key, position, first: there) }
      if let first { return duplicate(key, position, first: Position(section: section, item: first)) }
      guard let there, there.section > section else { continue }
      if let later, later.position < there { continue }
      later = (there, item)
    }
    guard let later else { return nil }
    let first = Position(section: section, item: UInt32(later.item))
    return duplicate(columns.key(later.item), later.position, first: first)
  }

  private func duplicate(_ key: Key, _ position: Position, first: Position) -> Refusal {
    let owner = arrangement.section(at: Int(position.section))
    return Refusal(
      .duplicate, key: key, section: arrangement.sections[owner].key, position: position, other: first)
  }
}
