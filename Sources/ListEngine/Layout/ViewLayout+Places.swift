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

  var from: Int { next.origin - extents.window.overscan }
  var to: Int { next.origin + extents.window.along + extents.window.overscan }

  func isNear(_ start: Int, _ length: Int) -> Bool {
    length > 0 && from < to && start < to && start + length > from
  }

  func isInWindow(_ span: Span) -> Bool {
    extents.window.along > 0 && span.start < next.origin + extents.window.along && span.end > next.origin
  }

  /// Where what sticks to the window's start begins, below the list's own header, and where what sticks to its end ends.
  var freeStart: Int { next.origin + extents.window.start + stickyHeader }

  var freeEnd: Int { next.origin + extents.window.along - extents.window.end - stickyFooter }

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
    if end >= to { return }
    while let (id, start) = extents.section(endingAfter: end, list), start < to {
      let shape = extents.shape(of: id, start: start, list, features)
      try addSection(id, shape, list, features)
      assert(shape.end > end || extents.custom.hasQuestions)
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
      let length = extents.length(of: block[i], ofSection: handle, extents.metrics[Int(layout)])
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
}
