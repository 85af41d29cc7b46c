// Sections of lanes in a layout: what the window shows gets its lanes before it has a place; then the places.
//
//     window 100 ..< 200     a lane that ends at 150 gets the next items that have none, until it reaches 200

extension ViewLayout {
  /// Gives lanes to what the window shows, in the first section that has something without one, and levels the end of
  /// sections that it shows. Returns whether anything is elsewhere now: then the list is to be looked at again.
  @_optimize(size) @inline(never) mutating func settleLanes(
    isBack: Bool, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) -> Bool {
    // Where the host scrolls back, what comes in above is a window long: its lanes are about level at its end.
    let from = isBack ? from - window.along : from
    var end = from
    if end >= to { return false }
    while let (id, start) = extents.section(endingAfter: end, list), start < to {
      let shape = extents.shape(of: id, start: start, list, features)
      if extents.metrics(of: id, list).isLanes {
        let first = shape.itemsStart
        if try extents.settleLanes(of: id, from: from - first, to: to - first, list) { return true }
        if let (index, location, lane) = extents.itemToBalance(of: id, list), index > lastDrawn(of: id, list)
        {
          try extents.setLane(lane, ofItem: location, in: id, list)
          return true
        }
      }
      if shape.end <= end { return false }
      end = shape.end
    }
    return false
  }

  /// The index of the last item of a section that has a place in the last scene; -1 if none has.
  private func lastDrawn(of id: SectionID, _ list: borrowing ListState) -> Int {
    let section = list.handle(ofSection: id)
    var last = -1
    for i in 0..<scene.ownCount where scene.places[i].section == section {
      guard let slot = list.slots.slot(scene.places[i].item) else { continue }
      let location = list.location(ofSlot: slot)
      let (owner, start) = list.arrangement.start(ofLeaf: location.leaf)
      if owner == id { last = max(last, start + location.offset) }
    }
    return last
  }

  @_optimize(size) mutating func addLanes(
    of id: SectionID, _ shape: SectionShape, _ place: ItemSum, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) throws(Refusal) {
    let count = Int(list.arrangement.sections[id].count)
    if from >= to { return }
    var search = LaneSearch(from: from - shape.itemsStart, to: to - shape.itemsStart, wanted: .all)
    swap(&search.all, &foundInLanes)
    search.all.removeAll()
    extents.search(&search, in: id, metrics, list)
    swap(&search.all, &foundInLanes)
    if search.hasFailed { throw Refusal(.noMemory) }
    var draft = sectionDraft(id, list)
    for i in 0..<foundInLanes.count {
      let found = foundInLanes[i]
      let span = metrics.span(found.spot, of: shape)
      describe(&draft, found.location, found.index, span, place, count, metrics, list)
      try next.append(draft)
    }
  }
}
