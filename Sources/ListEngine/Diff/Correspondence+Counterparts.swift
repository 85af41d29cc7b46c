// Maps positions of one side to positions of the other.
//
//     before -> after    1 2 3 4 5    2 - 3 1 0
//     after -> before    5 4 1 3 6    4 3 0 2 -

extension Correspondence {
  /// The flat position on the other side, or `noIndex`, for each flat position of `side`. O(n).
  func counterparts(from side: Side) throws(Refusal) -> Buffer<UInt32> {
    let count = itemCount(on: side)
    var counterparts = try Buffer<UInt32>(capacity: count)
    if matchedCount < count { try counterparts.resize(to: count, filling: noIndex) }
    counterparts.setCountWithinCapacity(count)
    guard let all = unsafe counterparts.pointer else { return counterparts }
    for i in 0..<runs.count {
      let run = runs[i]
      let first = unsafe all + Int(side == .before ? run.before : run.after)
      let other = side == .before ? run.after : run.before
      for offset in 0..<Int(run.count) {
        unsafe first[offset] = other &+ UInt32(truncatingIfNeeded: offset)
      }
    }
    return counterparts
  }

  /// The position on the other side of the item at `position` of `side`; without an item, that of the
  /// section. Refuses `range` and `notFound`. `order` belongs to the runs and is read only if `side` is
  /// `before`. O(log k + log s).
  func position(
    of position: Position, from side: Side, _ order: borrowing BeforeOrder
  ) throws(Refusal) -> Position {
    let isBefore = side == .before
    let section = Int(position.section)
    let sectionCount = isBefore ? beforeSectionCount : afterSectionCount
    guard section < sectionCount else {
      throw Refusal(.sectionRange, position: position, limit: sectionCount)
    }
    let partner = isBefore ? afterOfBefore[section] : beforeOfAfter[section]
    if position.item == noIndex {
      if partner == noIndex { throw Refusal(.noCounterpart, position: position) }
      return Position(section: partner, item: noIndex)
    }
    if isBefore {
      let flat = try Correspondence.flat(of: position, in: beforeStarts)
      guard let run = run(before: flat, order) else { throw Refusal(.noCounterpart, position: position) }
      return Correspondence.position(of: run.after + (flat - run.before), guess: partner, in: afterStarts)
    }
    let flat = try Correspondence.flat(of: position, in: afterStarts)
    guard let run = run(after: flat) else { throw Refusal(.noCounterpart, position: position) }
    return Correspondence.position(of: run.before + (flat - run.after), guess: partner, in: beforeStarts)
  }

  // MARK: Finding the run of an item

  func run(after flat: UInt32) -> Run? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low &+ high) &>> 1
      if runs[middle].after <= flat { low = middle + 1 } else { high = middle }
    }
    guard low > 0, flat - runs[low - 1].after < runs[low - 1].count else { return nil }
    return runs[low - 1]
  }

  func run(before flat: UInt32, _ order: borrowing BeforeOrder) -> Run? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low &+ high) &>> 1
      if runs[order[middle]].before <= flat { low = middle + 1 } else { high = middle }
    }
    if low == 0 { return nil }
    let run = runs[order[low - 1]]
    return flat - run.before < run.count ? run : nil
  }
}
