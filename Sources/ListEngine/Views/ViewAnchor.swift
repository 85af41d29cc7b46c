// Where the range of a view is after its list has changed. The range moves with one of its items, the anchor: the first
// that it showed of the longest chain of items which have stayed in order and together.
//
//     before     10 11 [12 13 14 15]                     four are shown, two above take part
//     after      14 10 11 20 [12 13 15 16]               14 went to the top, 20 is new
//     places     10:1 11:2 12:4 13:5 14:0 15:6           chain 10 11 12 13 15; 12 moved by two, and so does the range
//
// Each step of a chain goes up, by as many places at most as items were shown: rows that are bumped or scattered, or a
// block that goes far away, take the range along only if most of what was shown goes with them. As many items above the
// range take part, so that it does not leave an item that now has many new ones behind it.

struct ViewAnchor: ~Copyable {
  /// The place of an item once the list has changed, and its longest chain.
  private struct Candidate: BitwiseCopyable {
    /// Its flat position now; `noIndex`: it has gone.
    var place: UInt32
    /// The length of the longest chain that ends with it, and the candidate before it there.
    var length: UInt16 = 0
    var previous = ViewAnchor.noCandidate
  }

  /// The most items of a range that take part.
  static let most = 256
  private static let noCandidate = UInt16.max

  /// Handles, in the list's order: items above the range, then items of it. The first one's flat position is `start`.
  private var items = Buffer<UInt64>()
  private var start = 0
  private var above = 0
  /// How many items were shown.
  private var reach: UInt32 = 0
  /// One for each item, while they are looked for.
  private var candidates = Buffer<Candidate>()

  init() {}

  mutating func reserve(_ range: VisibleRange) throws(Refusal) {
    let count = min(range.first, shown(range)) + shown(range)
    try items.reserve(count)
    try candidates.reserve(count)
  }

  private func shown(_ range: VisibleRange) -> Int { min(range.count, ViewAnchor.most) }

  // MARK: Reading, within the reserved memory

  /// Takes the items above a range; those of it follow by `add`. What `other` has of the same version is not read again.
  mutating func readAbove(
    _ range: VisibleRange, of list: borrowing ListState, besides other: borrowing ViewAnchor
  ) {
    begin(range)
    let isNear = other.start <= range.first && range.first <= other.start + other.items.count
    let known = isNear ? max(start, other.start) : range.first
    read(from: start, to: known, of: list)
    for i in known..<range.first { items.push(other.items[i - other.start]) }
  }

  @inline(__always) mutating func add(_ item: UInt64) {
    if items.count < above + min(Int(reach), ViewAnchor.most) { items.push(item) }
  }

  private mutating func begin(_ range: VisibleRange) {
    above = min(range.first, shown(range))
    start = range.first - above
    reach = UInt32(truncatingIfNeeded: range.count)
    items.removeAll()
  }

  private mutating func read(from first: Int, to end: Int, of list: borrowing ListState) {
    list.arrangement.forEachLeaf(first, end - first) { id, offset, width, _ in
      let leaf = list.arrangement.leaf(id)
      for i in offset..<offset + width { items.push(list.slots.handle(leaf.slot(i))) }
    }
  }

  // MARK: Moving

  /// How far the range moves; nil if less than half of what it showed, and is still there, has stayed together.
  mutating func movement(_ range: VisibleRange, in list: borrowing ListState) -> Int? {
    var first = 0
    if !forEachHeld(in: list, { first = $0 }) { return nil }
    return Int(candidates[above + first].place) - (range.first + first)
  }

  /// Calls `body` with the numbers in the range of its items that have stayed in order and together, from the last to the
  /// first. Returns false if they are less than half of those that are still there.
  mutating func forEachHeld(in list: borrowing ListState, _ body: (Int) -> Void) -> Bool {
    if items.count == above { return false }
    candidates.removeAll()
    if locate(in: list) {
      for i in (above..<items.count).reversed() { body(i - above) }
      return true
    }
    guard let last = lastOfLongestChain() else { return false }
    let stayed = forEach(ofChain: last) { _ in }
    if stayed == 0 || 2 * stayed < survivors { return false }
    _ = forEach(ofChain: last, body)
    return true
  }

  /// Goes back along a chain while its items are in the range. Returns how many are.
  private func forEach(ofChain last: Int, _ body: (Int) -> Void) -> Int {
    var i = last
    var stayed = 0
    while i >= above {
      body(i - above)
      stayed += 1
      if candidates[i].previous == ViewAnchor.noCandidate { break }
      i = Int(candidates[i].previous)
    }
    return stayed
  }

  mutating func removeAll() {
    items.removeAll()
    candidates.removeAll()
    above = 0
  }

  /// Whether any item that was shown is still there. After `forEachHeld`.
  var hasSurvivors: Bool { !candidates.isEmpty && survivors > 0 }

  /// The item of a number in the range.
  func item(_ number: Int) -> UInt64 { items[above + number] }

  /// The number in the range of an item.
  func number(of item: UInt64) -> Int? {
    for i in above..<max(above, items.count) where items[i] == item { return i - above }
    return nil
  }

  /// How many of the items that were shown are still there.
  private var survivors: Int {
    var count = 0
    for i in above..<candidates.count where candidates[i].place != noIndex { count += 1 }
    return count
  }

  /// Finds the places. Returns whether all follow one another: the usual case, which costs a look-up for each leaf.
  private mutating func locate(in list: borrowing ListState) -> Bool {
    var isWhole = true
    var place = noIndex
    var next: (leaf: Leaf, offset: Int)? = nil
    for i in 0..<items.count {
      let item = items[i]
      if let at = next, at.offset < at.leaf.count, list.slots.handle(at.leaf.slot(at.offset)) == item {
        place += 1
        next = (at.leaf, at.offset + 1)
      } else if let slot = list.slots.slot(item) {
        let at = list.location(ofSlot: slot)
        let found = UInt32(truncatingIfNeeded: list.arrangement.flat(of: at))
        if i > 0 && found != place &+ 1 { isWhole = false }
        place = found
        next = (list.arrangement.leaf(at.leaf), at.offset + 1)
      } else {
        place = noIndex
        next = nil
        isWhole = false
      }
      candidates.push(Candidate(place: place))
    }
    return isWhole
  }

  /// Several may be as long: the one that ends first is taken. Nil if all have gone. O(candidates²), less if most of
  /// them are in order.
  private mutating func lastOfLongestChain() -> Int? {
    var last: Int? = nil
    var longest: UInt16 = 0
    for j in 0..<candidates.count where candidates[j].place != noIndex {
      var candidate = Candidate(place: candidates[j].place, length: 1)
      var i = j
      // A chain that ends at i has i + 1 items at most.
      while i > 0 && i + 1 >= Int(candidate.length) {
        i -= 1
        let other = candidates[i]
        if other.place == noIndex || other.length + 1 < candidate.length { continue }
        if other.place < candidate.place && candidate.place - other.place <= reach {
          candidate.length = other.length + 1
          candidate.previous = UInt16(i)
        }
      }
      candidates[j] = candidate
      if candidate.length > longest {
        longest = candidate.length
        last = j
      }
    }
    return last
  }
}

extension ListState {
  /// Whether more items may come before the first one: then a range that begins there moves with its items.
  func mayGrowAtStart(_ features: borrowing ListFeatures) -> Bool {
    features.paging.value.hasPage(.start) { section in
      guard section != 0 else { return true }
      guard let id = live(section) else { return false }
      let start = arrangement.start(ofSection: id)
      return start.units == 0 || start.items == 0 && arrangement.sections[id].count > 0
    }
  }
}
