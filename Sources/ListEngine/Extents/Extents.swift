// Where everything of a list is, for one window. Part of a view that is laid out; the thread inside the view uses it.
//
//     Extents ─┬─ options, window      what the host has set; in ticks                    WindowMetrics
//              ├─ layouts, metrics     how sections are laid out; in ticks for the window LayoutTable
//              ├─ sizes, elementSizes  of items and elements that have one of their own   SizeTable, ElementSizes
//              ├─ totals               of the sizes of items, by node and leaf            Totals
//              ├─ sections, nodes      the lengths of sections, and of nodes over them    SectionTotals
//              └─ content              the parts of the content                           ContentShape
//
// A look (Extents+Look) brings totals and lengths up to the list as it is, under the list's read lock; it reads only what
// the list's stamps say has changed. What follows it under the same lock is arithmetic over the trees (Extents+Find).

struct Extents: ~Copyable {
  private let inPlace = InPlace()
  var options = LayoutOptions()
  private(set) var width = 0.0
  private(set) var height = 0.0
  private(set) var window = WindowMetrics(LayoutOptions(), width: 0, height: 0)
  var layouts = LayoutTable()
  /// The metrics of each layout, by its number.
  var metrics = Buffer<LayoutMetrics>()
  var sizes = SizeTable()
  var elementSizes = ElementSizes()
  var totals = Totals()
  var sections = SectionTotals()
  var content = ContentShape()
  /// Whether an item has, or had, a size of its own.
  var hasSizes = false
  /// Whether a size was set to 0: see Totals.read.
  var hasZeros = false
  /// The changes of pages that the lengths of sections are of.
  var pageChanges: UInt64 = 0
  /// How often all sizes were made guesses.
  var invalidations: UInt32 = 0

  init() {}

  var bytes: Int { sizes.bytes + elementSizes.bytes + totals.bytes + sections.bytes + metrics.bytes }

  mutating func begin(_ options: LayoutOptions) throws(Refusal) {
    try layouts.begin()
    self.options = options
    try layOutAnew()
  }

  /// Another grain or axis forgets all sizes.
  mutating func setOptions(_ options: LayoutOptions) throws(Refusal) {
    let former = window
    self.options = options
    try layOutAnew()
    if window.grain.perUnit != former.grain.perUnit || window.isHorizontal != former.isHorizontal {
      forgetSizes()
    }
  }

  /// Returns whether the window has another size across.
  mutating func setSize(width: Double, height: Double) throws(Refusal) -> Bool {
    let former = window
    self.width = width
    self.height = height
    try layOutAnew()
    return window.across != former.across
  }

  private mutating func forgetSizes() {
    sizes.removeAll()
    elementSizes.removeAll()
    hasSizes = false
  }

  /// Computes the metrics anew. The next look computes the lengths of all sections.
  mutating func layOutAnew() throws(Refusal) {
    try metrics.reserve(layouts.count)
    window = WindowMetrics(options, width: width, height: height)
    metrics.removeAll()
    for number in 0..<UInt32(layouts.count) { metrics.push(LayoutMetrics(layouts[number], window)) }
    sections.forget()
    forgetZeros()
  }

  // MARK: Layouts of sections

  /// The number of a section's layout.
  func layout(of id: SectionID, _ list: borrowing ListState) -> UInt32 {
    sections.layout(of: id, generation: list.arrangement.sections[id].generation)
  }

  func metrics(of id: SectionID, _ list: borrowing ListState) -> LayoutMetrics {
    metrics[Int(layout(of: id, list))]
  }
}
