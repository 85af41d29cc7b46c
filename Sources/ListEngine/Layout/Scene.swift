// What a layout has found is to be drawn. A view has three: the last one, the one before it, whose places the host may
// read until the next layout but one, and the memory of the next.
//
//     scene n - 1   a 0   b 1   c 2              scene n    a 0   c 1   d 2
//     other           0  none     1                           0     2  none

public enum SceneFlags {
  public static let changed: UInt32 = 1
  public static let measure: UInt32 = 2
  public static let atStart: UInt32 = 4
  public static let atEnd: UInt32 = 8
  public static let scrolled: UInt32 = 16
}

/// The numbers of a scene.
public struct SceneInfo: BitwiseCopyable {
  /// Of the list.
  public var version: UInt64 = 0
  public var flags: UInt32 = 0
  public var width = 0.0
  public var height = 0.0
  public var offset = 0.0
  public var correction = 0.0
  public var minimum = 0.0
  public var maximum = 0.0
  public var first = 0
  public var visible = 0
  public var items = 0

  init() {}
}

struct Scene: ~Copyable {
  private let inPlace = InPlace()
  var info = SceneInfo()
  var places = Buffer<Place>()
  /// One for each place.
  var spans = Buffer<Span>()
  var sources = Buffer<PlaceSource>()
  /// By the names of places, for a pairing in which the order has changed.
  private var index = KeyIndex()
  private var indexed = 0
  /// The places that are in the order of the view's cells come first; then those of cells that the host has taken.
  var ownCount = 0
  /// The offset in ticks, less what content that is smaller than the window is shifted by.
  var origin = 0
  /// The offset in the content, the largest one and all of the content, in ticks.
  var offset = 0
  var maximum = 0
  var length = 0
  /// Where the host's content begins, in ticks, and whether its scroll bar is held: see ViewLayout+HostOffsets.
  var hostOrigin = 0
  var hasBar = false
  /// Whether the size of a place is a guess.
  private(set) var needsMeasure = false
  /// How often the numbers of leaves had got another meaning.
  var epoch: UInt16 = 0
  /// Whether there was a layout.
  var isMade = false

  init() {}

  mutating func removePlaces() {
    dropIndex()
    places.removeAll()
    spans.removeAll()
    sources.removeAll()
    needsMeasure = false
  }

  @inline(__always) mutating func append(_ draft: PlaceDraft) throws(Refusal) {
    if draft.place.has(PlaceFlags.measure) { needsMeasure = true }
    try places.append(draft.place)
    try spans.append(draft.span)
    try sources.append(draft.source)
  }

  mutating func set(_ i: Int, _ draft: PlaceDraft) {
    places[i] = draft.place
    spans[i] = draft.span
    sources[i] = draft.source
  }

  /// Takes over where the places of another scene are, which has the same ones.
  mutating func takeFrames(of other: borrowing Scene) {
    for i in 0..<places.count {
      places[i].frame = other.places[i].frame
      places[i].natural = other.places[i].natural
      places[i].object = other.places[i].object
      places[i].model = other.places[i].model
      places[i].flags = other.places[i].flags & ~PlaceFlags.changes
      places[i].other = UInt32(truncatingIfNeeded: i)
      spans[i] = other.spans[i]
      sources[i] = other.sources[i]
    }
    origin = other.origin
    ownCount = other.ownCount
    epoch = other.epoch
    needsMeasure = other.needsMeasure
  }

  /// Appends some places of another scene.
  mutating func append(_ range: Range<Int>, of other: borrowing Scene) throws(Refusal) {
    try places.append(range, of: other.places)
    try spans.append(range, of: other.spans)
    try sources.append(range, of: other.sources)
    if !other.needsMeasure { return }
    for i in range where other.places[i].has(PlaceFlags.measure) { needsMeasure = true }
  }

  func draft(_ i: Int) -> PlaceDraft { PlaceDraft(place: places[i], span: spans[i], source: sources[i]) }

  private static var fewLeft: Int { 4 }

  /// Reserves the memory of `find`.
  mutating func reserveIndex() throws(Refusal) { try index.reserve(places.count) }

  /// The place of an element, which is one of `left` without a counterpart. Where these are many an index is made, for which
  /// there is room.
  mutating func find(_ name: ElementName, left: Int) -> Int? {
    if left <= Scene.fewLeft {
      for i in 0..<places.count where places[i].other == noIndex && places[i].name == name { return i }
      return nil
    }
    if indexed != places.count {
      dropIndex()
      for i in 0..<places.count { index.insert(places[i].name.fingerprint, UInt32(truncatingIfNeeded: i)) }
      indexed = places.count
    }
    return index.find(name.fingerprint) { places[Int($0)].name == name }.map { Int($0) }
  }

  private mutating func dropIndex() {
    for i in 0..<indexed { index.remove(places[i].name.fingerprint, UInt32(truncatingIfNeeded: i)) }
    indexed = 0
  }
}
