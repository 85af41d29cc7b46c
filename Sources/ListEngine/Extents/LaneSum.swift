// Lanes stand beside each other, and each grows by itself: an item that has a lane begins where the last one of that lane
// ended. Items that have none yet form bands: a band begins where the longest lane ends, and is a grid of the rule's size.
//
//     2 lanes, rule 10     items  a:0/30  b:1/20 | - - - | c:1/15      a, b at 0; the band at 30, 30, 40; c at 50
//
//     before   30 20       what has a lane before the first band
//     first    3 cells     the first band
//     between  -           from its end to where the last band begins, if there are two or more
//     last     -
//     after    0 15        what has a lane behind the last band
//
// Such a sum is what items of a leaf or node do to the lanes, whatever comes before them; and the walk over a section from
// its start is a sum as well. (A monoid: a band begins level, so what lies between two bands is a length.)

/// The lanes of a section.
struct LaneRule: BitwiseCopyable {
  var lanes = 1
  /// The spacing that follows each item along the axis.
  var lead = 0
  /// The length of an item that has none of its own.
  var length = 0
  /// The number of the section's lanes: see OwnLane.
  var number: UInt32 = 0
  /// The number of what is above: see LayoutMetrics.linesNumber.
  var metrics: UInt32 = 0

  static var most: Int { 32 }

  /// From one cell of a band to the next.
  var step: Int { length &+ lead }

  /// How long a band of so many cells is.
  func length(ofCells cells: Int) -> Int { (cells &+ lanes &- 1) / lanes &* step }
}

/// Where an item is in its lanes.
struct LaneSpot: BitwiseCopyable {
  var lane: Int
  /// From the start of the section's items.
  var start: Int
  var length: Int

  var end: Int { start + length }
}

@safe struct LaneSum: BitwiseCopyable {
  /// The lengths of the lanes before the first band, then those behind the last one.
  private var lengths: UnsafeMutablePointer<Int>? = nil
  private var room: UInt16 = 0
  private var hasBefore = false
  private var hasAfter = false
  private(set) var hasBand = false
  private var hasTwoBands = false
  private var first: Int = 0
  private var last: Int = 0
  private var between: Int = 0
  /// Where the first band begins, and where the last one ends; 0 without any.
  private var level: Int = 0
  private var base: Int = 0

  init() {}

  var bytes: Int { Int(room) * 2 * MemoryLayout<Int>.stride }

  func free() { if let lengths = unsafe lengths { unsafe Memory.release(lengths, bytes) } }

  /// Makes room for lanes. What it was is lost.
  mutating func reserve(_ lanes: Int) throws(Refusal) {
    removeAll()
    if lanes <= Int(room) { return }
    let memory = unsafe try Memory.allocate(lanes * 2 * MemoryLayout<Int>.stride)
    free()
    unsafe lengths = memory.bindMemory(to: Int.self, capacity: lanes * 2)
    room = UInt16(truncatingIfNeeded: lanes)
  }

  mutating func removeAll() {
    (hasBefore, hasAfter, hasBand, hasTwoBands) = (false, false, false, false)
    (first, last, between, level, base) = (0, 0, 0, 0, 0)
  }

  /// Whether it is a band and no more.
  var isBare: Bool { !hasBefore && !hasAfter && !hasTwoBands }

  // MARK: Adding

  @inline(__always) private func row(_ isAfter: Bool) -> UnsafeMutablePointer<Int> {
    unsafe lengths.unsafelyUnwrapped + (isAfter ? Int(room) : 0)
  }

  /// Clears the lengths that are about to be added to.
  @inline(__always) private mutating func begin(_ rule: LaneRule) {
    if hasBand ? hasAfter : hasBefore { return }
    let row = unsafe row(hasBand)
    for lane in 0..<rule.lanes { unsafe row[lane] = 0 }
    if hasBand { hasAfter = true } else { hasBefore = true }
  }

  /// Adds an item that has a lane. There is room for the lanes.
  @inline(__always) mutating func add(_ length: Int, to lane: Int, _ rule: LaneRule) {
    begin(rule)
    unsafe row(hasBand)[lane] &+= length &+ rule.lead
  }

  /// Adds items that have none.
  @inline(never) mutating func add(cells: Int, _ rule: LaneRule) {
    if cells == 0 { return }
    if !hasBand {
      level = longest(rule)
      hasBand = true
      first = cells
    } else if hasAfter {
      beginBand(behind: longest(rule) &- base, rule)
      last = cells
    } else if hasTwoBands {
      last &+= cells
    } else {
      first &+= cells
    }
    setBase(rule)
  }

  /// The present band is over; another one begins so far behind its end.
  private mutating func beginBand(behind distance: Int, _ rule: LaneRule) {
    between = hasTwoBands ? between &+ rule.length(ofCells: last) &+ distance : distance
    hasTwoBands = true
    hasAfter = false
    last = 0
  }

  private mutating func setBase(_ rule: LaneRule) {
    base = level &+ rule.length(ofCells: first)
    if hasTwoBands { base &+= between &+ rule.length(ofCells: last) }
  }

  /// Adds what follows.
  @inline(__always) mutating func add(_ other: LaneSum, _ rule: LaneRule) {
    if other.hasBefore { unsafe add(other.row(false), rule) }
    if other.hasBand { addBands(other, rule) }
  }

  @inline(never) private mutating func addBands(_ other: LaneSum, _ rule: LaneRule) {
    add(cells: other.first, rule)
    if other.hasTwoBands {
      beginBand(behind: other.between, rule)
      last = other.last
      setBase(rule)
    }
    if other.hasAfter { unsafe add(other.row(true), rule) }
  }

  @unsafe @inline(__always) private mutating func add(
    _ lengths: UnsafeMutablePointer<Int>, _ rule: LaneRule
  ) {
    begin(rule)
    let row = unsafe row(hasBand)
    for lane in 0..<rule.lanes { unsafe row[lane] &+= lengths[lane] }
  }

  /// Becomes equal to another one. There is room for the lanes.
  @inline(never) mutating func copy(_ other: LaneSum, _ rule: LaneRule) {
    if other.hasBefore { copyRow(other, isAfter: false, rule) }
    if other.hasAfter { copyRow(other, isAfter: true, rule) }
    (hasBefore, hasAfter, hasBand, hasTwoBands) = (
      other.hasBefore, other.hasAfter, other.hasBand, other.hasTwoBands
    )
    (first, last, between, level, base) = (other.first, other.last, other.between, other.level, other.base)
  }

  @inline(__always) private func copyRow(_ other: LaneSum, isAfter: Bool, _ rule: LaneRule) {
    let (to, from) = unsafe (row(isAfter), other.row(isAfter))
    for lane in 0..<rule.lanes { unsafe to[lane] = from[lane] }
  }

  // MARK: From a section's start

  /// The lengths of the lanes, with what follows each item, behind `base`; nil if they are level there.
  @unsafe @inline(__always) private var tops: UnsafeMutablePointer<Int>? {
    (hasBand ? hasAfter : hasBefore) ? unsafe row(hasBand) : nil
  }

  /// Where a lane ends, with what follows its last item.
  @inline(__always) func end(_ lane: Int) -> Int {
    guard let tops = unsafe tops else { return base }
    return unsafe base &+ tops[lane]
  }

  @inline(never) func longest(_ rule: LaneRule) -> Int {
    var most = 0
    if let tops = unsafe tops { for lane in 0..<rule.lanes { most = max(most, unsafe tops[lane]) } }
    return base &+ most
  }

  /// The shortest lane, the first of several.
  @inline(never) func shortest(_ rule: LaneRule) -> Int {
    guard let tops = unsafe tops else { return 0 }
    var found = 0
    for lane in 1..<max(1, rule.lanes) where unsafe tops[lane] < tops[found] { found = lane }
    return found
  }

  func longestLane(_ rule: LaneRule) -> Int {
    guard let tops = unsafe tops else { return 0 }
    var found = 0
    for lane in 1..<max(1, rule.lanes) where unsafe tops[lane] > tops[found] { found = lane }
    return found
  }

  /// The cells of the band that goes on.
  private var openCells: Int { !hasBand || hasAfter ? 0 : hasTwoBands ? last : first }

  /// Whether what follows that has no lane goes on with a band.
  var isInBand: Bool { openCells > 0 }

  /// Where the next item is that has no lane.
  @inline(never) func nextCell(_ rule: LaneRule) -> LaneSpot {
    let cells = openCells
    let row = cells / rule.lanes
    let start = cells == 0 ? longest(rule) : base &- rule.length(ofCells: cells) &+ row &* rule.step
    return LaneSpot(lane: cells % rule.lanes, start: start, length: rule.length)
  }

  /// Nothing that follows in a lane begins before this.
  func earliest(_ lane: Int, _ rule: LaneRule) -> Int {
    isInBand ? nextCell(rule).start : end(lane)
  }

  /// The same of all lanes.
  func earliest(_ rule: LaneRule) -> Int {
    if isInBand { return nextCell(rule).start }
    return end(shortest(rule))
  }

  /// Whether nothing of another sum, which has no band and follows, is at `from ..< to`; in all lanes, or in one.
  func passes(_ other: LaneSum, from: Int, to: Int, lane only: Int?, _ rule: LaneRule) -> Bool {
    if !other.hasBefore { return true }
    let lengths = unsafe other.row(false)
    for lane in 0..<rule.lanes where only == nil || lane == only {
      let length = unsafe lengths[lane]
      let start = end(lane)
      if length > 0 && start < to && start &+ length &- rule.lead > from { return false }
    }
    return true
  }
}
