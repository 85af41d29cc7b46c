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
  mutating func sortPlaced(_ order: borrowing SortOrder) throws(Refusal) {
    var siblings = try Buffer<RankedPosition>(capacity: plan.placed.count)
    for i in 0..<plan.placed.count {
      let item = plan.placed[i]
      let parent = item.parent == noIndex ? UInt64(item.section) : 1 << 32 | UInt64(item.parent)
      // Positions ascend.
      siblings.push(RankedPosition(rank: Rank(high: parent), position: UInt32(i)))
    }
    var sort = RankSort()
    try sort.sort(&siblings)
    var first = 0
    while first < siblings.count {
      let parent = siblings[first].rank
      var items = Buffer<RankedPosition>()
      while first < siblings.count, siblings[first].rank == parent {
        let item = plan.placed[Int(siblings[first].position)]
        try items.append(RankedPosition(rank: item.rank, position: item.position))
        first += 1
      }
      try add(&items, order)
    }
  }

  /// Sorts all items of the version, section by section.
  mutating func sortAll(
    _ sourceUpdate: borrowing SourceUpdate, _ questions: borrowing OrderQuestions,
    _ order: borrowing SortOrder, _ ordering: borrowing Ordering, _ state: borrowing ListState, isScoped: Bool
  ) throws(Refusal) {
    plan = OrderPlan()
    hasLevels = sourceUpdate.version.hasLevels
    if hasLevels { try children.resize(to: sourceUpdate.bits.count, filling: noIndex) }
    var question = 0
    for section in 0..<sourceUpdate.version.held.input.sectionCount {
      let positions = sourceUpdate.version.items(ofSection: section)
      var items = try Buffer<RankedPosition>(capacity: positions.count)
      for position in positions {
        if questions.position(question) == position {
          items.push(
            RankedPosition(rank: order.sorted(questions.ranks[question]), position: UInt32(position)))
          question += 1
        } else {
          let key = sourceUpdate.version.scopedKey(at: position, isScoped: isScoped)
          let answer = state.find(key).map { ordering.answer(of: state.slot(of: $0)) }
          items.push(RankedPosition(rank: order.sorted(answer ?? Rank()), position: UInt32(position)))
        }
      }
      if hasLevels {
        try add(siblings: &items, sourceUpdate.version, section, order)
      } else {
        try add(&items, order)
      }
    }
  }

  /// Items of one section, in the source's order.
  mutating func add(
    _ items: inout Buffer<RankedPosition>, _ order: borrowing SortOrder
  ) throws(Refusal) {
    var sort = RankSort()
    try sort.sort(&items)
    let first = self.order.count
    if first == 0 { swap(&self.order, &items) } else { try self.order.append(0..<items.count, of: items) }
    try ties.add(self.order, first, self.order.count, order)
  }
}
