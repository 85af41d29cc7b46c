// The part of a view that is laid out: where everything is, what was drawn last, and how the offset moves.
//
//     ViewLayout ─┬─ extents           where everything of the list is                       Extents
//                 ├─ scene, former     the last scene, and the one before it                 Scene
//                 ├─ next, stuck       the scene that is being made                          Scene, PlaceDraft
//                 ├─ anchor            the items of the last scene that the offset holds     LayoutAnchor
//                 ├─ target, position  what the host wants to see                            ScrollTarget
//                 └─ asked             what was asked for its size in this layout            AskedElements
//
// A layout has rounds (View+Layout). Each reads the list once: it finds the offset (ViewLayout+Offset), then what has a
// place (ViewLayout+Places). If sizes become known by that, the next round reads again. The last round is published
// (ViewLayout+Publish). What the host sees of offsets is another thing (ViewLayout+HostOffsets).

struct ViewLayout: ~Copyable {
  var extents = Extents()
  var scene = Scene()
  var former = Scene()
  var next = Scene()
  /// What is stuck, until the rest has its places.
  var stuck = Scene()
  var asked = AskedElements()
  var anchor = LayoutAnchor()
  var nextAnchor = LayoutAnchor()
  /// The same with the items of the overscan, which are held if nothing of the window is left.
  var nearAnchor = LayoutAnchor()
  var nextNearAnchor = LayoutAnchor()
  /// `AnchorPolicy`, and the item that is held while it is in the window, or 0.
  var policy = AnchorPolicy.visible
  var anchorItem: UInt64 = 0
  let isScoped: Bool
  /// The offset of the last scene, and of the one that is being made, in units and not rounded.
  var offset = 0.0
  var nextOffset = 0.0
  /// The next offset before it is cut, as far as the host has scrolled.
  var wantedOffset = 0.0
  /// Where the host's content begins, in ticks, what it expects its offset to be, and the scroll bar that it holds, in the
  /// last scene and in the next: see ViewLayout+HostOffsets.
  var hostOrigin = 0
  var expectedOffset = 0.0
  var hasExpected = false
  var bar: HeldBar? = nil
  var nextBar: HeldBar? = nil
  /// Whether the offset is that of a target, or position.
  var isWanted = false
  var target: ScrollTarget? = nil
  /// Where the target began in the last scene, once that was laid out for it.
  var targetStart: Int? = nil
  var nextTargetStart: Int? = nil
  var position: ScrollPosition? = nil
  /// The item of the position, once it was found.
  var positionItem: UInt64 = 0
  /// Counts what the host has set, and what it was at the last scene.
  var changes: UInt64 = 1
  var seenChanges: UInt64 = 0
  var seenListChanges: UInt64 = 0
  /// The version and the number of items that the next scene is of.
  var readVersion: UInt64 = 0
  var readCount = 0
  /// Whether something that the version does not count has changed in the list since the last scene.
  var isListChanged = false
  /// Whether items got lanes in this layout.
  var hasSettled = false
  /// Whether the window has another size across since the last scene.
  var isResizedAcross = false
  /// Whether the offset stays at the end in this layout.
  var isAtEnd = false
  /// Whether the first round of this layout holds a place, and which, if later rounds are to know: the list itself for none.
  var holdsPlace = false
  var heldName = ElementName(section: 0)
  /// Whether the next layout has something to do although nothing has changed; and whether the one that runs had.
  var isIncomplete = false
  var wasIncomplete = false
  /// The items of a section of lanes that are near the window, while places are chosen.
  var foundInLanes = Buffer<FoundInLanes>()
  /// The first place of the last scene that may be kept: see ViewLayout+Keeping.
  var toKeep = 0
  /// The number of the last scene, which the cells of its places have.
  var sceneNumber: UInt32 = 0
  /// Whether places of the last scene have flags of what was different then.
  var hasChangeFlags = false
  /// The items that have a place, and those in the window; `end` is less than `first` if there are none.
  var placed = ItemSpan()
  var inWindow = ItemSpan()
  /// Those that have a place of their own.
  var near = ItemSpan()

  init(isScoped: Bool) {
    self.isScoped = isScoped
    extents.isScoped = isScoped
  }

  mutating func countChange() { changes &+= 1 }
}

/// Flat positions from the first to the last one.
struct ItemSpan: BitwiseCopyable {
  var first = Int.max
  var last = -1

  var isEmpty: Bool { last < first }
  var range: VisibleRange { isEmpty ? VisibleRange() : VisibleRange(first: first, count: last - first + 1) }

  mutating func add(_ item: Int) {
    add(ItemSpan(first: item, last: item))
  }

  mutating func add(_ items: ItemSpan) {
    first = min(first, items.first)
    last = max(last, items.last)
  }
}

/// Where the element of a place is in the list, and which rule it has.
struct PlaceSource: BitwiseCopyable {
  /// `noIndex` for an element of the list itself.
  var section = SectionID.noIndex
  /// Where an item is.
  var leaf = LeafID.noIndex
  var offset = 0
  var layout = LayoutTable.ofAll
  var rule = LayoutMetrics.RuleKind.item
}

/// A place that is being made.
struct PlaceDraft: BitwiseCopyable {
  var place = Place()
  var span = Span()
  var source = PlaceSource()
  /// Where it would begin if not stuck.
  var natural = 0

  init() {}

  init(place: Place, span: Span, source: PlaceSource) {
    self.place = place
    self.span = span
    self.source = source
    natural = span.start
  }
}

/// An element that `measure` is asked about, as the host reads it: the fields of the header's iq_measured, in its order.
public struct MeasuredElement: BitwiseCopyable {
  var elementSize = 32
  var item: UInt64 = 0
  var section: UInt64 = 0
  var kind: UInt32 = 0
  var elementIndex: UInt32 = 0
  var key = Key(low: 0, high: 0)
  var content: UInt64 = 0
  var model = Model.null
  var cellClass: UInt32 = 0
  var level: UInt32 = 0

  init() {}

  var name: ElementName {
    item != 0 ? ElementName(item: item) : ElementName(section: section, kind: kind, index: elementIndex)
  }
}

/// A size in the host's units, as the host reads it.
public struct PlaceSize: BitwiseCopyable {
  public var width = 0.0
  public var height = 0.0

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// What was asked for its size in this layout, and the batch that is to be asked.
struct AskedElements: ~Copyable {
  private var names = Buffer<ElementName>()
  private var index = KeyIndex()
  /// What was measured before.
  var known = Buffer<NewSize>()
  var batch = Buffer<MeasuredElement>()
  var sizes = Buffer<PlaceSize>()
  /// The layout of each.
  var layouts = Buffer<UInt32>()

  init() {}

  mutating func begin() {
    if names.isEmpty { return }
    for i in 0..<names.count { index.remove(names[i].fingerprint, UInt32(i)) }
    names.removeAll()
  }

  mutating func beginBatch() {
    known.removeAll()
    batch.removeAll()
    sizes.removeAll()
    layouts.removeAll()
  }

  var count: Int { names.count }

  func has(_ name: ElementName) -> Bool {
    names.count > 0 && index.find(name.fingerprint) { names[Int($0)] == name } != nil
  }

  /// Adds an element whose size is known.
  mutating func add(_ name: ElementName, _ size: NewSize) throws(Refusal) {
    try known.append(size)
    try add(name)
  }

  private mutating func add(_ name: ElementName) throws(Refusal) {
    try names.reserve(extra: 1)
    try index.reserve(extra: 1)
    index.insert(name.fingerprint, UInt32(names.count))
    names.push(name)
  }

  mutating func add(_ element: MeasuredElement, _ size: PlaceSize, _ layout: UInt32) throws(Refusal) {
    try batch.reserve(extra: 1)
    try sizes.reserve(extra: 1)
    try layouts.reserve(extra: 1)
    try add(element.name)
    batch.push(element)
    sizes.push(size)
    layouts.push(layout)
  }
}
