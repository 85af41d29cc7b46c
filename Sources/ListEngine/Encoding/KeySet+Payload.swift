// Checks the keys of a payload for duplicates.

extension KeySet {
  /// Adds the keys of the unmatched items of a side.
  @_optimize(size) mutating func add(
    _ kept: borrowing Changeset.Payload.OneSide, _ side: Side, of correspondence: borrowing Correspondence,
    isScoped: Bool
  ) throws(Refusal) {
    let list = KeyScope.list
    var unmatched = try UnmatchedItems(correspondence, side)
    var cursor = SectionCursor()
    for i in 0..<kept.items.count {
      let flat = unmatched.next(correspondence)
      let section =
        side == .before
        ? cursor.position(of: flat, in: correspondence.beforeStarts).section
        : cursor.position(of: flat, in: correspondence.afterStarts).section
      add(list.narrowed(to: kept.sections[Int(section)], if: isScoped).key(kept.items[i].key))
    }
  }
}
