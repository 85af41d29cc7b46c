// The keys of a payload, held against one another.

extension ItemNames {
  /// What the other side does not have.
  mutating func add(
    _ kept: borrowing Changeset.Payload.OneSide, _ side: Side, of list: borrowing Correspondence
  ) throws(Refusal) {
    var gaps = try Gaps(list, side)
    var cursor = SectionCursor()
    for i in 0..<kept.items.count {
      let flat = gaps.next(list)
      let section =
        side == .before
        ? cursor.position(of: flat, in: list.beforeStarts).section
        : cursor.position(of: flat, in: list.afterStarts).section
      add(kept.items[i].key, in: kept.sections[Int(section)])
    }
  }
}
