// The elements that are visible in a range of a list, in order:
//
//     list header, page start
//     section header, page start   section   items ...   page end, section footer
//                                                       of each section from the first visible item to the last
//     empty, loading or failed
//     page end, list footer
//
// Elements of the list, and the pages of a section, belong to its first item and to its last one. Without items all of
// the list's are visible, and those of a section that lies between two that have some.

extension ListState {
  /// The range, cut to the items that exist.
  func cut(_ range: VisibleRange) -> VisibleRange {
    let first = min(range.first, arrangement.count)
    return VisibleRange(first: first, count: min(range.count, arrangement.count - first))
  }

  /// Visits what is visible in a range of items that exist. `section` is called with each section that has a
  /// visible item, before its items; `item` with its leaf, its index there, and its flat position; `supplementary`
  /// with nil for one of the list itself.
  @inline(__always) func forEachVisible<Failure: Error>(
    _ range: VisibleRange, _ features: borrowing ListFeatures,
    section: (SectionID) throws(Failure) -> Void,
    item: (LeafID, Leaf, Int, Int) throws(Failure) -> Void,
    supplementary: (SectionID?, SupplementaryBlock, Int) throws(Failure) -> Void
  ) throws(Failure) {
    let hasOwn = features.elements.value.count > 0
    func own(_ kind: UInt32) throws(Failure) {
      if let block = features.elements.value.find(kind: kind, index: 0) { try supplementary(nil, block, 0) }
    }
    if hasOwn && (arrangement.count == 0 || range.count > 0 && range.first == 0) {
      try own(Supplementary.header)
      if features.showsLoader(.start) { try own(Supplementary.pageStart) }
    }
    if range.count > 0 {
      try forEachVisibleSection(range, features, section: section, item: item, supplementary: supplementary)
    }
    if !hasOwn { return }
    let placeholder = features.loading.value.placeholder(items: arrangement.count)
    if placeholder != Placeholder.none { try own(Supplementary.empty + placeholder - Placeholder.empty) }
    if arrangement.count > 0 && (range.count == 0 || range.end < arrangement.count) { return }
    if features.showsLoader(.end) { try own(Supplementary.pageEnd) }
    try own(Supplementary.footer)
  }

  @inline(__always) private func forEachVisibleSection<Failure: Error>(
    _ range: VisibleRange, _ features: borrowing ListFeatures,
    section: (SectionID) throws(Failure) -> Void,
    item: (LeafID, Leaf, Int, Int) throws(Failure) -> Void,
    supplementary: (SectionID?, SupplementaryBlock, Int) throws(Failure) -> Void
  ) throws(Failure) {
    var id = arrangement.items.position(of: arrangement.location(ofItem: range.first).leaf).owner
    var start = Int(arrangement.start(ofSection: id).items)
    while true {
      let end = start + Int(arrangement.sections[id].count)
      let block = arrangement.sections[id].supplementaries
      if let block {
        try block.forEach(of: Supplementary.header) { i throws(Failure) in try supplementary(id, block, i) }
        if range.first <= start, let i = block.find(kind: Supplementary.pageStart, index: 0),
          features.showsLoader(.start, ofSection: handle(ofSection: id))
        {
          try supplementary(id, block, i)
        }
      }
      let first = max(start, range.first)
      let count = min(end, range.end) - first
      if count > 0 {
        try section(id)
        var flat = first
        try arrangement.forEachLeaf(first, count) { leafID, offset, width, _ throws(Failure) in
          let leaf = arrangement.leaf(leafID)
          for i in offset..<offset + width {
            try item(leafID, leaf, i, flat)
            flat += 1
          }
        }
      }
      if let block {
        if range.end >= end, let i = block.find(kind: Supplementary.pageEnd, index: 0),
          features.showsLoader(.end, ofSection: handle(ofSection: id))
        {
          try supplementary(id, block, i)
        }
        try block.forEach(of: Supplementary.footer) { i throws(Failure) in try supplementary(id, block, i) }
      }
      start = end
      if start >= range.end { return }
      guard let next = arrangement.order.neighbour(of: id, step: 1) else { return }
      id = next
    }
  }
}

extension SupplementaryBlock {
  /// Calls `body` with the index of each supplementary of that kind.
  fileprivate func forEach<Failure: Error>(
    of kind: UInt32, _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    for i in 0..<count where self[i].kind == kind { try body(i) }
  }
}

extension CellContent {
  init(_ item: UInt64, _ leaf: Leaf, _ offset: Int, in section: SectionName) {
    name = ElementName(item: item)
    identity = leaf.key(offset)
    self.section = section
    values = leaf.values(offset)
  }

  init(_ supplementary: Supplementary, in section: SectionName) {
    name = ElementName(section: section.handle, kind: supplementary.kind, index: supplementary.index)
    identity = supplementary.key
    self.section = section
    values = supplementary.values
  }
}
