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

/// A new offset holds one: it keeps the distance to an end of an item or element, which was here before.
struct HeldPlace: BitwiseCopyable {
  var name: ElementName
  var start: Int
  var length: Int
  var holdsEnd = false

  /// How far that end has moved.
  func movement(to span: (start: Int, length: Int)) -> Int {
    span.start - start + (holdsEnd ? span.length - length : 0)
  }
}

public enum AnchorPolicy {
  public static let visible: UInt32 = 0
  public static let hold: UInt32 = 1
  public static let end: UInt32 = 2
  public static let none: UInt32 = 3
}

extension ViewLayout {
  /// Reads what later corrections may hold, and which list it is of.
  mutating func readAnchor(
    _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    readVersion = list.version
    readCount = list.arrangement.count
    // Not later: the extents are those of this version.
    nextTargetStart = target.flatMap { span(of: $0.name, list, features)?.start }
    try nextAnchor.read(inWindow.range, of: list, next, where: PlaceFlags.outside)
    if window.overscan > 0 { try nextNearAnchor.read(near.range, of: list, next, where: 0) }
  }

  mutating func adoptAnchor() {
    swap(&anchor, &nextAnchor)
    if window.overscan > 0 { swap(&nearAnchor, &nextNearAnchor) } else { nearAnchor.removeAll() }
  }
}

extension LayoutAnchor {
  mutating func removeAll() {
    items.removeAll()
    window.removeAll()
  }

  /// Takes the items of a range that have a place without any of the flags.
  fileprivate mutating func read(
    _ range: VisibleRange, of list: borrowing ListState, _ scene: borrowing Scene, where flags: UInt32
  ) throws(Refusal) {
    try items.reserve(range)
    try window.reserve(min(range.count, ViewAnchor.most))
    window.removeAll()
    items.readAbove(range, of: list, besides: ViewAnchor())
    for i in 0..<scene.ownCount where scene.places[i].item != 0 && !scene.places[i].has(flags) {
      if window.count == ViewAnchor.most { return }
      items.add(scene.places[i].item)
      window.push(
        Item(
          start: scene.spans[i].start, length: scene.spans[i].length,
          isKnown: !scene.places[i].has(PlaceFlags.measure)))
    }
  }
}

extension LayoutAnchor {
  /// Among the items in the window.
  @_optimize(size) func number(of item: UInt64) -> Int? { item == 0 ? nil : items.number(of: item) }

  @_optimize(size) func place(_ number: Int) -> HeldPlace? {
    guard number < window.count else { return nil }
    return HeldPlace(
      name: ElementName(item: items.item(number)), start: window[number].start, length: window[number].length)
  }

  /// The number of the item that holds the window: the first one; one whose size is a guess does only if no other can. Of
  /// those in the overscan of a window, which begins at `origin`, the last one that begins before it, else the first one.
  @inline(never) @_optimize(size)
  mutating func held(in list: borrowing ListState, windowAt origin: Int? = nil) -> Int? {
    var found: Int? = nil
    let window = window.count
    let isHeld = items.forEachHeld(in: list) { number in
      // From the last one to the first.
      if number >= window { return }
      if let before = found {
        if let origin {
          if self.window[before].start <= origin { return }
        } else if self.window[before].isKnown && !self.window[number].isKnown {
          return
        }
      }
      found = number
    }
    return isHeld ? found : nil
  }
}
