// The item to which a key leads in a layout of the host's: of those whose middle is on that side, the one that is nearest, where
// what it is off to the side counts twice. Across, only items are looked at that are beside the present one.
//
//     a honeycomb       down a     c and d are as near: the first one        right a     b
//      a   b   c
//        d   e                   right d    e, and not b, which is off to the side

extension ViewLayout {
  /// Twice where the middle of an item is, along and across.
  struct Middle: BitwiseCopyable {
    var along: Int
    var across: Int

    init(along: Int, across: Int) {
      self.along = along
      self.across = across
    }

    init(_ span: Span) {
      along = span.start + span.end
      across = span.acrossStart + span.acrossEnd
    }
  }

  /// The nearest item along the axis from a point; with a limit, of those that end by it forward, or begin from it on backward.
  @_optimize(size) func customItem(
    along point: Middle, isForward: Bool, within limit: Range<Int>? = nil, in id: SectionID,
    _ list: borrowing ListState
  ) -> Int? {
    let metrics = extents.metrics(of: id, list)
    let extent = extents.customExtent(of: id, metrics, list) ?? 0
    var reach = max(window.along, window.grain.length(1))
    while true {
      // What is not in the stretch is farther away than its end.
      let middle = point.along / 2
      let (from, to) = isForward ? (middle, middle + reach) : (middle - reach, middle + 1)
      var found: Int? = nil
      var least = Int.max
      for index in extents.customItems(from: from, to: to, in: id, metrics, list) {
        let span = extents.customSpan(ofItem: index, in: id, metrics, list)
        if span.length == 0 { continue }
        if let limit, span.start < limit.lowerBound || span.end > limit.upperBound { continue }
        let other = Middle(span)
        let ahead = isForward ? other.along - point.along : point.along - other.along
        if ahead <= 0 { continue }
        let distance = ahead + 2 * abs(other.across - point.across)
        if distance < least { (found, least) = (index, distance) }
      }
      if least <= 2 * reach - 1 || from <= 0 && to >= extent { return found }
      if isForward ? to >= extent : from <= 0 { return found }
      if extents.custom.hasQuestions { return nil }
      reach *= 2
    }
  }

  /// The nearest item across, of those that are beside an item.
  @_optimize(size) func customItem(
    besides index: Int, isForward: Bool, in id: SectionID, _ list: borrowing ListState
  ) -> Int? {
    let metrics = extents.metrics(of: id, list)
    let span = extents.customSpan(ofItem: index, in: id, metrics, list)
    let point = Middle(span)
    var found: Int? = nil
    var least = Int.max
    for number in extents.customItems(from: span.start, to: span.end, in: id, metrics, list) {
      let other = extents.customSpan(ofItem: number, in: id, metrics, list)
      if other.length == 0 || other.start >= span.end || other.end <= span.start { continue }
      let middle = Middle(other)
      let ahead = isForward ? middle.across - point.across : point.across - middle.across
      if ahead <= 0 { continue }
      let distance = ahead + 2 * abs(middle.along - point.along)
      if distance < least { (found, least) = (number, distance) }
    }
    return found
  }

  /// The item at which a section is entered; without one that has a length, the outermost.
  @_optimize(size) func customItem(
    entering id: SectionID, isForward: Bool, across: Int, _ list: borrowing ListState
  ) -> Int {
    let extent = extents.customExtent(of: id, extents.metrics(of: id, list), list) ?? 0
    let point = Middle(along: isForward ? -1 : 2 * extent + 1, across: across)
    let outermost = isForward ? 0 : Int(list.arrangement.sections[id].count) - 1
    return customItem(along: point, isForward: isForward, in: id, list) ?? outermost
  }

  /// The item nearest to where a page ends, of those that are in it, and beyond another one of the section.
  @_optimize(size) func customItem(
    atEndOfPage limit: Int, isForward: Bool, beyond index: Int? = nil, across: Int, in id: SectionID,
    _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Int? {
    let shape = extents.shape(of: id, start: extents.start(ofSection: id, list), list, features)
    let edge = limit - shape.itemsStart
    let point = Middle(along: isForward ? 2 * edge + 1 : 2 * edge - 1, across: across)
    let page = isForward ? .min..<edge : edge..<Int.max
    let found = customItem(along: point, isForward: !isForward, within: page, in: id, list)
    guard let found, let index else { return found }
    let (new, present) = (
      customMiddle(of: found, in: id, list).along, customMiddle(of: index, in: id, list).along
    )
    return (isForward ? new > present : new < present) ? found : nil
  }

  /// The same where a page ends within a custom layout; an item's own one has no other answer.
  @_optimize(size) func customItem(
    whereEnds limit: Int, isForward: Bool, from index: Int, in id: SectionID, across: Int,
    _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> UInt64? {
    guard let (other, _) = extents.section(endingAfter: limit, list),
      extents.metrics(of: other, list).isCustom
    else { return nil }
    let (a, b) = (list.arrangement.start(ofSection: other).units, list.arrangement.start(ofSection: id).units)
    if isForward ? a < b : a > b { return nil }
    let found = customItem(
      atEndOfPage: limit, isForward: isForward, beyond: other == id ? index : nil, across: across, in: other,
      list,
      features)
    return found.flatMap { list.item($0, in: other) }
  }

  /// Where an item of a custom layout is in the content.
  @_optimize(size) func customSpan(
    of index: Int, in id: SectionID, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> (start: Int, length: Int)? {
    let shape = extents.shape(of: id, start: extents.start(ofSection: id, list), list, features)
    let span = extents.customSpan(ofItem: index, in: id, extents.metrics(of: id, list), list)
    return (shape.itemsStart + span.start, span.length)
  }

  /// The middle of an item of a custom layout.
  @_optimize(size) func customMiddle(of index: Int, in id: SectionID, _ list: borrowing ListState) -> Middle {
    Middle(extents.customSpan(ofItem: index, in: id, extents.metrics(of: id, list), list))
  }
}
