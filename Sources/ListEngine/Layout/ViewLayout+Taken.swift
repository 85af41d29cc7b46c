// Cells that the host has taken have places as well, wherever their elements are.

extension ViewLayout {
  /// Adds the elements whose cells the host has taken, and that have no place yet.
  @_optimize(size) mutating func addTaken(
    _ list: borrowing ListState, _ features: borrowing ListFeatures, _ recycler: borrowing CellRecycler
  ) throws(Refusal) {
    if recycler.cells.acquiredCount == 0 { return }
    for number in 0..<UInt32(recycler.cells.count) where recycler.cells[number].acquisitions > 0 {
      let name = recycler.cells[number].content.name
      if hasDraft(name) { continue }
      guard let draft = try draft(of: name, list, features), draft.span.length > 0 else { continue }
      try next.append(finished(draft))
      sortLastTaken()
    }
  }

  /// Moves the last place, which a cell of the host has, to where it is in the list's order among such places.
  @_optimize(size) private mutating func sortLastTaken() {
    var i = next.places.count - 1
    while i > next.ownCount {
      let (before, last) = (next.draft(i - 1), next.draft(i))
      let isBehind =
        last.span.start != before.span.start
        ? last.span.start > before.span.start : last.place.index > before.place.index
      if isBehind { return }
      next.set(i, before)
      next.set(i - 1, last)
      i -= 1
    }
  }

  @_optimize(size) private func hasDraft(_ name: ElementName) -> Bool {
    for i in 0..<next.places.count where next.places[i].name == name { return true }
    return false
  }

  /// What a place of an element would be, near the window or not. Nil if it is not in the list, or has no place there.
  @_optimize(size) func draft(
    of name: ElementName, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) -> PlaceDraft? {
    if name.item != 0 {
      guard let slot = list.slots.slot(name.item) else { return nil }
      let location = list.location(ofSlot: slot)
      let (id, first) = list.arrangement.start(ofLeaf: location.leaf)
      let metrics = extents.metrics(of: id, list)
      let shape = extents.shape(of: id, start: extents.start(ofSection: id, list), list, features)
      return itemDraft(
        location, first + location.offset, id,
        extents.span(ofItem: location, first + location.offset, in: id, shape, metrics, list),
        list.arrangement.start(ofSection: id), metrics, list)
    }
    guard let element = list.element(name, features),
      let (start, length) = extents.span(of: name, list, features)
    else { return nil }
    let id = list.live(name.section)
    let layout = id.map { extents.layout(of: $0, list) } ?? LayoutTable.ofAll
    var draft = elementDraft(element, id ?? .noIndex, name.section, layout, start, start, length)
    if let id { draft.place.position.section = list.arrangement.start(ofSection: id).units }
    return draft
  }
}

extension Extents {
  /// Where an element is, not stuck. Nil if there is none, or it has no place.
  @_optimize(size) func span(
    of name: ElementName, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> (start: Int, length: Int)? {
    if list.element(name, features) == nil { return nil }
    guard let id = list.live(name.section) else {
      switch name.kind {
      case Supplementary.header: return (content.startInset, content.header)
      case Supplementary.pageStart: return (content.firstLoaderStart, content.firstLoader)
      case Supplementary.pageEnd: return (content.lastLoaderStart, content.lastLoader)
      case Supplementary.footer: return (content.footerStart, content.footer)
      case content.placeholderKind: return (content.placeholderStart, content.placeholder)
      default: return nil
      }
    }
    let shape = shape(of: id, start: start(ofSection: id, list), list, features)
    switch name.kind {
    case Supplementary.header: return spanOfKind(name, id, from: shape.start, list)
    case Supplementary.footer: return spanOfKind(name, id, from: shape.footersStart, list)
    case Supplementary.pageStart: return (shape.start + shape.headers, shape.firstLoader)
    case Supplementary.pageEnd: return (shape.lastLoaderStart, shape.lastLoader)
    default: return nil
    }
  }

  @_optimize(size) private func spanOfKind(
    _ name: ElementName, _ id: SectionID, from start: Int, _ list: borrowing ListState
  ) -> (start: Int, length: Int)? {
    guard let block = list.arrangement.sections[id].supplementaries else { return nil }
    let metrics = metrics(of: id, list)
    var start = start
    for i in 0..<block.count where block[i].kind == name.kind {
      let length = length(of: block[i], ofSection: name.section, metrics)
      if block[i].index == name.index { return (start, length) }
      start += length
    }
    return nil
  }
}
