// Swaps before and after: deleted items are inserted, inserted items are deleted, moves go back. The matches
// are the same; which items stay is solved again, because among equal solutions another one may come first.
//
//     runs      (4,0,1) (3,1,1) (0,2,1) (2,3,1)   ->   (2,0,1) (3,2,1) (1,3,1) (0,4,1)
//     updates   4: 1 -> 2                         ->   4: 2 -> 1, with the same flags

extension Changeset {
  /// Kept keys stay kept. O(k log k + s), and O(n) for the keys.
  public borrowing func inverse() throws(Refusal) -> Changeset {
    try checkPayload()
    let builder = try Box(making: { ChangesetBuilder() })
    try builder.value.invert(self)
    var result = try builder.value.solved(reload: reload, duplicates)
    if keys.areKept { try result.copyKeys(before: keys.after, after: keys.before, isScoped: keys.isScoped) }
    return result
  }
}

extension ChangesetBuilder {
  fileprivate mutating func invert(_ given: borrowing Changeset) throws(Refusal) {
    try correspondence.beforeStarts.copy(given.correspondence.afterStarts)
    try correspondence.afterStarts.copy(given.correspondence.beforeStarts)
    try correspondence.afterOfBefore.copy(given.correspondence.beforeOfAfter)
    try correspondence.beforeOfAfter.copy(given.correspondence.afterOfBefore)
    try invertRuns(given)
    try invertUpdates(given)
    try invertSectionUpdates(given)
    try invertSupplementaries(given)
    try payload.before.copy(given.payload.after)
    try payload.after.copy(given.payload.before)
    payload.isScoped = given.payload.isScoped
    payload.isKept = true
  }

  private mutating func invertRuns(_ given: borrowing Changeset) throws(Refusal) {
    let order = try BeforeOrder(given.correspondence.runs)
    try correspondence.runs.reserve(given.correspondence.runs.count)
    for rank in 0..<given.correspondence.runs.count {
      let run = given.correspondence.runs[order[rank]]
      correspondence.runs.push(Run(before: run.after, after: run.before, count: run.count))
    }
  }

  private mutating func invertUpdates(_ given: borrowing Changeset) throws(Refusal) {
    var order = try Buffer<UInt64>(capacity: given.correspondence.updates.count)
    var firsts = try Buffer<UInt32>(capacity: given.correspondence.updates.count)
    var first: UInt32 = 0
    for i in 0..<given.correspondence.updates.count {
      order.push(UInt64(given.correspondence.updates[i].before) << 32 | UInt64(i))
      firsts.push(first)
      first += given.correspondence.updates[i].count
    }
    try order.sort()
    try correspondence.updates.reserve(order.count)
    try payload.updated.reserve(given.payload.updated.count)
    for rank in 0..<order.count {
      let i = Int(UInt32(truncatingIfNeeded: order[rank]))
      var update = given.correspondence.updates[i]
      swap(&update.before, &update.after)
      correspondence.updates.push(update)
      for entry in firsts[i]..<firsts[i] + update.count {
        var change = given.payload.updated[Int(entry)]
        swap(&change.before, &change.after)
        payload.updated.push(change)
      }
    }
  }

  private mutating func invertSectionUpdates(_ given: borrowing Changeset) throws(Refusal) {
    var order = try Buffer<UInt64>(capacity: given.correspondence.sectionUpdates.count)
    for i in 0..<given.correspondence.sectionUpdates.count {
      let before = given.correspondence.beforeOfAfter[Int(given.correspondence.sectionUpdates[i])]
      order.push(UInt64(before) << 32)
    }
    try order.sort()
    try correspondence.sectionUpdates.reserve(order.count)
    for rank in 0..<order.count { correspondence.sectionUpdates.push(UInt32(order[rank] >> 32)) }
  }

  /// Supplementaries of one section keep their order.
  private mutating func invertSupplementaries(_ given: borrowing Changeset) throws(Refusal) {
    let order = try given.correspondence.supplementaryOrder(of: .before)
    try correspondence.supplementaries.reserve(order.count)
    for rank in 0..<order.count {
      var change = given.correspondence.supplementaries[Int(UInt32(truncatingIfNeeded: order[rank]))]
      swap(&change.beforeSection, &change.afterSection)
      if change.kind == .supplementaryInsert {
        change.kind = .supplementaryDelete
      } else if change.kind == .supplementaryDelete {
        change.kind = .supplementaryInsert
      }
      correspondence.supplementaries.push(change)
    }
  }
}

extension Changeset.Payload.OneSide {
  mutating func copy(_ other: borrowing Changeset.Payload.OneSide) throws(Refusal) {
    try sections.copy(other.sections)
    try items.copy(other.items)
    try supplementaries.copy(other.supplementaries)
  }
}
