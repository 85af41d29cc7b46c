// The offsets that the host sees, where they are not those of the content, which begins at 0.
//
//     free origin     100 come in above what is shown: the offset is 140 and not 40. The host's stays 40, and its content
//                     begins at -100.
//     bar held        The bar says 100 of 400, the offset is 150 of 500, as things turned out to be longer. One on, of 300
//                     that are left to it: 350 / 300 of the content.
//
// Requests are translated when a layout begins, and the numbers of the scene when it ends.

/// A scroll bar that is held: what it says while the content is measured.
struct HeldBar: BitwiseCopyable {
  var offset: Double
  let minimum: Double
  let maximum: Double
  /// The length of the content.
  let length: Double

  init(_ info: SceneInfo, length: Double) {
    offset = max(info.minimum, min(info.offset, info.maximum))
    minimum = info.minimum
    maximum = info.maximum
    self.length = length
  }

  /// Moves the bar, and returns by how much that moves the content, whose ends are those of the bar.
  mutating func move(to new: Double, offset content: Double, most: Double) -> Double {
    let former = offset
    offset = max(minimum, min(new, maximum))
    if offset > former { return (offset - former) * max(0, most - content) / (maximum - former) }
    if offset < former { return (offset - former) * max(0, content) / (former - minimum) }
    return 0
  }

  var isAtStart: Bool { maximum > minimum && offset <= minimum }
  var isAtEnd: Bool { maximum > minimum && offset >= maximum }
}

extension ViewLayout {
  private var hasFreeOrigin: Bool { extents.options.has(LayoutOptions.freeOrigin) }

  /// Returns a request of the host in offsets of the content.
  @_optimize(size) mutating func translated(_ given: ScrollRequest.Values) -> ScrollRequest.Values {
    var request = given
    (request.bar, request.isBarSet) = (0, false)
    nextBar = nil
    var moved = given.bar
    if !scene.isMade {
      // There is nothing yet that a bar could be held at.
      request.isSet = given.isSet || given.isBarSet
    } else if given.isBarHeld || given.isBarSet || given.bar != 0 {
      var bar = bar ?? HeldBar(scene.info, length: window.isHorizontal ? scene.info.width : scene.info.height)
      let new = given.isBarSet ? given.bar : bar.offset + given.bar
      moved = bar.move(to: new, offset: offset, most: window.grain.units(scene.maximum))
      nextBar = bar
    }
    hasExpected = scene.isMade || given.moves
    let seen = bar?.offset ?? offset + window.grain.units(hostOrigin)
    expectedOffset = given.offset + (given.isSet ? 0 : scene.isMade ? nextBar?.offset ?? seen : given.bar)
    if !given.isBarHeld { nextBar = nil }
    if given.isSet && hasFreeOrigin && scene.isMade {
      // A toolkit sets the offset to scroll by a distance: what was visible moves by as much.
      request.isSet = false
      request.offset -= seen
    } else {
      request.offset += given.isSet ? moved - window.grain.units(hostOrigin) : moved
    }
    return request
  }

  /// A correction moves the start of the host's content, and not its offset.
  @_optimize(size) private mutating func moveOrigin() {
    if !hasFreeOrigin { hostOrigin = 0 }
    if !hasFreeOrigin || isWanted || nextBar != nil || !hasExpected { return }
    hostOrigin = window.grain.ticks(expectedOffset - wantedOffset)
  }

  /// Where the host's content begins in the next scene.
  @_optimize(size) mutating func beginHostOffsets() {
    moveOrigin()
    next.hostOrigin = hostOrigin
    next.hasBar = nextBar != nil
  }

  /// Sets what the host sees of the last scene. `by` is the distance that it asked for; nil if it set an offset.
  @_optimize(size) mutating func endHostOffsets(by: Double?, isFirst: Bool) -> (
    flags: UInt32, correction: Double
  ) {
    let grain = window.grain
    let former = (seen: scene.info.offset, ticks: scene.offset + scene.hostOrigin)
    bar = nextBar
    scene.hostOrigin = hostOrigin
    scene.hasBar = bar != nil
    scene.offset = grain.ticks(nextOffset)
    scene.maximum = maximum
    scene.length = extents.content.length
    let along = bar?.length ?? grain.units(extents.content.length)
    let across = grain.units(window.across)
    scene.info.offset = bar?.offset ?? grain.units(scene.offset + hostOrigin)
    scene.info.minimum = bar?.minimum ?? grain.units(hostOrigin)
    scene.info.maximum = bar?.maximum ?? grain.units(hostOrigin + maximum)
    scene.info.width = window.isHorizontal ? along : across
    scene.info.height = window.isHorizontal ? across : along
    if isFirst { return (0, 0) }
    let isScrolled = scene.info.offset != former.seen || scene.offset + hostOrigin != former.ticks
    let correction = by.map { bar == nil ? scene.info.offset - former.seen - $0 : 0 } ?? 0
    return (isScrolled ? SceneFlags.scrolled : 0, correction)
  }
}
