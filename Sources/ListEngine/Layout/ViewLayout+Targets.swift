// What the host wants to see: the offset that shows a target, or a position that was kept, and where something is in the
// content.
//
//     target 3 at 260 ..< 300, window 100        START  260      END  200      NEAREST, from 0: 200, from 400: 260

extension ViewLayout {
  /// The offset for the target, or for the position, once the list has its item.
  @_optimize(size) mutating func wanted(
    _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Int? {
    if let target { return offset(for: target, list, features, heldAt: targetStart) }
    guard let position else { return nil }
    if list.slots.slot(positionItem) == nil { positionItem = list.find(position, isScoped: isScoped) ?? 0 }
    guard let span = span(of: ElementName(item: positionItem), list, features) else { return nil }
    if position.flags & SceneFlags.atStart != 0 { return 0 }
    if position.flags & SceneFlags.atEnd != 0 { return maximum }
    return max(0, min(span.start + window.grain.ticks(position.within), maximum))
  }

  /// The offset that shows a target. Nil if it is not in the list.
  @_optimize(size) func offset(
    for target: ScrollTarget, _ list: borrowing ListState, _ features: borrowing ListFeatures,
    heldAt formerStart: Int? = nil
  ) -> Int? {
    let top = window.start + stickyHeader
    let bottom = window.end + stickyFooter
    if target.isContent { return target.align == ScrollTarget.end ? maximum : 0 }
    guard let span = span(of: target.name, list, features) else { return nil }
    let sticky = stickyLengths(around: target.name, list, features)
    let start = top + sticky.headers
    let end = bottom + sticky.footers
    let margin = window.grain.length(target.margin)
    let atStart = span.start - start - margin
    let atEnd = span.start + span.length + end + margin - window.along
    let ticks: Int
    switch target.align {
    case ScrollTarget.start: ticks = atStart
    case ScrollTarget.end: ticks = atEnd
    case ScrollTarget.center:
      let free = window.along - start - end
      ticks = span.start - start - (free - span.length) / 2
    default:
      // Once it was shown it stays where it was in the window.
      let present = scene.offset + (formerStart.map { span.start - $0 } ?? 0)
      if present >= min(atStart, atEnd) && present <= max(atStart, atEnd) {
        ticks = present
      } else {
        // Larger than the free part of the window, it is shown from its start.
        let isLarge = atStart < atEnd
        ticks = isLarge || abs(atStart - present) <= abs(atEnd - present) ? atStart : atEnd
      }
    }
    return max(0, min(ticks, maximum))
  }

  var stickyHeader: Int {
    extents.options.has(LayoutOptions.stickyHeader) ? extents.content.header : 0
  }

  var stickyFooter: Int {
    extents.options.has(LayoutOptions.stickyFooter) ? extents.content.footer : 0
  }

  /// The lengths of what sticks in the section of an item or element: it would cover that.
  @_optimize(size) private func stickyLengths(
    around name: ElementName, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> (headers: Int, footers: Int) {
    let isOwn =
      name.kind == Supplementary.header || name.kind == Supplementary.footer
      || name.kind == 0 && name.item == 0
    guard !isOwn, let id = list.section(of: name) else { return (0, 0) }
    return stickyLengths(in: id, list, features)
  }

  @_optimize(size) func stickyLengths(
    in id: SectionID, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> (headers: Int, footers: Int) {
    let flags = extents.layouts[extents.layout(of: id, list)].flags
    let shape = extents.shape(of: id, start: 0, list, features)
    return (
      flags & SectionLayout.stickyHeader != 0 ? shape.headers : 0,
      flags & SectionLayout.stickyFooter != 0 ? shape.footers : 0
    )
  }

  /// Where an item, element or section is in the content, not stuck.
  @_optimize(size) func span(
    of name: ElementName, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> (start: Int, length: Int)? {
    if name.item != 0 {
      guard let slot = list.slots.slot(name.item) else { return nil }
      let location = list.location(ofSlot: slot)
      let id = list.arrangement.items.position(of: location.leaf).owner
      let metrics = extents.metrics(of: id, list)
      let shape = extents.shape(of: id, start: extents.start(ofSection: id, list), list, features)
      if metrics.isCustom {
        let index = list.arrangement.start(ofLeaf: location.leaf).start + location.offset
        let span = extents.span(ofItem: location, index, in: id, shape, metrics, list)
        return (span.start, span.length)
      }
      return (
        extents.start(ofItem: location, in: id, shape, metrics, list),
        extents.length(ofItem: slot, metrics, list)
      )
    }
    if name.kind != 0 { return extents.span(of: name, list, features) }
    guard let id = list.live(name.section) else { return nil }
    let start = extents.start(ofSection: id, list)
    return (start, extents.shape(of: id, start: start, list, features).length)
  }
}

extension ListState {
  @_optimize(size) fileprivate func section(of name: ElementName) -> SectionID? {
    if name.item == 0 { return live(name.section) }
    guard let slot = slots.slot(name.item) else { return nil }
    return arrangement.items.position(of: slots.leaf(of: slot)).owner
  }

  /// The handle of the item of a scroll position. A derived list has no index: it is searched, item by item; an item of
  /// another section does if that has none.
  @_optimize(size) fileprivate func find(_ position: ScrollPosition, isScoped: Bool) -> UInt64? {
    if index.count > 0 {
      let key = KeyScope.list.narrowed(to: position.section, if: isScoped).key(position.item)
      return find(key).map { handle(of: $0) }
    }
    var found: UInt64? = nil
    arrangement.order.forEachChild(of: arrangement.root) { id in
      let isOther = arrangement.sections[id].key != position.section
      if found != nil && isOther { return }
      arrangement.items.forEachChild(of: arrangement.sections[id].root) { leafID in
        let leaf = arrangement.leaf(leafID)
        if let i = leaf.find(position.item) { found = slots.handle(leaf.slot(i)) }
      }
    }
    return found
  }
}
