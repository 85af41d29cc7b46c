// The item to which a key leads in a layout of the host's. Along the axis it is the next one that shares a part of the room, or
// else the nearest one; across, of those beside the present one, the nearest.
//
//     a honeycomb       down a     c, and not e, which is behind it      right a     b
//      a   b            down c     e
//        c   d          right c    d, and not b, which is off along the axis
//      e   f

/// Twice where the middle of an item is along the axis, and where it is across.
struct CustomPoint: BitwiseCopyable {
  var along: Int
  let acrossStart: Int
  let acrossEnd: Int

  init(_ span: Span) {
    along = span.start + span.end
    acrossStart = span.acrossStart
    acrossEnd = span.acrossEnd
  }

  /// The same elsewhere along the axis.
  func at(along: Int) -> CustomPoint {
    var point = self
    point.along = along
    return point
  }

  /// Twice how far an item is off to the side, and whether it shares a part of the room.
  func aside(_ span: Span) -> Int { abs(span.acrossStart + span.acrossEnd - acrossStart - acrossEnd) }
  func sharesRoom(with span: Span) -> Bool { span.acrossStart < acrossEnd && span.acrossEnd > acrossStart }
}

extension ViewLayout {
  /// The next item along the axis from a point; with a limit, of those that end by it forward, or begin from it on backward.
  @_optimize(size) func customItem(
    along point: CustomPoint, isForward: Bool, within limit: Range<Int>? = nil, in id: SectionID,
    _ list: borrowing ListState
  ) -> Int? {
    let metrics = extents.metrics(of: id, list)
    let extent = extents.customExtent(of: id, metrics, list) ?? 0
    let middle = point.along / 2
    var reach = max(window.along, window.grain.length(1))
    while true {
      let (from, to) = isForward ? (middle, middle + reach) : (middle - reach, middle + 1)
      var found: Int? = nil
      var least = (side: Int.max, ahead: Int.max, aside: Int.max)
      for index in extents.customItems(from: from, to: to, in: id, metrics, list) {
        let span = extents.customSpan(ofItem: index, in: id, metrics, list)
        if span.length == 0 || span.start >= to || span.end <= from { continue }
        if let limit, span.start < limit.lowerBound || span.end > limit.upperBound { continue }
        let ahead = (span.start + span.end - point.along) * (isForward ? 1 : -1)
        if ahead <= 0 { continue }
        let aside = point.aside(span)
        let distance = point.sharesRoom(with: span) ? (0, ahead, aside) : (1, ahead + aside, 0)
        if distance < least { (found, least) = (index, distance) }
      }
      let isAll = isForward ? to >= extent : from <= 0
      if found != nil || isAll || extents.custom.hasQuestions { return found }
      reach *= 2
    }
  }

  /// The nearest item across, of those that are beside an item.
  @_optimize(size) func customItem(
    besides index: Int, isForward: Bool, in id: SectionID, _ list: borrowing ListState
  ) -> Int? {
    let metrics = extents.metrics(of: id, list)
    let span = extents.customSpan(ofItem: index, in: id, metrics, list)
    var found: Int? = nil
    var least = Int.max
    for number in extents.customItems(from: span.start, to: span.end, in: id, metrics, list) {
      let other = extents.customSpan(ofItem: number, in: id, metrics, list)
      if other.length == 0 || other.start >= span.end || other.end <= span.start { continue }
      let aside = abs(other.start + other.end - span.start - span.end)
      let across = other.acrossStart + other.acrossEnd - span.acrossStart - span.acrossEnd
      let ahead = isForward ? across : -across
      if ahead > 0 && ahead + 2 * aside < least { (found, least) = (number, ahead + 2 * aside) }
    }
    return found
  }

  /// The item at which a section is entered from a point elsewhere; without one that has a length, the outermost.
  @_optimize(size) func customItem(
    entering id: SectionID, isForward: Bool, from point: CustomPoint, _ list: borrowing ListState
  ) -> Int {
    let extent = extents.customExtent(of: id, extents.metrics(of: id, list), list) ?? 0
    let outermost = isForward ? 0 : Int(list.arrangement.sections[id].count) - 1
    let edge = point.at(along: isForward ? -1 : 2 * extent + 1)
    return customItem(along: edge, isForward: isForward, in: id, list) ?? outermost
  }

  /// The item nearest to where a page ends, of those that are in it, and beyond another one of the section.
  @_optimize(size) func customItem(
    atEndOfPage limit: Int, isForward: Bool, beyond index: Int? = nil, from point: CustomPoint,
    in id: SectionID,
    _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Int? {
    let shape = extents.shape(of: id, start: extents.start(ofSection: id, list), list, features)
    let edge = limit - shape.itemsStart
    let end = point.at(along: isForward ? 2 * edge + 1 : 2 * edge - 1)
    let page = isForward ? .min..<edge : edge..<Int.max
    let found = customItem(along: end, isForward: !isForward, within: page, in: id, list)
    guard let found, let index else { return found }
    let (new, present) = (
      customPoint(of: found, in: id, list).along, customPoint(of: index, in: id, list).along
    )
    return (isForward ? new > present : new < present) ? found : nil
  }

  /// The same where a page ends within a custom layout.
  @_optimize(size) func customItem(
    whereEnds limit: Int, isForward: Bool, beyond index: Int, of id: SectionID, from point: CustomPoint,
    _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> UInt64? {
    guard let (other, _) = extents.section(endingAfter: limit, list),
      extents.metrics(of: other, list).isCustom
    else { return nil }
    let (a, b) = (list.arrangement.start(ofSection: other).units, list.arrangement.start(ofSection: id).units)
    if isForward ? a < b : a > b { return nil }
    let found = customItem(
      atEndOfPage: limit, isForward: isForward, beyond: other == id ? index : nil, from: point, in: other,
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

  /// The point of an item, from the start of the section's items in custom layouts; across, of any item.
  @_optimize(size) func customPoint(of index: Int, in id: SectionID, _ list: borrowing ListState)
    -> CustomPoint
  {
    let location = list.arrangement.location(ofItem: index, inSection: id)
    let metrics = extents.metrics(of: id, list)
    return CustomPoint(extents.span(ofItem: location, index, in: id, SectionShape(), metrics, list))
  }
}
