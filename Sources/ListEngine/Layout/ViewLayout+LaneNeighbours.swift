// The item to which a key leads in lanes. Along the axis it goes along the lane; across, to the item of the next lane whose
// middle is nearest. Into lanes it goes in the lane that is nearest.
//
//     lanes     0: a 0 ..< 50, d 50 ..< 90      1: b 0 ..< 20, c 20 ..< 80      down a ─► d     right d ─► c     up c ─► b

extension ViewLayout {
  /// The next item of the lane; nil at its end.
  @_optimize(size) func nextInLane(
    of index: Int, in id: SectionID, isForward: Bool, _ list: borrowing ListState
  ) -> Int? {
    let metrics = extents.metrics(of: id, list)
    let spot = spot(of: index, in: id, metrics, list)
    return isForward
      ? extents.item(ofLane: spot.lane, startingFrom: spot.end, in: id, metrics, list)?.index
      : extents.item(ofLane: spot.lane, endingBy: spot.start, in: id, metrics, list)?.index
  }

  /// The item beside one, in the nearest lane that has any.
  @_optimize(size) func besideInLanes(
    of index: Int, in id: SectionID, isForward: Bool, _ list: borrowing ListState
  ) -> Int? {
    let metrics = extents.metrics(of: id, list)
    let spot = spot(of: index, in: id, metrics, list)
    let middle = spot.start + spot.end
    var lane = spot.lane
    while true {
      lane += isForward ? 1 : -1
      if lane < 0 || lane >= metrics.columns { return nil }
      // The last one that begins before the middle, and the one behind it.
      let behind = extents.item(ofLane: lane, startingFrom: middle / 2, in: id, metrics, list)
      let limit = behind?.spot.start ?? .max
      let before = extents.item(ofLane: lane, endingBy: limit, in: id, metrics, list)
      guard let before else {
        if let behind { return behind.index }
        continue
      }
      guard let behind else { return before.index }
      let distance = { (found: FoundInLanes) in abs(found.spot.start + found.spot.end - middle) }
      return distance(behind) < distance(before) ? behind.index : before.index
    }
  }

  /// The item of the lane that is nearest to a middle across, twice, of those that have one: forward the last that ends by
  /// an offset in the content, or backward the first that begins from it on.
  @_optimize(size) func item(
    inLanesOf id: SectionID, near middle: Int, isForward: Bool, limit: Int, _ list: borrowing ListState,
    _ features: borrowing ListFeatures
  ) -> Int? {
    let metrics = extents.metrics(of: id, list)
    let shape = extents.shape(of: id, start: extents.start(ofSection: id, list), list, features)
    let offset = limit == .max ? limit : max(0, limit - shape.itemsStart)
    var found: Int? = nil
    var least = Int.max
    for lane in 0..<metrics.columns {
      let across = 2 * (metrics.acrossStart + lane * metrics.columnStep) + metrics.column
      if abs(across - middle) >= least { continue }
      let item =
        isForward
        ? extents.item(ofLane: lane, endingBy: offset, in: id, metrics, list)
        : extents.item(ofLane: lane, startingFrom: offset, in: id, metrics, list)
      if let item { (found, least) = (item.index, abs(across - middle)) }
    }
    return found
  }

  func spot(
    of index: Int, in id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> LaneSpot {
    let location = list.arrangement.location(ofItem: index, inSection: id)
    return extents.laneSpot(ofItem: location, in: id, metrics, list)
  }
}
