// A layout, which a host asks for once a frame:
//
//     same?      nothing has changed since the last scene: that is it
//     rounds     read     look, find the offset, choose places; with the list locked for reading     readRound
//                ask      `measure` of sections, about what is to be measured                        View+Measure
//                bind     cells are created, bound and unbound, as by polls                          ViewState.carryOut
//                         again if sizes have become known
//     publish    places get their cells and pair with those of the last scene
//
// Host functions are called with no lock held; they may change the list, or destroy it and the view. One version is shown,
// whatever comes between: the next layout has it.

extension View {
  private static var mostRounds: Int { 16 }
  /// So often items get lanes in a round.
  private static var mostPasses: Int { 256 }
  /// Leaves that a look reads before it lets others in.
  private static var leavesAtOnce: Int { 1024 }

  /// Lays out the list and calls `visit` with the scene, the last one and its numbers. Returns false if a function of the
  /// host has failed: the next layout calls it again.
  public func layOut(_ visit: (borrowing SceneReading) -> Void) throws(Refusal) -> Bool {
    let list = try Pinned<List>(list, role: .object, orElse: .listGone)
    try checkLaidOut()
    try enter()
    defer { leave(list.value) }
    let asked = scrolling.take()
    var isComplete = true
    if isSame(asked, list.value) {
      layout.value.value.clearChangeFlags()
      layout.value.value.endScene(flags: 0, correction: 0)
    } else {
      do throws(Refusal) { isComplete = try layOut(asked, list.value) } catch {
        layout.value.value.isIncomplete = true
        list.value.read { layout.value.value.extents.giveUpFreshLanes($0) }
        scrolling.putBack(asked)
        throw error
      }
      // A function of the host has destroyed the view: there is no scene.
      if recycler.hasEnded { throw Refusal(.handle) }
    }
    visit(SceneReading(layout.value.value))
    return isComplete
  }

  private func isSame(_ request: ScrollRequest.Values, _ list: borrowing List) -> Bool {
    if request.isMade || layout.value.value.isIncomplete || !layout.value.value.scene.isMade { return false }
    if layout.value.value.changes != layout.value.value.seenChanges { return false }
    if list.features.viewChanges != layout.value.value.seenListChanges { return false }
    return list.read { $0.version } == layout.value.value.scene.info.version
  }

  // MARK: Rounds

  private func layOut(_ asked: ScrollRequest.Values, _ list: borrowing List) throws(Refusal) -> Bool {
    let request = layout.value.value.translated(asked)
    let boundBefore = recycler.cells.bindCount
    let listChanges = list.features.viewChanges
    layout.value.value.asked.begin()
    layout.value.value.extents.beginQuestions()
    layout.value.value.extents.custom.dropMany()
    layout.value.value.hasSettled = false
    layout.value.value.isListChanged = listChanges != layout.value.value.seenListChanges
    layout.value.value.wasIncomplete = layout.value.value.isIncomplete
    layout.value.value.isIncomplete = false
    var held: HeldPlace? = nil
    var isComplete = true
    var round = 0
    var hasUnbound = false
    while true {
      round += 1
      let isLast = round == View.mostRounds
      let changes = layout.value.value.changes
      var plan = ViewPlan(of: handle, bindsEdges: state.value.bindsEdges, isLaidOut: true)
      swapMemory(&plan)
      do throws(Refusal) {
        let isShown = try readRound(&plan, request, held, isFirst: round == 1, list)
        held = layout.value.value.heldByRound(request)
        let hasMeasured = isLast ? false : try measure(list, &isComplete)
        if hasMeasured && !recycler.hasEnded {
          swapMemory(&plan)
          continue
        }
        if isShown {
          state.value.adopt(&plan)
        } else {
          if !hasUnbound { unbindLeft(list) }
          hasUnbound = true
          if try !state.value.carryOut(&plan, list, recycler) { isComplete = false }
          if plan.hasNewClasses { layout.value.value.isIncomplete = true }
        }
        plan.wanted.removeAll()
        swap(&plan.wanted, &state.value.spareWanted)
      } catch {
        swapMemory(&plan)
        throw error
      }
      if layout.value.value.changes == changes || isLast || recycler.hasEnded {
        layout.value.value.seenChanges = changes
        break
      }
    }
    if layout.value.value.extents.custom.hasFailed { isComplete = false }
    if !isComplete || layout.value.value.extents.custom.isGivenUp { layout.value.value.isIncomplete = true }
    layout.value.value.extents.custom.setLimit()
    publish(list, boundBefore, by: asked.isSet || asked.isBarSet ? nil : asked.offset)
    layout.value.value.seenListChanges = listChanges
    return isComplete
  }

  /// Gives a new plan the view's memory, or takes it back from a plan that is given up.
  private func swapMemory(_ plan: inout ViewPlan) {
    plan.wanted.removeAll()
    swap(&plan.next, &state.value.spare)
    swap(&plan.wanted, &state.value.spareWanted)
  }

  /// Unbinds what left the scene before the last one, unless events about it wait.
  private func unbindLeft(_ list: borrowing List) {
    if list.features.channel.has(.events) { return }
    recycler.unbindLeaving(butOf: layout.value.value.sceneNumber)
    recycler.releaseKept()
  }

  /// Reads the list: fills the next scene, and the plan of cells. Returns whether the cells show what they should.
  private func readRound(
    _ plan: inout ViewPlan, _ request: ScrollRequest.Values, _ held: HeldPlace?, isFirst: Bool,
    _ list: borrowing List
  ) throws(Refusal) -> Bool {
    plan.takesMarks = list.features.views.hasMarks(of: handle)
    var version: UInt64? = nil
    var overtaken = 0
    let wanted = layout.value.value.wantedOffset
    var passes = 0
    list.read { layout.value.value.extents.giveUpFreshLanes($0) }
    while true {
      let isShown: Bool? = try list.read { listState throws(Refusal) in
        if let version, version != listState.version { overtaken += 1 }
        version = listState.version
        let most = overtaken < View.mostRounds ? View.leavesAtOnce : .max
        if try !layout.value.value.extents.look(listState, list.features, most: most) { return nil }
        layout.value.value.wantedOffset = wanted
        if isFirst {
          layout.value.value.chooseOffset(request, listState, list.features)
        } else {
          layout.value.value.chooseOffset(holding: held, request, listState, list.features)
        }
        if layout.value.value.extents.custom.hasQuestions { return nil }
        passes += 1
        if passes < View.mostPasses,
          try layout.value.value.settleLanes(isBack: request.isBack, listState, list.features)
        {
          // The offset follows from where everything is, which is other now.
          layout.value.value.hasSettled = true
          return nil
        }
        try layout.value.value.choosePlaces(listState, list.features, recycler)
        if isFirst { layout.value.value.findHeldName(listState, list.features) }
        layout.value.value.askAhead(listState, list.features)
        if layout.value.value.extents.custom.hasQuestions { return nil }
        try layout.value.value.collectUnmeasured(isBack: request.isBack, listState, list.features)
        try layout.value.value.scene.reserveIndex()
        try layout.value.value.readAnchor(listState, list.features)
        return try fill(&plan, listState, list.features)
      }
      if let isShown { return isShown }
      try answerQuestions()
    }
  }

  /// Fills the plan from the next scene: what differs from its cell is wanted.
  private func fill(
    _ plan: inout ViewPlan, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) -> Bool {
    plan.next.begin(RequestedRange.Values(number: 1), list.version)
    plan.next.range = layout.value.value.placed.range
    state.value.generation &+= 1
    try plan.next.order.reserve(layout.value.value.next.ownCount)
    var next = 0
    var section = UInt64(0)
    var name = SectionName.none
    for i in 0..<layout.value.value.next.ownCount {
      let isItem = layout.value.value.next.places[i].item != 0
      if isItem && layout.value.value.next.places[i].section != section {
        section = layout.value.value.next.places[i].section
        name = list.name(of: layout.value.value.next.sources[i].section)
        try plan.next.sections.append(name)
      }
      let kept = layout.value.value.next.places[i].cell
      if kept != noIndex && !plan.takesMarks {
        state.value.keep(kept, &plan, recycler)
        continue
      }
      let (place, source) = (layout.value.value.next.places[i], layout.value.value.next.sources[i])
      if isItem {
        try state.value.fill(
          &plan, place.item, source.leaf, list.arrangement.leaf(source.leaf), source.offset, place.position,
          Int(place.index), name, list, recycler, &next,
          edges: plan.bindsEdges ? PlaceFlags.edges(place.flags) : 0)
      } else if let block = list.block(of: place.name, features),
        let element = block.find(kind: place.kind, index: place.elementIndex)
      {
        try state.value.fill(
          &plan, source.section == .noIndex ? nil : source.section, block, element, list, recycler, &next)
      }
    }
    try plan.next.sections.sort()
    try plan.addAcquired(of: recycler, state.value.generation, list, features)
    if plan.isShown(by: state.value.shown) { return true }
    try addAhead(&plan, list, features)
    return false
  }

  /// Adds the items that are near what has a place.
  private func addAhead(
    _ plan: inout ViewPlan, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) {
    if !features.channel.wants(EventKind.prefetch) { return }
    let (before, behind) = layout.value.value.ahead(list, features)
    try plan.addAhead(before, behind, of: list)
  }

  // MARK: The end

  private func publish(_ list: borrowing List, _ boundBefore: UInt32, by: Double?) {
    layout.value.value.fillPlaces(state.value.shown.order, recycler, boundBefore: boundBefore)
    let version = list.read { listState in
      layout.value.value.publish(listState, list.features, by: by)
      return listState.version
    }
    layout.value.value.numberCells(recycler)
    if !list.features.views.setRange(layout.value.value.placed.range, of: handle, version: version) { return }
    // The next poll looks at the edges that are near.
    if list.wants(EventKind.page) { list.features.channel.add(.views) }
  }
}

extension ViewLayout {
  /// What the next round holds: the first place in the window with a size that is known; else what the first round has
  /// held, or the first place. Where the host scrolls back, the end of the last place. Where nothing is in the window, the
  /// last place that begins before it, else the first one. What is before the window is held by its end.
  @_optimize(size) func heldByRound(_ request: ScrollRequest.Values) -> HeldPlace? {
    var inside: Int? = nil
    var near: Int? = nil
    for i in 0..<next.ownCount where !next.places[i].has(PlaceFlags.stuck) {
      if next.places[i].has(PlaceFlags.outside) {
        if near == nil || next.spans[i].start <= next.origin { near = i }
        continue
      }
      let isKnown = !next.places[i].has(PlaceFlags.measure)
      if inside == nil || request.isBack || isKnown || next.places[i].name == heldName { inside = i }
      if isKnown && !request.isBack { break }
    }
    guard let number = inside ?? near else { return nil }
    let (start, length) = (next.spans[number].start, next.spans[number].length)
    return HeldPlace(
      name: next.places[number].name, start: start, length: length,
      holdsEnd: request.isBack || start + length <= next.origin)
  }
}
