// The records of supplementary elements, and the numbers of their sections.

extension Composition {
  mutating func joinElements(
    _ first: borrowing Changeset, _ second: borrowing Changeset
  ) throws(Refusal) {
    touches.removeAll()
    try touches.reserve(first.mostElementTouches + second.mostElementTouches)
    let between = UInt32(first.payload.after.sections.count)
    for i in 0..<first.payload.before.elements.count {
      let section = first.payload.before.elements[i].section
      let partner = first.correspondence.afterOfBefore[Int(section)]
      let thing = partner == none ? between + section : partner
      touches.push(Touch(first.payload.before.elements[i].element, thing: thing, flags: 0))
    }
    touches.add(first.payload.after.elements, flags: Touch.Flags.isNew)
    touches.add(second.payload.before.elements, flags: Touch.Flags.isSecond)
    for i in 0..<second.payload.after.elements.count {
      let thing = number(ofAfter: second.payload.after.elements[i].section, second, between)
      touches.push(
        Touch(
          second.payload.after.elements[i].element, thing: thing,
          flags: Touch.Flags.isSecond | Touch.Flags.isNew))
    }
    touches.addReasons(of: first, flags: Touch.Flags.isReason)
    touches.addReasons(of: second, flags: Touch.Flags.isReason | Touch.Flags.isSecond)
    if touches.isEmpty { return }
    try join { composition, joint, said, head throws(Refusal) in
      if !said.meets(composition.touches) {
        throw second.mismatch(head, at: Position(section: head.thing, item: none))
      }
      (joint.before, joint.after) = composition.sections(of: head.thing, first, second)
      if joint.before == none { joint.old = none }
      if joint.after == none { joint.new = none }
    }
    try tellElements()
  }

  private mutating func tellElements() throws(Refusal) {
    let count = countJoints()
    try result.payload.before.elements.reserve(count.gone + count.inBoth)
    try result.payload.after.elements.reserve(count.come + count.inBoth)
    try result.correspondence.elements.reserve(joints.count)
    try forEachJoint(in: .before) { composition, joint in
      if joint.old == none { return }
      let old = composition.touches[Int(joint.old)].element
      composition.result.payload.before.elements.push(KeptElement(Int(joint.before), old))
    }
    try forEachJoint(in: .after) { composition, joint in
      let element = composition.touches[Int(joint.new != none ? joint.new : joint.old)].element
      if joint.before != none {
        let kind: ChangeKind =
          joint.old == none ? .elementInsert : joint.new == none ? .elementDelete : .elementUpdate
        composition.result.correspondence.elements.push(
          ElementChange(
            kind: kind, flags: joint.reason.flags, beforeSection: joint.before, afterSection: joint.after,
            elementKind: element.kind, elementIndex: element.index, mask: joint.reason.mask))
      }
      if joint.new != none {
        composition.result.payload.after.elements.push(KeptElement(Int(joint.after), element))
      }
    }
  }

  /// A section of the state between has its position there; one that the first deleted comes behind
  /// those, also if the second inserts it again; one that only the second knows comes behind all.
  private func number(ofAfter section: UInt32, _ second: borrowing Changeset, _ between: UInt32) -> UInt32 {
    let partner = second.correspondence.beforeOfAfter[Int(section)]
    if partner != none { return partner }
    let again = result.correspondence.beforeOfAfter[Int(section)]
    return again != none
      ? between + again : between + UInt32(result.correspondence.beforeSectionCount) + section
  }

  /// Where the section of that number was and is.
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
    return (none, deleted - UInt32(result.correspondence.beforeSectionCount))
  }
}

extension Changeset {
  fileprivate var mostElementTouches: Int {
    payload.before.elements.count + payload.after.elements.count + correspondence.elements.count
  }
}

extension Buffer where Element == Touch {
  /// Of the state between.
  fileprivate mutating func add(_ elements: borrowing Buffer<KeptElement>, flags: UInt32) {
    for i in 0..<elements.count { push(Touch(elements[i].element, thing: elements[i].section, flags: flags)) }
  }

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
