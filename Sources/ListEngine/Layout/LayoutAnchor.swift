// What the offset holds when the list or sizes change: the items that were in the window at the last scene, with where
// they were. Which of them it is follows the rule of visible ranges (ViewAnchor): the first of the longest chain that has
// stayed in order and together.
//
//     before    window at 100    2: 90 ..< 130    3: 130 ..< 170        2 began 10 before the window
//     now       1 is 50 longer   2: 140 ..< 180                        offset 150: 2 begins 10 before the window

struct LayoutAnchor: ~Copyable {
  struct Item: BitwiseCopyable {
    var start: Int
    var length: Int
    /// Whether its size was measured, or follows from a rule.
    var isKnown: Bool
  }

  var items = ViewAnchor()
  /// Those in the window, from the first one on.
  var window = Buffer<Item>()

  init() {}
}

/// What a new offset is to hold: an item or element, and how far from it the window began.
struct HeldPlace: BitwiseCopyable {
  var name: ElementName
  var start: Int
  var length: Int
}

public enum AnchorPolicy {
  public static let visible: UInt32 = 0
  public static let hold: UInt32 = 1
  public static let end: UInt32 = 2
  public static let none: UInt32 = 3
}


extension ViewLayout {
  /// Reads the items in the window, for the next correction, and which list they are of.
  mutating func readAnchor(_ list: borrowing ListState) throws(Refusal) {
    readVersion = list.version
    readCount = list.arrangement.count
    let range = inWindow.range
    try nextAnchor.items.reserve(range)
    try nextAnchor.window.reserve(min(range.count, ViewAnchor.most))
    nextAnchor.window.removeAll()
    nextAnchor.items.readAbove(range, of: list, besides: ViewAnchor())
    for i in 0..<next.ownCount where next.places[i].item != 0 && !next.places[i].has(PlaceFlags.outside) {
      if nextAnchor.window.count == ViewAnchor.most { return }
      nextAnchor.items.add(next.places[i].item)
      nextAnchor.window.push(
        LayoutAnchor.Item(
          start: next.spans[i].start, length: next.spans[i].length,
          isKnown: !next.places[i].has(PlaceFlags.measure)))
    }
  }
}
