// What the host sets of a view that is laid out. It takes effect with the next layout.

extension View {
  /// Calls `body` with the thread inside the view, which is laid out.
  private func change<Result>(
    _ body: (borrowing List) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    let list = try Pinned<List>(list, role: .object, orElse: .listGone)
    try checkLaidOut()
    try enter()
    defer { leave(list.value) }
    return try body(list.value)
  }

  /// The same with the extents of the list as it is, and the list locked for reading. It is read again where custom functions
  /// had to be asked.
  func withExtents<Result: BitwiseCopyable>(
    _ body: (borrowing ListState, borrowing List) throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    var result: Result? = nil
    try readExtents { state, list throws(Refusal) in result = try body(state, list) }
    // Reading ends when the body has run.
    return unsafe result.unsafelyUnwrapped
  }

  @_optimize(size) @inline(never) private func readExtents(
    _ body: (borrowing ListState, borrowing List) throws(Refusal) -> Void
  ) throws(Refusal) {
    try change { list throws(Refusal) in
      layout.value.value.extents.beginQuestions()
      var isRead = false
      while !isRead {
        isRead = try list.read { state throws(Refusal) in
          if try !layout.value.value.extents.look(state, list.features) { return false }
          do throws(Refusal) { try body(state, list) } catch {
            // It may be there once all is known.
            if layout.value.value.extents.custom.hasQuestions { return false }
            throw error
          }
          return !layout.value.value.extents.custom.hasQuestions
        }
        if layout.value.value.extents.custom.hasFailed { throw Refusal(.callback) }
        try answerQuestions()
      }
    }
  }

  // MARK: Options

  @_optimize(size) public func setOptions(_ options: LayoutOptions) throws(Refusal) {
    try change { _ throws(Refusal) in
      try layout.value.value.extents.setOptions(options)
      state.value.bindsEdges = options.has(LayoutOptions.bindEdges)
      if !options.has(LayoutOptions.freeOrigin) { layout.value.value.hostOrigin = 0 }
      layout.value.value.countChange()
    }
  }

  @_optimize(size) public func setSize(width: Double, height: Double) throws(Refusal) {
    try change { _ throws(Refusal) in
      if layout.value.value.extents.width == width && layout.value.value.extents.height == height { return }
      if try layout.value.value.extents.setSize(width: width, height: height) {
        layout.value.value.isResizedAcross = true
      }
      layout.value.value.countChange()
    }
  }

  /// `section` 0: of all sections that have none of their own. Nil: the default.
  @_optimize(size) public func setLayout(_ section: UInt64, _ new: SectionLayout?) throws(Refusal) {
    try change { list throws(Refusal) in
      let former = try setLayout(section, new, list)
      layout.value.value.countChange()
      former?.callDestroy()
    }
  }

  /// Returns the layout that is used no more.
  private func setLayout(
    _ section: UInt64, _ new: SectionLayout?, _ list: borrowing List
  ) throws(Refusal) -> SectionLayout? {
    try list.read { state throws(Refusal) -> SectionLayout? in
      if section == 0 { return try layout.value.value.extents.setLayoutOfAll(new ?? SectionLayout()) }
      let id = try state.section(section)
      return try layout.value.value.extents.setLayout(new, of: id, state)
    }
  }

  // MARK: Sizes

  /// Sets sizes, or forgets them. Functions of the view's cells may call this.
  @_optimize(size) public func setSizes(
    _ count: Int, _ size: (Int) throws(Refusal) -> (name: ElementName, size: PlaceSize)
  ) throws(Refusal) {
    let list = try Pinned<List>(list, role: .object, orElse: .listGone)
    try checkLaidOut()
    let isHere = isInsideHere
    if !isHere { try enter() }
    defer { if !isHere { leave(list.value) } }
    var new = try Buffer<NewSize>(capacity: count)
    for i in 0..<count {
      let (name, size) = try size(i)
      if !name.hasCell { throw Refusal(.noCellOfSection, role: .items).at(element: i) }
      let along = layout.value.value.window.isHorizontal ? size.width : size.height
      if along.isNaN {
        new.push(NewSize(name: name, length: nil))
      } else {
        let across = layout.value.value.window.isHorizontal ? size.height : size.width
        new.push(NewSize(name, along: along, across: across, layout.value.value.window.grain))
      }
    }
    if new.isEmpty { return }
    try set(new, list.value)
  }

  /// Sets the lengths of `count` items from index `first` on, of the list of that version.
  @_optimize(size) public func setLengths(
    _ version: UInt64, _ first: Int, _ count: Int, _ length: (Int) throws(Refusal) -> Double
  ) throws(Refusal) {
    try change { list throws(Refusal) in
      try list.read { state throws(Refusal) in
        if state.version != version { throw Refusal(.otherListVersion, role: .items) }
        let count = try counted(count, from: first, of: state.arrangement.count)
        let grain = layout.value.value.window.grain
        var lengths = try Buffer<Int32>(capacity: count)
        for i in 0..<count { lengths.push(Int32(grain.length(try length(i)))) }
        try layout.value.value.extents.setLengths(first, count, state) { Int(lengths[$0]) }
      }
      layout.value.value.countChange()
    }
  }

  /// Makes guesses of the sizes of `count` items from index `first` on.
  @_optimize(size) public func invalidate(_ first: Int, _ count: Int) throws(Refusal) {
    try change { list throws(Refusal) in
      try list.read { state throws(Refusal) in
        let total = try counted(count, from: first, of: state.arrangement.count)
        if first == 0 && count == atEnd {
          layout.value.value.extents.invalidate()
        } else {
          layout.value.value.extents.invalidate(first, total, state)
        }
      }
      layout.value.value.countChange()
    }
  }

  // MARK: Scrolling

  /// Only stores the request, so any thread may call it at any time.
  @_optimize(size) public func scroll(_ offset: Double, _ flags: UInt32) throws(Refusal) {
    let list = try Pinned<List>(list, role: .object, orElse: .listGone)
    try checkLaidOut()
    scrolling.add(offset, flags)
    _ = consume list
  }

  @_optimize(size) public func scroll(to target: ScrollTarget) throws(Refusal) {
    try change { list throws(Refusal) in
      try list.read { state throws(Refusal) in try state.check(target, list.features) }
      scrolling.drop()
      layout.value.value.target = target
      layout.value.value.targetStart = nil
      layout.value.value.position = nil
      layout.value.value.countChange()
    }
  }

  /// The offset that `scroll(to:)` leads to.
  @_optimize(size) public func offset(for target: ScrollTarget) throws(Refusal) -> Double {
    try withExtents { state, list throws(Refusal) in
      try state.check(target, list.features)
      let ticks = layout.value.value.offset(for: target, state, list.features) ?? 0
      return layout.value.value.window.grain.units(ticks + layout.value.value.hostOrigin)
    }
  }

  /// `item` 0: none.
  @_optimize(size) public func setAnchor(_ policy: UInt32, _ item: UInt64) throws(Refusal) {
    try change { list throws(Refusal) in
      if item != 0 { _ = try list.read { state throws(Refusal) in try state.location(of: item).offset } }
      layout.value.value.policy = policy
      layout.value.value.anchorItem = item
    }
  }

  @_optimize(size) public func scrollPosition() throws(Refusal) -> ScrollPosition {
    try change { list throws(Refusal) in
      let layout = layout.value.value.firstItem
      guard let (item, start) = layout else { throw Refusal(.noScene, role: .object) }
      return try list.read { state throws(Refusal) in
        guard let slot = state.slots.slot(item) else { throw Refusal(.noScene, role: .object) }
        let location = state.location(ofSlot: slot)
        let info = self.layout.value.value.scene.info
        return ScrollPosition(
          section: state.arrangement.sectionKey(of: location),
          item: state.arrangement.leaf(location.leaf).key(location.offset),
          within: self.layout.value.value.window.grain.units(self.layout.value.value.scene.offset - start),
          flags: info.flags & (SceneFlags.atStart | SceneFlags.atEnd))
      }
    }
  }

  @_optimize(size) public func setScrollPosition(_ position: ScrollPosition) throws(Refusal) {
    try change { _ throws(Refusal) in
      scrolling.drop()
      layout.value.value.position = position
      layout.value.value.positionItem = 0
      layout.value.value.target = nil
      layout.value.value.countChange()
    }
  }
}

extension ViewLayout {
  /// The first item in the window of the last scene, and its start in the content.
  fileprivate var firstItem: (item: UInt64, start: Int)? {
    guard let place = anchor.place(0) else { return nil }
    return (place.name.item, place.start)
  }
}

extension Extents {
  /// Returns the layout that is used no more.
  mutating func setLayoutOfAll(_ layout: SectionLayout) throws(Refusal) -> SectionLayout? {
    try metrics.reserve(layouts.count)
    let former = layouts.replaceOfAll(by: layout)
    try layOutAnew()
    chooseAnewOfAll()
    return former
  }

  /// Nil: that of all sections.
  mutating func setLayout(
    _ layout: SectionLayout?, of id: SectionID, _ list: borrowing ListState
  ) throws(Refusal) -> SectionLayout? {
    try sections.reserve(list.arrangement.order)
    try metrics.reserve(extra: 1)
    let generation = list.arrangement.sections[id].generation
    let number = try layout.map { (layout) throws(Refusal) in try layouts.use(layout) } ?? LayoutTable.ofAll
    setMetrics(Int(number))
    let former = sections.setLayout(number, of: id, generation: generation)
    sections.invalidate(id, list.arrangement.order)
    forgetZeros()
    return former == LayoutTable.ofAll ? nil : layouts.giveUp(former)
  }
}

extension ListState {
  fileprivate func check(_ target: ScrollTarget, _ features: borrowing ListFeatures) throws(Refusal) {
    let name = target.name
    if target.isContent { return }
    if name.item != 0 {
      _ = try location(of: name.item)
    } else {
      let section = name.section == 0 ? nil : arrangement.sections[try section(name.section)].key
      if name.kind != 0 && element(name, features) == nil {
        throw Refusal(.noElement, section: section).about(name.kind, name.index)
      }
    }
  }
}
