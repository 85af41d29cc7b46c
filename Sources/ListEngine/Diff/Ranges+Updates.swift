// Updates: the last part of a batch and of steps.
//
// A batch gives an update's indices in `before` and in `after`. In steps all other changes are done by then,
// so both are the final ones.

/// Which indices an update reports as its indices before the change.
struct UpdatePositions {
  var ofTheMoment: Bool

  static let beforeAndAfter = UpdatePositions(ofTheMoment: false)
  static let final = UpdatePositions(ofTheMoment: true)
}

extension Correspondence {
  /// Appends section updates, item updates and supplementary changes, each ascending by index in `after`. Memory
  /// is reserved.
  func appendUpdates(_ positions: UpdatePositions, to changes: inout Buffer<Change>) {
    for i in 0..<sectionUpdates.count {
      let after = sectionUpdates[i]
      let before = positions.ofTheMoment ? after : beforeOfAfter[Int(after)]
      if before == noIndex { continue }
      var change = Change(.sectionUpdate, count: 1)
      change.flags = ChangeFlags.reload | ChangeFlags.byMark
      change.beforeSection = before
      change.afterSection = after
      changes.appendJoined(change)
    }
    appendItemUpdates(positions, to: &changes)
    for i in 0..<supplementaries.count { changes.push(Change(supplementaries[i], positions)) }
  }

  private func appendItemUpdates(_ positions: UpdatePositions, to changes: inout Buffer<Change>) {
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
      changes.appendJoined(change)
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

  /// Whether `next` is adjacent to this update on both sides and has the same flags and mask.
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
  fileprivate mutating func appendJoined(_ change: Change) {
    if !isEmpty, self[count - 1].continues(into: change) {
      self[count - 1].count += change.count
    } else {
      push(change)
    }
  }
}
