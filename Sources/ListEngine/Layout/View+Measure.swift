// The host is asked how large things are: what has a place, is to be measured, and belongs to a section with `measure`.
// Each is asked once a layout, in one call for each run of elements with one layout. Where things turn out to be smaller
// than was assumed, more come into the window: a later round asks about as many more items behind it, or before it where
// the host scrolls back, as were asked so far, so that the rounds are few.

extension ViewLayout {
  /// Collects what is to be asked. The list is locked.
  mutating func collectUnmeasured(
    isBack: Bool, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    asked.beginBatch()
    if !next.needsMeasure && extents.lanes.freshCount == 0 { return }
    let former = asked.count
    for i in 0..<next.places.count where next.places[i].has(PlaceFlags.measure) {
      try ask(about: next.draft(i), list, features)
    }
    try askFresh(list, features)
    if former > 0 && asked.count > former {
      try askAhead(min(former, ViewLayout.mostAhead), isBack: isBack, list, features)
    }
  }

  /// Asks about items that got a lane by a guess and have no place.
  @_optimize(size) private mutating func askFresh(
    _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    for i in 0..<extents.lanes.freshCount {
      guard let slot = list.slots.slot(extents.lanes.fresh(i)) else { continue }
      let location = list.location(ofSlot: slot)
      let (id, start) = list.arrangement.start(ofLeaf: location.leaf)
      let metrics = extents.metrics(of: id, list)
      if !metrics.item.isAuto { continue }
      let span = Span(length: metrics.item.length, acrossLength: metrics.column)
      let place = list.arrangement.start(ofSection: id)
      try ask(
        about: itemDraft(location, start + location.offset, id, span, place, metrics, list), list, features)
    }
  }

  private static var mostAhead: Int { 256 }

  /// Asks about items behind the last one that has a place, in its section; or before the first one.
  private mutating func askAhead(
    _ most: Int, isBack: Bool, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    guard let outermost = outermostItem(isFirst: isBack) else { return }
    let id = outermost.source.section
    let metrics = extents.metrics(of: id, list)
    let place = list.arrangement.start(ofSection: id)
    let count = Int(list.arrangement.sections[id].count)
    let item = Int(outermost.place.position.item)
    let items = isBack ? max(0, item - most)..<item : item + 1..<max(item + 1, min(count, item + 1 + most))
    var location = Location(leaf: .noIndex, offset: 0)
    for index in items {
      guard let next = list.arrangement.location(ofItem: index, inSection: id, after: location) else {
        return
      }
      location = next
      let slot = list.arrangement.leaf(next.leaf).slot(next.offset)
      let across =
        metrics.hasLines ? metrics.across(extents.lineItem(slot, metrics, list)) : metrics.column
      let span = Span(length: extents.length(ofItem: slot, metrics, list), acrossLength: across)
      try ask(about: itemDraft(location, index, id, span, place, metrics, list), list, features)
    }
  }

  private func outermostItem(isFirst: Bool) -> PlaceDraft? {
    var last: Int? = nil
    for i in 0..<next.ownCount where next.places[i].item != 0 {
      last = i
      if isFirst { break }
    }
    return last.map { next.draft($0) }
  }

  private mutating func ask(
    about draft: PlaceDraft, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    if draft.place.has(PlaceFlags.measure) && !asked.has(draft.place.name) {
      if try takeKept(draft, list) { return }
      if !extents.layouts[draft.source.layout].isMeasured { return }
      if extents.wasAsked(draft.place.name, by: extents.layouts.measure(draft.source.layout), list, features)
      {
        return
      }
      var element = MeasuredElement()
      element.item = draft.place.item
      element.section = draft.place.section
      element.kind = draft.place.kind
      element.elementIndex = draft.place.elementIndex
      element.level = draft.place.level
      if draft.place.item != 0 {
        let leaf = list.arrangement.leaf(draft.source.leaf)
        element.key = leaf.key(draft.source.offset)
        element.set(leaf.values(draft.source.offset))
      } else if let supplementary = list.element(draft.place.name, features) {
        element.key = supplementary.key
        element.set(supplementary.values)
      }
      let along = window.grain.units(draft.span.length)
      let across = window.grain.units(draft.span.acrossLength)
      let size =
        window.isHorizontal
        ? PlaceSize(width: along, height: across) : PlaceSize(width: across, height: along)
      try asked.add(element, size, draft.source.layout)
    }
  }
}

extension ViewLayout {
  /// What leaves and comes again is not asked about anew. Returns whether the size is known.
  private mutating func takeKept(_ draft: PlaceDraft, _ list: borrowing ListState) throws(Refusal) -> Bool {
    if draft.place.item == 0 { return false }
    let location = Location(leaf: draft.source.leaf, offset: draft.source.offset)
    guard let kept = extents.keptSize(ofItem: location, in: draft.source.section, list) else { return false }
    var size = NewSize(name: draft.place.name, length: kept.length)
    size.across = kept.across
    // It counts as asked: as many more are asked about ahead as without it.
    try asked.add(draft.place.name, size)
    return true
  }
}

extension MeasuredElement {
  fileprivate mutating func set(_ values: ItemValues) {
    content = values.content
    model = values.model
    cellClass = values.cellClass
  }
}

extension View {
  /// Asks the host, with no lock held, and sets the sizes that it knows. Returns whether there are any; `isComplete` is
  /// false if `measure` has failed.
  func measure(_ list: borrowing List, _ isComplete: inout Bool) throws(Refusal) -> Bool {
    var hasMeasured = false
    if !layout.value.value.asked.known.isEmpty {
      var known = Buffer<NewSize>()
      swap(&known, &layout.value.value.asked.known)
      defer { swap(&known, &layout.value.value.asked.known) }
      try set(known, list)
      hasMeasured = true
    }
    if layout.value.value.asked.batch.isEmpty { return hasMeasured }
    // The host may change the layouts: what is asked stands apart from them.
    var batch = Buffer<MeasuredElement>()
    var sizes = Buffer<PlaceSize>()
    swap(&batch, &layout.value.value.asked.batch)
    swap(&sizes, &layout.value.value.asked.sizes)
    defer {
      swap(&batch, &layout.value.value.asked.batch)
      swap(&sizes, &layout.value.value.asked.sizes)
    }
    var first = 0
    while first < batch.count && !recycler.hasEnded {
      var end = first + 1
      let number = layout.value.value.asked.layouts[first]
      let asker = layout.value.value.extents.layouts.measure(number)
      while end < batch.count && layout.value.value.asked.layouts[end] == number { end += 1 }
      if call(layout.value.value.extents.layouts[number], batch, &sizes, first, end - first) {
        if try setMeasured(batch, sizes, first..<end, by: asker, list) { hasMeasured = true }
      } else {
        // They are asked again.
        isComplete = false
      }
      first = end
    }
    return hasMeasured
  }

  private func call(
    _ layout: SectionLayout, _ batch: borrowing Buffer<MeasuredElement>, _ sizes: inout Buffer<PlaceSize>,
    _ first: Int,
    _ count: Int
  ) -> Bool {
    guard let measure = unsafe layout.measure, let elements = unsafe batch.pointer,
      let results = unsafe sizes.pointer
    else { return true }
    var status: Int32 = 0
    HostCall.run {
      status = unsafe measure(layout.context, elements + first, count, results + first)
    }
    return status == 0
  }

  /// Sets the answers. Returns whether a size has become known.
  private func setMeasured(
    _ batch: borrowing Buffer<MeasuredElement>, _ sizes: borrowing Buffer<PlaceSize>, _ run: Range<Int>,
    by measure: UInt32, _ list: borrowing List
  ) throws(Refusal) -> Bool {
    var new = try Buffer<NewSize>(capacity: run.count)
    var unknown = try Buffer<NewSize>(capacity: run.count)
    for i in run {
      let along = layout.value.value.window.isHorizontal ? sizes[i].width : sizes[i].height
      if along.isNaN {
        unknown.push(NewSize(name: batch[i].name, length: 0))
      } else {
        let across = layout.value.value.window.isHorizontal ? sizes[i].height : sizes[i].width
        new.push(NewSize(batch[i].name, along: along, across: across, layout.value.value.window.grain))
      }
    }
    if !unknown.isEmpty { try setAsked(unknown, by: measure, list) }
    if new.isEmpty { return false }
    try set(new, list)
    return true
  }

  private func setAsked(
    _ unknown: borrowing Buffer<NewSize>, by measure: UInt32, _ list: borrowing List
  ) throws(Refusal) {
    try list.read { listState throws(Refusal) in
      try layout.value.value.extents.reserve(unknown, listState, list.features)
      for i in 0..<unknown.count {
        layout.value.value.extents.setAsked(unknown[i].name, by: measure, listState, list.features)
      }
    }
  }

  /// Sets sizes of items and elements, with the list locked for reading.
  func set(_ new: borrowing Buffer<NewSize>, _ list: borrowing List) throws(Refusal) {
    try list.read { listState throws(Refusal) in
      try layout.value.value.extents.reserve(new, listState, list.features)
      for i in 0..<new.count { layout.value.value.extents.set(new[i], listState, list.features) }
    }
    layout.value.value.countChange()
  }
}
