// Explains in one line, without a newline, why an item or a section changed or did not change.
//
//     moved 1:0 -> 0:1; reconfigured: content differs
//     unchanged 0:0 -> 1:0; its section moved 0 -> 1
//     section moved 1 -> 0; reloaded: marked; header inserted
//
// It reads the runs and allocates nothing, so it cannot fail for lack of memory.

extension Changeset {
  /// Explains the item at `position` of `side`, or the section if no item is set. Refuses `range`.
  public func explain(
    _ position: Position, from side: Side, to text: inout TextWriter
  ) throws(Refusal) {
    if position.item == noIndex {
      try correspondence.explain(section: position.section, of: side, to: &text)
    } else {
      try correspondence.explain(item: position, of: side, to: &text)
    }
    if reload != Reload.no { text.append("; everything is to be reloaded") }
  }
}

extension Correspondence {
  // MARK: Items

  @_optimize(size) fileprivate func explain(
    item position: Position, of side: Side, to text: inout TextWriter
  ) throws(Refusal) {
    let isBefore = side == .before
    let flat =
      isBefore
      ? try Correspondence.flat(of: position, in: beforeStarts)
      : try Correspondence.flat(of: position, in: afterStarts)
    guard let run = run(at: flat, of: side) else {
      text.append(isBefore ? "deleted at " : "inserted at ")
      text.append(position)
      return
    }
    let offset = flat - (isBefore ? run.before : run.after)
    let update = update(at: run.after + offset)
    let before = Correspondence.position(of: run.before + offset, guess: noIndex, in: beforeStarts)
    let after = Correspondence.position(of: run.after + offset, guess: noIndex, in: afterStarts)
    text.append(run.stays == 0 ? "moved " : update == nil ? "unchanged " : "kept ")
    text.append(from: before, to: after)
    if let update {
      text.append("; ")
      text.append(update: update.flags, mask: update.mask)
    }
    if run.stays != 0 && sectionStays[Int(after.section)] == 0 {
      text.append("; its section moved ")
      text.append(
        from: Position(section: before.section, item: noIndex),
        to: Position(section: after.section, item: noIndex))
    }
  }

  /// The run of an item that is on both sides.
  @_optimize(size) private func run(at flat: UInt32, of side: Side) -> Run? {
    if side == .after { return run(after: flat) }
    for i in 0..<runs.count where flat >= runs[i].before && flat - runs[i].before < runs[i].count {
      return runs[i]
    }
    return nil
  }

  private func update(at after: UInt32) -> Update? {
    for i in 0..<updates.count where after >= updates[i].after && after - updates[i].after < updates[i].count
    {
      return updates[i]
    }
    return nil
  }

  // MARK: Sections

  @_optimize(size) fileprivate func explain(section: UInt32, of side: Side, to text: inout TextWriter)
    throws(Refusal)
  {
    let isBefore = side == .before
    let position = Position(section: section, item: noIndex)
    let sectionCount = isBefore ? beforeSectionCount : afterSectionCount
    guard Int(section) < sectionCount else {
      throw Refusal(.sectionRange, position: position, limit: sectionCount)
    }
    let other = isBefore ? afterOfBefore[Int(section)] : beforeOfAfter[Int(section)]
    if other == noIndex {
      text.append(isBefore ? "section deleted at " : "section inserted at ")
      text.append(position)
      return
    }
    let before = isBefore ? section : other
    let after = isBefore ? other : section
    let isReloaded = isReloaded(section: after)
    let appearancesTheSame = !isReloaded && !hasSupplementaryChanges(section: after)
    text.append(
      sectionStays[Int(after)] == 0
        ? "section moved " : appearancesTheSame ? "section unchanged " : "section kept "
    )
    text.append(from: Position(section: before, item: noIndex), to: Position(section: after, item: noIndex))
    if isReloaded {
      text.append("; ")
      text.append(update: ChangeFlags.reload | ChangeFlags.byMark, mask: 0)
    }
    appendSupplementaryChanges(section: after, to: &text)
  }

  private func isReloaded(section after: UInt32) -> Bool {
    for i in 0..<sectionUpdates.count where sectionUpdates[i] == after { return true }
    return false
  }

  private func hasSupplementaryChanges(section after: UInt32) -> Bool {
    for i in 0..<supplementaries.count where supplementaries[i].afterSection == after { return true }
    return false
  }

  @_optimize(size) private func appendSupplementaryChanges(section after: UInt32, to text: inout TextWriter) {
    for i in 0..<supplementaries.count where supplementaries[i].afterSection == after {
      let change = supplementaries[i]
      text.append("; ")
      text.append(supplementaryOfKind: change.supplementaryKind, change.supplementaryIndex)
      text.append(" ")
      if change.kind == .supplementaryDelete {
        text.append("deleted")
      } else if change.kind == .supplementaryInsert {
        text.append("inserted")
      } else {
        text.append(update: change.flags, mask: change.mask)
      }
    }
  }
}
