// Puts what is placed, or all items, in order: siblings by rank and place in the source, then by what the host says of ties.

extension OrderUpdate {
  /// Goes on, and takes from `budget` how many questions the host was asked. Returns false if it was left before the end.
  mutating func breakTies(
    _ order: borrowing SortOrder, _ version: borrowing SourceVersion, _ budget: inout Int
  ) throws(Refusal) -> Bool {
    if isSorted { return true }
    if try !ties.proceed(&self.order, order, version, &budget) { return false }
    if !isMany { try plan.sort(by: self.order) } else { try arrange() }
    isSorted = true
    return true
  }
}

extension OrderUpdate {
  /// Among siblings, by rank and place in the source.
  @_optimize(size) mutating func sortPlaced(_ order: borrowing SortOrder) throws(Refusal) {
    var parents = try Buffer<Rank>(capacity: plan.placed.count)
    var ranks = try Buffer<Rank>(capacity: plan.placed.count)
    var items = try Buffer<UInt32>(capacity: plan.placed.count)
    for i in 0..<plan.placed.count {
      let item = plan.placed[i]
      parents.push(Rank(high: item.parent == noIndex ? UInt64(item.section) : 1 << 32 | UInt64(item.parent)))
      ranks.push(item.rank)
      // Positions ascend.
      items.push(UInt32(i))
    }
    var sort = RankSort()
    try sort.sort(&items, by: ranks)
    try sort.sort(&items, by: parents)
    var siblings = Buffer<UInt32>()
    var first = 0
    while first < items.count {
      let parent = parents[Int(items[first])]
      siblings.removeAll()
      while first < items.count, parents[Int(items[first])] == parent {
        try siblings.append(items[first])
        first += 1
      }
      try ties.add(siblings, ranks, at: self.order.count, order)
      for i in 0..<siblings.count { try self.order.append(plan.placed[Int(siblings[i])].position) }
    }
  }

  /// Sorts all items of the version, section by section. `ranks`: the answers, by position. `stays`: what is shown stays
  /// where it is among its equals, and nobody is asked about ties.
  @_optimize(size) mutating func sortAll(
    _ version: borrowing SourceVersion, _ ranks: borrowing Buffer<Rank>, _ order: borrowing SortOrder,
    _ state: borrowing ListState, isScoped: Bool, stays: Bool
  ) throws(Refusal) {
    plan = OrderPlan()
    hasLevels = version.hasLevels
    if hasLevels { try trees.children.resize(to: version.count, filling: noIndex) }
    for section in 0..<version.held.input.sectionCount {
      let positions = version.items(ofSection: section)
      var items = try Buffer<UInt32>(capacity: positions.count)
      for position in positions { items.push(UInt32(position)) }
      if stays { try arrange(&items, asIn: state, version, section, isScoped: isScoped) }
      if hasLevels {
        try add(siblings: &items, ranks, version, section, order)
      } else {
        try add(&items, ranks, order)
      }
    }
    if stays { ties = TieBreak() }
  }

  /// Puts what is shown in the list's order, and what is not, or in another section, behind it.
  private func arrange(
    _ items: inout Buffer<UInt32>, asIn state: borrowing ListState, _ version: borrowing SourceVersion,
    _ section: Int, isScoped: Bool
  ) throws(Refusal) {
    var keys = try Buffer<UInt64>(capacity: items.count)
    for i in 0..<items.count {
      var number = UInt64(noIndex)
      if let location = state.find(version.scopedKey(at: Int(items[i]), isScoped: isScoped)),
        state.arrangement.sectionKey(of: location) == version.held.input.sectionKeys[section]
      {
        number = UInt64(state.arrangement.flat(of: location))
      }
      keys.push(number << 32 | UInt64(items[i]))
    }
    try keys.sort()
    for i in 0..<items.count { items[i] = UInt32(truncatingIfNeeded: keys[i]) }
  }

  /// Puts siblings in order; they come in the source's.
  mutating func add(
    _ items: inout Buffer<UInt32>, _ ranks: borrowing Buffer<Rank>, _ order: borrowing SortOrder
  ) throws(Refusal) {
    var sort = RankSort()
    try sort.sort(&items, by: ranks, descending: order.isDescending)
    let first = self.order.count
    try ties.add(items, ranks, at: first, order)
    if first == 0 { swap(&self.order, &items) } else { try self.order.append(0..<items.count, of: items) }
  }
}
