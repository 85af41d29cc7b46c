// The last round of a layout becomes the scene: its places get their cells, and are paired with those of the scene before.
//
//     only scrolled     the same places at the same spans with the same cells: they are written over, and pair with
//                       themselves
//     changed           the scenes take turns: scene, former, and the memory of the next

extension ViewLayout {
  /// Reserves the memory of what follows, before a cell is bound.
  mutating func reservePlaces() throws(Refusal) {
    try next.places.reserve(drafts.count)
    try next.spans.reserve(drafts.count)
    try scene.reserveIndex()
  }

  /// Fills the places of the next scene from the drafts.
  mutating func fillPlaces(
    _ order: borrowing Buffer<UInt32>, _ recycler: borrowing CellRecycler, boundBefore: UInt32
  ) {
    next.removePlaces()
    for i in 0..<drafts.count {
      var place = drafts[i].place
      place.frame = frame(of: drafts[i])
      place.natural = natural(drafts[i])
      let number = drafts[i].isTaken ? recycler.cells.find(place.name) ?? noIndex : i < order.count ? order[i] : noIndex
      if number != noIndex {
        let cell = recycler.cells[number]
        place.cell = number
        place.object = cell.object
        place.model = cell.content.values.model
        place.cellClass = cell.cellClass
        if Int32(bitPattern: cell.binding &- boundBefore) > 0 { place.flags |= PlaceFlags.bound }
      }
      next.places.push(place)
      next.spans.push(drafts[i].span)
    }
  }

  // MARK: Frames

  /// The place of a draft in the window, without the insets and the indent of its rule.
  func frame(of draft: PlaceDraft) -> PlaceFrame {
    rectangle(draft.span, origin: next.origin, insets: extents.insets(of: draft))
  }

  /// The rectangle of a span, whose content begins at `origin`.
  func rectangle(_ span: Span, origin: Int, insets: LayoutMetrics.Insets = .init()) -> PlaceFrame {
    let along = span.start - origin
    var (x, y, width, height) =
      window.isHorizontal
      ? (along, span.acrossStart, span.length, span.acrossLength)
      : (span.acrossStart, along, span.acrossLength, span.length)
    let left = min(insets.leading, width)
    x += left
    width -= left
    width -= min(insets.trailing, width)
    let top = min(insets.top, height)
    y += top
    height -= top
    height -= min(insets.bottom, height)
    if extents.options.has(LayoutOptions.rightToLeft) { x = extents.windowWidth - x - width }
    let grain = window.grain
    return PlaceFrame(
      x: grain.units(x), y: grain.units(y), width: grain.units(width), height: grain.units(height))
  }

  private func natural(_ draft: PlaceDraft) -> Double {
    let along = draft.natural - next.origin
    let isMirrored = window.isHorizontal && extents.options.has(LayoutOptions.rightToLeft)
    return window.grain.units(isMirrored ? window.along - along - draft.span.length : along)
  }

  // MARK: Pairing

  /// Whether the next scene has the places of the last one, at the same spans, with the same cells and states.
  var isSameScene: Bool {
    if !scene.isMade || next.places.count != scene.places.count || next.length != scene.length { return false }
    for i in 0..<next.places.count {
      let (a, b) = (next.places[i], scene.places[i])
      if !(a.name == b.name) || a.cell != b.cell || a.states != b.states || a.index != b.index { return false }
      if (a.flags ^ b.flags) & ~PlaceFlags.changes != 0 || a.has(PlaceFlags.bound) { return false }
      if !next.spans[i].isSame(as: scene.spans[i]) && !a.has(PlaceFlags.stuck) { return false }
      if a.position.section != b.position.section || a.position.item != b.position.item { return false }
    }
    return true
  }

  /// Pairs the places of the next scene with those of the last one, by their order as far as that has stayed.
  mutating func pair() {
    for i in 0..<scene.places.count {
      scene.places[i].other = noIndex
      scene.places[i].flags &= ~PlaceFlags.changes
    }
    var expected = 0
    for i in 0..<next.places.count {
      let name = next.places[i].name
      var other: Int? = nil
      if expected < scene.places.count && scene.places[expected].name == name {
        other = expected
      } else {
        other = scene.find(name)
      }
      guard let other else {
        next.places[i].flags |= PlaceFlags.new
        continue
      }
      expected = other + 1
      next.places[i].other = UInt32(truncatingIfNeeded: other)
      scene.places[other].other = UInt32(truncatingIfNeeded: i)
      if !next.spans[i].isSame(as: scene.spans[other]) { next.places[i].flags |= PlaceFlags.moved }
    }
  }

  /// Marks what the last scene showed and the list no longer has.
  mutating func markGone(_ list: borrowing ListState, _ features: borrowing ListFeatures) {
    for i in 0..<scene.places.count where scene.places[i].other == noIndex {
      let name = scene.places[i].name
      let isThere = name.item != 0 ? list.slots.slot(name.item) != nil : list.element(name, features) != nil
      if !isThere { scene.places[i].flags |= PlaceFlags.gone }
    }
  }

  /// The places stay; they have moved in the window only.
  mutating func writeOver() {
    for i in 0..<next.places.count {
      scene.places[i].frame = next.places[i].frame
      scene.places[i].natural = next.places[i].natural
      scene.places[i].object = next.places[i].object
      scene.places[i].model = next.places[i].model
      scene.places[i].flags = next.places[i].flags & ~PlaceFlags.changes
      scene.places[i].other = UInt32(truncatingIfNeeded: i)
      scene.spans[i] = next.spans[i]
    }
    scene.origin = next.origin
    hasChangeFlags = false
  }

  mutating func clearChangeFlags() {
    if !hasChangeFlags { return }
    hasChangeFlags = false
    for i in 0..<scene.places.count {
      scene.places[i].flags &= ~PlaceFlags.changes
      scene.places[i].other = UInt32(truncatingIfNeeded: i)
    }
  }
}

extension Extents {
  func insets(of draft: PlaceDraft) -> LayoutMetrics.Insets {
    guard let rule = metrics[Int(draft.layout)].rule(draft.rule) else { return LayoutMetrics.Insets() }
    var insets = rule.insets
    insets.leading += rule.indent + Int(draft.place.level) * rule.levelIndent
    return insets
  }

  /// The window's width in ticks, for mirroring.
  var windowWidth: Int { window.isHorizontal ? window.along : window.across }
}
