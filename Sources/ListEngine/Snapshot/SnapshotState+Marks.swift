// The marks and supplementaries of a snapshot.

extension SnapshotState {
  /// Marks all items, or none if a key does not exist.
  mutating func mark(
    _ keys: borrowing Buffer<Key>, in section: Key?, reloads: Bool, _ options: SnapshotOptions
  ) throws(Refusal) {
    try marks.reserve(extra: keys.count)
    for i in 0..<keys.count { _ = try find(keys[i], in: section, options) }
    for i in 0..<keys.count {
      marks.push(ItemMark(key: keys[i], section: section ?? keys[i], reloads: reloads ? 1 : 0))
    }
  }

  mutating func markSections(_ keys: borrowing Buffer<Key>) throws(Refusal) {
    for i in 0..<keys.count { _ = try section(keys[i]) }
    for i in 0..<keys.count { arrangement.sections[try section(keys[i])].isMarked = true }
  }

  mutating func clearMarks() {
    marks.removeAll()
    for i in 0..<arrangement.sections.count { arrangement.sections[i].isMarked = false }
  }

  var hasMarks: Bool { !marks.isEmpty }

  /// The positions of the marked items; marks of deleted items are skipped.
  func positions(ofMarks options: SnapshotOptions) throws(Refusal) -> Buffer<Mark> {
    var positions = try Buffer<Mark>(capacity: marks.count)
    for i in 0..<marks.count {
      let mark = marks[i]
      guard let location = try? find(mark.key, in: mark.section, options) else { continue }
      positions.push(Mark(flat: UInt32(arrangement.flat(of: location)), reloads: mark.reloads))
    }
    return positions
  }

  // MARK: Supplementaries

  mutating func setSupplementary(
    _ supplementary: Supplementary, of key: Key, _ releases: inout PendingReleases
  ) throws(Refusal) {
    try arrangement.setSupplementary(supplementary, of: section(key), &releases)
  }

  mutating func removeSupplementary(
    kind: UInt32, index: UInt32, of key: Key, _ releases: inout PendingReleases
  ) throws(Refusal) {
    try arrangement.removeSupplementary(kind: kind, index: index, of: section(key), &releases)
  }
}
