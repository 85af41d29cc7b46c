// How items come to their lanes, and the sums of sections of lanes.
//
//     a look     what has a size of its own and no lane gets the lane that is the shortest there, in the list's order
//     a layout   what the window shows and has none gets one likewise, from the band's row at the window's start on, until
//                every lane reaches the window's end: what was drawn stays in its lane (settleLanes)
//                behind all that was drawn the last item of the longest lane goes to the shortest one, if that then is
//                shorter (itemToBalance)

extension Extents {
  /// The lanes of a section, which a look has numbered.
  func laneRule(_ id: SectionID, _ metrics: LayoutMetrics) -> LaneRule {
    LaneRule(
      lanes: metrics.columns, lead: metrics.lineSpacing, length: metrics.item.length,
      number: sections.choice(of: id), metrics: metrics.linesNumber)
  }

  /// Whether nothing of a leaf or node has a lane or a size of its own: it has no sum, but is cells of a band.
  func isBand(_ link: Link, _ list: borrowing ListState) -> Bool {
    if hasSizes && totals.total(link, list.arrangement.items).own > 0 { return false }
    return !lanes.mayHaveLanes(link, list.arrangement.items)
  }

  /// Adds a leaf or node to a walk.
  @inline(never) func add(
    _ link: Link, count: Int, to walk: inout LaneSum, _ rule: LaneRule, _ list: borrowing ListState
  ) {
    if isBand(link, list) { walk.add(cells: count, rule) } else { walk.add(lanes.sum(link), rule) }
  }

  // MARK: Looking

  /// Makes the sums of a section that do not hold. Its totals are those of now. Returns false if the budget is used up.
  @_optimize(size) @inline(never) mutating func lookAtLanes(_ id: SectionID, _ list: borrowing ListState)
    throws(Refusal) -> Bool
  {
    let metrics = metrics(of: id, list)
    if !metrics.isLanes { return true }
    try lanes.reserve(list.arrangement.items)
    let root = list.arrangement.sections[id].root
    let rule = laneRule(id, metrics)
    if root.isNone || isBand(root, list) || lanes.holds(root, list.arrangement.items, rule) { return true }
    try lanes.reserve(levels: root.isNode ? Int(list.arrangement.items.nodes[root.node].level) + 2 : 1)
    var walk = LaneWalk(sum: lanes.walk)
    return try makeSums(root, &walk, rule, list)
  }

  @inline(never) private mutating func makeSums(
    _ link: Link, _ walk: inout LaneWalk, _ rule: LaneRule, _ list: borrowing ListState
  ) throws(Refusal) -> Bool {
    if !link.isNode {
      if totals.budget == 0 { return false }
      totals.budget -= 1
      return try makeSum(of: LeafID(link.end), &walk, rule, list)
    }
    let node = list.arrangement.items.nodes[link.node]
    var made = lanes.made(Int(node.level) + 1)
    let first = link.node * list.arrangement.items.fanOut
    for i in first..<first + Int(node.count) {
      let child = list.arrangement.items.links[i]
      let count = Int(list.arrangement.items.sums[i].items)
      if isBand(child, list) {
        made.add(cells: count, rule)
        if walk.isKnown { walk.sum.add(cells: count, rule) }
        continue
      }
      if !lanes.holds(child, list.arrangement.items, rule) {
        if try !makeSums(child, &walk, rule, list) { return false }
      } else if walk.isKnown {
        walk.sum.add(lanes.sum(child), rule)
      }
      made.add(lanes.sum(child), rule)
    }
    try lanes.make(link, of: made, list.arrangement.items, rule)
    return true
  }

  private mutating func makeSum(
    of id: LeafID, _ walk: inout LaneWalk, _ rule: LaneRule, _ list: borrowing ListState
  ) throws(Refusal) -> Bool {
    let leaf = list.arrangement.leaf(id)
    var made = lanes.made(0)
    for i in 0..<leaf.count {
      if i + 8 < leaf.count { lanes.prefetch(leaf.slot(i + 8)) }
      let slot = leaf.slot(i)
      let generation = list.slots.generation(of: slot)
      let own = hasSizes ? sizes.find(slot, generation) : nil
      var lane = lanes.lane(of: slot, generation, rule)
      if lane == nil && own != nil {
        if !walk.isKnown { find(&walk, before: id, made, rule, list) }
        let shortest = walk.sum.shortest(rule)
        try lanes.set(shortest, of: slot, rule, list)
        lane = shortest
      }
      let length = own.map { Int($0.length) } ?? rule.length
      if let lane {
        made.add(length, to: lane, rule)
        if walk.isKnown { walk.sum.add(length, to: lane, rule) }
      } else {
        made.add(cells: 1, rule)
        if walk.isKnown { walk.sum.add(cells: 1, rule) }
      }
    }
    try lanes.make(Link.end(id.raw), of: made, list.arrangement.items, rule)
    return true
  }

  /// Walks to an item of a leaf. `made` is the sum of the items before it in the leaf.
  @_optimize(size) @inline(never) private func find(
    _ walk: inout LaneWalk, before id: LeafID, _ made: LaneSum, _ rule: LaneRule,
    _ list: borrowing ListState
  ) {
    addAll(before: Link.end(id.raw), to: &walk.sum, rule, list)
    walk.sum.add(made, rule)
    walk.isKnown = true
  }

  // MARK: Drawing

  /// Gives lanes to the items without one that are at `from ..< to`, from the start of the section's items. Returns whether
  /// there were any.
  @_optimize(size) @inline(never) mutating func settleLanes(
    of id: SectionID, from: Int, to: Int, _ list: borrowing ListState
  ) throws(Refusal) -> Bool {
    let metrics = metrics(of: id, list)
    let root = list.arrangement.sections[id].root
    // An item without a length has no place.
    if root.isNone || metrics.item.length == 0 { return false }
    let rule = laneRule(id, metrics)
    var walk = lanes.walk
    let former = lanes.freshCount
    try settle(root, Int(list.arrangement.sections[id].count), &walk, from: from, to: to, rule, list)
    if lanes.freshCount == former { return false }
    sections.invalidate(id, list.arrangement.order)
    return true
  }

  @_optimize(size) @inline(never) private mutating func settle(
    _ link: Link, _ count: Int, _ walk: inout LaneSum, from: Int, to: Int, _ rule: LaneRule,
    _ list: borrowing ListState
  ) throws(Refusal) {
    if walk.earliest(rule) >= to { return }
    if !isBand(link, list) && !lanes.sum(link).hasBand {
      return add(link, count: count, to: &walk, rule, list)
    }
    var trial = lanes.trial
    trial.copy(walk, rule)
    add(link, count: count, to: &trial, rule, list)
    if trial.longest(rule) - rule.lead <= from { return walk.copy(trial, rule) }
    if link.isNode {
      let first = link.node * list.arrangement.items.fanOut
      for i in first..<first + Int(list.arrangement.items.nodes[link.node].count) {
        let count = Int(list.arrangement.items.sums[i].items)
        try settle(list.arrangement.items.links[i], count, &walk, from: from, to: to, rule, list)
      }
      return
    }
    let leaf = list.arrangement.leaf(LeafID(link.end))
    let former = lanes.freshCount
    defer {
      if lanes.freshCount > former { lanes.invalidate(LeafID(link.end), list.arrangement.items) }
    }
    for i in 0..<leaf.count {
      let slot = leaf.slot(i)
      let generation = list.slots.generation(of: slot)
      if let lane = lanes.lane(of: slot, generation, rule) {
        walk.add(length(of: slot, rule, list), to: lane, rule)
      } else if walk.nextCell(rule).end > from && walk.earliest(rule) < to {
        let lane = walk.shortest(rule)
        try lanes.set(lane, of: slot, rule, isFresh: true, list)
        walk.add(rule.length, to: lane, rule)
      } else {
        walk.add(cells: 1, rule)
      }
    }
  }

  /// Takes their lanes from the items that got one since the last scene and not by their size: sizes may be known by now.
  @_optimize(size) @inline(never) mutating func giveUpFreshLanes(_ list: borrowing ListState) {
    for i in 0..<lanes.freshCount {
      guard let slot = list.slots.slot(lanes.fresh(i)) else { continue }
      lanes.giveUp(slot)
      let leaf = list.slots.leaf(of: slot)
      lanes.invalidate(leaf, list.arrangement.items)
      sections.invalidate(list.arrangement.items.position(of: leaf).owner, list.arrangement.order)
    }
    lanes.forgetFresh()
  }

  /// The last item of the longest lane, and the shortest lane, if that is shorter with it than the longest one is now.
  @_optimize(size) @inline(never) func itemToBalance(
    of id: SectionID, _ list: borrowing ListState
  ) -> (index: Int, location: Location, lane: Int)? {
    let rule = laneRule(id, metrics(of: id, list))
    let count = Int(list.arrangement.sections[id].count)
    if count == 0 { return nil }
    var walk = lanes.walk
    add(list.arrangement.sections[id].root, count: count, to: &walk, rule, list)
    if walk.isInBand { return nil }
    let (longest, shortest) = (walk.longestLane(rule), walk.shortest(rule))
    let distance = walk.end(longest) - walk.end(shortest)
    for index in (max(0, count - Extents.mostBalanced)..<count).reversed() {
      let location = list.arrangement.location(ofItem: index, inSection: id)
      let slot = list.arrangement.leaf(location.leaf).slot(location.offset)
      guard let lane = lanes.lane(of: slot, list.slots.generation(of: slot), rule) else { return nil }
      if lane != longest { continue }
      let length = length(of: slot, rule, list) + rule.lead
      return length > 0 && distance > length ? (index, location, shortest) : nil
    }
    return nil
  }

  mutating func setLane(
    _ lane: Int, ofItem location: Location, in id: SectionID, _ list: borrowing ListState
  ) throws(Refusal) {
    let slot = list.arrangement.leaf(location.leaf).slot(location.offset)
    try lanes.set(lane, of: slot, laneRule(id, metrics(of: id, list)), list)
    lanes.invalidate(location.leaf, list.arrangement.items)
    sections.invalidate(id, list.arrangement.order)
  }

  /// So many of the last items of a section may change their lanes.
  private static var mostBalanced: Int { 256 }

  /// The length of an item of lanes.
  func length(of slot: Slot, _ rule: LaneRule, _ list: borrowing ListState) -> Int {
    (hasSizes ? sizes.find(slot, list.slots.generation(of: slot)).map { Int($0.length) } : nil) ?? rule.length
  }
}

/// The lanes in front of what a look has come to. They are not known until an item needs them.
private struct LaneWalk: BitwiseCopyable {
  var sum: LaneSum
  var isKnown = false
}
