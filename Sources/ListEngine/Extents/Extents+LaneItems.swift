// Where the items of a section of lanes are: a walk over the sums of what is before them, which goes down only where
// something is near.
//
//     window 100 ..< 200, 2 lanes     leaf 1 to 90 and 70     added as a whole
//                                     leaf 2 to 180 and 230   gone through
//                                     leaf 3 from 180, 230    gone through: lane 0 is in the window
//                                     leaf 4 from 240, 230    the end

extension Extents {
  /// Finds items that have a length, in the list's order.
  @_optimize(size) @inline(never) func search(
    _ search: inout LaneSearch, in id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) {
    let root = list.arrangement.sections[id].root
    if root.isNone { return }
    var walk = lanes.walk
    visit(root, 0, Int(list.arrangement.sections[id].count), &walk, laneRule(id, metrics), list, &search)
  }

  @inline(never) private func visit(
    _ link: Link, _ index: Int, _ count: Int, _ walk: inout LaneSum, _ rule: LaneRule,
    _ list: borrowing ListState, _ search: inout LaneSearch
  ) {
    if isPassed(link, count, &walk, rule, list, search) { return }
    if link.isNode {
      let first = link.node * list.arrangement.items.fanOut
      var index = index
      for i in first..<first + Int(list.arrangement.items.nodes[link.node].count) {
        let count = Int(list.arrangement.items.sums[i].items)
        visit(list.arrangement.items.links[i], index, count, &walk, rule, list, &search)
        index += count
      }
      return
    }
    let leaf = list.arrangement.leaf(LeafID(link.end))
    for i in 0..<leaf.count where !search.hasEnded {
      let spot = next(leaf.slot(i), &walk, rule, list)
      if spot.start >= search.to || spot.end <= search.from { continue }
      search.take(
        FoundInLanes(index: index + i, location: Location(leaf: LeafID(link.end), offset: i), spot: spot))
    }
  }

  /// Adds a leaf or node to a walk, if nothing of it is looked for.
  private func isPassed(
    _ link: Link, _ count: Int, _ walk: inout LaneSum, _ rule: LaneRule, _ list: borrowing ListState,
    _ search: borrowing LaneSearch
  ) -> Bool {
    let isBand = isBand(link, list)
    if !isBand {
      let sum = lanes.sum(link)
      if !sum.hasBand && !walk.isInBand {
        if !walk.passes(sum, from: search.from, to: search.to, lane: search.lane, rule) {
          return search.isBehind(walk, rule)
        }
        walk.add(sum, rule)
        return true
      }
    }
    if search.isBehind(walk, rule) { return true }
    var trial = lanes.trial
    trial.copy(walk, rule)
    if isBand { trial.add(cells: count, rule) } else { trial.add(lanes.sum(link), rule) }
    if search.meets(walk, trial, rule) { return false }
    walk.copy(trial, rule)
    return true
  }

  /// Adds an item to a walk, and returns where it is.
  @inline(__always) private func next(
    _ slot: Slot, _ walk: inout LaneSum, _ rule: LaneRule, _ list: borrowing ListState
  ) -> LaneSpot {
    let generation = list.slots.generation(of: slot)
    guard let lane = lanes.lane(of: slot, generation, rule) else {
      let spot = walk.nextCell(rule)
      walk.add(cells: 1, rule)
      return spot
    }
    let own = hasSizes ? sizes.find(slot, generation) : nil
    let length = own.map { Int($0.length) } ?? rule.length
    let start = walk.end(lane)
    walk.add(length, to: lane, rule)
    return LaneSpot(lane: lane, start: start, length: length)
  }

  /// Where an item is.
  @inline(never) func laneSpot(
    ofItem location: Location, in id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> LaneSpot {
    let rule = laneRule(id, metrics)
    var walk = lanes.walk
    addAll(before: Link.end(location.leaf.raw), to: &walk, rule, list)
    let leaf = list.arrangement.leaf(location.leaf)
    var spot = LaneSpot(lane: 0, start: 0, length: 0)
    for i in 0...location.offset { spot = next(leaf.slot(i), &walk, rule, list) }
    return spot
  }

  func addAll(
    before link: Link, to walk: inout LaneSum, _ rule: LaneRule, _ list: borrowing ListState
  ) {
    let parent = list.arrangement.items.parent(of: link)
    if !parent.isNode { return }
    addAll(before: parent, to: &walk, rule, list)
    var i = parent.node * list.arrangement.items.fanOut
    while !(list.arrangement.items.links[i] == link) {
      let count = Int(list.arrangement.items.sums[i].items)
      add(list.arrangement.items.links[i], count: count, to: &walk, rule, list)
      i += 1
    }
  }

  /// The first item that ends behind an offset.
  @_optimize(size) @inline(never) func firstItem(
    endingAfter offset: Int, in id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> FoundInLanes? {
    var search = LaneSearch(from: offset, to: .max, wanted: .first)
    self.search(&search, in: id, metrics, list)
    return search.found
  }

  /// The first item of a lane that begins at an offset or behind it; nil without any.
  @_optimize(size) @inline(never) func item(
    ofLane lane: Int, startingFrom offset: Int, in id: SectionID, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> FoundInLanes? {
    var search = LaneSearch(from: offset, to: .max, wanted: .firstFrom, lane: lane)
    self.search(&search, in: id, metrics, list)
    return search.found
  }

  /// The last item of a lane that ends at an offset or before it; nil without any.
  @_optimize(size) @inline(never) func item(
    ofLane lane: Int, endingBy offset: Int, in id: SectionID, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> FoundInLanes? {
    let end = min(offset, lanesLength(of: id, metrics, list))
    var length = metrics.lineSpacing + 1
    while end > 0 {
      var search = LaneSearch(from: end - length, to: end, wanted: .lastBy, lane: lane)
      self.search(&search, in: id, metrics, list)
      if search.found != nil || length >= end { return search.found }
      length *= 2
    }
    return nil
  }

  /// The length of all items.
  @_optimize(size) @inline(never) func lanesLength(
    of id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> Int {
    let rule = laneRule(id, metrics)
    var walk = lanes.walk
    let count = Int(list.arrangement.sections[id].count)
    add(list.arrangement.sections[id].root, count: count, to: &walk, rule, list)
    return max(0, walk.longest(rule) - rule.lead)
  }
}

extension LayoutMetrics {
  func span(_ spot: LaneSpot, of shape: SectionShape) -> Span {
    Span(
      start: shape.itemsStart + spot.start, length: spot.length,
      acrossStart: acrossStart + spot.lane * columnStep, acrossLength: column)
  }
}

/// An item of lanes, and where it is.
struct FoundInLanes: BitwiseCopyable {
  /// The index in its section.
  var index: Int
  var location: Location
  var spot: LaneSpot
}

/// Looks for items at `from ..< to`, from the start of the section's items; of all lanes, or of one.
struct LaneSearch: ~Copyable {
  enum Wanted {
    /// All of them.
    case all
    /// The first one; or of those that begin from `from` on.
    case first, firstFrom
    /// The last one; or of those that end by `to`.
    case last, lastBy
  }

  let from: Int
  let to: Int
  let wanted: Wanted
  let lane: Int?
  private(set) var found: FoundInLanes? = nil
  var all = Buffer<FoundInLanes>()
  private(set) var hasEnded = false
  /// There was no memory for all of them.
  private(set) var hasFailed = false

  init(from: Int, to: Int, wanted: Wanted, lane: Int? = nil) {
    self.from = from
    self.to = to
    self.wanted = wanted
    self.lane = lane
  }

  /// Something that is there.
  fileprivate mutating func take(_ item: FoundInLanes) {
    let spot = item.spot
    if spot.length == 0 || lane != nil && spot.lane != lane { return }
    switch wanted {
    case .all:
      do throws(Refusal) { try all.append(item) } catch {
        hasFailed = true
        hasEnded = true
      }
    case .first, .firstFrom:
      if wanted == .firstFrom && spot.start < from { return }
      found = item
      hasEnded = true
    case .last, .lastBy: if wanted == .last || spot.end <= to { found = item }
    }
  }

  /// Whether nothing that follows a walk can be in it.
  fileprivate func isBehind(_ walk: LaneSum, _ rule: LaneRule) -> Bool {
    if hasEnded { return true }
    if let lane { return walk.earliest(lane, rule) >= to }
    return walk.earliest(rule) >= to
  }

  /// Whether something that leads from one walk to another may be in it.
  fileprivate func meets(_ before: LaneSum, _ after: LaneSum, _ rule: LaneRule) -> Bool {
    for other in 0..<rule.lanes where lane == nil || lane == other {
      let (start, end) = (before.earliest(other, rule), after.end(other))
      if start < to && end - rule.lead > from && end > start { return true }
    }
    return false
  }
}
