// A scroll changes neither the list nor a size: most items have a place in the last scene already. The next scene keeps
// these, with their cells and what they pair with, and moves them in the window.
//
//     last scene    header A   item 4   item 5   item 6            `toKeep` ─► item 5
//     next                              item 5   item 6   item 7   item 7 is described anew

extension ViewLayout {
  /// Begins to look for places to keep: there are none if they might be others now.
  mutating func beginKeeping(_ list: borrowing ListState, _ features: borrowing ListFeatures) {
    let isSame =
      scene.isMade && !wasIncomplete && changes == seenChanges && features.viewChanges == seenListChanges
      && list.version == scene.info.version && list.arrangement.items.epoch == scene.epoch
    toKeep = isSame && !hasSettled ? 0 : scene.ownCount
    next.epoch = list.arrangement.items.epoch
  }

  /// Keeps the places of a section's items from the one at a flat position on, as far as they follow each other in the last
  /// scene. Returns how many these are. It is called in the list's order.
  mutating func keepItems(from flat: Int, of section: UInt64) throws(Refusal) -> Int {
    while toKeep < scene.ownCount
      && (scene.places[toKeep].item == 0 || Int(scene.places[toKeep].index) < flat)
    {
      toKeep += 1
    }
    let first = toKeep
    while toKeep < scene.ownCount && Int(scene.places[toKeep].index) == flat + toKeep - first
      && scene.places[toKeep].item != 0 && scene.places[toKeep].section == section
      && scene.places[toKeep].cell != noIndex && scene.spans[toKeep].start < to
    {
      toKeep += 1
    }
    if toKeep == first { return 0 }
    let kept = next.places.count
    try next.append(first..<toKeep, of: scene)
    move(kept, pairedFrom: first)
    return toKeep - first
  }

  /// Moves places that were kept, from one on, by as much as the window has moved. Both are multiples of the grain: their
  /// difference is exact.
  private mutating func move(_ kept: Int, pairedFrom first: Int) {
    let moved = window.grain.units(next.origin - scene.origin)
    let isMirrored = extents.options.has(LayoutOptions.rightToLeft)
    let x = !window.isHorizontal ? 0 : isMirrored ? -moved : moved
    let y = window.isHorizontal ? 0 : moved
    for i in kept..<next.places.count {
      let isOutside = !isInWindow(next.spans[i])
      next.places[i].frame.x -= x
      next.places[i].frame.y -= y
      next.places[i].natural -= x + y
      next.places[i].other = UInt32(truncatingIfNeeded: first + i - kept)
      next.places[i].flags =
        next.places[i].flags & ~(PlaceFlags.changes | PlaceFlags.outside)
        | (isOutside ? PlaceFlags.outside : 0)
    }
  }
}
