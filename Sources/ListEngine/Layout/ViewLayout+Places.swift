// What has a place: everything with a length that the window shows, or that is near it, in the list's order; then what is
// stuck, which is drawn above it.
//
//     offset 120, window 100          stuck
//     header A      0 ..<  20         p = max(0, min(120, end of A - 20)) = 120       last, at 0 in the window
//     items 2, 3  100 ..< 180                                                        at -20 and 20
//
// The list is locked; nothing here calls the host.

extension ViewLayout {
  /// Fills the places of `next`, whose origin is set.
  mutating func choosePlaces(
    _ list: borrowing ListState, _ features: borrowing ListFeatures, _ recycler: borrowing CellRecycler
  ) throws(Refusal) {
    next.removePlaces()
    stuck.removePlaces()
    beginKeeping(list, features)
    placed = ItemSpan()
    inWindow = ItemSpan()
    near = ItemSpan()
    let content = extents.content
    try addOwn(Supplementary.header, content.startInset, content.header, features, isStuck: false)
    try addOwn(Supplementary.pageStart, content.firstLoaderStart, content.firstLoader, features)
    if content.firstLoader > 0 && list.arrangement.count > 0
      && next.places.last?.kind == Supplementary.pageStart
    {
      placed.add(0)
    }
    try addSections(list, features)
    try addOwn(content.placeholderKind, content.placeholderStart, content.placeholder, features)
    try addOwn(Supplementary.pageEnd, content.lastLoaderStart, content.lastLoader, features)
    if content.lastLoader > 0 && list.arrangement.count > 0 && next.places.last?.kind == Supplementary.pageEnd
    {
      placed.add(list.arrangement.count - 1)
    }
    try addOwn(Supplementary.footer, content.footerStart, content.footer, features, isStuck: false)
    try next.append(0..<stuck.places.count, of: stuck)
    try addOwn(Supplementary.footer, content.footerStart, content.footer, features, isStuck: true)
    try addOwn(Supplementary.header, content.startInset, content.header, features, isStuck: true)
    next.ownCount = next.places.count
    try addTaken(list, features, recycler)
  }

  // MARK: The window

  private var from: Int { next.origin - extents.window.overscan }
  var to: Int { next.origin + extents.window.along + extents.window.overscan }

  private func isNear(_ start: Int, _ length: Int) -> Bool {
    length > 0 && start < to && start + length > from
  }

  func isInWindow(_ span: Span) -> Bool {
    span.start < next.origin + extents.window.along && span.end > next.origin
  }

  /// Where what sticks to the window's start begins, below the list's own header, and where what sticks to its end ends.
  var freeStart: Int {
    let header = extents.options.has(LayoutOptions.stickyHeader) ? extents.content.header : 0
    return next.origin + extents.window.start + header
  }

  var freeEnd: Int {
    let footer = extents.options.has(LayoutOptions.stickyFooter) ? extents.content.footer : 0
    return next.origin + extents.window.along - extents.window.end - footer
  }

  // MARK: Elements of the list itself

  /// Where an element of the list is, if it is sticky: `natural` unless it is stuck.
  private func ownStart(_ kind: UInt32, _ natural: Int, _ length: Int) -> Int {
    if kind == Supplementary.header && extents.options.has(LayoutOptions.stickyHeader) {
      return max(natural, next.origin + extents.window.start)
    }
    if kind == Supplementary.footer && extents.options.has(LayoutOptions.stickyFooter) {
      return min(natural, next.origin + extents.window.along - extents.window.end - length)
    }
    return natural
  }

  /// Adds an element of the list, if it has a place; with `isStuck`, only if it is stuck or not.
  private mutating func addOwn(
    _ kind: UInt32, _ natural: Int, _ length: Int, _ features: borrowing ListFeatures, isStuck: Bool? = nil
  ) throws(Refusal) {
    let start = ownStart(kind, natural, length)
    if let isStuck, isStuck != (start != natural) { return }
    guard isNear(start, length), let block = features.elements.value.find(kind: kind, index: 0) else {
      return
    }
    try next.append(finished(elementDraft(block[0], .noIndex, 0, LayoutTable.ofAll, start, natural, length)))
  }

  func elementDraft(
    _ element: Supplementary, _ section: SectionID, _ handle: UInt64, _ layout: UInt32, _ start: Int,
    _ natural: Int,
    _ length: Int
  ) -> PlaceDraft {
    let metrics = extents.metrics[Int(layout)]
    var draft = PlaceDraft()
    draft.source = PlaceSource(section: section, leaf: .noIndex, offset: 0)
    draft.source.layout = layout
    draft.source.rule = LayoutMetrics.RuleKind(element.kind)
    draft.natural = natural
    draft.span = Span(
      start: start, length: length, acrossStart: extents.window.acrossStart, acrossLength: extents.window.room
    )
    draft.place.section = handle
    draft.place.kind = element.kind
    draft.place.elementIndex = element.index
    if start != natural { draft.place.flags |= PlaceFlags.stuck }
    if !isInWindow(draft.span) { draft.place.flags |= PlaceFlags.outside }
    if let rule = metrics.rule(ofKind: element.kind), rule.isAuto {
      let own = extents.elementSizes.find(draft.place.name)
      if own == nil || own?.tag != extents.tag(of: element) { draft.place.flags |= PlaceFlags.measure }
    }
    return draft
  }

  // MARK: Sections

  private mutating func addSections(
    _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    var end = from
    while let (id, start) = extents.section(endingAfter: end, list), start < to {
      let shape = extents.shape(of: id, start: start, list, features)
      try addSection(id, shape, list, features)
      assert(shape.end > end)
      if shape.end <= end { return }
      end = shape.end
    }
  }

  private mutating func addSection(
    _ id: SectionID, _ shape: SectionShape, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    let layout = extents.layout(of: id, list)
    let flags = extents.layouts[layout].flags
    let block = list.arrangement.sections[id].supplementaries
    let place = list.arrangement.start(ofSection: id)
    if let block {
      var moved = 0
      if flags & SectionLayout.stickyHeader != 0 {
        moved = max(shape.start, min(freeStart, shape.end - shape.headers)) - shape.start
      }
      try addElements(Supplementary.header, of: id, block, place.units, from: shape.start, moved: moved, list)
      try addLoader(
        Supplementary.pageStart, of: id, block, place, at: shape.start + shape.headers, shape.firstLoader,
        list)
    }
    let firstItem = next.places.count
    try addItems(of: id, shape, place, list)
    addItemSpans(from: firstItem)
    guard let block else { return }
    try addLoader(
      Supplementary.pageEnd, of: id, block, place, at: shape.lastLoaderStart, shape.lastLoader, list)
    var moved = 0
    if flags & SectionLayout.stickyFooter != 0 {
      moved = min(shape.footersStart, max(freeEnd - shape.footers, shape.start)) - shape.footersStart
    }
    try addElements(
      Supplementary.footer, of: id, block, place.units, from: shape.footersStart, moved: moved, list)
  }

  /// Adds the elements of a kind, which stand together, all of them `moved` by where they stick.
  private mutating func addElements(
    _ kind: UInt32, of id: SectionID, _ block: SupplementaryBlock, _ position: UInt32, from start: Int,
    moved: Int,
    _ list: borrowing ListState
  ) throws(Refusal) {
    let layout = extents.layout(of: id, list)
    let handle = list.handle(ofSection: id)
    var natural = start
    for i in 0..<block.count where block[i].kind == kind {
      let name = ElementName(section: handle, kind: kind, index: block[i].index)
      let length = extents.length(of: name, extents.metrics[Int(layout)])
      if isNear(natural + moved, length) {
        var draft = elementDraft(block[i], id, handle, layout, natural + moved, natural, length)
        draft.place.position.section = position
        if moved == 0 { try next.append(finished(draft)) } else { try stuck.append(finished(draft)) }
      }
      natural += length
    }
  }

  private mutating func addLoader(
    _ kind: UInt32, of id: SectionID, _ block: SupplementaryBlock, _ place: ItemSum, at start: Int,
    _ length: Int,
    _ list: borrowing ListState
  ) throws(Refusal) {
    guard isNear(start, length), let i = block.find(kind: kind, index: 0) else { return }
    var draft = elementDraft(
      block[i], id, list.handle(ofSection: id), extents.layout(of: id, list), start, start, length)
    draft.place.position.section = place.units
    try next.append(finished(draft))
    // The edge counts as reached: so the item at it does.
    let count = Int(list.arrangement.sections[id].count)
    if count > 0 { placed.add(Int(place.items) + (kind == Supplementary.pageStart ? 0 : count - 1)) }
  }

  // MARK: Items

  private mutating func addItems(
    of id: SectionID, _ shape: SectionShape, _ place: ItemSum, _ list: borrowing ListState
  ) throws(Refusal) {
    let metrics = extents.metrics(of: id, list)
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
        guard let here = list.arrangement.location(ofItem: index, inSection: id, after: location) else { return }
        location = here
        let length = extents.length(ofItem: list.arrangement.leaf(here.leaf).slot(here.offset), metrics, list)
        if length == 0 {
          // Many may follow that have no length either.
          guard let found = extents.item(endingAfter: start, in: id, shape, metrics, list) else { return }
          (index, start) = found
          location.leaf = .noIndex
          continue
        }
        describe(&draft, location, index, column, start, length, place, count, metrics, list)
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

  /// Counts the items from one place on, which follow each other: those that are near the window, and those in it.
  private mutating func addItemSpans(from first: Int) {
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

  func itemDraft(
    _ location: Location, _ index: Int, _ id: SectionID, _ start: Int, _ length: Int, _ place: ItemSum,
    _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> PlaceDraft {
    var draft = sectionDraft(id, list)
    let count = Int(list.arrangement.sections[id].count)
    describe(&draft, location, index, index % metrics.columns, start, length, place, count, metrics, list)
    return draft
  }

  /// What the places of all items of a section have in common.
  private func sectionDraft(_ id: SectionID, _ list: borrowing ListState) -> PlaceDraft {
    var draft = PlaceDraft()
    draft.source.section = id
    draft.source.layout = extents.layout(of: id, list)
    draft.place.section = list.handle(ofSection: id)
    return draft
  }

  /// Describes an item of the draft's section. There is one draft for all of them: a place is large.
  @inline(__always) private func describe(
    _ draft: inout PlaceDraft, _ location: Location, _ index: Int, _ column: Int, _ start: Int, _ length: Int,
    _ place: ItemSum, _ count: Int, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) {
    let leaf = list.arrangement.leaf(location.leaf)
    let slot = leaf.slot(location.offset)
    draft.source.leaf = location.leaf
    draft.source.offset = location.offset
    draft.natural = start
    draft.span = Span(
      start: start, length: length, acrossStart: metrics.acrossStart + column * metrics.columnStep,
      acrossLength: metrics.column)
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
