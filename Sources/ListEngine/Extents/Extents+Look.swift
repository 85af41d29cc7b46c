// A look brings the totals and lengths of a view up to the list as it is: it goes down from the roots into what has
// another stamp than at the last look.
//
//     order    root 91 ─► node 91 ─┬─► section 7, 91      computed anew ─► items   root 91 ─► leaf 17, 91    read
//                                  └─► section 2, 40      as before                       └─► leaf 3, 12     as before
//
// It runs under the list's read lock and may have much to read, so it stops after some leaves: whoever called it lets
// others in and calls again. Stamps say what is still to be done.

extension Extents {
  /// Returns false if it stopped before the end, after `most` leaves.
  mutating func look(
    _ list: borrowing ListState, _ features: borrowing ListFeatures, most: Int = .max
  ) throws(Refusal) -> Bool {
    try sections.reserve(list.arrangement.order)
    let pageChanges = features.pageChanges
    if pageChanges != self.pageChanges { sections.forget() }
    self.pageChanges = pageChanges
    if hasSizes { try totals.reserve(list.arrangement.items) }
    totals.budget = most
    guard let all = try computeTotal(list.arrangement.root, list, features) else { return false }
    measureContent(all, list, features)
    return true
  }

  private mutating func computeTotal(
    _ link: Link, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) throws(Refusal) -> SectionTotal? {
    if link.isNone { return SectionTotal() }
    if let total = sections.find(link, list.arrangement.order) { return total }
    var total = SectionTotal()
    var isKnown = true
    if link.isNode {
      let first = link.node * list.arrangement.order.fanOut
      for i in first..<first + Int(list.arrangement.order.nodes[link.node].count) {
        guard let part = try computeTotal(list.arrangement.order.links[i], list, features) else {
          // The other sections are read nevertheless, so that the host is asked about all at once.
          if !custom.hasQuestions { return nil }
          isKnown = false
          continue
        }
        total = total + part
      }
      if !isKnown { return nil }
    } else {
      let id = SectionID(link.end)
      let metrics = metrics(of: id, list)
      if metrics.isLanes || metrics.isCustom {
        let generation = list.arrangement.sections[id].generation
        sections.numberChoice(of: id, generation: generation, layout: metrics.choiceNumber)
      }
      if metrics.isCustom && list.arrangement.sections[id].count > 0 {
        if customExtent(of: id, metrics, list) == nil { return nil }
      }
      if hasSizes {
        let tags = tags(metrics)
        if totals.look(list.arrangement.sections[id].root, list, sizes, tags) == nil { return nil }
        if try !lookAtLines(id, list) { return nil }
      }
      if try !lookAtLanes(id, list) { return nil }
      total = SectionTotal(section: shape(of: id, start: 0, list, features).length)
    }
    sections.set(link, total, list.arrangement.order)
    return total
  }

  private mutating func measureContent(
    _ all: SectionTotal, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) {
    content = ContentShape(startInset: window.start, endInset: window.end)
    content.sections = all.length + max(0, Int(all.shown) - 1) * window.sectionSpacing
    if features.elements.value.count == 0 { return }
    content.header = length(ofOwn: Supplementary.header, features)
    if features.showsLoader(.start) { content.firstLoader = length(ofOwn: Supplementary.pageStart, features) }
    if features.showsLoader(.end) { content.lastLoader = length(ofOwn: Supplementary.pageEnd, features) }
    content.footer = length(ofOwn: Supplementary.footer, features)
    let placeholder = features.loading.value.placeholder(items: list.arrangement.count)
    if placeholder == Placeholder.none { return }
    let kind = Supplementary.empty + placeholder - Placeholder.empty
    if features.elements.value.find(kind: kind, index: 0) == nil { return }
    content.placeholderKind = kind
    let own = elementSizes.find(ElementName(section: 0, kind: kind))?.length ?? 0
    content.placeholder = max(Int(own), window.along - content.length)
  }

  /// The length of an element of the list itself; 0 if there is none.
  private func length(ofOwn kind: UInt32, _ features: borrowing ListFeatures) -> Int {
    guard let block = features.elements.value.find(kind: kind, index: 0) else { return 0 }
    return length(of: block[0], ofSection: 0, metrics[Int(LayoutTable.ofAll)])
  }

  /// The length of an element that has a place. A guess of 0 would never be near a window, and never measured.
  func length(of element: Supplementary, ofSection section: UInt64, _ metrics: LayoutMetrics) -> Int {
    guard let rule = metrics.rule(ofKind: element.kind) else { return 0 }
    let name = ElementName(section: section, kind: element.kind, index: element.index)
    guard let own = elementSizes.find(name) else { return rule.length }
    return own.length == 0 && rule.isAuto && own.tag != tag(of: element) ? rule.length : Int(own.length)
  }

  // MARK: Sections

  /// The parts of a section that begins at `start`. Its items have been read.
  func shape(
    of id: SectionID, start: Int, _ list: borrowing ListState, _ features: borrowing ListFeatures
  ) -> SectionShape {
    let metrics = metrics(of: id, list)
    var shape = SectionShape(start: start)
    shape.items = itemsLength(of: id, metrics, list)
    if list.arrangement.sections[id].count > 0 {
      shape.startInset = metrics.start
      shape.endInset = metrics.end
    }
    guard let block = list.arrangement.sections[id].supplementaries else { return shape }
    let section = list.handle(ofSection: id)
    for i in 0..<block.count {
      let length = length(of: block[i], ofSection: section, metrics)
      switch block[i].kind {
      case Supplementary.header: shape.headers += length
      case Supplementary.footer: shape.footers += length
      case Supplementary.pageStart
      where block[i].index == 0 && features.showsLoader(.start, ofSection: section):
        shape.firstLoader = length
      case Supplementary.pageEnd where block[i].index == 0 && features.showsLoader(.end, ofSection: section):
        shape.lastLoader = length
      default: break
      }
    }
    return shape
  }

  private func itemsLength(
    of id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> Int {
    let count = Int(list.arrangement.sections[id].count)
    if count == 0 { return 0 }
    if metrics.isLanes { return lanesLength(of: id, metrics, list) }
    if metrics.isCustom { return customExtent(of: id, metrics, list) ?? 0 }
    if hasOwnLines(id, metrics, list) { return lineState(ofAll: id, metrics, list).length }
    if let step = uniformStep(of: id, metrics, list) {
      let rows = (count + metrics.columns - 1) / metrics.columns
      return rows * step - metrics.lineSpacing
    }
    return totals.total(list.arrangement.sections[id].root, list.arrangement.items).length(
      of: count, rule: metrics.item.length, spacing: metrics.lineSpacing) - metrics.lineSpacing
  }

  /// The distance from one row of a section to the next if all have one length; nil where items have sizes of their own.
  func uniformStep(of id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState) -> Int? {
    hasOwnSizes(id, list) ? nil : metrics.item.length + metrics.lineSpacing
  }
}
