// Where an item of one side is on the other.
//
//     before -> after    1 2 3 4 5    2 - 3 1 0
//     after -> before    5 4 1 3 6    4 3 0 2 -

extension Correspondence {
  /// By flat position of `side`: the flat position on the other side, or `none`. O(n).
  func map(from side: Side) throws(Refusal) -> Buffer<UInt32> {
    var map = try Buffer<UInt32>(repeating: none, count: side == .before ? beforeCount : afterCount)
    for i in 0..<runs.count {
      let run = runs[i]
      let first = side == .before ? run.before : run.after
      let other = side == .before ? run.after : run.before
      for offset in 0..<run.count { map[Int(first + offset)] = other + offset }
    }
    return map
  }

  /// Where the item at `position` of `side` is on the other, by that side's whole map; with no item
  /// named, where the section is. Refuses `range` and `notFound`. O(log s).
  func position(
    of position: Position, from side: Side, through map: borrowing Buffer<UInt32>
  ) throws(Refusal) -> Position {
    if side == .before {
      return try Correspondence.position(of: position, beforeStarts, afterOfBefore, afterStarts, map)
    }
    return try Correspondence.position(of: position, afterStarts, beforeOfAfter, beforeStarts, map)
  }

  private static func position(
    of position: Position, _ starts: borrowing Buffer<UInt32>, _ partners: borrowing Buffer<UInt32>,
    _ otherStarts: borrowing Buffer<UInt32>, _ map: borrowing Buffer<UInt32>
  ) throws(Refusal) -> Position {
    guard Int(position.section) < partners.count else { throw Refusal(.range, position: position) }
    let section = Int(position.section)
    if position.item == none {
      let partner = partners[section]
      if partner == none { throw Refusal(.notFound, position: position) }
      return Position(section: partner, item: none)
    }
    guard position.item < starts[section + 1] - starts[section] else {
      throw Refusal(.range, position: position)
    }
    let other = map[Int(starts[section] + position.item)]
    if other == none { throw Refusal(.notFound, position: position) }
    return Correspondence.position(of: other, guess: partners[section], in: otherStarts)
  }
}
