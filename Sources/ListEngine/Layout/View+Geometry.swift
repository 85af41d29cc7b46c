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
  @_optimize(size) public func find(at x: Double, _ y: Double, nearest: Bool) throws(Refusal) -> Hit {
    try withExtents { state, list throws(Refusal) in
      guard let hit = layout.value.value.hit(x, y, nearest: nearest, state, list.features) else {
        throw Refusal(.nothingAtPoint, role: .object)
      }
      return hit
    }
  }

  /// In the content, not stuck. Of all content, if the name is that of the list itself.
  @_optimize(size) public func frame(of name: ElementName) throws(Refusal) -> PlaceFrame {
    try withExtents { state, list throws(Refusal) in
      if name.item == 0 && name.section == 0 && name.kind == 0 {
        var span = Span(length: layout.value.value.extents.content.length)
        span.acrossLength = layout.value.value.window.across
        return layout.value.value.rectangle(span, origin: -layout.value.value.hostOrigin)
      }
      if name.item != 0 { _ = try state.location(of: name.item) }
      if name.section != 0 && name.item == 0 { _ = try state.section(name.section) }
      guard let frame = try layout.value.value.frame(of: name, state, list.features) else {
        let section = state.live(name.section).map { state.arrangement.sections[$0].key }
        throw Refusal(.noElement, section: section).about(name.kind, name.index)
      }
      return frame
    }
  }

  @_optimize(size) public func neighbour(of item: UInt64, _ direction: UInt32) throws(Refusal) -> UInt64 {
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
  @_optimize(size) fileprivate mutating func frame(
    of name: ElementName, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) -> PlaceFrame? {
    if name.item == 0 && name.kind == 0 {
      guard let span = span(of: name, list, features) else { return nil }
      let whole = Span(
        start: span.start, length: span.length, acrossStart: window.acrossStart, acrossLength: window.room)
      return rectangle(whole, origin: -hostOrigin)
    }
    guard let draft = try draft(of: name, list, features) else { return nil }
    return rectangle(draft.span, origin: -hostOrigin, insets: extents.insets(of: draft))
  }

  // MARK: Points

  @_optimize(size) fileprivate func hit(
    _ x: Double, _ y: Double, nearest: Bool, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Hit? {
    guard let found = place(at: x, y, nearest: nearest) else { return nil }
    var hit = Hit()
    hit.place = found
    hit.name = scene.places[found].name
    // What is dropped on something that is stuck goes where it is seen: to what that covers.
    let isStuck = scene.places[found].has(PlaceFlags.stuck)
    let number = isStuck ? place(at: x, y, nearest: true, besides: PlaceFlags.stuck) ?? found : found
    let place = scene.places[number]
    if let slot = list.slots.slot(place.item) {
      let location = list.location(ofSlot: slot)
      let (id, start) = list.arrangement.start(ofLeaf: location.leaf)
      let metrics = extents.metrics(of: id, list)
      let isAfter = isBehindMiddle(of: number, isAlong: !metrics.hasLines, x, y)
      let index = start + location.offset
      hit.insertion = list.position(index + (isAfter ? 1 : 0), in: id)
      hit.mark = mark(at: index + (isAfter ? 1 : 0), beside: index, in: id, list, features)
    } else if let (id, isAtStart) = section(of: place, list) {
      let count = Int(list.arrangement.sections[id].count)
      hit.insertion = list.position(isAtStart ? 0 : count, in: id)
      hit.mark = mark(at: isAtStart ? 0 : count, beside: isAtStart ? 0 : count - 1, in: id, list, features)
    }
    return hit
  }

  /// What is drawn last is found first. The nearest place is in the nearest row: beside the end of a row that is not full
  /// it is the last of that row, though one above may be less far away. Places with a flag of `flags` are passed over.
  @_optimize(size) private func place(
    at x: Double, _ y: Double, nearest: Bool, besides flags: UInt32 = 0
  ) -> Int? {
    for i in (0..<scene.places.count).reversed()
    where !scene.places[i].has(flags) && scene.places[i].frame.has(x, y) { return i }
    if !nearest { return nil }
    var found: Int? = nil
    var least = (Double.infinity, Double.infinity)
    for i in 0..<scene.places.count where !scene.places[i].has(flags) {
      let (x, y) = scene.places[i].frame.distance(to: x, y)
      let distance = window.isHorizontal ? (x, y) : (y, x)
      if distance < least { (found, least) = (i, distance) }
    }
    return found
  }

  /// Whether a point is in the second half of an item, in the order of items: along the axis, or across.
  @_optimize(size) private func isBehindMiddle(of number: Int, isAlong: Bool, _ x: Double, _ y: Double)
    -> Bool
  {
    let frame = scene.places[number].frame
    if window.isHorizontal != isAlong { return y >= frame.y + frame.height / 2 }
    let middle = frame.x + frame.width / 2
    return extents.options.has(LayoutOptions.rightToLeft) ? x < middle : x >= middle
  }

  /// The section into which something goes that is dropped on an element, and whether to its start.
  @_optimize(size) private func section(of place: Place, _ list: borrowing ListState) -> (
    id: SectionID, isAtStart: Bool
  )? {
    let isAtStart = place.kind == Supplementary.header || place.kind == Supplementary.pageStart
    if let id = list.live(place.section) { return (id, isAtStart) }
    let count = list.arrangement.sectionCount
    return count == 0 ? nil : (list.arrangement.section(at: isAtStart ? 0 : count - 1), isAtStart)
  }

  /// The gap at an index of a section; at the end of a row, the edge of the item `beside` which it is.
  @_optimize(size) private func mark(
    at index: Int, beside: Int, in id: SectionID, _ list: borrowing ListState,
    _ features: borrowing ListFeatures
  ) -> PlaceFrame {
    let metrics = extents.metrics(of: id, list)
    guard let item = span(ofItem: beside, in: id, list, features) else {
      let shape = extents.shape(of: id, start: extents.start(ofSection: id, list), list, features)
      let line = Span(
        start: shape.itemsStart, length: 0, acrossStart: metrics.acrossStart, acrossLength: metrics.column)
      return rectangle(line, origin: scene.origin)
    }
    var gap = item
    if metrics.isLanes || metrics.isCustom {
      // The next item may stand anywhere.
      gap.start = index == beside ? item.start : item.end
      gap.length = 0
      return rectangle(gap, origin: scene.origin)
    }
    let (before, after) = (
      span(ofItem: index - 1, in: id, list, features), span(ofItem: index, in: id, list, features)
    )
    if metrics.isList {
      gap.start = before?.end ?? item.start
      gap.length = (after?.start ?? item.end) - gap.start
    } else if let before, let after, before.start == after.start {
      gap.acrossStart = before.acrossEnd
      gap.acrossLength = after.acrossStart - before.acrossEnd
    } else {
      gap.acrossStart = index == beside ? item.acrossStart : item.acrossEnd
      gap.acrossLength = 0
    }
    return rectangle(gap, origin: scene.origin)
  }

  /// Where an item is in the content; nil if there is none at the index.
  @_optimize(size) private func span(
    ofItem index: Int, in id: SectionID, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> Span? {
    if index < 0 || index >= Int(list.arrangement.sections[id].count) { return nil }
    let location = list.arrangement.location(ofItem: index, inSection: id)
    let shape = extents.shape(of: id, start: extents.start(ofSection: id, list), list, features)
    return extents.span(ofItem: location, index, in: id, shape, extents.metrics(of: id, list), list)
  }
}

extension ListState {
  @_optimize(size) fileprivate func position(_ index: Int, in id: SectionID) -> Position {
    Position(section: arrangement.start(ofSection: id).units, item: UInt32(truncatingIfNeeded: index))
  }
}
