// The records of supplementary elements, and the numbers of their sections.

extension Draft {
  mutating func joinElements(
    _ first: borrowing Changeset, _ second: borrowing Changeset
  ) throws(Refusal) {
    var touches = Buffer<Touch>()
    try touches.reserve(first.mostElementTouches + second.mostElementTouches)
    if touches.capacity == 0 { return }
    let between = UInt32(first.payload.after.sections.count)
    for i in 0..<first.payload.before.elements.count {
      let kept = first.payload.before.elements[i]
      let partner = first.correspondence.afterOfBefore[Int(kept.section)]
      touches.push(Touch(kept.element, thing: partner == none ? between + kept.section : partner, flags: 0))
    }
    for i in 0..<first.payload.after.elements.count {
      let kept = first.payload.after.elements[i]
      touches.push(Touch(kept.element, thing: kept.section, flags: Touch.Flags.isNew))
    }
    for i in 0..<second.payload.before.elements.count {
      let kept = second.payload.before.elements[i]
      touches.push(Touch(kept.element, thing: kept.section, flags: Touch.Flags.isSecond))
    }
    for i in 0..<second.payload.after.elements.count {
      let kept = second.payload.after.elements[i]
      touches.push(
        Touch(
          kept.element, thing: number(ofAfter: kept.section, second, between),
          flags: Touch.Flags.isSecond | Touch.Flags.isNew))
    }
    touches.addReasons(of: first, flags: Touch.Flags.isReason)
    touches.addReasons(of: second, flags: Touch.Flags.isReason | Touch.Flags.isSecond)
    try join(touches, areItems: false, first, second)
  }

  /// A section of the state between has its position there; one that the first deleted comes behind
  /// those, also if the second inserts it again; one that only the second knows comes behind all.
  private func number(ofAfter section: UInt32, _ second: borrowing Changeset, _ between: UInt32) -> UInt32 {
    let partner = second.correspondence.beforeOfAfter[Int(section)]
    if partner != none { return partner }
    let again = list.beforeOfAfter[Int(section)]
    return again != none ? between + again : between + UInt32(list.beforeSectionCount) + section
  }

  /// Where the section of that number was and is.
  func sections(
    of number: UInt32, _ first: borrowing Changeset, _ second: borrowing Changeset
  ) -> (before: UInt32, after: UInt32) {
    let between = UInt32(first.payload.after.sections.count)
    if number < between {
      return (
        first.correspondence.beforeOfAfter[Int(number)], second.correspondence.afterOfBefore[Int(number)]
      )
    }
    let deleted = number - between
    if deleted < UInt32(list.beforeSectionCount) { return (deleted, list.afterOfBefore[Int(deleted)]) }
    return (none, deleted - UInt32(list.beforeSectionCount))
  }
}

extension Changeset {
  fileprivate var mostElementTouches: Int {
    payload.before.elements.count + payload.after.elements.count + correspondence.elements.count
  }
}

extension Buffer where Element == Touch {
  fileprivate mutating func addReasons(of changeset: borrowing Changeset, flags: UInt32) {
    for i in 0..<changeset.correspondence.elements.count {
      let change = changeset.correspondence.elements[i]
      let isSecond = flags & Touch.Flags.isSecond != 0
      push(
        Touch(
          thing: isSecond ? change.beforeSection : change.afterSection, flags: flags, rank: change.rank,
          reason: Reason(flags: change.flags, mask: change.mask)))
    }
  }
}

extension ElementChange {
  /// Of the element: see `Element.rank`.
  var rank: UInt64 { UInt64(elementKind) << 32 | UInt64(elementIndex) }
}
