// Decodes the supplementaries of a payload. Those of a matched section must be exactly the ones that the
// correspondence lists as changed.
//
//     changes    A header updated                    C header inserted
//     before     A header "1"     B (deleted) header
//     after      A header "2"                        C header "3"

extension Changeset.Payload {
  /// Decodes one side; `before` must be decoded first. `olds` holds the supplementary of `before`, by change.
  mutating func readSupplementaries(
    of side: Side, from bytes: inout ByteReader, _ correspondence: borrowing Correspondence,
    _ classes: inout ClassTable, _ olds: inout Buffer<UInt32>
  ) throws(Refusal) {
    let isBefore = side == .before
    let count = try bytes.count(ofBytes: 1 + Supplementary.fewestBytes)
    if isBefore {
      try before.supplementaries.reserve(count)
      try olds.resize(to: correspondence.supplementaries.count, filling: noIndex)
    } else {
      try after.supplementaries.reserve(count)
    }
    let order = try correspondence.supplementaryOrder(of: side)
    var used = 0
    var last: KeptSupplementary? = nil
    for _ in 0..<count {
      let sections = isBefore ? before.sections.count : after.sections.count
      let section = try bytes.position(from: last?.section ?? 0, below: UInt32(sections))
      let supplementary = try bytes.supplementary(&classes)
      if let last, last.section == section, last.supplementary.rank >= supplementary.rank {
        throw bytes.invalid
      }
      let partner =
        isBefore ? correspondence.afterOfBefore[Int(section)] : correspondence.beforeOfAfter[Int(section)]
      if partner != noIndex {
        let number = correspondence.skip(order, &used, to: side)
        if number == noIndex { throw bytes.invalid }
        let change = correspondence.supplementaries[Int(number)]
        if (isBefore ? change.beforeSection : change.afterSection) != section
          || change.rank != supplementary.rank
        {
          throw bytes.invalid
        }
        used += 1
        if isBefore {
          olds[Int(number)] = UInt32(before.supplementaries.count)
        } else if change.kind == .supplementaryUpdate {
          let old = before.supplementaries[Int(olds[Int(number)])].supplementary
          if old.differences(from: supplementary, isMarked: false) != change.flags & Supplementary.differences
          {
            throw bytes.invalid
          }
        }
      }
      let kept = KeptSupplementary(Int(section), supplementary)
      try keep(kept, of: side)
      last = kept
    }
    if correspondence.skip(order, &used, to: side) != noIndex { throw bytes.invalid }
  }
}

extension Correspondence {
  /// The next change that has a supplementary on the side, or `noIndex` at the end.
  fileprivate func skip(
    _ order: borrowing Buffer<UInt64>, _ used: inout Int, to side: Side
  ) -> UInt32 {
    let other: ChangeKind = side == .before ? .supplementaryInsert : .supplementaryDelete
    while used < order.count {
      let number = UInt32(truncatingIfNeeded: order[used])
      if !(supplementaries[Int(number)].kind == other) { return number }
      used += 1
    }
    return noIndex
  }
}

extension Supplementary {
  /// The flags of an update that are visible in the supplementaries themselves.
  fileprivate static let differences = ChangeFlags.byContent | ChangeFlags.byClass | ChangeFlags.byKey
}
