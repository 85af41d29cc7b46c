// Splits steps into steps of one item or section each, for hosts that cannot process ranges.
//
//     delete 2 x3            delete 4, 3, 2             from the end, as ranges are
//     move 0 -> 4 x2         move 0 -> 5, 0 -> 5        forward: the rest of the range is still before it
//     move 4 -> 0 x2         move 4 -> 0, 5 -> 1        backward: the items moved so far are before it
//     move 0:4 -> 1:0 x2     move 0:4 -> 1:0, 0:4 -> 1:1
//     insert 3 x2            insert 3, 4

extension Buffer where Element == Change {
  /// Splits steps. O(number of items and sections).
  func single() throws(Refusal) -> Buffer<Change> {
    var total = 0
    for i in 0..<count { total += Int(self[i].count) }
    var result = try Buffer<Change>(capacity: total)
    for i in 0..<count {
      let change = self[i]
      if change.count == 1 {
        result.push(change)
        continue
      }
      for offset in 0..<change.count { result.push(change.single(offset)) }
    }
    return result
  }
}

extension Change {
  /// The step of the item or section at `offset` in the range.
  fileprivate func single(_ offset: UInt32) -> Change {
    var change = self
    change.count = 1
    let rest = count - 1
    switch kind.code {
    case ChangeKind.itemDelete.code, ChangeKind.sectionDelete.code:
      change.shift(before: rest - offset, after: 0)
    case ChangeKind.itemMove.code, ChangeKind.sectionMove.code:
      change.shiftMove(offset, rest)
    default:
      change.shift(before: offset, after: offset)
    }
    change.shiftFinal(offset)
    return change
  }

  private mutating func shiftMove(_ offset: UInt32, _ rest: UInt32) {
    let isWithin = kind == .sectionMove || beforeSection == afterSection
    let before = kind == .sectionMove ? beforeSection : beforeItem
    let after = kind == .sectionMove ? afterSection : afterItem
    if !isWithin {
      shift(before: 0, after: offset)
    } else if after > before {
      shift(before: 0, after: rest)
    } else {
      shift(before: offset, after: offset)
    }
  }

  private var isOfSections: Bool { kind.code >= ChangeKind.sectionDelete.code }

  /// Adds to those indices that the kind uses.
  private mutating func shift(before: UInt32, after: UInt32) {
    if isOfSections {
      if beforeSection != noIndex { beforeSection += before }
      if afterSection != noIndex { afterSection += after }
    } else {
      if beforeItem != noIndex { beforeItem += before }
      if afterItem != noIndex { afterItem += after }
    }
  }

  private mutating func shiftFinal(_ offset: UInt32) {
    if finalItem != noIndex {
      finalItem += offset
    } else if finalSection != noIndex {
      finalSection += offset
    }
  }
}
