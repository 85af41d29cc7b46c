// What stays itself and looks different: the end of a batch and of steps.
//
// In a batch an update says where its item was before and is after. In steps all else is done by
// then: both positions are the final one.

/// Whether an update's before-positions are those of the list before, or of the moment.
struct UpdatePositions {
  var ofTheMoment: Bool

  static let beforeAndAfter = UpdatePositions(ofTheMoment: false)
  static let final = UpdatePositions(ofTheMoment: true)
}

extension Correspondence {
  /// Section updates, item updates, supplementary changes, each ascending by after-position.
  func appendUpdates(_ positions: UpdatePositions, to changes: inout Buffer<Change>) throws(Refusal) {
    for i in 0..<sectionUpdates.count {
      let after = sectionUpdates[i]
      let before = positions.ofTheMoment ? after : beforeOfAfter[Int(after)]
      if before == noIndex { continue }
      var change = Change(.sectionUpdate, count: 1)
      change.flags = ChangeFlags.reload | ChangeFlags.byMark
      change.beforeSection = before
      change.afterSection = after
      try changes.appendJoined(change)
    }
    try appendItemUpdates(positions, to: &changes)
    for i in 0..<supplementaries.count { try changes.append(Change(supplementaries[i], positions)) }
  }

  private func appendItemUpdates(
    _ positions: UpdatePositions, to changes: inout Buffer<Change>
  ) throws(Refusal) {
    var cursor = SectionCursor()
    for i in 0..<updates.count {
      let update = updates[i]
      let after = cursor.position(of: update.after, in: afterStarts)
      var before = after
      if !positions.ofTheMoment {
        let guess = beforeOfAfter[Int(after.section)]
        before = Correspondence.position(of: update.before, guess: guess, in: beforeStarts)
      }
      var change = Change(.itemUpdate, count: update.count, before: before, after: after)
      change.flags = update.flags
      change.mask = update.mask
      try changes.appendJoined(change)
    }
  }
}

extension Change {
  init(_ supplementary: SupplementaryChange, _ positions: UpdatePositions) {
    self.init(supplementary.kind, count: 1)
    flags = supplementary.flags
    supplementaryKind = supplementary.supplementaryKind
    supplementaryIndex = supplementary.supplementaryIndex
    mask = supplementary.mask
    if !(supplementary.kind == .supplementaryInsert) {
      beforeSection = positions.ofTheMoment ? supplementary.afterSection : supplementary.beforeSection
    }
    if !(supplementary.kind == .supplementaryDelete) { afterSection = supplementary.afterSection }
  }

  /// Whether `next` goes on where this update ends, on both sides, for the same reason.
  func continues(into next: Change) -> Bool {
    if !(kind == next.kind) || flags != next.flags || mask != next.mask { return false }
    if kind == .sectionUpdate {
      return beforeSection + count == next.beforeSection && afterSection + count == next.afterSection
    }
    return beforeSection == next.beforeSection && afterSection == next.afterSection
      && beforeItem + count == next.beforeItem && afterItem + count == next.afterItem
  }
}

extension Buffer where Element == Change {
  fileprivate mutating func appendJoined(_ change: Change) throws(Refusal) {
    if !isEmpty, self[count - 1].continues(into: change) {
      self[count - 1].count += change.count
    } else {
      try append(change)
    }
  }
}
