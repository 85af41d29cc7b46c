// The item to which a key leads. Along the axis it goes from row to row, over sections; across, along the row.
//
//     rows      section A: 0 1 2 | 3 4          section B: 0 | 1 | 2
//     down      A 1 ─► A 4      A 4 ─► B 0      the item whose middle is nearest
//     page      as many rows as end within a window, one at least

extension ViewLayout {
  /// A row of a section: its first item, and how many there are.
  private struct Row: BitwiseCopyable {
    var section: SectionID
    var first: Int
    var count: Int
  }

  @_optimize(size) func neighbour(
    of location: Location, _ direction: UInt32, _ list: borrowing ListState,
    _ features: borrowing ListFeatures
  ) -> UInt64? {
    let (id, start) = list.arrangement.start(ofLeaf: location.leaf)
    let index = start + location.offset
    let present = row(of: index, in: id, list)
    switch direction {
    case Direction.pageDown:
      return item(in: pageDown(from: present, list, features), like: index, of: id, list)
    case Direction.pageUp: return item(in: pageUp(from: present, list, features), like: index, of: id, list)
    default: break
    }
    let isVertical = direction == Direction.up || direction == Direction.down
    var isForward = direction == Direction.down || direction == Direction.right
    if !isVertical && extents.options.has(LayoutOptions.rightToLeft) { isForward.toggle() }
    if isVertical != window.isHorizontal {
      return item(
        in: isForward ? rowAfter(present, list) : rowBefore(present, list), like: index, of: id, list)
    }
    let next = isForward ? index + 1 : index - 1
    guard next >= present.first, next < present.first + present.count else { return nil }
    return list.item(next, in: id)
  }

  // MARK: Rows

  @_optimize(size) @inline(never) private func row(
    of index: Int, in id: SectionID, _ list: borrowing ListState
  ) -> Row {
    let metrics = extents.metrics(of: id, list)
    if extents.hasOwnLines(id, metrics, list) {
      let location = list.arrangement.location(ofItem: index, inSection: id)
      let line = extents.line(ofItem: location, index, id, metrics, list)
      return Row(section: id, first: line.first, count: line.count)
    }
    let columns = metrics.columns
    let first = index - index % columns
    return Row(
      section: id, first: first, count: min(columns, Int(list.arrangement.sections[id].count) - first))
  }

  @_optimize(size) private func row(ofItem flat: Int, _ list: borrowing ListState) -> Row {
    let location = list.arrangement.location(ofItem: flat)
    let (id, start) = list.arrangement.start(ofLeaf: location.leaf)
    return row(of: start + location.offset, in: id, list)
  }

  @_optimize(size) private func flat(_ row: Row, _ list: borrowing ListState) -> Int {
    Int(list.arrangement.start(ofSection: row.section).items) + row.first
  }

  @_optimize(size) private func rowAfter(_ present: Row, _ list: borrowing ListState) -> Row? {
    let next = flat(present, list) + present.count
    return next < list.arrangement.count ? row(ofItem: next, list) : nil
  }

  @_optimize(size) private func rowBefore(_ present: Row, _ list: borrowing ListState) -> Row? {
    let first = flat(present, list)
    return first > 0 ? row(ofItem: first - 1, list) : nil
  }

  /// The item of a row whose middle is nearest to that of another item.
  @_optimize(size) private func item(
    in row: Row?, like index: Int, of id: SectionID, _ list: borrowing ListState
  ) -> UInt64? {
    guard let row else { return nil }
    let middle = middle(of: index, in: id, list)
    var found = row.first
    var least = Int.max
    for next in row.first..<row.first + row.count {
      let distance = abs(self.middle(of: next, in: row.section, list) - middle)
      if distance < least { (found, least) = (next, distance) }
    }
    return list.item(found, in: row.section)
  }

  /// Twice the middle of an item across.
  @_optimize(size) @inline(never) private func middle(
    of index: Int, in id: SectionID, _ list: borrowing ListState
  ) -> Int {
    let location = list.arrangement.location(ofItem: index, inSection: id)
    let metrics = extents.metrics(of: id, list)
    let span = extents.span(ofItem: location, index, in: id, SectionShape(), metrics, list)
    return 2 * span.acrossStart + span.acrossLength
  }

  // MARK: Pages

  /// Rows without a length that are looked at one by one.
  private static var mostEmptyRows: Int { 4096 }

  @_optimize(size) @inline(never) private func span(
    of row: Row, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> (start: Int, length: Int)? {
    if row.first >= Int(list.arrangement.sections[row.section].count) { return nil }
    let location = list.arrangement.location(ofItem: row.first, inSection: row.section)
    let metrics = extents.metrics(of: row.section, list)
    let start = extents.start(ofSection: row.section, list)
    let shape = extents.shape(of: row.section, start: start, list, features)
    if extents.hasOwnLines(row.section, metrics, list) {
      let line = extents.line(ofItem: location, row.first, row.section, metrics, list)
      return (shape.itemsStart + line.start, line.length)
    }
    let span = extents.span(ofItem: location, row.first, in: row.section, shape, metrics, list)
    return (span.start, span.length)
  }

  /// The window without what is stuck in it around a section.
  @_optimize(size) private func page(
    _ id: SectionID, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Int {
    let sticky = stickyLengths(in: id, list, features)
    return max(0, window.free - stickyHeader - stickyFooter - sticky.headers - sticky.footers)
  }

  /// The last row that ends within a page from the start of the present one; the next one at least.
  @_optimize(size) private func pageDown(
    from present: Row, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Row? {
    guard let span = span(of: present, list, features), let next = rowAfter(present, list) else { return nil }
    let end = span.start + page(present.section, list, features)
    let beyond = extents.item(near: end, list, features).map { row(ofItem: $0, list) }
    var last = beyond.map { rowBefore($0, list) } ?? row(ofItem: list.arrangement.count - 1, list)
    // Rows without a length are not found by where they end.
    for _ in 0..<ViewLayout.mostEmptyRows {
      guard let row = last, let span = self.span(of: row, list, features), span.start + span.length > end
      else { break }
      last = rowBefore(row, list)
    }
    guard let last, flat(last, list) > flat(next, list) else { return next }
    return last
  }

  /// The first row that begins within a page before the end of the present one; the one before it at least.
  @_optimize(size) private func pageUp(
    from present: Row, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Row? {
    guard let span = span(of: present, list, features), let before = rowBefore(present, list) else {
      return nil
    }
    let start = span.start + span.length - page(present.section, list, features)
    var first = before
    if let near = extents.item(near: start, list, features) {
      first = row(ofItem: near, list)
      if let found = self.span(of: first, list, features), found.start < start {
        first = rowAfter(first, list) ?? first
      }
    }
    // Rows without a length are not found by where they end.
    for _ in 0..<ViewLayout.mostEmptyRows {
      guard let row = rowBefore(first, list), let span = self.span(of: row, list, features),
        span.start >= start
      else { break }
      first = row
    }
    return flat(first, list) < flat(before, list) ? first : before
  }
}

extension ListState {
  /// The handle of an item of a section.
  @_optimize(size) func item(_ index: Int, in id: SectionID) -> UInt64? {
    if index < 0 || index >= Int(arrangement.sections[id].count) { return nil }
    return handle(of: arrangement.location(ofItem: index, inSection: id))
  }
}
