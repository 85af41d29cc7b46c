// Before and after change places: what was deleted is inserted, what was inserted is deleted, what moved
// moves back. The same items match; which of them stay is found anew, as of equals another may be first.
//
//     runs      (4,0,1) (3,1,1) (0,2,1) (2,3,1)   ->   (2,0,1) (3,2,1) (1,3,1) (0,4,1)
//     updates   4: 1 -> 2                         ->   4: 2 -> 1, for the same reason

extension Changeset {
  /// Keys that were kept are kept. O(k log k + s), and O(n) for the keys.
  public borrowing func inverse() throws(Refusal) -> Changeset {
    try checkPayload()
    var inverse = Correspondence()
    try inverse.beforeStarts.copy(correspondence.afterStarts)
    try inverse.afterStarts.copy(correspondence.beforeStarts)
    try inverse.afterOfBefore.copy(correspondence.beforeOfAfter)
    try inverse.beforeOfAfter.copy(correspondence.afterOfBefore)
    try invertRuns(to: &inverse.runs)
    try invertSectionUpdates(to: &inverse.sectionUpdates)
    try invertElements(to: &inverse.elements)

    var turned = Payload()
    try invertUpdates(to: &inverse.updates, &turned.updated)
    try turned.before.copy(payload.after)
    try turned.after.copy(payload.before)
    turned.isScoped = payload.isScoped
    turned.isKept = true

    var result = try Changeset.solving(&inverse, &turned, reload: reload, duplicates)
    if keys.areKept { try result.keepKeys(before: keys.after, after: keys.before, isScoped: keys.isScoped) }
    return result
  }

  private func invertRuns(to inverse: inout Buffer<Run>) throws(Refusal) {
    let order = try BeforeOrder(correspondence.runs)
    try inverse.reserve(correspondence.runs.count)
    for place in 0..<correspondence.runs.count {
      let run = correspondence.runs[order[place]]
      inverse.push(Run(before: run.after, after: run.before, count: run.count))
    }
  }

  private func invertUpdates(
    to inverse: inout Buffer<Update>, _ updated: inout Buffer<KeptUpdate>
  ) throws(Refusal) {
    var order = try Buffer<UInt64>(capacity: correspondence.updates.count)
    var firsts = try Buffer<UInt32>(capacity: correspondence.updates.count)
    var first: UInt32 = 0
    for i in 0..<correspondence.updates.count {
      order.push(UInt64(correspondence.updates[i].before) << 32 | UInt64(i))
      firsts.push(first)
      first += correspondence.updates[i].count
    }
    try order.sort()
    try inverse.reserve(order.count)
    try updated.reserve(payload.updated.count)
    for place in 0..<order.count {
      let i = Int(UInt32(truncatingIfNeeded: order[place]))
      var update = correspondence.updates[i]
      swap(&update.before, &update.after)
      inverse.push(update)
      for entry in firsts[i]..<firsts[i] + update.count {
        var change = payload.updated[Int(entry)]
        swap(&change.before, &change.after)
        updated.push(change)
      }
    }
  }

  private func invertSectionUpdates(to inverse: inout Buffer<UInt32>) throws(Refusal) {
    var order = try Buffer<UInt64>(capacity: correspondence.sectionUpdates.count)
    for i in 0..<correspondence.sectionUpdates.count {
      let before = correspondence.beforeOfAfter[Int(correspondence.sectionUpdates[i])]
      order.push(UInt64(before) << 32)
    }
    try order.sort()
    try inverse.reserve(order.count)
    for place in 0..<order.count { inverse.push(UInt32(order[place] >> 32)) }
  }

  /// Within a section they stay in their order.
  private func invertElements(to inverse: inout Buffer<ElementChange>) throws(Refusal) {
    let order = try correspondence.elementOrder(of: .before)
    try inverse.reserve(order.count)
    for place in 0..<order.count {
      var change = correspondence.elements[Int(UInt32(truncatingIfNeeded: order[place]))]
      swap(&change.beforeSection, &change.afterSection)
      if change.kind == .elementInsert {
        change.kind = .elementDelete
      } else if change.kind == .elementDelete {
        change.kind = .elementInsert
      }
      inverse.push(change)
    }
  }

  /// Those that another changeset has kept.
  mutating func keepKeys(
    before: borrowing Keys.OneSide, after: borrowing Keys.OneSide, isScoped: Bool
  ) throws(Refusal) {
    try keys.before.sections.copy(before.sections)
    try keys.before.items.copy(before.items)
    try keys.after.sections.copy(after.sections)
    try keys.after.items.copy(after.items)
    keys.isScoped = isScoped
    keys.areKept = true
  }
}

extension Changeset.Payload.OneSide {
  mutating func copy(_ other: borrowing Changeset.Payload.OneSide) throws(Refusal) {
    try sections.copy(other.sections)
    try items.copy(other.items)
    try elements.copy(other.elements)
  }
}

extension Buffer where Element == UInt64 {
  /// By their high halves, stably.
  mutating func sort() throws(Refusal) {
    var sorting = KeySort()
    try sorting.reserve(count)
    sorting.sort(&self)
  }
}
