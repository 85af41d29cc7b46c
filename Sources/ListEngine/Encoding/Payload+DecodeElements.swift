// The supplementary elements of a payload as they are read: of a section that has a counterpart those that
// the correspondence tells of, and no others.
//
//     changes    A header updated                    C header inserted
//     before     A header "1"     B (deleted) header
//     after      A header "2"                        C header "3"

extension Changeset.Payload {
  /// One side's; before comes first. `olds` holds, by change, the element of before.
  mutating func readElements(
    of side: Side, from bytes: inout ByteReader, _ list: borrowing Correspondence,
    _ classes: inout ClassTable, _ olds: inout Buffer<UInt32>
  ) throws(Refusal) {
    let isBefore = side == .before
    let count = try bytes.count(ofBytes: 1 + Element.fewestBytes)
    if isBefore {
      try before.elements.reserve(count)
      try olds.resize(to: list.elements.count, filling: none)
    } else {
      try after.elements.reserve(count)
    }
    let order = try list.elementOrder(of: side)
    var told = 0
    var last: KeptElement? = nil
    for _ in 0..<count {
      let sections = isBefore ? before.sections.count : after.sections.count
      let section = try bytes.place(from: last?.section ?? 0, below: UInt32(sections))
      let element = try bytes.element(&classes)
      if let last, last.section == section, last.element.rank >= element.rank { throw bytes.nonsense }
      let partner = isBefore ? list.afterOfBefore[Int(section)] : list.beforeOfAfter[Int(section)]
      if partner != none {
        let number = list.skip(order, &told, to: side)
        if number == none { throw bytes.nonsense }
        let change = list.elements[Int(number)]
        if (isBefore ? change.beforeSection : change.afterSection) != section || change.rank != element.rank {
          throw bytes.nonsense
        }
        told += 1
        if isBefore {
          olds[Int(number)] = UInt32(before.elements.count)
        } else if change.kind == .elementUpdate {
          let old = before.elements[Int(olds[Int(number)])].element
          if old.differences(from: element, isMarked: false) != change.flags & Element.differences {
            throw bytes.nonsense
          }
        }
      }
      let kept = KeptElement(Int(section), element)
      try keep(kept, of: side)
      last = kept
    }
    if list.skip(order, &told, to: side) != none { throw bytes.nonsense }
  }
}

extension Correspondence {
  /// The next change of which a side has an element, `none` after the last. Passes those before it.
  fileprivate func skip(
    _ order: borrowing Buffer<UInt64>, _ told: inout Int, to side: Side
  ) -> UInt32 {
    let other: ChangeKind = side == .before ? .elementInsert : .elementDelete
    while told < order.count {
      let number = UInt32(truncatingIfNeeded: order[told])
      if !(elements[Int(number)].kind == other) { return number }
      told += 1
    }
    return none
  }
}

extension Element {
  /// What of an update's flags shows in its elements.
  fileprivate static let differences = ChangeFlags.byContent | ChangeFlags.byClass | ChangeFlags.byKey
}
