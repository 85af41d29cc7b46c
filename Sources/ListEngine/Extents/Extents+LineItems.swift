// The items of a line, one after the other, and where they are across.
//
//     room 200, spacing 4      widths 16 40 56 32      at 0, 20, 64, 124
//     CENTER                                           22 more for each: half of the 44 that are left
//     JUSTIFY                                          0, 14, 29, 44 more

extension Extents {
  /// Where an item is across that is number `i` of its line, with what is used of the room before it.
  @_optimize(size) @inline(never) func across(
    _ item: LineItem, _ i: Int, used: Int, of line: Line, _ metrics: LayoutMetrics
  ) -> (start: Int, length: Int) {
    let spacing = metrics.columnStep - metrics.column
    var start = metrics.acrossStart
    let length = metrics.across(item)
    var all = line.used
    if metrics.isFlow {
      start += i == 0 ? 0 : used + spacing
    } else {
      start += used * metrics.columnStep
      all = max(0, line.used * metrics.columnStep - spacing)
    }
    let free = max(0, metrics.inner - all)
    if metrics.alignment & SectionLayout.center != 0 {
      start += free / 2
    } else if metrics.alignment & SectionLayout.justify != 0 && !line.isLast && line.count > 1 {
      start += free * i / (line.count - 1)
    }
    return (start, length)
  }

  /// The next item of a line; nil behind the last one.
  func next(
    _ items: inout LineItems, _ id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> LineSpot? {
    let i = items.index - items.line.first
    if i == items.line.count { return nil }
    guard
      let location = list.arrangement.location(ofItem: items.index, inSection: id, after: items.location)
    else { return nil }
    let item = lineItem(list.arrangement.leaf(location.leaf).slot(location.offset), metrics, list)
    let across = across(item, i, used: Int(items.state.used), of: items.line, metrics)
    let spot = LineSpot(
      index: items.index, location: location, length: item.length, acrossStart: across.start,
      acrossLength: across.length)
    items.state.add(item, metrics.lines)
    items.location = location
    items.index += 1
    return spot
  }

  /// Where an item is.
  @_optimize(size) @inline(never) func span(
    ofItem location: Location, _ index: Int, in id: SectionID, _ shape: SectionShape,
    _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> Span {
    let slot = list.arrangement.leaf(location.leaf).slot(location.offset)
    if metrics.isLanes {
      return metrics.span(laneSpot(ofItem: location, in: id, metrics, list), of: shape)
    }
    if metrics.isCustom {
      var span = customSpan(ofItem: index, in: id, metrics, list)
      span.start += shape.itemsStart
      return span
    }
    if metrics.isList || metrics.alignment == 0 && !hasOwnSizes(id, list) {
      return Span(
        start: start(ofItem: location, in: id, shape, metrics, list),
        length: length(ofItem: slot, metrics, list),
        acrossStart: metrics.acrossStart + index % metrics.columns * metrics.columnStep,
        acrossLength: metrics.column)
    }
    var line = Line(first: 0, count: 0, start: 0, length: 0, used: 0, isLast: false)
    if hasOwnSizes(id, list) {
      line = self.line(ofItem: location, index, id, metrics, list)
    } else {
      let start = start(ofItem: location, in: id, shape, metrics, list) - shape.itemsStart
      line = self.line(from: index - index % metrics.columns, at: start, id, metrics, list)
    }
    var items = LineItems(of: line)
    while let spot = next(&items, id, metrics, list) {
      if spot.index == index { return spot.span(in: line, of: shape) }
    }
    return Span(start: shape.itemsStart + line.start, length: 0)
  }
}

extension LayoutMetrics {
  /// The size across of an item in a line.
  func across(_ item: LineItem) -> Int {
    isFlow ? item.width : max(0, item.width * columnStep - (columnStep - column))
  }
}

/// The items of a line, one after the other: see Extents.next.
struct LineItems: BitwiseCopyable {
  let line: Line
  fileprivate var index: Int
  fileprivate var location = Location(leaf: .noIndex, offset: 0)
  fileprivate var state = LineState()

  init(of line: Line) {
    self.line = line
    index = line.first
  }
}

/// Where an item is in its line.
struct LineSpot: BitwiseCopyable {
  var index: Int
  var location: Location
  var length: Int
  var acrossStart: Int
  var acrossLength: Int

  func span(in line: Line, of shape: SectionShape) -> Span {
    Span(
      start: shape.itemsStart + line.start, length: length, acrossStart: acrossStart,
      acrossLength: acrossLength)
  }
}
