// The range of items that is visible in a view, and the distance of an item from it.

/// Items counted over all sections.
struct VisibleRange: BitwiseCopyable {
  var first = 0
  var count = 0

  var end: Int { first + count }

  static func == (a: VisibleRange, b: VisibleRange) -> Bool { a.first == b.first && a.count == b.count }

  /// How many items an item is away from what is visible; 0: it is visible.
  func distance(to item: Int) -> Int {
    if item < first { return first - item }
    return item < end ? 0 : item - end + 1
  }
}
