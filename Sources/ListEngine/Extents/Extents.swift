// Where everything of a list is, for one window. Part of a view that is laid out; the thread inside the view uses it.
//
//     Extents ─┬─ options, window      what the host has set; in ticks                    WindowMetrics
//              ├─ layouts, metrics     how sections are laid out; in ticks for the window LayoutTable
//              ├─ sizes, elementSizes  of items and elements that have one of their own   SlotTable, ElementSizes
//              ├─ widths               of items that stand in lines, across               SlotTable
//              ├─ kept                 sizes of items that have gone, or may go             KeptSizes
//              ├─ totals               of the sizes of items, by node and leaf            Totals
//              ├─ lines                of items that fill lines                           LineTables
//              ├─ lanes                of items in lanes                                  LaneTables
//              ├─ custom               what the host's functions said                     CustomAnswers
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
  var sizes = SlotTable<OwnSize>()
  var elementSizes = ElementSizes()
  /// The sizes across, where they matter: of items in a flow, and of those wider than a column of their grid.
  var widths = SlotTable<OwnSize>()
  var kept = KeptSizes()
  /// Whether items of several sections may have one key.
  var isScoped = false
  var totals = Totals()
  var lines = LineTables()
  var lanes = LaneTables()
  var custom = CustomAnswers()
  /// The last number of a rule of lines, and of a choice.
  private var lastLines: UInt32 = 0
  private var lastChoice: UInt32 = 0
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

  var bytes: Int {
    sizes.bytes + widths.bytes + elementSizes.bytes + kept.bytes + totals.bytes + lines.bytes + lanes.bytes
      + custom.bytes + sections.bytes + metrics.bytes
  }

  mutating func begin(_ options: LayoutOptions) throws(Refusal) {
    try layouts.begin()
    self.options = options
    kept.limit = options.keptSizes
    try layOutAnew()
  }

  /// Another grain or axis forgets all sizes.
  mutating func setOptions(_ options: LayoutOptions) throws(Refusal) {
    let former = window
    self.options = options
    try layOutAnew()
    if options.keptSizes != kept.limit {
      kept.removeAll()
      kept.limit = options.keptSizes
    }
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

  /// A call begins that may ask custom functions; of a former one some may be missing.
  mutating func beginQuestions() {
    if !custom.isComplete { sections.forget() }
    custom.begin()
  }

  private mutating func forgetSizes() {
    sizes.removeAll()
    widths.removeAll()
    kept.removeAll()
    elementSizes.removeAll()
    lanes.forget()
    hasSizes = false
  }

  /// Computes the metrics anew. The next look computes the lengths of all sections.
  mutating func layOutAnew() throws(Refusal) {
    try metrics.reserve(layouts.count)
    window = WindowMetrics(options, width: width, height: height)
    for number in 0..<layouts.count { setMetrics(number) }
    sections.forget()
    forgetZeros()
  }

  /// Computes the metrics of a layout, for which there is room.
  mutating func setMetrics(_ number: Int) {
    var new = LayoutMetrics(layouts[UInt32(number)], window)
    let former = number < metrics.count ? metrics[number] : nil
    if let former, hasSameLines(former, new) {
      new.linesNumber = former.linesNumber
    } else {
      lastLines &+= 1
      new.linesNumber = lastLines
    }
    if let former, former.kind == new.kind && former.columns == new.columns {
      new.choiceNumber = former.choiceNumber
    } else {
      lastChoice &+= 1
      new.choiceNumber = lastChoice
    }
    if number < metrics.count { metrics[number] = new } else { metrics.push(new) }
  }

  /// Whether tables that were made by one metrics hold by others: how many columns an item takes depends on their width.
  private func hasSameLines(_ a: LayoutMetrics, _ b: LayoutMetrics) -> Bool {
    let isSameColumn = a.column == b.column && a.columnStep == b.columnStep
    return a.kind == b.kind && a.lines.isSame(as: b.lines) && (a.isFlow || widths.isEmpty || isSameColumn)
  }

  // MARK: Layouts of sections

  /// All sections without a layout of their own choose their lanes anew, and ask custom functions.
  mutating func chooseAnewOfAll() {
    lastChoice &+= 1
    metrics[Int(LayoutTable.ofAll)].choiceNumber = lastChoice
  }

  /// The number of a section's layout.
  func layout(of id: SectionID, _ list: borrowing ListState) -> UInt32 {
    sections.layout(of: id, generation: list.arrangement.sections[id].generation)
  }

  func metrics(of id: SectionID, _ list: borrowing ListState) -> LayoutMetrics {
    metrics[Int(layout(of: id, list))]
  }
}
