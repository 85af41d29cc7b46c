// The last round of a layout becomes the scene: its places get their cells, and are paired with those of the scene before.
//
//     only scrolled     the same places at the same spans with the same cells: they are written over, and pair with
//                       themselves
//     changed           the scenes take turns: scene, former, and the memory of the next

extension ViewLayout {
  /// Reserves the memory of what follows, before a cell is bound.
  mutating func reservePlaces() throws(Refusal) {
    try scene.reserveIndex()
  }

  /// Gives the places of the next scene their cells.
  mutating func fillPlaces(
    _ order: borrowing Buffer<UInt32>, _ recycler: borrowing CellRecycler, boundBefore: UInt32
  ) {
    for i in 0..<next.places.count {
      let isTaken = next.sources[i].isTaken
      let number = isTaken ? recycler.cells.find(next.places[i].name) ?? noIndex : i < order.count ? order[i] : noIndex
      if number == noIndex { continue }
      let cell = recycler.cells[number]
      next.places[i].cell = number
      next.places[i].object = cell.object
      next.places[i].model = cell.content.values.model
      next.places[i].cellClass = cell.cellClass
      if Int32(bitPattern: cell.binding &- boundBefore) > 0 { next.places[i].flags |= PlaceFlags.bound }
    }
  }

  // MARK: Frames

  /// A draft with its frame in the window, without the insets and the indent of its rule.
  @inline(__always) func finished(_ draft: PlaceDraft) -> PlaceDraft {
    var draft = draft
    draft.place.frame = rectangle(draft.span, origin: next.origin, insets: extents.insets(of: draft))
    draft.place.natural = natural(draft)
    return draft
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
    var isNew = false
    for i in 0..<next.places.count {
      if let other = near(next.places[i].name, from: expected) {
        pair(i, with: other)
        expected = other + 1
      } else {
        isNew = true
      }
    }
    if isNew { pairRest() }
  }

  private func near(_ name: ElementName, from first: Int) -> Int? {
    for i in first..<max(first, min(first + 4, scene.places.count)) where scene.places[i].name == name { return i }
    return nil
  }

  /// Looks for the counterparts of the places that have none yet.
  private mutating func pairRest() {
    var left = 0
    for i in 0..<scene.places.count where scene.places[i].other == noIndex { left += 1 }
    for i in 0..<next.places.count where next.places[i].other == noIndex {
      if left > 0, let other = scene.find(next.places[i].name, left: left) {
        pair(i, with: other)
      } else {
        next.places[i].flags |= PlaceFlags.new
      }
    }
  }

  private mutating func pair(_ i: Int, with other: Int) {
    next.places[i].other = UInt32(truncatingIfNeeded: other)
    scene.places[other].other = UInt32(truncatingIfNeeded: i)
    if !next.spans[i].isSame(as: scene.spans[other]) { next.places[i].flags |= PlaceFlags.moved }
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
    guard let rule = metrics[Int(draft.source.layout)].rule(draft.source.rule) else { return LayoutMetrics.Insets() }
    var insets = rule.insets
    insets.leading += rule.indent + Int(draft.place.level) * rule.levelIndent
    return insets
  }

  /// The window's width in ticks, for mirroring.
  var windowWidth: Int { window.isHorizontal ? window.along : window.across }
}
