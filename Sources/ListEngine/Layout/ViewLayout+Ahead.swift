// Which items a host should prepare: those that scrolling would bring into the window soon.

extension ViewLayout {
  /// Items that PREFETCH reports: those within the distance of what has a place.
  @_optimize(size) func ahead(
    _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> (before: VisibleRange, behind: VisibleRange) {
    let distance =
      extents.options.prefetch == 0 ? window.along : window.grain.length(extents.options.prefetch)
    let isBoth = extents.options.prefetch != 0
    let isBack = scene.isMade && nextOffset < offset
    let range = placed.range
    var (first, end) = (range.first, range.end)
    if isBoth || isBack {
      first = extents.item(near: next.origin - window.overscan - distance, list, features) ?? range.first
    }
    if isBoth || !isBack {
      let far = next.origin + window.along + window.overscan + distance
      end = extents.item(near: far, list, features) ?? list.arrangement.count
    }
    return (
      VisibleRange(first: min(first, range.first), count: max(0, range.first - first)),
      VisibleRange(first: range.end, count: max(0, end - range.end))
    )
  }
}

extension ViewLayout {
  /// Asks custom functions what `ahead` needs.
  func askAhead(_ list: borrowing ListState, _ features: borrowing ListFeatures) {
    if extents.custom.isUsed && features.channel.wants(EventKind.prefetch) { _ = ahead(list, features) }
  }
}

extension Extents {
  /// The flat position of the first item that ends behind an offset; nil behind the last one.
  @_optimize(size) func item(
    near offset: Int, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Int? {
    var end = offset
    while let (id, start) = section(endingAfter: end, list) {
      let shape = shape(of: id, start: start, list, features)
      if let (index, _) = item(endingAfter: offset, in: id, shape, metrics(of: id, list), list) {
        return Int(list.arrangement.start(ofSection: id).items)
          + min(index, Int(list.arrangement.sections[id].count))
      }
      // It is not known where its items are.
      if shape.end <= end { return nil }
      end = shape.end
    }
    return nil
  }
}
