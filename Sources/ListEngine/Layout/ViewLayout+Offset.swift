// The offset of the next scene.
//
//     target      what the host wants to see is where it wants it, until the host scrolls (ViewLayout+Targets)
//     end, start  stays at the end, or at the start, if that is what the anchor says
//     bar         stays at the end, or at the start, where a scroll bar is held there
//     held        keeps the distance to an item of the last scene (LayoutAnchor)
//     requests    then what the host has scrolled by or to since is added or set
//     cut         to the content, unless the host went beyond it
//
// In later rounds of one layout, once sizes have become known, a place of the round before is held instead (heldByRound):
// the first one, or where the host scrolls back, the end of the last one, which is next to what it has seen. What it has
// scrolled by is added before the offset is cut, so that a cut by guesses takes nothing from it:
//
//     rows of 3, taken for 1; row 10 at the top, 20 back       wanted -10, cut 0      row 10 at 10 in the window
//     measured                                                 wanted  10             row 10 at 20

extension ViewLayout {
  var window: WindowMetrics { extents.window }
  var maximum: Int { max(0, extents.content.length - window.along) }

  /// Sets the offset that the first round begins with. The extents are those of the list as it is.
  @_optimize(size) mutating func chooseOffset(
    _ request: ScrollRequest.Values, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) {
    if request.moves {
      target = nil
      position = nil
    }
    let ticks = corrected(request, list, features)
    let isTarget = target != nil || position != nil
    nextOffset = ticks == scene.offset ? offset : window.grain.units(ticks)
    if request.isSet { nextOffset = request.offset } else { nextOffset += request.offset }
    wantedOffset = nextOffset
    let wasOver = scene.isMade && scene.isOver && !isTarget
    if request.isMade ? request.isClamped : !wasOver { cut() }
    if !request.moves { wantedOffset = nextOffset }
    setOrigin()
  }

  /// Sets the offset of a later round: `held` is where it was in the round before.
  @_optimize(size) mutating func chooseOffset(
    holding held: HeldPlace?, _ request: ScrollRequest.Values, _ list: borrowing ListState,
    _ features: borrowing ListFeatures
  ) {
    nextOffset = wantedOffset
    isWanted = false
    if let ticks = wanted(list, features) {
      isWanted = true
      nextOffset = window.grain.units(ticks)
    } else if isAtEnd {
      nextOffset = window.grain.units(maximum)
    } else if !staysAtStart(request, list, features), let held, let span = span(of: held.name, list, features)
    {
      nextOffset += window.grain.units(held.movement(to: span))
    }
    wantedOffset = nextOffset
    let isFree = request.isMade ? !request.isClamped : scene.isMade && scene.isOver
    if !isFree { cut() }
    if !request.moves { wantedOffset = nextOffset }
    setOrigin()
  }

  /// Where no size in the window is known, later rounds hold what the first one has held: sizes become guesses where models
  /// are replaced that have no content.
  @_optimize(size) mutating func findHeldName(_ list: borrowing ListState, _ features: borrowing ListFeatures)
  {
    heldName = ElementName(section: 0)
    if !holdsPlace { return }
    for i in 0..<next.ownCount
    where !next.places[i].has(PlaceFlags.outside | PlaceFlags.stuck | PlaceFlags.measure) { return }
    if let held = heldPlace(list, features) { heldName = held.name }
  }

  @_optimize(size) private mutating func cut() {
    nextOffset = max(0, min(nextOffset, window.grain.units(maximum)))
  }

  /// By how much content that is smaller than the window is moved to its end.
  private var shift: Int {
    extents.options.has(LayoutOptions.gravityEnd) ? max(0, window.along - extents.content.length) : 0
  }

  @_optimize(size) private mutating func setOrigin() {
    next.origin = window.grain.ticks(nextOffset) - shift
    next.length = extents.content.length
  }

  // MARK: Correcting

  /// Unless a page may come in at the start: that is history, above what is read.
  @_optimize(size) private func staysAtStart(
    _ request: ScrollRequest.Values, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Bool {
    if nextBar?.isAtStart == true { return true }
    return policy == AnchorPolicy.visible && !request.moves
      && (!scene.isMade || scene.info.flags & SceneFlags.atStart != 0 && !list.mayGrowAtStart(features))
  }

  /// Whether the last scene was at the start, and the host has not scrolled away from it since.
  @_optimize(size) private func wasAtStart(_ request: ScrollRequest.Values) -> Bool {
    scene.info.flags & SceneFlags.atStart != 0
      && (request.isSet || request.offset <= 0 || window.grain.ticks(offset + request.offset) <= 0)
  }

  /// The same of the end.
  @_optimize(size) private func wasAtEnd(_ request: ScrollRequest.Values) -> Bool {
    if !scene.isMade { return true }
    let present = window.grain.ticks(offset + request.offset)
    return scene.info.flags & SceneFlags.atEnd != 0
      && (!request.isBack || present >= scene.maximum - window.endThreshold)
  }

  /// The offset before what the host has scrolled, in ticks.
  @_optimize(size) private mutating func corrected(
    _ request: ScrollRequest.Values, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Int {
    isAtEnd = false
    holdsPlace = false
    isWanted = false
    if let ticks = wanted(list, features) {
      isWanted = true
      return ticks
    }
    let former = scene.offset
    if nextBar?.isAtStart == true { return 0 }
    if nextBar?.isAtEnd == true {
      isAtEnd = true
      return maximum
    }
    if policy == AnchorPolicy.end && !request.isHeld && wasAtEnd(request) {
      if let (now, before) = disclosed(list, features) { return now + shift - (before - scene.origin) }
      isAtEnd = !request.moves
      return maximum
    }
    if !scene.isMade || policy == AnchorPolicy.none { return former }
    if policy == AnchorPolicy.visible && wasAtStart(request) && !list.mayGrowAtStart(features) {
      return min(former, 0)
    }
    holdsPlace = true
    let isSame = scene.info.version == list.version && seenChanges == changes && !isListChanged
    if isSame && !hasSettled { return former }
    guard let held = heldPlace(list, features), let span = span(of: held.name, list, features) else {
      return former
    }
    let before = scene.origin - held.start
    if isResizedAcross && before > 0 && before < held.length {
      return span.start + shift + before * span.length / held.length
    }
    return scene.origin + shift + held.movement(to: span)
  }

  /// Where an item begins, and began, that alone has changed its length, as a disclosure that the user opens at the end of
  /// the list does. It begins in the window and is not the last one. Nil if something else has changed.
  @_optimize(size) private func disclosed(
    _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> (now: Int, before: Int)? {
    if !scene.isMade || list.arrangement.count != scene.info.items { return nil }
    var found: (now: Int, before: Int)? = nil
    for number in 0..<anchor.window.count {
      let item = anchor.window[number]
      guard let slot = list.slots.slot(anchor.items.item(number)),
        let span = span(of: ElementName(item: anchor.items.item(number)), list, features)
      else { return nil }
      if span.length == item.length { continue }
      let isLast = list.arrangement.flat(of: list.location(ofSlot: slot)) == list.arrangement.count - 1
      if found != nil || !item.isKnown || isLast || item.start < scene.origin { return nil }
      found = (span.start, item.start)
    }
    return found
  }

  /// What the last scene showed and the offset holds: an item of the window; without any, an element of it; if nothing of
  /// the window is there any more, an item of the overscan.
  @_optimize(size) private mutating func heldPlace(
    _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> HeldPlace? {
    if let number = anchor.number(of: anchorItem), list.slots.slot(anchorItem) != nil {
      return anchor.place(number)
    }
    if anchor.window.isEmpty {
      if let element = heldElement(list, features) { return element }
    } else {
      if let number = anchor.held(in: list) { return anchor.place(number) }
      if anchor.items.hasSurvivors { return nil }
    }
    guard let number = nearAnchor.held(in: list, windowAt: scene.origin), var held = nearAnchor.place(number)
    else { return nil }
    // It moves the window by its end, if it is before the window.
    held.holdsEnd = held.start + held.length <= scene.origin
    return held
  }

  @_optimize(size) private func heldElement(
    _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> HeldPlace? {
    for i in 0..<scene.ownCount where !scene.places[i].has(PlaceFlags.outside | PlaceFlags.stuck) {
      // Not a loader: items come in beside it, and they are what the user waits for.
      let kind = scene.places[i].kind
      if kind == Supplementary.pageStart || kind == Supplementary.pageEnd { continue }
      guard let span = span(of: scene.places[i].name, list, features), span.length > 0 else { continue }
      return HeldPlace(name: scene.places[i].name, start: scene.spans[i].start, length: scene.spans[i].length)
    }
    return nil
  }
}

extension Scene {
  /// Whether the offset was beyond the content.
  var isOver: Bool { offset < 0 || offset > maximum }
}
