// What is where: at a point of the last scene, in the content, and on the sides of an item.

/// What is at a point of the window.
public struct Hit: BitwiseCopyable {
  public var place = 0
  public var name = ElementName(item: 0)
  public var insertion = Position(section: 0, item: 0)
  public var mark = PlaceFrame()
}

public enum Direction {
  public static let up: UInt32 = 0
  public static let down: UInt32 = 1
  public static let left: UInt32 = 2
  public static let right: UInt32 = 3
  public static let pageUp: UInt32 = 4
  public static let pageDown: UInt32 = 5
}

extension View {
  public func find(at x: Double, _ y: Double, nearest: Bool) throws(Refusal) -> Hit {
    try withExtents { state, list throws(Refusal) in
      guard let hit = layout.value.value.hit(x, y, nearest: nearest, state, list.features) else {
        throw Refusal(.nothingAtPoint, role: .object)
      }
      return hit
    }
  }

  /// In the content, not stuck. Of all content, if the name is that of the list itself.
  public func frame(of name: ElementName) throws(Refusal) -> PlaceFrame {
    try withExtents { state, list throws(Refusal) in
      if name.item == 0 && name.section == 0 && name.kind == 0 {
        var span = Span(length: layout.value.value.extents.content.length)
        span.acrossLength = layout.value.value.window.across
        return layout.value.value.rectangle(span, origin: 0)
      }
      if name.item != 0 { _ = try state.location(of: name.item) }
      if name.section != 0 && name.item == 0 { _ = try state.section(name.section) }
      guard let frame = try layout.value.value.frame(of: name, state, list.features) else {
        throw Refusal(.noElement).about(name.kind, name.index)
      }
      return frame
    }
  }

  public func neighbour(of item: UInt64, _ direction: UInt32) throws(Refusal) -> UInt64 {
    try withExtents { state, list throws(Refusal) in
      let location = try state.location(of: item)
      guard let found = layout.value.value.neighbour(of: location, direction, state, list.features) else {
        throw Refusal(.noNeighbour, role: .items)
      }
      return found
    }
  }
}

extension ViewLayout {
  fileprivate mutating func frame(
    of name: ElementName, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) -> PlaceFrame? {
    if name.item == 0 && name.kind == 0 {
      guard let span = span(of: name, list, features) else { return nil }
      let whole = Span(
        start: span.start, length: span.length, acrossStart: window.acrossStart, acrossLength: window.room)
      return rectangle(whole, origin: 0)
    }
    guard let draft = try draft(of: name, list, features) else { return nil }
    return rectangle(draft.span, origin: 0, insets: extents.insets(of: draft))
  }

  // MARK: Points

  fileprivate func hit(
    _ x: Double, _ y: Double, nearest: Bool, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Hit? {
    guard let number = place(at: x, y, nearest: nearest) else { return nil }
    let place = scene.places[number]
    var hit = Hit()
    hit.place = number
    hit.name = place.name
    let isAfter = isBehindMiddle(of: number, x, y)
    hit.insertion = insertion(place, isAfter: isAfter, list)
    hit.mark = mark(number, isAfter: isAfter, list)
    return hit
  }

  /// What is drawn last is found first.
  private func place(at x: Double, _ y: Double, nearest: Bool) -> Int? {
    for i in (0..<scene.places.count).reversed() where scene.places[i].frame.has(x, y) { return i }
    if !nearest { return nil }
    var found: Int? = nil
    var least = Double.infinity
    for i in 0..<scene.places.count {
      let distance = scene.places[i].frame.distance(to: x, y)
      if distance < least { (found, least) = (i, distance) }
    }
    return found
  }

  private func columns(of place: Place, _ list: borrowing ListState) -> Int {
    guard let id = list.live(place.section) else { return 1 }
    return extents.metrics(of: id, list).columns
  }

  /// Whether a point is in the second half of a place, in the order of items.
  private func isBehindMiddle(of number: Int, _ x: Double, _ y: Double) -> Bool {
    let frame = scene.places[number].frame
    let isRightToLeft = extents.options.has(LayoutOptions.rightToLeft)
    let isGrid = scene.spans[number].acrossLength < window.room && scene.places[number].item != 0
    let byX = window.isHorizontal != isGrid
    if !byX { return y >= frame.y + frame.height / 2 }
    let isRight = x >= frame.x + frame.width / 2
    return isRightToLeft ? x < frame.x + frame.width / 2 : isRight
  }

  private func insertion(_ place: Place, isAfter: Bool, _ list: borrowing ListState) -> Position {
    let sections = list.arrangement.sectionCount
    if place.item != 0, let slot = list.slots.slot(place.item) {
      var position = list.arrangement.position(of: list.location(ofSlot: slot))
      if isAfter { position.item += 1 }
      return position
    }
    if let id = list.live(place.section) {
      let isFirst = place.kind == Supplementary.header || place.kind == Supplementary.pageStart
      return Position(
        section: list.arrangement.start(ofSection: id).units, item: isFirst ? 0 : list.arrangement.sections[id].count)
    }
    if sections == 0 { return Position(section: 0, item: 0) }
    if place.kind == Supplementary.header || place.kind == Supplementary.pageStart {
      return Position(section: 0, item: 0)
    }
    let last = list.arrangement.section(at: sections - 1)
    return Position(
      section: UInt32(truncatingIfNeeded: sections - 1), item: list.arrangement.sections[last].count)
  }

  /// The gap before or behind a place, up to its neighbour in the scene.
  private func mark(_ number: Int, isAfter: Bool, _ list: borrowing ListState) -> PlaceFrame {
    let span = scene.spans[number]
    var gap = span
    let isGrid = span.acrossLength < window.room && scene.places[number].item != 0
    let other = neighbour(inSceneOf: number, isAfter: isAfter)
    if isGrid {
      let (low, high) = isAfter ? (span.acrossEnd, other?.acrossStart) : (other?.acrossEnd, span.acrossStart)
      let start = low ?? span.acrossStart
      let isSameRow = other?.start == span.start
      gap.acrossStart = isAfter ? span.acrossEnd : isSameRow ? start : span.acrossStart
      gap.acrossLength = isSameRow ? max(0, (high ?? span.acrossEnd) - gap.acrossStart) : 0
    } else {
      let low = isAfter ? span.end : other?.end ?? span.start
      let high = isAfter ? other?.start ?? span.end : span.start
      gap.start = low
      gap.length = max(0, high - low)
    }
    return rectangle(gap, origin: scene.origin)
  }

  /// The item before or behind an item of the scene, in its section.
  private func neighbour(inSceneOf number: Int, isAfter: Bool) -> Span? {
    let other = isAfter ? number + 1 : number - 1
    guard scene.places[number].item != 0, other >= 0, other < scene.ownCount, scene.places[other].item != 0,
      scene.places[other].section == scene.places[number].section
    else { return nil }
    return scene.spans[other]
  }
}
