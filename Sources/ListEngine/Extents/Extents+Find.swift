// Where sections and items are in the content, and what is at an offset: walks between root and leaf that add lengths up,
// after a look and under the same lock. Offsets are in ticks, from the content's start.
//
//     section 3    start(ofSection:)        lengths of what is before it, up to the root
//     offset 900   section(endingAfter:)    down to the first section that ends behind it
//                  item(endingAfter:)       then to the first item

extension Extents {
  func start(ofSection id: SectionID, _ list: borrowing ListState) -> Int {
    var before = SectionTotal()
    var link = Link.end(id.raw)
    var parent = list.arrangement.order.parent(of: link)
    while parent.isNode {
      var i = parent.node * list.arrangement.order.fanOut
      while !(list.arrangement.order.links[i] == link) {
        before = before + sections[list.arrangement.order.links[i]]
        i += 1
      }
      link = parent
      parent = list.arrangement.order.parent(of: link)
    }
    return content.sectionsStart + before.length + Int(before.shown) * window.sectionSpacing
  }

  /// The first section with a length that ends behind an offset, and its start. Nil behind the last one.
  func section(endingAfter offset: Int, _ list: borrowing ListState) -> (id: SectionID, start: Int)? {
    if content.sections == 0 || offset >= content.sectionsStart + content.sections { return nil }
    var link = list.arrangement.root
    var start = content.sectionsStart
    while link.isNode {
      var i = link.node * list.arrangement.order.fanOut
      while true {
        let total = sections[list.arrangement.order.links[i]]
        if total.shown > 0 {
          let end = start + total.length + (Int(total.shown) - 1) * window.sectionSpacing
          if end > offset { break }
          start = end + window.sectionSpacing
        }
        i += 1
      }
      link = list.arrangement.order.links[i]
    }
    return (SectionID(link.end), start)
  }

  // MARK: Items

  /// The index in its section of the first item of the first row that has a length and ends behind an offset, and the
  /// row's start; of lanes and custom layouts, the first item that does. Nil behind the last one.
  func item(
    endingAfter offset: Int, in id: SectionID, _ shape: SectionShape, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> (index: Int, start: Int)? {
    if list.arrangement.sections[id].count == 0 || offset >= shape.itemsEnd { return nil }
    if metrics.isLanes {
      let found = firstItem(endingAfter: offset - shape.itemsStart, in: id, metrics, list)
      return found.map { ($0.index, shape.itemsStart + $0.spot.start) }
    }
    if metrics.isCustom {
      let found = customItem(endingAfter: offset - shape.itemsStart, in: id, metrics, list)
      return found.map { ($0.index, shape.itemsStart + $0.start) }
    }
    if hasOwnLines(id, metrics, list) {
      guard let line = line(endingAfter: offset - shape.itemsStart, id, metrics, list) else { return nil }
      return (line.first, shape.itemsStart + line.start)
    }
    if let step = uniformStep(of: id, metrics, list) {
      if metrics.item.length == 0 { return nil }
      let beyond = max(0, offset - shape.itemsStart)
      let row = beyond / step + (beyond % step < metrics.item.length ? 0 : 1)
      return (row * metrics.columns, shape.itemsStart + row * step)
    }
    return ownItem(endingAfter: offset, in: id, shape.itemsStart, metrics, list)
  }

  /// The same where items have sizes of their own. `offset` is before the end of the last one.
  private func ownItem(
    endingAfter offset: Int, in id: SectionID, _ start: Int, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> (index: Int, start: Int)? {
    var link = list.arrangement.sections[id].root
    var start = start
    var index = 0
    let (rule, spacing) = (metrics.item.length, metrics.lineSpacing)
    while link.isNode {
      var i = link.node * list.arrangement.items.fanOut
      while true {
        let count = Int(list.arrangement.items.sums[i].items)
        let next =
          start
          + totals.total(list.arrangement.items.links[i], list.arrangement.items).length(
            of: count, rule: rule, spacing: spacing)
        if next - spacing > offset { break }
        start = next
        index += count
        i += 1
      }
      link = list.arrangement.items.links[i]
    }
    let leaf = list.arrangement.leaf(LeafID(link.end))
    for i in 0..<leaf.count {
      let length = length(of: leaf.slot(i), list) ?? rule
      if start + length > offset { return (index + i, start) }
      start += length + spacing
    }
    return nil
  }

  func length(ofItem slot: Slot, _ metrics: LayoutMetrics, _ list: borrowing ListState) -> Int {
    (hasSizes ? length(of: slot, list) : nil) ?? metrics.item.length
  }

  /// The length of its own that an item has; nil if there is none.
  @inline(__always) private func length(of slot: Slot, _ list: borrowing ListState) -> Int? {
    sizes.find(slot, list.slots.generation(of: slot)).map { Int($0.length) }
  }

  /// The start of an item's row.
  func start(
    ofItem location: Location, in id: SectionID, _ shape: SectionShape, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> Int {
    if metrics.isLanes { return shape.itemsStart + laneSpot(ofItem: location, in: id, metrics, list).start }
    if metrics.isCustom {
      let index = list.arrangement.start(ofLeaf: location.leaf).start + location.offset
      return shape.itemsStart + customSpan(ofItem: index, in: id, metrics, list).start
    }
    if hasOwnLines(id, metrics, list) {
      let index = list.arrangement.start(ofLeaf: location.leaf).start + location.offset
      return shape.itemsStart + line(ofItem: location, index, id, metrics, list).start
    }
    if let step = uniformStep(of: id, metrics, list) {
      let index = list.arrangement.start(ofLeaf: location.leaf).start + location.offset
      return shape.itemsStart + index / metrics.columns * step
    }
    let (rule, spacing) = (metrics.item.length, metrics.lineSpacing)
    var start = shape.itemsStart
    let leaf = list.arrangement.leaf(location.leaf)
    for i in 0..<location.offset { start += length(of: leaf.slot(i), list) ?? rule }
    start += location.offset * spacing
    var link = Link.end(location.leaf.raw)
    var parent = list.arrangement.items.parent(of: link)
    while parent.isNode {
      var i = parent.node * list.arrangement.items.fanOut
      while !(list.arrangement.items.links[i] == link) {
        start += totals.total(list.arrangement.items.links[i], list.arrangement.items).length(
          of: Int(list.arrangement.items.sums[i].items), rule: rule, spacing: spacing)
        i += 1
      }
      link = parent
      parent = list.arrangement.items.parent(of: link)
    }
    return start
  }
}
