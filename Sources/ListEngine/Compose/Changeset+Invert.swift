// Swaps before and after: deleted items are inserted, inserted items are deleted, moves go back. The matches
// are the same; which items stay is solved again, because among equal solutions another one may come first.
//
//     runs      (4,0,1) (3,1,1) (0,2,1) (2,3,1)   ->   (2,0,1) (3,2,1) (1,3,1) (0,4,1)
//     updates   4: 1 -> 2                         ->   4: 2 -> 1, with the same flags

extension Changeset {
  /// Kept keys stay kept. O(k log k + s), and O(n) for the keys.
  @_optimize(size) public borrowing func inverse() throws(Refusal) -> Changeset {
    try checkPayload()
    let builder = try Box(making: { ChangesetBuilder() })
    try builder.value.invert(self)
    var result = try builder.value.solved(reload: reload, duplicates)
    if keys.areKept { try result.copyKeys(before: keys.after, after: keys.before, isScoped: keys.isScoped) }
    return result
  }
}

extension ChangesetBuilder {
  @_optimize(size) fileprivate mutating func invert(_ given: borrowing Changeset) throws(Refusal) {
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

  @_optimize(size) private mutating func invertUpdates(_ given: borrowing Changeset) throws(Refusal) {
    let order = try UpdateOrder(given.correspondence)
    try correspondence.updates.reserve(order.count)
    try payload.updated.reserve(given.payload.updated.count)
    for rank in 0..<order.count {
      var update = given.correspondence.updates[order.update(rank)]
      swap(&update.before, &update.after)
      correspondence.updates.push(update)
      for entry in order.entries(rank, given.correspondence) {
        var change = given.payload.updated[entry]
        swap(&change.before, &change.after)
        payload.updated.push(change)
      }
    }
  }

  @_optimize(size) private mutating func invertSectionUpdates(_ given: borrowing Changeset) throws(Refusal) {
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
  @_optimize(size) private mutating func invertSupplementaries(_ given: borrowing Changeset) throws(Refusal) {
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

/// The updates of a correspondence in the order of `before`, and their entries in the payload.
private struct UpdateOrder: ~Copyable {
  /// The position in `before` in the high half, the number of the update in the low half.
  private var order = Buffer<UInt64>()
  /// The first entry of each update.
  private var firsts = Buffer<UInt32>()

  init(_ given: borrowing Correspondence) throws(Refusal) {
    try order.reserve(given.updates.count)
    try firsts.reserve(given.updates.count)
    var first: UInt32 = 0
    for i in 0..<given.updates.count {
      order.push(UInt64(given.updates[i].before) << 32 | UInt64(i))
      firsts.push(first)
      first += given.updates[i].count
    }
    try order.sort()
  }

  var count: Int { order.count }

  func update(_ rank: Int) -> Int { Int(UInt32(truncatingIfNeeded: order[rank])) }

  func entries(_ rank: Int, _ given: borrowing Correspondence) -> Range<Int> {
    let update = update(rank)
    return Int(firsts[update])..<Int(firsts[update] + given.updates[update].count)
  }
}

extension PayloadModels {
  /// The models of the inverse of `changeset`, which these are the models of.
  @_optimize(size) borrowing func inverse(of changeset: borrowing Changeset) throws(Refusal) -> PayloadModels
  {
    var result = PayloadModels()
    let order = try UpdateOrder(changeset.correspondence)
    try result.before.invert(after, order, changeset.correspondence)
    try result.after.invert(before, order, changeset.correspondence)
    result.areKept = areKept
    return result
  }
}

extension PayloadModels.OneSide {
  fileprivate mutating func invert(
    _ other: borrowing PayloadModels.OneSide, _ order: borrowing UpdateOrder,
    _ correspondence: borrowing Correspondence
  ) throws(Refusal) {
    try items.copy(other.items)
    try supplementaries.copy(other.supplementaries)
    if other.updated.isEmpty { return }
    try updated.reserve(other.updated.count)
    for rank in 0..<order.count {
      for entry in order.entries(rank, correspondence) { updated.push(other.updated[entry]) }
    }
  }
}
