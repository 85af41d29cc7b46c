// Where the items of a section of lanes are: a walk over the sums of what is before them, which goes down only where
// something is near.
//
//     window 100 ..< 200, 2 lanes     leaf 1 to 90 and 70     added as a whole
//                                     leaf 2 to 180 and 230   gone through
//                                     leaf 3 from 180, 230    gone through: lane 0 is in the window
//                                     leaf 4 from 240, 230    the end

extension Extents {
  /// Calls `body` with the items that have a length and are at `from ..< to`, from the start of the section's items, in the
  /// list's order; of all lanes, or of one. It goes on as long as that returns true.
  @_optimize(size) func forEachLaneItem<E: Error>(
    of id: SectionID, from: Int, to: Int, lane: Int? = nil, _ metrics: LayoutMetrics,
    _ list: borrowing ListState,
    _ body: (Int, Location, LaneSpot) throws(E) -> Bool
  ) throws(E) {
    let root = list.arrangement.sections[id].root
    if root.isNone { return }
    var walk = lanes.walk
    let range = LaneRange(from: from, to: to, lane: lane)
    _ = try visit(
      root, 0, Int(list.arrangement.sections[id].count), &walk, range, laneRule(id, metrics), list, body)
  }

  private func visit<E: Error>(
    _ link: Link, _ index: Int, _ count: Int, _ walk: inout LaneSum, _ range: LaneRange, _ rule: LaneRule,
    _ list: borrowing ListState, _ body: (Int, Location, LaneSpot) throws(E) -> Bool
  ) throws(E) -> Bool {
    if range.isBehind(walk, rule) { return false }
    var trial = lanes.trial
    trial.copy(walk, rule)
    add(link, count: count, to: &trial, rule, list)
    if !range.meets(walk, trial, rule) {
      walk.copy(trial, rule)
      return true
    }
    if link.isNode {
      let first = link.node * list.arrangement.items.fanOut
      var index = index
      for i in first..<first + Int(list.arrangement.items.nodes[link.node].count) {
        let count = Int(list.arrangement.items.sums[i].items)
        if try !visit(list.arrangement.items.links[i], index, count, &walk, range, rule, list, body) {
          return false
        }
        index += count
      }
      return true
    }
    let leaf = list.arrangement.leaf(LeafID(link.end))
    for i in 0..<leaf.count {
      let spot = next(leaf.slot(i), &walk, rule, list)
      if spot.length > 0 && range.has(spot) {
        let location = Location(leaf: LeafID(link.end), offset: i)
        if try !body(index + i, location, spot) { return false }
      }
    }
    return true
  }

  /// Adds an item to a walk, and returns where it is.
  private func next(
    _ slot: Slot, _ walk: inout LaneSum, _ rule: LaneRule, _ list: borrowing ListState
  ) -> LaneSpot {
    guard let lane = lanes.lane(of: slot, list.slots.generation(of: slot), rule) else {
      let spot = walk.nextCell(rule)
      walk.add(cells: 1, rule)
      return spot
    }
    let spot = walk.next(length(of: slot, rule, list), in: lane, rule)
    walk.add(spot.length, to: lane, rule)
    return spot
  }

  /// Where an item is.
  @_optimize(size) @inline(never) func laneSpot(
    ofItem location: Location, in id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> LaneSpot {
    let rule = laneRule(id, metrics)
    var walk = lanes.walk
    addAll(before: Link.end(location.leaf.raw), to: &walk, rule, list)
    let leaf = list.arrangement.leaf(location.leaf)
    for i in 0..<location.offset { _ = next(leaf.slot(i), &walk, rule, list) }
    return next(leaf.slot(location.offset), &walk, rule, list)
  }

  private func addAll(
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

  /// The first item of a lane that begins at an offset or behind it; nil without any.
  @_optimize(size) func item(
    ofLane lane: Int, startingFrom offset: Int, in id: SectionID, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> (index: Int, spot: LaneSpot)? {
    var found: (index: Int, spot: LaneSpot)? = nil
    forEachLaneItem(of: id, from: offset, to: .max, lane: lane, metrics, list) { index, _, spot in
      if spot.start >= offset { found = (index, spot) }
      return found == nil
    }
    return found
  }

  /// The last item of a lane that ends at an offset or before it; nil without any.
  @_optimize(size) func item(
    ofLane lane: Int, endingBy offset: Int, in id: SectionID, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> (index: Int, spot: LaneSpot)? {
    var found: (index: Int, spot: LaneSpot)? = nil
    let end = min(offset, lanesLength(of: id, metrics, list))
    var length = metrics.lineSpacing + 1
    while found == nil && end > 0 {
      forEachLaneItem(of: id, from: end - length, to: end, lane: lane, metrics, list) { index, _, spot in
        if spot.end <= end { found = (index, spot) }
        return true
      }
      if length >= end { break }
      length *= 2
    }
    return found
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

/// What is looked for: items at `from ..< to`, of all lanes or of one.
private struct LaneRange: BitwiseCopyable {
  var from: Int
  var to: Int
  var lane: Int?

  func has(_ spot: LaneSpot) -> Bool {
    (lane == nil || spot.lane == lane) && spot.start < to && spot.end > from
  }

  /// Whether nothing that follows a walk can be in it.
  func isBehind(_ walk: LaneSum, _ rule: LaneRule) -> Bool {
    if let lane { return walk.earliest(lane, rule) >= to }
    return walk.earliest(rule) >= to
  }

  /// Whether something that leads from one walk to another may be in it.
  func meets(_ before: LaneSum, _ after: LaneSum, _ rule: LaneRule) -> Bool {
    for other in 0..<rule.lanes where lane == nil || lane == other {
      let (start, end) = (before.earliest(other, rule), after.end(other, rule))
      if start < to && end - rule.lead > from && end > start { return true }
    }
    return false
  }
}
