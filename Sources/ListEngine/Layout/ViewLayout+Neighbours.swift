// The item to which a key leads. Along the axis it goes from row to row, over sections; across, along the row.
//
//     rows      section A: 0 1 2 | 3 4          section B: 0 | 1 | 2
//     down      A 1 ─► A 4      A 4 ─► B 0      the item whose middle is nearest
//     page      as many rows as end within a window, one at least

extension ViewLayout {
  /// A row of a section: its first item, and how many there are. In lanes each item counts as one, and a custom layout is
  /// one.
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
    if direction == Direction.pageDown || direction == Direction.pageUp {
      return page(from: present, index, isForward: direction == Direction.pageDown, list, features)
    }
    let isVertical = direction == Direction.up || direction == Direction.down
    var isForward = direction == Direction.down || direction == Direction.right
    if !isVertical && extents.options.has(LayoutOptions.rightToLeft) { isForward.toggle() }
    if isVertical != window.isHorizontal {
      return along(from: present, index, isForward: isForward, list, features)
    }
    if extents.metrics(of: id, list).isLanes {
      return besideInLanes(of: index, in: id, isForward: isForward, list).flatMap { list.item($0, in: id) }
    }
    if extents.metrics(of: id, list).isCustom {
      let found = customItem(besides: index, isForward: isForward, in: id, list)
      return found.flatMap { list.item($0, in: id) }
    }
    let next = isForward ? index + 1 : index - 1
    guard next >= present.first, next < present.first + present.count else { return nil }
    return list.item(next, in: id)
  }

  /// The item in the next row.
  @_optimize(size) private func along(
    from present: Row, _ index: Int, isForward: Bool, _ list: borrowing ListState,
    _ features: borrowing ListFeatures
  ) -> UInt64? {
    let id = present.section
    var last = present
    let metrics = extents.metrics(of: id, list)
    if metrics.isCustom {
      let point = customPoint(of: index, in: id, list)
      if let next = customItem(along: point, isForward: isForward, in: id, list) {
        return list.item(next, in: id)
      }
    }
    if metrics.isLanes {
      if let next = nextInLane(of: index, in: id, isForward: isForward, list) {
        return list.item(next, in: id)
      }
      // The lane ends: on to the section behind it, or before it.
      last.first = isForward ? Int(list.arrangement.sections[id].count) - 1 : 0
    }
    guard let next = isForward ? rowAfter(last, list) : rowBefore(last, list) else { return nil }
    if extents.metrics(of: next.section, list).isLanes {
      // Its first items, or its last ones.
      let found = item(
        inLanesOf: next.section, near: middle(of: index, in: id, list), isForward: !isForward,
        limit: isForward ? 0 : .max, list, features)
      return found.flatMap { list.item($0, in: next.section) }
    }
    if extents.metrics(of: next.section, list).isCustom {
      let point = customPoint(of: index, in: id, list)
      let found = customItem(entering: next.section, isForward: isForward, from: point, list)
      return list.item(found, in: next.section)
    }
    return item(in: next, like: index, of: id, list)
  }

  // MARK: Rows

  @_optimize(size) @inline(never) private func row(
    of index: Int, in id: SectionID, _ list: borrowing ListState
  ) -> Row {
    let metrics = extents.metrics(of: id, list)
    if metrics.isLanes { return Row(section: id, first: index, count: 1) }
    if metrics.isCustom {
      return Row(section: id, first: 0, count: Int(list.arrangement.sections[id].count))
    }
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

  @_optimize(size) private func page(
    from present: Row, _ index: Int, isForward: Bool, _ list: borrowing ListState,
    _ features: borrowing ListFeatures
  ) -> UInt64? {
    let id = present.section
    let isCustom = extents.metrics(of: id, list).isCustom
    guard
      let span = isCustom ? customSpan(of: index, in: id, list, features) : span(of: present, list, features)
    else { return nil }
    let page = page(id, list, features)
    let limit = isForward ? span.start + page : span.start + span.length - page
    let point = customPoint(of: index, in: id, list)
    if let found = customItem(
      whereEnds: limit, isForward: isForward, beyond: index, of: id, from: point, list, features)
    {
      return found
    }
    guard
      let row = isForward
        ? pageDown(from: present, to: limit, list, features)
        : pageUp(from: present, to: limit, list, features)
    else { return along(from: present, index, isForward: isForward, list, features) }
    if isCustom, let other = self.span(of: row, list, features),
      isForward ? other.start + other.length > limit : other.start < limit
    {
      // Nothing beyond its own section is in the page.
      let found = customItem(
        atEndOfPage: limit, isForward: isForward, beyond: index, from: point, in: id, list, features)
      return found.flatMap { list.item($0, in: id) }
        ?? along(from: present, index, isForward: isForward, list, features)
    }
    let metrics = extents.metrics(of: row.section, list)
    if metrics.isCustom {
      let found =
        customItem(atEndOfPage: limit, isForward: isForward, from: point, in: row.section, list, features)
        ?? customItem(entering: row.section, isForward: isForward, from: point, list)
      return list.item(found, in: row.section)
    }
    if !metrics.isLanes { return item(in: row, like: index, of: id, list) }
    let middle = middle(of: index, in: id, list)
    let found = item(
      inLanesOf: row.section, near: middle, isForward: isForward, limit: limit, list, features)
    if row.section == id {
      // In its own lane it goes as far as it can, but one item at least.
      let present = spot(of: index, in: id, metrics, list)
      let next = found.map { spot(of: $0, in: id, metrics, list) }
      let isBeyond = next.map { isForward ? $0.start >= present.end : $0.end <= present.start } ?? false
      if !isBeyond || next?.lane != present.lane {
        return along(
          from: Row(section: id, first: index, count: 1), index, isForward: isForward, list, features)
      }
    }
    return found.flatMap { list.item($0, in: row.section) }
  }

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
    if metrics.isCustom { return (shape.itemsStart, shape.items) }
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

  /// The last row that ends by an offset; the one after the present one at least.
  @_optimize(size) private func pageDown(
    from present: Row, to end: Int, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Row? {
    guard let next = rowAfter(present, list) else { return nil }
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

  /// The first row that begins from an offset on; the one before the present one at least.
  @_optimize(size) private func pageUp(
    from present: Row, to start: Int, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Row? {
    guard let before = rowBefore(present, list) else { return nil }
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
