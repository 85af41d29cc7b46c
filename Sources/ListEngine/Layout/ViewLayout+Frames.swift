// From the content, in ticks along and across, to the window, in the host's units.
//
//     along 900, across 10, origin 800      vertical: x 10, y 100        right to left: x is mirrored

extension ViewLayout {
  /// A draft with its frame in the window, without the insets and the indent of its rule.
  func finished(_ draft: PlaceDraft) -> PlaceDraft { finished(draft, extents.insets(of: draft)) }

  @inline(__always) func finished(_ draft: PlaceDraft, _ insets: LayoutMetrics.Insets) -> PlaceDraft {
    var draft = draft
    draft.place.frame = rectangle(draft.span, origin: next.origin, insets: insets)
    draft.place.natural = natural(draft.natural, draft.span.length)
    return draft
  }

  /// The rectangle of a span, whose content begins at `origin`.
  @inline(__always) func rectangle(_ span: Span, origin: Int, insets: LayoutMetrics.Insets = .init())
    -> PlaceFrame
  {
    let along = span.start - origin
    var (x, y, width, height) =
      window.isHorizontal
      ? (along, span.acrossStart, span.length, span.acrossLength)
      : (span.acrossStart, along, span.acrossLength, span.length)
    let left = min(insets.leading, width)
    x += left
    width -= left
    width -= min(insets.trailing, width)
    let top = min(insets.top, height)
    y += top
    height -= top
    height -= min(insets.bottom, height)
    if extents.options.has(LayoutOptions.rightToLeft) { x = extents.windowWidth - x - width }
    let grain = window.grain
    return PlaceFrame(
      x: grain.units(x), y: grain.units(y), width: grain.units(width), height: grain.units(height))
  }

  /// Where something that begins at `start` would be drawn along the axis if it were not stuck.
  @inline(__always) func natural(_ start: Int, _ length: Int) -> Double {
    let along = start - next.origin
    let isMirrored = window.isHorizontal && extents.options.has(LayoutOptions.rightToLeft)
    return window.grain.units(isMirrored ? window.along - along - length : along)
  }
}

extension Extents {
  func insets(of draft: PlaceDraft) -> LayoutMetrics.Insets {
    guard let rule = metrics[Int(draft.source.layout)].rule(draft.source.rule) else {
      return LayoutMetrics.Insets()
    }
    return rule.insets(level: draft.place.level)
  }

  /// The window's width in ticks, for mirroring.
  var windowWidth: Int { window.isHorizontal ? window.along : window.across }
}
