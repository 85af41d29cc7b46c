// In which order items are searched for that are sorted already: the middle one, then the middle ones of what is before and
// behind it, and so on. Each goes between those that were found before, and needs nothing of its own round.
//
//     items    0 1 2 3 4 5 6 7 8
//     round 1                7         stride 8
//           2        3                        4
//           3    1       5                    2
//           4  0   2   4   6   8              1

struct SearchRounds: BitwiseCopyable {
  private let count: Int
  private var item: Int
  /// Those of this round are two strides apart; one stride before and behind each of them is one of an earlier round, or none.
  private(set) var stride: Int

  init(_ count: Int) {
    self.count = count
    stride = count == 0 ? 0 : 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount)
    item = stride - 1
  }

  var isOver: Bool { stride == 0 }

  /// The next item of the round; nil if it has ended, and another one begins.
  mutating func next() -> Int? {
    if isOver { return nil }
    if item >= count {
      stride /= 2
      item = stride - 1
      return nil
    }
    defer { item += 2 * stride }
    return item
  }
}
