// Where the items that are placed go: before which of those that stay. A binary search by rank; of equal ranks, as the host
// and the source say. It can be left between two comparisons, and gone on with in the next poll.
//
//     staying    Ada 31  Dan 71        Eva 40    compared with Dan: before it; with Ada: behind it; so before item 1

extension OrderUpdate {
  /// Goes on, and takes from `budget` how many questions the host was asked. Returns false if it was left before the end.
  mutating func search(
    _ list: borrowing List, _ sourceUpdate: inout SourceUpdate, _ order: borrowing SortOrder,
    _ budget: inout Int
  ) throws(Refusal) -> Bool {
    while searched < plan.placed.count {
      var part =
        self.part
        ?? list.read { state in plan.staying(in: sourceUpdate.version, plan.placed[searched], state) }
      while part.first < part.end {
        if budget <= 0 {
          self.part = part
          return false
        }
        self.part = part
        let middle = (part.first + part.end) / 2
        if try isBelow(middle, list, &sourceUpdate, order, &budget) {
          part.first = middle + 1
        } else {
          part.end = middle
        }
      }
      plan.setTarget(part.first, ofPlaced: searched)
      self.part = nil
      searched += 1
    }
    return true
  }

  /// Whether item `j` of those that stay comes before the one that is searched for.
  private func isBelow(
    _ j: Int, _ list: borrowing List, _ sourceUpdate: inout SourceUpdate, _ order: borrowing SortOrder,
    _ budget: inout Int
  ) throws(Refusal) -> Bool {
    let item = plan.placed[searched]
    let (rank, key) = list.read { state in
      let location = state.arrangement.location(ofItem: plan.number(ofStaying: j))
      let scope = KeyScope.list.narrowed(
        to: state.arrangement.sectionKey(of: location), if: list.options.isScoped)
      let key = scope.key(state.arrangement.leaf(location.leaf).key(location.offset))
      return (list.derivation.ordering.rank(of: state.slot(of: location)), key)
    }
    if rank != item.rank { return rank < item.rank }
    if order.isFrozen { return true }
    let position = try place(of: key, list, &sourceUpdate)
    if order.breaksTies {
      let result = try tellApart(position, Int(item.position), sourceUpdate.version, order, &budget)
      if result != 0 { return result < 0 }
    }
    return position < Int(item.position)
  }

  /// Where the source's version has an item of the list.
  private func place(
    of key: ScopedKey, _ list: borrowing List, _ sourceUpdate: inout SourceUpdate
  ) throws(Refusal) -> Int {
    if let found = try list.position(inSource: key, sourceUpdate.number) { return found }
    // The source is ahead, or has gone.
    if !sourceUpdate.version.isIndexed {
      var index = try sourceUpdate.version.keyIndex(isScoped: list.options.isScoped)
      swap(&sourceUpdate.version.index, &index)
    }
    return sourceUpdate.version.find(key) ?? 0
  }

  /// Asks the host about two items of equal rank: below, at or above 0.
  private func tellApart(
    _ a: Int, _ b: Int, _ version: borrowing SourceVersion, _ order: borrowing SortOrder,
    _ budget: inout Int
  ) throws(Refusal) -> Int32 {
    var depth: UInt32 = 0
    while order.isDeep && depth < SortOrder.deepest {
      depth += 1
      var items = try Buffer<RankedItem>(capacity: 2)
      items.push(version.ranked(a))
      items.push(version.ranked(b))
      var ranks = try Buffer<Rank>(repeating: Rank(), count: 2)
      try order.ask(items, depth: depth, &ranks)
      budget -= 2
      if ranks[0] != ranks[1] { return order.sorted(ranks[0]) < order.sorted(ranks[1]) ? -1 : 1 }
      if ranks[0] == Rank() { break }
    }
    if !order.compares { return 0 }
    budget -= 1
    return try order.compare(version.ranked(a), version.ranked(b))
  }
}
