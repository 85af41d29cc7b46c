// The state of a view: what it shows, and what it remembers from one poll to the next.
//
//     shown    what is visible, at the last poll           VisibleContents
//     spare    its memory before: the next plan's
//
// The cells are apart, as their functions may look for cells while a poll changes this: CellRecycler.

struct ViewState: ~Copyable {
  var shown = VisibleContents()
  var spare = VisibleContents()
  /// The memory of what is wanted, in a view that is laid out.
  var spareWanted = Buffer<WantedCell>()
  /// The handles of the items that PREFETCH has reported, sorted.
  var prefetched = Buffer<UInt64>()
  /// The classes that were used.
  private var classes = Buffer<UInt32>()
  /// The classes from this index on were reported by the last plan.
  private var firstNewClass = 0
  /// Whether cells show if their item is the first or last one of its section.
  var bindsEdges = false
  /// Counts the plans.
  var generation: UInt32 = 0

  init() {}

  mutating func reserve(classes extra: Int) throws(Refusal) {
    try classes.reserve(extra: extra)
    firstNewClass = classes.count
  }

  /// Whether the last plan has used the class first.
  func isNew(_ cellClass: UInt32) -> Bool {
    for i in firstNewClass..<classes.count where classes[i] == cellClass { return true }
    return false
  }

  /// Reports the first use of a class, within the reserved memory. Returns whether it is new and the host asks for it.
  mutating func announce(
    _ cellClass: UInt32, _ plan: inout ViewPlan, _ features: borrowing ListFeatures
  ) -> Bool {
    if cellClass == 0 { return false }
    for i in 0..<classes.count where classes[i] == cellClass { return false }
    classes.push(cellClass)
    return plan.push(.firstUse(of: cellClass), to: features)
  }

  /// The plan is what is shown from now on; the memory of what was shown is spare.
  mutating func adopt(_ plan: inout ViewPlan) {
    if plan.keepsAnchor { swap(&shown.anchor, &plan.next.anchor) }
    swap(&shown, &plan.next)
    swap(&spare, &plan.next)
  }
}

/// The contents that are visible in a view at one moment.
struct VisibleContents: ~Copyable {
  private let inPlace = InPlace()
  var request = RequestedRange.Values()
  /// The requested range, cut to the items, or the range to which it has moved with its items.
  var range = VisibleRange()
  /// The version of the list.
  var version: UInt64 = 0
  /// Whether more items could come before the first one.
  var mayGrowAtStart = false
  /// The cells in order; `noIndex` where one is still to be bound, or a function of its class has failed.
  var order = Buffer<UInt32>()
  var sections = VisibleSections()
  /// The items that the range moves with.
  var anchor = ViewAnchor()

  init() {}

  /// Keeps the memory only.
  mutating func begin(_ request: RequestedRange.Values, _ version: UInt64) {
    self.request = request
    self.version = version
    range = VisibleRange()
    mayGrowAtStart = false
    order.removeAll()
    sections.removeAll()
  }
}
