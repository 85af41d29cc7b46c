// The supplementaries after applying a changeset. Of a matched section the payload contains only the changed
// ones:
//
//     present         header H1, footer F1
//     payload         header H1 -> H2                   H1 is compared with the present one
//     merged          header H2, footer F1              H2 has the kept model; if no models are kept, it
//                                                       keeps H1's if key and class are equal

extension Matcher {
  /// Fills the supplementaries of `after`. New blocks are appended to `made`; they belong to the caller, and
  /// their models are not retained yet.
  @_optimize(size) mutating func takeSupplementaries(
    _ changeset: borrowing Changeset, _ models: borrowing PayloadModels,
    _ made: inout Buffer<SupplementaryBlock>
  ) throws(Refusal) {
    let starts = try changeset.payload.before.supplementaryStarts()
    for section in 0..<pairing.before.sectionCount where pairing.afterOfBefore[section] == noIndex {
      try checkSupplementaries(changeset, section, Int(starts[section])..<Int(starts[section + 1]))
    }
    let afterStarts = try changeset.payload.after.supplementaryStarts()
    try made.reserve(pairing.after.sectionCount)
    for section in 0..<pairing.after.sectionCount {
      let partner = pairing.beforeOfAfter[section]
      let old = partner == noIndex ? nil : pairing.before.supplementaries[Int(partner)]
      let deleted = partner == noIndex ? 0..<0 : Int(starts[Int(partner)])..<Int(starts[Int(partner) + 1])
      let inserted = Int(afterStarts[section])..<Int(afterStarts[section + 1])
      pairing.after.supplementaries[section] = old
      if deleted.isEmpty && inserted.isEmpty { continue }
      let block = try merge(changeset, models, old, deleted, inserted, before: partner)
      pairing.after.supplementaries[section] = block
      if let block { made.push(block) }
    }
  }

  /// A deleted section must have exactly the supplementaries of the payload.
  @_optimize(size) private func checkSupplementaries(
    _ changeset: borrowing Changeset, _ section: Int, _ kept: Range<Int>
  ) throws(Refusal) {
    let block = pairing.before.supplementaries[section]
    let count = block?.count ?? 0
    for i in 0..<max(count, kept.count) {
      let k = kept.lowerBound + i
      if let block, i < count, k < kept.upperBound,
        block[i].appearances(like: changeset.payload.before.supplementaries[k].supplementary)
      {
        continue
      }
      let key =
        k < kept.upperBound ? changeset.payload.before.supplementaries[k].supplementary.key : block?[i].key
      throw mismatch(key, UInt32(section))
    }
  }

  private func mismatch(_ supplementary: Key?, _ section: UInt32) -> Refusal {
    Refusal(
      .mismatch, key: supplementary, section: pairing.before.sectionKeys[Int(section)],
      position: Position(section: section, item: noIndex))
  }

  /// Merges a section's supplementaries: without those that are deleted, with those that are inserted. All
  /// are sorted by rank.
  @_optimize(size) private func merge(
    _ changeset: borrowing Changeset, _ models: borrowing PayloadModels, _ old: SupplementaryBlock?,
    _ deleted: Range<Int>, _ inserted: Range<Int>, before section: UInt32
  ) throws(Refusal) -> SupplementaryBlock? {
    let count = old?.count ?? 0
    var merged = try Buffer<Supplementary>(capacity: count + inserted.count)
    var (i, g, c) = (0, deleted.lowerBound, inserted.lowerBound)
    while i < count || g < deleted.upperBound || c < inserted.upperBound {
      var there = i < count ? old.map { $0[i] } : nil
      var known = g < deleted.upperBound ? changeset.payload.before.supplementaries[g].supplementary : nil
      var new = c < inserted.upperBound ? changeset.payload.after.supplementaries[c].supplementary : nil
      if models.areKept { new?.model = models.after.supplementaries.model(c) }
      let rank = min(there?.rank ?? .max, known?.rank ?? .max, new?.rank ?? .max)
      if there?.rank == rank { i += 1 } else { there = nil }
      if known?.rank == rank { g += 1 } else { known = nil }
      if new?.rank == rank { c += 1 } else { new = nil }
      // The entries of one rank: a deleted one must be present, and an inserted one must not be present
      // otherwise.
      if let known {
        guard let there, there.appearances(like: known) else { throw mismatch(known.key, section) }
        if let like = new, !models.areKept, like.key == known.key, like.cellClass == known.cellClass {
          new?.model = there.model
        }
      } else if let there {
        if let new { throw mismatch(new.key, section) }
        merged.push(there)
      }
      if let new { merged.push(new) }
    }
    let block = try SupplementaryBlock.make(count: merged.count)
    if let block { for i in 0..<merged.count { block[i] = merged[i] } }
    return block
  }
}

extension Supplementary {
  /// Whether all fields except the model are equal.
  func appearances(like other: Supplementary) -> Bool {
    rank == other.rank && key == other.key && content == other.content && cellClass == other.cellClass
  }
}

extension Changeset.Payload.OneSide {
  /// The first kept supplementary of each section; then the number of them.
  func supplementaryStarts() throws(Refusal) -> Buffer<UInt32> {
    var starts = try Buffer<UInt32>(capacity: sections.count + 1)
    var next = 0
    for section in 0...sections.count {
      while next < supplementaries.count && Int(supplementaries[next].section) < section { next += 1 }
      starts.push(UInt32(next))
    }
    return starts
  }
}
