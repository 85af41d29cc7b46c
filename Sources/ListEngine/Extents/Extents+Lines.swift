// Where the lines of a section are: what of its leaves and nodes has no table that holds is read by the look; then a walk over
// tables, from the section's start, leads to any line.
//
//     line of item 700     down from the root, through the tables of what is before it     O(log n), and its leaf
//     line at offset 900   down to where the first line closes that ends behind it         likewise

/// A line of a section.
struct Line: BitwiseCopyable {
  /// The index in the section of its first item, and the number of its items.
  var first: Int
  var count: Int
  /// From the start of the section's items.
  var start: Int
  var length: Int
  /// Its items take so much of the room.
  var used: Int
  var isLast: Bool

  var end: Int { start + length }
}

extension Extents {
  /// Whether the lines of a section differ: an item has a size of its own.
  func hasOwnLines(_ id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState) -> Bool {
    metrics.hasLines && hasOwnSizes(id, list)
  }

  func hasOwnSizes(_ id: SectionID, _ list: borrowing ListState) -> Bool {
    hasSizes && list.arrangement.sections[id].count > 0
      && totals.total(list.arrangement.sections[id].root, list.arrangement.items).own > 0
  }

  /// Returns what an item takes of its line.
  func lineItem(_ slot: Slot, _ metrics: LayoutMetrics, _ list: borrowing ListState) -> LineItem {
    var item = metrics.lines.item
    let generation = list.slots.generation(of: slot)
    guard hasSizes, let own = sizes.find(slot, generation) else { return item }
    item.length = Int(own.length)
    guard let across = widths.find(slot, generation) else { return item }
    let width = Int(across.length)
    if metrics.isFlow {
      item.width = min(width, metrics.inner)
    } else if across.tag != LayoutMetrics.tagOfFlows && width > metrics.column && metrics.columnStep > 0 {
      let spacing = metrics.columnStep - metrics.column
      item.width = min(metrics.columns, (width + spacing + metrics.columnStep - 1) / metrics.columnStep)
    }
    return item
  }

  // MARK: Looking

  /// Makes the tables of a section that do not hold. Its totals are those of now. Returns false if the budget is used up.
  @_optimize(size) @inline(never) mutating func lookAtLines(_ id: SectionID, _ list: borrowing ListState)
    throws(Refusal) -> Bool
  {
    let metrics = metrics(of: id, list)
    if !hasOwnLines(id, metrics, list) { return true }
    try lines.reserve(list.arrangement.items)
    return try makeTables(list.arrangement.sections[id].root, metrics, list)
  }

  @_optimize(size) @inline(never) private mutating func makeTables(
    _ link: Link, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) throws(Refusal) -> Bool {
    if totals.total(link, list.arrangement.items).own == 0 { return true }
    if lines.holds(link, list.arrangement.items, rule: metrics.linesNumber) { return true }
    let stamp = list.arrangement.items.stamp(of: link)
    // While a table is made, the sizes and totals beside it are read.
    var tables = LineTables()
    if !link.isNode {
      if totals.budget == 0 { return false }
      totals.budget -= 1
      let leaf = list.arrangement.leaf(LeafID(link.end))
      swap(&tables, &lines)
      defer { swap(&tables, &lines) }
      try tables.make(link, items: leaf.count, metrics.lines, number: metrics.linesNumber, stamp: stamp) {
        lineItem(leaf.slot($0), metrics, list)
      }
      return true
    }
    let first = link.node * list.arrangement.items.fanOut
    let count = Int(list.arrangement.items.nodes[link.node].count)
    var items = 0
    for i in first..<first + count {
      if try !makeTables(list.arrangement.items.links[i], metrics, list) { return false }
      items += Int(list.arrangement.items.sums[i].items)
    }
    swap(&tables, &lines)
    defer { swap(&tables, &lines) }
    try tables.make(
      link, children: count, items: items, metrics.lines, number: metrics.linesNumber, stamp: stamp
    ) { tables, i in part(first + i, tables, list) }
    return true
  }

  /// An entry of a node.
  private func part(_ entry: Int, _ tables: borrowing LineTables, _ list: borrowing ListState) -> LinePart {
    let link = list.arrangement.items.links[entry]
    let isUniform = totals.total(link, list.arrangement.items).own == 0
    return LinePart(
      table: isUniform ? nil : tables.table(link), items: Int(list.arrangement.items.sums[entry].items))
  }

  // MARK: Walking

  /// The walk over all of a section.
  @_optimize(size) @inline(never) func lineState(
    ofAll id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> LineState {
    let root = list.arrangement.sections[id].root
    let isUniform = totals.total(root, list.arrangement.items).own == 0
    let all = LinePart(
      table: isUniform ? nil : lines.table(root), items: Int(list.arrangement.sections[id].count))
    return all.enter(LineState(), metrics.lines)
  }

  /// The walk before a leaf or node.
  @_optimize(size) @inline(never) private func lineState(
    before link: Link, _ rule: LineRule, _ list: borrowing ListState
  ) -> LineState {
    let parent = list.arrangement.items.parent(of: link)
    if !parent.isNode { return LineState() }
    var state = lineState(before: parent, rule, list)
    var i = parent.node * list.arrangement.items.fanOut
    while !(list.arrangement.items.links[i] == link) {
      state = part(i, lines, list).enter(state, rule)
      i += 1
    }
    return state
  }

  /// The line that begins with an item. Its start is given.
  @_optimize(size) @inline(never) func line(
    from first: Int, at start: Int, _ id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> Line {
    let count = Int(list.arrangement.sections[id].count)
    var state = LineState()
    var index = first
    var location = Location(leaf: .noIndex, offset: 0)
    while index < count,
      let next = list.arrangement.location(ofItem: index, inSection: id, after: location)
    {
      location = next
      let item = lineItem(list.arrangement.leaf(next.leaf).slot(next.offset), metrics, list)
      if !state.fits(item, metrics.lines) { break }
      state.add(item, metrics.lines)
      index += 1
    }
    return Line(
      first: first, count: index - first, start: start, length: Int(state.top), used: Int(state.used),
      isLast: index == count)
  }

  /// The line in which an item stands.
  @_optimize(size) @inline(never) func line(
    ofItem location: Location, _ index: Int, _ id: SectionID, _ metrics: LayoutMetrics,
    _ list: borrowing ListState
  ) -> Line {
    let leaf = list.arrangement.leaf(location.leaf)
    var state = lineState(before: Link.end(location.leaf.raw), metrics.lines, list)
    for i in 0..<location.offset { state.add(lineItem(leaf.slot(i), metrics, list), metrics.lines) }
    if !state.fits(lineItem(leaf.slot(location.offset), metrics, list), metrics.lines) {
      state.close(metrics.lines)
    }
    return line(from: index - Int(state.count), at: state.closed, id, metrics, list)
  }

  /// The first line with a length that ends behind an offset from the start of the section's items; nil behind the last.
  @_optimize(size) @inline(never) func line(
    endingAfter offset: Int, _ id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> Line? {
    var link = list.arrangement.sections[id].root
    if link.isNone { return nil }
    let rule = metrics.lines
    var state = LineState()
    var index = 0
    while link.isNode {
      let first = link.node * list.arrangement.items.fanOut
      let end = first + Int(list.arrangement.items.nodes[link.node].count)
      var i = first
      while i < end - 1 {
        let next = part(i, lines, list).enter(state, rule)
        // The last line that closed in it ends there.
        if next.closed > state.closed && next.closed - rule.lead > offset { break }
        state = next
        index += Int(list.arrangement.items.sums[i].items)
        i += 1
      }
      link = list.arrangement.items.links[i]
    }
    let leaf = list.arrangement.leaf(LeafID(link.end))
    for i in 0..<leaf.count {
      let item = lineItem(leaf.slot(i), metrics, list)
      if !state.fits(item, rule) {
        if state.top > 0 && state.length > offset {
          return line(from: index - Int(state.count), at: state.closed, id, metrics, list)
        }
        state.close(rule)
      }
      state.add(item, rule)
      index += 1
    }
    // The open line goes on behind the leaf, or is the section's last one.
    var found = line(from: index - Int(state.count), at: state.closed, id, metrics, list)
    while found.length == 0 || found.end <= offset {
      if found.isLast { return nil }
      found = lineAfter(found, id, metrics, list)
    }
    return found
  }

  @_optimize(size) @inline(never) func lineAfter(
    _ present: Line, _ id: SectionID, _ metrics: LayoutMetrics, _ list: borrowing ListState
  ) -> Line {
    line(from: present.first + present.count, at: present.end + metrics.lineSpacing, id, metrics, list)
  }
}
