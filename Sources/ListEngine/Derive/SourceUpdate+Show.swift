// Which items of the source are visible.
//
//     outline    an item is hidden while one before it is collapsed that has a lower level:
//
//                  levels      0 1 2 1 0          shown, with 0 expanded: from each collapsed item that has children
//                  expanded    1 0 0 0 0          to the next one at its level or above, nothing is
//                  shown       1 1 0 1 1
//
//     filter     what passes; with parents, from the end: what has a lower level than the last item that is shown
//
//                  levels      0 1 2 1 0
//                  passes      0 0 1 0 0
//                  shown       1 1 1 0 0

extension SourceUpdate {
  mutating func show(_ options: DeriveOptions) throws(Refusal) {
    for section in 0..<version.held.input.sectionCount {
      let items = version.items(ofSection: section)
      if options.isOutline {
        if options.contains(.foldsSections) && !isExpanded(section: section) { continue }
        showOutline(section, items)
      } else if options.isOrdered {
        bits.fill(true, SourceColumn.shown, items.lowerBound, items.count)
      } else {
        bits.copyWithin(FilterColumn.passes, to: SourceColumn.shown, items.lowerBound, items.count)
        if options.contains(.keepsParents) { showParents(section, items) }
      }
    }
    try ranks.count(SourceColumn.shown, of: bits)
  }

  private mutating func showOutline(_ section: Int, _ items: Range<Int>) {
    if version.held.input.traits & ItemColumn.level.bit == 0 {
      return bits.fill(true, SourceColumn.shown, items.lowerBound, items.count)
    }
    // The level of the collapsed item that hides the next ones; nil: none does.
    var hiding: UInt16? = nil
    for c in version.held.input.chunks(ofSection: section) {
      let chunk = version.held.input.chunks[c]
      let first = Int(chunk.first)
      let end = first + chunk.count
      var i = first
      while i < end {
        if let level = hiding {
          i = first + chunk.leaf.first(atOrAbove: level, from: i - first)
          if i < end { hiding = nil }
          continue
        }
        let collapsed = bits.first(
          in: SourceColumn.children, notIn: OutlineColumn.expanded, from: i, below: end)
        let shown = min(collapsed + 1, end)
        bits.fill(true, SourceColumn.shown, i, shown - i)
        i = shown
        if collapsed < end { hiding = chunk.leaf.level(collapsed - first) }
      }
    }
  }

  /// Parents of what passes, and theirs.
  private mutating func showParents(_ section: Int, _ items: Range<Int>) {
    // The next parent has a level below `wanted`; 0: none is wanted.
    var wanted: UInt16 = 0
    for c in version.held.input.chunks(ofSection: section).reversed() {
      let chunk = version.held.input.chunks[c]
      let first = Int(chunk.first)
      var end = first + chunk.count
      while end > first {
        if wanted == 0 {
          guard let passing = bits.last(FilterColumn.passes, from: first, below: end) else { break }
          wanted = chunk.leaf.level(passing - first)
          end = passing
          continue
        }
        end -= 1
        let level = chunk.leaf.level(end - first)
        if level < wanted {
          bits[SourceColumn.shown, end] = true
          wanted = level
        } else if bits[FilterColumn.passes, end] {
          wanted = level
        }
      }
    }
  }

  /// Whether the list has a section of the source.
  func shows(section: Int, _ options: DeriveOptions) -> Bool {
    if !options.contains(.dropsEmptySections) { return true }
    let items = version.items(ofSection: section)
    if !options.isFilter { return !items.isEmpty }
    return bits.first(SourceColumn.shown, from: items.lowerBound, below: items.upperBound) < items.upperBound
  }
}

extension Leaf {
  /// The first item from one on whose level is that or lower, or the count.
  fileprivate func first(atOrAbove level: UInt16, from start: Int) -> Int {
    var i = start
    while i < count && self.level(i) > level { i &+= 1 }
    return i
  }
}
