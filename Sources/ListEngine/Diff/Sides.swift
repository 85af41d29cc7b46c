// Converts flat positions of either side to sections and items, and back.
//
//     starts     0 3 5             sections [0 1 2] [3 4]
//     flat 3  =  section 1, item 0

public struct Side: BitwiseCopyable, Sendable {
  public let code: UInt32
  static func == (a: Side, b: Side) -> Bool { a.code == b.code }

  public static let before = Side(code: 0)
  public static let after = Side(code: 1)
}

extension Correspondence {
  /// The section that contains a flat position: the last one that starts at or before it.
  static func section(of flat: UInt32, in starts: borrowing Buffer<UInt32>) -> Int {
    var low = 0
    var high = starts.count - 1
    while high - low > 1 {
      let middle = (low &+ high) &>> 1
      if starts[middle] <= flat { low = middle } else { high = middle }
    }
    return low
  }

  /// The inverse of `position`. Refuses `range`.
  static func flat(of position: Position, in starts: borrowing Buffer<UInt32>) throws(Refusal) -> UInt32 {
    let section = Int(position.section)
    guard section < starts.count - 1 else {
      throw Refusal(.sectionRange, position: position, limit: starts.count - 1)
    }
    let count = starts[section + 1] - starts[section]
    guard position.item < count else { throw Refusal(.itemRange, position: position, limit: Int(count)) }
    return starts[section] + position.item
  }

  /// The position of a flat position. Tries the section `guess` first, unless that is `noIndex`.
  static func position(
    of flat: UInt32, guess: UInt32, in starts: borrowing Buffer<UInt32>
  ) -> Position {
    if guess != noIndex {
      let start = starts[Int(guess)]
      if flat >= start, flat < starts[Int(guess) + 1] { return Position(section: guess, item: flat - start) }
    }
    let section = section(of: flat, in: starts)
    return Position(section: UInt32(section), item: flat - starts[section])
  }
}

/// Converts ascending flat positions: O(sections) for all of them together.
struct SectionCursor {
  private(set) var section = 0

  mutating func position(of flat: UInt32, in starts: borrowing Buffer<UInt32>) -> Position {
    while starts[section + 1] <= flat { section += 1 }
    return Position(section: UInt32(section), item: flat - starts[section])
  }
}
