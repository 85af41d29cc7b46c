// Compares the supplementaries of a matched section.

extension Buffer<SupplementaryChange> {
  /// Appends the changes between two blocks, which are sorted by kind and index.
  mutating func compare(
    _ old: SupplementaryBlock?, _ new: SupplementaryBlock?, isMarked: Bool,
    sections: (before: UInt32, after: UInt32)
  ) throws(Refusal) {
    var b = 0
    var a = 0
    while b < old?.count ?? 0 || a < new?.count ?? 0 {
      let left = b < old?.count ?? 0 ? old?[b] : nil
      let right = a < new?.count ?? 0 ? new?[a] : nil
      let rank = min(left?.rank ?? .max, right?.rank ?? .max)
      let isThere = (before: left?.rank == rank, after: right?.rank == rank)
      if isThere.before { b += 1 }
      if isThere.after { a += 1 }
      var change = SupplementaryChange(
        kind: .supplementaryUpdate, flags: 0, beforeSection: sections.before, afterSection: sections.after,
        supplementaryKind: UInt32(rank >> 32), supplementaryIndex: UInt32(truncatingIfNeeded: rank), mask: 0)
      if let left, let right, isThere.before, isThere.after {
        change.flags = left.differences(from: right, isMarked: isMarked)
        if change.flags == 0 { continue }
        let reloads = change.flags & (ChangeFlags.byKey | ChangeFlags.byClass | ChangeFlags.byMark) != 0
        change.flags |= reloads ? ChangeFlags.reload : ChangeFlags.reconfigure
        if !reloads {
          change.mask =
            right.cellClass == 0 ? .max : CellClass.changed(right.cellClass, left.model, right.model)
        }
      } else {
        change.kind = isThere.before ? .supplementaryDelete : .supplementaryInsert
      }
      try append(change)
    }
  }
}

extension Supplementary {
  /// The reasons to update, as `ChangeFlags`; 0 if there are none.
  func differences(from new: Supplementary, isMarked: Bool) -> UInt32 {
    var flags = isMarked ? ChangeFlags.byMark : 0
    if key != new.key { flags |= ChangeFlags.byKey }
    if cellClass != new.cellClass { flags |= ChangeFlags.byClass }
    if content != new.content { flags |= ChangeFlags.byContent }
    if flags == 0 && content == 0 && model != new.model
      && !CellClass.equal(new.cellClass, model, new.model)
    {
      flags = ChangeFlags.byEqual
    }
    return flags
  }
}
