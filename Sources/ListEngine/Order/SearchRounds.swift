// Sorted items are searched for in rounds: first those that are far apart, then those halfway between them, and so on. So
// each is searched for between two that were found before, and needs nothing of its own round.
//
//     items    0 1 2 3 4 5 6 7 8
//     round 1                7         stride 8
//           2        3                        4
//           3    1       5                    2
//           4  0   2   4   6   8              1

struct SearchRounds: BitwiseCopyable {
  private let count: Int
  private var item: Int
  /// The items of this round are two strides apart. One stride before and one behind each is an item of an earlier round, or
  /// none.
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
