// The items of a section that have a place: they are kept from the last scene, or described anew.
//
//     rows of 44, two columns      item 6 at (0, 132)   item 7 at (160, 132)   item 8 at (0, 176)

extension ViewLayout {
  mutating func addItems(
    of id: SectionID, _ shape: SectionShape, _ place: ItemSum, _ list: borrowing ListState
  ) throws(Refusal) {
    let metrics = extents.metrics(of: id, list)
    if metrics.isLanes { return try addLanes(of: id, shape, place, metrics, list) }
    if metrics.isCustom { return try addCustom(of: id, shape, place, metrics, list) }
    if !metrics.isList && (metrics.alignment != 0 || extents.hasOwnSizes(id, list)) {
      return try addLines(of: id, shape, place, metrics, list)
    }
    let count = Int(list.arrangement.sections[id].count)
    guard var (index, start) = extents.item(endingAfter: from, in: id, shape, metrics, list) else { return }
    var location = Location(leaf: .noIndex, offset: 0)
    var draft = sectionDraft(id, list)
    var column = 0
    while index < count && start < to {
      let kept = try keepItems(from: Int(place.items) + index, of: draft.place.section)
      if kept > 0 {
        index += kept - 1
        column = (column + kept - 1) % metrics.columns
        start = next.spans[next.spans.count - 1].start
        location.leaf = .noIndex
      } else {
        guard let here = list.arrangement.location(ofItem: index, inSection: id, after: location) else {
          return
        }
        location = here
        let length = extents.length(ofItem: list.arrangement.leaf(here.leaf).slot(here.offset), metrics, list)
        if length == 0 {
          // Many may follow that have no length either.
          guard let found = extents.item(endingAfter: start, in: id, shape, metrics, list) else { return }
          (index, start) = found
          location.leaf = .noIndex
          continue
        }
        let span = Span(
          start: start, length: length, acrossStart: metrics.acrossStart + column * metrics.columnStep,
          acrossLength: metrics.column)
        describe(&draft, location, index, span, place, count, metrics, list)
        try next.append(draft)
      }
      // On to the next one, behind the last that was added.
      index += 1
      column += 1
      if column == metrics.columns {
        column = 0
        start += next.spans[next.spans.count - 1].length + metrics.lineSpacing
      }
    }
  }

  /// The same where lines differ, or have room left that is given to its items.
  @_optimize(size) private mutating func addLines(
    of id: SectionID, _ shape: SectionShape, _ place: ItemSum, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) throws(Refusal) {
    let count = Int(list.arrangement.sections[id].count)
    guard let (index, start) = extents.item(endingAfter: from, in: id, shape, metrics, list) else { return }
    var draft = sectionDraft(id, list)
    var line = extents.line(from: index, at: start - shape.itemsStart, id, metrics, list)
    while shape.itemsStart + line.start < to {
      var items = LineItems(of: line)
      while let spot = extents.next(&items, id, metrics, list) {
        let span = spot.span(in: line, of: shape)
        if !isNear(span.start, span.length) { continue }
        describe(&draft, spot.location, spot.index, span, place, count, metrics, list)
        try next.append(draft)
      }
      if line.isLast { return }
      line = extents.lineAfter(line, id, metrics, list)
    }
  }

  /// The same where the host says where they are.
  @_optimize(size) private mutating func addCustom(
    of id: SectionID, _ shape: SectionShape, _ place: ItemSum, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) throws(Refusal) {
    let (from, to) = (from - shape.itemsStart, to - shape.itemsStart)
    var location = Location(leaf: .noIndex, offset: 0)
    for index in extents.customItems(from: from, to: to, in: id, metrics, list) {
      guard let here = list.arrangement.location(ofItem: index, inSection: id, after: location) else {
        return
      }
      location = here
      var span = extents.customSpan(ofItem: index, in: id, metrics, list)
      span.start += shape.itemsStart
      if !isNear(span.start, span.length) { continue }
      try next.append(itemDraft(here, index, id, span, place, metrics, list))
    }
  }

  /// Counts the items from one place on, which follow each other: those that are near the window, and those in it.
  mutating func addItemSpans(from first: Int) {
    var (first, last) = (first, next.places.count - 1)
    if first > last { return }
    let all = ItemSpan(first: Int(next.places[first].index), last: Int(next.places[last].index))
    placed.add(all)
    near.add(all)
    while first <= last && next.places[first].has(PlaceFlags.outside) { first += 1 }
    while first <= last && next.places[last].has(PlaceFlags.outside) { last -= 1 }
    if first > last { return }
    inWindow.add(ItemSpan(first: Int(next.places[first].index), last: Int(next.places[last].index)))
  }

  @_optimize(size) @inline(never) func itemDraft(
    _ location: Location, _ index: Int, _ id: SectionID, _ span: Span, _ place: ItemSum,
    _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> PlaceDraft {
    var draft = sectionDraft(id, list)
    let count = Int(list.arrangement.sections[id].count)
    describe(&draft, location, index, span, place, count, metrics, list)
    return draft
  }

  /// A draft with the fields that are the same for all items of a section.
  func sectionDraft(_ id: SectionID, _ list: borrowing ListState) -> PlaceDraft {
    var draft = PlaceDraft()
    draft.source.section = id
    draft.source.layout = extents.layout(of: id, list)
    draft.place.section = list.handle(ofSection: id)
    return draft
  }

  /// Describes an item of the draft's section. There is one draft for all of them: a place is large.
  @inline(__always) func describe(
    _ draft: inout PlaceDraft, _ location: Location, _ index: Int, _ span: Span, _ place: ItemSum,
    _ count: Int, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) {
    let leaf = list.arrangement.leaf(location.leaf)
    let slot = leaf.slot(location.offset)
    draft.source.leaf = location.leaf
    draft.source.offset = location.offset
    draft.natural = span.start
    draft.span = span
    draft.place.item = list.slots.handle(slot)
    draft.place.position = Position(section: place.units, item: UInt32(truncatingIfNeeded: index))
    draft.place.index = UInt32(truncatingIfNeeded: Int(place.items) + index)
    draft.place.level = UInt32(leaf.level(location.offset))
    draft.place.states = list.states(of: slot, in: location.leaf)
    var flags: UInt32 = 0
    if index == 0 { flags |= PlaceFlags.first }
    if index == count - 1 { flags |= PlaceFlags.last }
    if !isInWindow(draft.span) { flags |= PlaceFlags.outside }
    if metrics.item.isAuto && isGuess(location, slot, draft.source.section, list) {
      flags |= PlaceFlags.measure
    }
    draft.place.flags = flags
    draft.place.frame = rectangle(
      draft.span, origin: next.origin, insets: metrics.item.insets(level: draft.place.level))
    draft.place.natural = natural(draft.natural, draft.span.length)
  }

  /// Whether the size of an item was not measured for what it is now.
  private func isGuess(
    _ location: Location, _ slot: Slot, _ id: SectionID, _ list: borrowing ListState
  ) -> Bool {
    guard let own = extents.sizes.find(slot, list.slots.generation(of: slot)) else { return true }
    return own.tag != extents.tag(ofItem: location, in: id, list)
  }
}
