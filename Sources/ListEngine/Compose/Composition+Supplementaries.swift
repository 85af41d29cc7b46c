// Composes supplementaries, and numbers their sections.

extension Composition {
  @_optimize(size) mutating func joinSupplementaries(
    _ first: borrowing Changeset, _ second: borrowing Changeset
  ) throws(Refusal) {
    records.removeAll()
    try records.reserve(first.maxSupplementaryRecords + second.maxSupplementaryRecords)
    let between = UInt32(first.payload.after.sections.count)
    for i in 0..<first.payload.before.supplementaries.count {
      let section = first.payload.before.supplementaries[i].section
      let partner = first.correspondence.afterOfBefore[Int(section)]
      let number = partner == noIndex ? between + section : partner
      records.push(
        ChangeRecord(first.payload.before.supplementaries[i].supplementary, number: number, flags: 0))
    }
    records.add(first.payload.after.supplementaries, flags: ChangeRecord.Flags.isNew)
    records.add(second.payload.before.supplementaries, flags: ChangeRecord.Flags.isSecond)
    for i in 0..<second.payload.after.supplementaries.count {
      let number = number(ofAfter: second.payload.after.supplementaries[i].section, second, between)
      records.push(
        ChangeRecord(
          second.payload.after.supplementaries[i].supplementary, number: number,
          flags: ChangeRecord.Flags.isSecond | ChangeRecord.Flags.isNew))
    }
    records.addReasons(of: first, flags: ChangeRecord.Flags.isReason)
    records.addReasons(of: second, flags: ChangeRecord.Flags.isReason | ChangeRecord.Flags.isSecond)
    if records.isEmpty { return }
    try join { composition, merged, group, head throws(Refusal) in
      if !group.agrees(composition.records) {
        throw second.mismatch(head, at: Position(section: head.number, item: noIndex))
      }
      (merged.before, merged.after) = composition.sections(of: head.number, first, second)
      if merged.before == noIndex { merged.old = noIndex }
      if merged.after == noIndex { merged.new = noIndex }
    }
    try recordSupplementaries()
  }

  @_optimize(size) private mutating func recordSupplementaries() throws(Refusal) {
    let count = countMerged()
    try result.payload.before.supplementaries.reserve(count.deleted + count.inBoth)
    try result.payload.after.supplementaries.reserve(count.inserted + count.inBoth)
    try result.correspondence.supplementaries.reserve(mergedRecords.count)
    try forEachMerged(in: .before) { composition, merged in
      if merged.old == noIndex { return }
      let old = composition.records[Int(merged.old)].supplementary
      composition.result.payload.before.supplementaries.push(KeptSupplementary(Int(merged.before), old))
    }
    try forEachMerged(in: .after) { composition, merged in
      let supplementary = composition.records[Int(merged.new != noIndex ? merged.new : merged.old)]
        .supplementary
      if merged.before != noIndex {
        let kind: ChangeKind =
          merged.old == noIndex
          ? .supplementaryInsert : merged.new == noIndex ? .supplementaryDelete : .supplementaryUpdate
        composition.result.correspondence.supplementaries.push(
          SupplementaryChange(
            kind: kind, flags: merged.reason.flags, beforeSection: merged.before, afterSection: merged.after,
            supplementaryKind: supplementary.kind, supplementaryIndex: supplementary.index,
            mask: merged.reason.mask))
      }
      if merged.new != noIndex {
        composition.result.payload.after.supplementaries.push(
          KeptSupplementary(Int(merged.after), supplementary))
      }
    }
  }

  /// The number of a section: its index in the middle state; behind those, the sections that the first
  /// deleted, even if the second inserts them again; behind all, the sections that only the second has.
  private func number(ofAfter section: UInt32, _ second: borrowing Changeset, _ between: UInt32) -> UInt32 {
    let partner = second.correspondence.beforeOfAfter[Int(section)]
    if partner != noIndex { return partner }
    let reinserted = result.correspondence.beforeOfAfter[Int(section)]
    return reinserted != noIndex
      ? between + reinserted : between + UInt32(result.correspondence.beforeSectionCount) + section
  }

  /// The section's index in `before` and `after`.
  private func sections(
    of number: UInt32, _ first: borrowing Changeset, _ second: borrowing Changeset
  ) -> (before: UInt32, after: UInt32) {
    let between = UInt32(first.payload.after.sections.count)
    if number < between {
      return (
        first.correspondence.beforeOfAfter[Int(number)], second.correspondence.afterOfBefore[Int(number)]
      )
    }
    let deleted = number - between
    if deleted < UInt32(result.correspondence.beforeSectionCount) {
      return (deleted, result.correspondence.afterOfBefore[Int(deleted)])
    }
    return (noIndex, deleted - UInt32(result.correspondence.beforeSectionCount))
  }
}

extension Changeset {
  fileprivate var maxSupplementaryRecords: Int {
    payload.before.supplementaries.count + payload.after.supplementaries.count
      + correspondence.supplementaries.count
  }
}

extension Buffer where Element == ChangeRecord {
  /// Adds supplementaries of the middle state.
  fileprivate mutating func add(_ supplementaries: borrowing Buffer<KeptSupplementary>, flags: UInt32) {
    for i in 0..<supplementaries.count {
      push(ChangeRecord(supplementaries[i].supplementary, number: supplementaries[i].section, flags: flags))
    }
  }

  fileprivate mutating func addReasons(of changeset: borrowing Changeset, flags: UInt32) {
    for i in 0..<changeset.correspondence.supplementaries.count {
      let change = changeset.correspondence.supplementaries[i]
      let isSecond = flags & ChangeRecord.Flags.isSecond != 0
      push(
        ChangeRecord(
          number: isSecond ? change.beforeSection : change.afterSection, flags: flags, rank: change.rank,
          reason: UpdateReason(flags: change.flags, mask: change.mask)))
    }
  }
}

extension SupplementaryChange {
  /// See `Supplementary.rank`.
  var rank: UInt64 { UInt64(supplementaryKind) << 32 | UInt64(supplementaryIndex) }
}
