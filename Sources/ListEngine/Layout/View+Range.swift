// The items that a stretch of the content shows.
//
//     rows of 44      50 ..< 150: items 1 to 3       lanes      all from the first to the last in it, in the list's order

extension View {
  /// From `start` to `end` in the host's units. Without any, where the first one would be.
  @_optimize(size) public func range(from start: Double, to end: Double) throws(Refusal) -> (
    first: Int, count: Int
  ) {
    try withExtents { state, list throws(Refusal) in
      let origin = layout.value.value.hostOrigin
      let grain = layout.value.value.window.grain
      let stretch = (grain.ticks(start) - origin)..<max(grain.ticks(start), grain.ticks(end)) - origin
      return layout.value.value.range(stretch, state, list.features)
    }
  }
}

extension ViewLayout {
  @_optimize(size) fileprivate func range(
    _ stretch: Range<Int>, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> (first: Int, count: Int) {
    var first: Int? = nil
    var next = stretch.isEmpty ? .max : stretch.lowerBound
    while first == nil, let (id, start) = extents.section(endingAfter: next, list), start < stretch.upperBound
    {
      let shape = extents.shape(of: id, start: start, list, features)
      first = items(of: id, shape, stretch, list)?.lowerBound
      if shape.end <= next { break }
      next = shape.end
    }
    guard let first else {
      let none = extents.item(near: stretch.lowerBound, list, features) ?? list.arrangement.count
      return (none, 0)
    }
    // The last section that begins before the end, or one before that.
    let last = extents.section(endingAfter: stretch.upperBound - 1, list)?.id
    var position =
      last.map { Int(list.arrangement.start(ofSection: $0).units) } ?? list.arrangement.sectionCount - 1
    while position >= 0 {
      let id = list.arrangement.section(at: position)
      let shape = extents.shape(of: id, start: extents.start(ofSection: id, list), list, features)
      if let found = items(of: id, shape, stretch, list) {
        return (first, found.upperBound - first)
      }
      position -= 1
    }
    return (first, 1)
  }

  /// The flat positions of the items of a section from the first to the last one that a stretch shows; nil without any.
  @_optimize(size) private func items(
    of id: SectionID, _ shape: SectionShape, _ stretch: Range<Int>, _ list: borrowing ListState
  ) -> Range<Int>? {
    let before = Int(list.arrangement.start(ofSection: id).items)
    let found = extents.itemsShown(by: stretch, of: id, shape, list)
    return found.map { before + $0.lowerBound..<before + $0.upperBound }
  }
}

extension Extents {
  @_optimize(size) fileprivate func itemsShown(
    by stretch: Range<Int>, of id: SectionID, _ shape: SectionShape, _ list: borrowing ListState
  ) -> Range<Int>? {
    let metrics = metrics(of: id, list)
    let (from, to) = (stretch.lowerBound, stretch.upperBound)
    if metrics.isLanes {
      let inItems = from - shape.itemsStart..<to - shape.itemsStart
      guard let first = find(.first, by: inItems, of: id, metrics, list),
        let last = find(.last, by: inItems, of: id, metrics, list)
      else { return nil }
      return first..<last + 1
    }
    if metrics.isCustom {
      let items = customItems(from: from - shape.itemsStart, to: to - shape.itemsStart, in: id, metrics, list)
      return trimmed(items, by: stretch, of: id, shape, metrics, list)
    }
    let count = Int(list.arrangement.sections[id].count)
    guard let (first, start) = item(endingAfter: from, in: id, shape, metrics, list), start < to else {
      return nil
    }
    var end = count
    if let (next, start) = item(endingAfter: to, in: id, shape, metrics, list) {
      end = next
      // All of its row begins where it does.
      while end < count && start < to && span(of: end, of: id, shape, metrics, list).start == start {
        end += 1
      }
    }
    return trimmed(first..<end, by: stretch, of: id, shape, metrics, list)
  }

  private func find(
    _ wanted: LaneSearch.Wanted, by stretch: Range<Int>, of id: SectionID, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> Int? {
    var search = LaneSearch(from: stretch.lowerBound, to: stretch.upperBound, wanted: wanted)
    self.search(&search, in: id, metrics, list)
    return search.found?.index
  }

  /// Without those at both ends that it does not show: shorter ones of a row, and those without a length.
  @_optimize(size) private func trimmed(
    _ items: Range<Int>, by stretch: Range<Int>, of id: SectionID, _ shape: SectionShape,
    _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> Range<Int>? {
    var (first, end) = (items.lowerBound, items.upperBound)
    while first < end && !isShown(first, by: stretch, of: id, shape, metrics, list) { first += 1 }
    while first < end && !isShown(end - 1, by: stretch, of: id, shape, metrics, list) { end -= 1 }
    return first < end ? first..<end : nil
  }

  private func isShown(
    _ index: Int, by stretch: Range<Int>, of id: SectionID, _ shape: SectionShape, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> Bool {
    let span = span(of: index, of: id, shape, metrics, list)
    return span.length > 0 && span.start < stretch.upperBound && span.end > stretch.lowerBound
  }

  private func span(
    of index: Int, of id: SectionID, _ shape: SectionShape, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> Span {
    let location = list.arrangement.location(ofItem: index, inSection: id)
    return span(ofItem: location, index, in: id, shape, metrics, list)
  }
}
