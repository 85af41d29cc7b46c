// The last round of a layout becomes the scene: its places get their cells, and are paired with those of the scene before.
//
//     only scrolled     the same places at the same spans with the same cells: they are written over, and pair with
//                       themselves
//     changed           the scenes take turns: scene, former, and the memory of the next

extension ViewLayout {
  /// Gives the places of the next scene their cells.
  mutating func fillPlaces(
    _ order: borrowing Buffer<UInt32>, _ recycler: borrowing CellRecycler, boundBefore: UInt32
  ) {
    for i in 0..<next.places.count {
      let number =
        i >= next.ownCount
        ? recycler.cells.find(next.places[i].name) ?? noIndex : i < order.count ? order[i] : noIndex
      if number == noIndex { continue }
      let isBound = Int32(bitPattern: recycler.cells[number].binding &- boundBefore) > 0
      if number == next.places[i].cell && !isBound { continue }
      let cell = recycler.cells[number]
      next.places[i].cell = number
      next.places[i].object = cell.object
      next.places[i].model = cell.content.values.model
      next.places[i].cellClass = cell.cellClass
      if isBound { next.places[i].flags |= PlaceFlags.bound }
    }
  }

  // MARK: Pairing

  /// Whether the next scene has the places of the last one, at the same spans, with the same cells and states.
  var isSameScene: Bool {
    if !scene.isMade || next.places.count != scene.places.count || next.length != scene.length
      || next.hostOrigin != scene.hostOrigin || next.hasBar != scene.hasBar
    {
      return false
    }
    for i in 0..<next.places.count {
      let (a, b) = (next.places[i], scene.places[i])
      if !(a.name == b.name) || a.cell != b.cell || a.states != b.states || a.index != b.index {
        return false
      }
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
      if next.places[i].other != noIndex {
        expected = Int(next.places[i].other) + 1
        scene.places[expected - 1].other = UInt32(truncatingIfNeeded: i)
        // It is where it was, but the host's content may begin elsewhere.
        if next.hostOrigin != scene.hostOrigin { next.places[i].flags |= PlaceFlags.moved }
      } else if let other = near(next.places[i].name, from: expected) {
        pair(i, with: other)
        expected = other + 1
      } else {
        isNew = true
      }
    }
    if isNew { pairRest() }
  }

  private func near(_ name: ElementName, from first: Int) -> Int? {
    for i in first..<max(first, min(first + 4, scene.places.count)) where scene.places[i].name == name {
      return i
    }
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
    var span = next.spans[i]
    span.start += next.hostOrigin - scene.hostOrigin
    if !span.isSame(as: scene.spans[other]) { next.places[i].flags |= PlaceFlags.moved }
  }

  /// Marks what the last scene showed and the list no longer has.
  mutating func markGone(_ list: borrowing ListState, _ features: borrowing ListFeatures) {
    // Not `isListChanged`: a function of the host may have removed an element in this layout.
    if scene.info.version == readVersion && features.viewChanges == seenListChanges { return }
    for i in 0..<scene.places.count where scene.places[i].other == noIndex {
      let name = scene.places[i].name
      let isThere = name.item != 0 ? list.slots.slot(name.item) != nil : list.element(name, features) != nil
      if !isThere { scene.places[i].flags |= PlaceFlags.gone }
    }
  }

  /// The cells of the scene's places get its number: they live as long as it is the last one.
  mutating func numberCells(_ recycler: borrowing CellRecycler) {
    if scene.info.flags & SceneFlags.changed == 0 { return }
    sceneNumber &+= 1
    for i in 0..<scene.places.count where scene.places[i].cell != noIndex {
      recycler.cells[scene.places[i].cell].scene = sceneNumber
    }
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

extension ViewLayout {
  // MARK: The scene

  /// The next scene becomes the last one. `by` is the distance that the host asked for; nil if it set an offset.
  mutating func publish(
    _ list: borrowing ListState, _ features: borrowing ListFeatures, by: Double?
  ) {
    adoptAnchor()
    extents.lanes.forgetFresh()
    var flags: UInt32 = 0
    let isFirst = !scene.isMade
    targetStart = nextTargetStart
    beginHostOffsets()
    if isSameScene {
      scene.takeFrames(of: next)
      hasChangeFlags = false
    } else {
      flags |= SceneFlags.changed
      pair()
      markGone(list, features)
      swap(&self.former, &scene)
      swap(&scene, &next)
      hasChangeFlags = true
      // The numbers are compared below.
      (scene.info, scene.offset, scene.hostOrigin) = (former.info, former.offset, former.hostOrigin)
    }
    scene.isMade = true
    offset = nextOffset
    scene.info.version = readVersion
    scene.info.first = inWindow.range.first
    scene.info.visible = inWindow.range.count
    scene.info.items = readCount
    let seen = endHostOffsets(by: by, isFirst: isFirst)
    isResizedAcross = false
    endScene(flags: flags | seen.flags, correction: seen.correction)
  }

  /// Sets the flags of the scene: what is different, and where it is.
  mutating func endScene(flags: UInt32, correction: Double) {
    var flags = flags
    if scene.needsMeasure { flags |= SceneFlags.measure }
    if scene.offset <= 0 { flags |= SceneFlags.atStart }
    if scene.offset >= maximum - window.endThreshold { flags |= SceneFlags.atEnd }
    scene.info.flags = flags
    scene.info.correction = correction
  }
}
