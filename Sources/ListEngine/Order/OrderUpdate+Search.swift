// Where the items that are placed go: before which of those that stay. A binary search by rank; of equal ranks, as the host
// and the source say. It can be left between two comparisons, and gone on with in the next poll.
//
//     staying    Ada 31  Dan 71        Eva 40    compared with Dan: before it; with Ada: behind it; so before item 1
//
// Of a tree, it is compared with the sibling in whose block the middle is.

/// The siblings among which an item goes.
struct Siblings {
  /// Those of them that can be before or behind it: numbers of what stays in the block, from one sibling to another.
  var part: ItemRun.Range
  /// Behind all of them.
  let end: Int
  let block: UInt32
  /// In the list.
  let level: UInt16
  /// How far behind the first one the next one is looked at, or if it is below 0, before the end; 0: in the middle.
  var step = 0
  /// It is a guess, and the place is probably near it.
  var isGuess = false

  /// Which of the part is looked at next.
  var next: Int {
    if step > 0 { return min(part.first + step, part.end) - 1 }
    return step < 0 ? max(part.end + step, part.first) : (part.first + part.end) / 2
  }

  /// `number` begins one of them, which comes before the item that is searched for, or behind it.
  mutating func narrow(
    _ number: Int, isBelow: Bool, _ plan: borrowing OrderPlan, _ state: borrowing ListState, hasLevels: Bool
  ) {
    // About twice the root of the step.
    let near = isGuess ? 2 << ((Int.bitWidth - step.leadingZeroBitCount) / 2) : 0
    isGuess = false
    if !isBelow {
      part.end = plan.leaving.staying(before: number, in: Int(block))
      step = near > 0 ? -near : min(0, 2 * step)
      return
    }
    step = near > 0 ? near : max(0, 2 * step)
    let end = hasLevels ? state.arrangement.end(ofBlockAt: number, level: level) : number + 1
    part.first = plan.leaving.staying(before: end, in: Int(block))
  }
}

/// How far the search is.
struct PlaceSearch {
  /// Which item of those that are placed is searched for, and among which siblings.
  var item = 0
  var siblings: Siblings? = nil
  /// Where the one before it went.
  var last: Siblings? = nil
}

extension OrderUpdate {
  /// Goes on, and takes from `budget` how many questions the host was asked. Returns false if it was left before the end.
  mutating func search(
    _ list: borrowing List, _ sourceUpdate: inout SourceUpdate, _ order: borrowing SortOrder,
    _ budget: inout Int
  ) throws(Refusal) -> Bool {
    while searched.item < plan.placed.count {
      if searched.siblings == nil {
        searched.siblings = siblingsBehindLast(order, average: sourceUpdate.version.count / plan.placed.count)
      }
      if searched.siblings == nil {
        searched.siblings = list.read { state in
          let item = plan.placed[searched.item]
          let section =
            isGrouped
            ? grouping.groups[Int(item.section)].key
            : sourceUpdate.version.held.input.sectionKeys[Int(item.section)]
          return plan.siblings(
            of: item, section, sourceUpdate.version, state, isScoped: list.options.isScoped)
        }
      }
      while let number = narrow(list, order) {
        if budget <= 0 { return false }
        let isBelow = try isBelow(number, list, &sourceUpdate, order, &budget)
        list.read { state in
          searched.siblings?.narrow(number, isBelow: isBelow, plan, state, hasLevels: hasLevels)
        }
      }
      searched.last = searched.siblings
      // The parent of what has no siblings in the list is new as well.
      plan.setTarget(
        searched.siblings?.part.first ?? 0, in: searched.siblings?.block ?? noIndex, ofPlaced: searched.item)
      searched.siblings = nil
      searched.item += 1
    }
    return true
  }

  /// Siblings are in order: the next one goes behind the last one, about `average` further on.
  private func siblingsBehindLast(_ order: borrowing SortOrder, average: Int) -> Siblings? {
    let i = searched.item
    if i == 0 || order.isFrozen || !plan.placed[i].isSibling(of: plan.placed[i - 1]) { return nil }
    guard var siblings = searched.last else { return nil }
    siblings.part.end = siblings.end
    siblings.step = max(1, distance(toTieOf: i) ?? average)
    siblings.isGuess = true
    return siblings
  }

  /// What is equal stands as in the source: as far apart as there, in proportion. Nil: it is not equal to the last two.
  private func distance(toTieOf i: Int) -> Int? {
    if i < 2 { return nil }
    let (item, last, before) = (plan.placed[i], plan.placed[i - 1], plan.placed[i - 2])
    if item.rank != last.rank || last.rank != before.rank || !last.isSibling(of: before) { return nil }
    let (passed, ahead) = (Int(last.position) - Int(before.position), Int(item.position) - Int(last.position))
    return passed > 0 && ahead > 0 ? (Int(last.target) - Int(before.target)) * ahead / passed : nil
  }

  /// Halves the part by ranks. Returns the number of an item of equal rank, which the host compares; nil: none is left.
  private mutating func narrow(_ list: borrowing List, _ order: borrowing SortOrder) -> Int? {
    guard var among = searched.siblings else { return nil }
    defer { searched.siblings = among }
    let wanted = plan.placed[searched.item].rank
    return list.read { state in
      while among.part.first < among.part.end {
        var number = plan.leaving.number(ofStaying: among.next, in: Int(among.block))
        if hasLevels { number = state.arrangement.first(ofBlockAt: number, level: among.level) }
        let rank = list.derivation.ordering.rank(
          of: state.slot(of: state.arrangement.location(ofItem: number)))
        if rank == wanted && !order.isFrozen { return number }
        among.narrow(number, isBelow: rank < wanted || rank == wanted, plan, state, hasLevels: hasLevels)
      }
      return nil
    }
  }

  /// Whether an item of equal rank comes before the one that is searched for.
  private func isBelow(
    _ number: Int, _ list: borrowing List, _ sourceUpdate: inout SourceUpdate, _ order: borrowing SortOrder,
    _ budget: inout Int
  ) throws(Refusal) -> Bool {
    let item = plan.placed[searched.item]
    let key = list.read { state in
      let location = state.arrangement.location(ofItem: number)
      let scope = KeyScope.list.narrowed(
        to: state.arrangement.sectionKey(of: location), if: list.options.isScoped)
      return scope.key(state.arrangement.leaf(location.leaf).key(location.offset))
    }
    let position = try place(of: key, list, &sourceUpdate)
    if order.breaksTies {
      let result = try tellApart(position, Int(item.position), sourceUpdate.version, order, &budget)
      if result != 0 { return result < 0 }
    }
    return position < Int(item.position)
  }

  /// Where the source's version has an item of the list.
  func place(
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

extension OrderPlan {
  /// Those that stay; nil if the parent is new as well.
  fileprivate func siblings(
    of item: PlacedItem, _ section: Key, _ version: borrowing SourceVersion, _ state: borrowing ListState,
    isScoped: Bool
  ) -> Siblings? {
    if item.parent == noIndex {
      let part = staying(inSection: section, state)
      return Siblings(part: part, end: part.end, block: 0, level: 0)
    }
    let parent = version.scopedKey(at: Int(item.parent), isScoped: isScoped)
    guard let location = state.find(parent) else { return nil }
    let number = state.arrangement.flat(of: location)
    let level = state.arrangement.leaf(location.leaf).level(location.offset)
    let own = leaving.block(of: number)
    let block = own != 0 ? own : leaving.block(around: number)
    let end = state.arrangement.end(ofBlockAt: number, level: level)
    let part = ItemRun.Range(
      first: leaving.staying(before: number + 1, in: block), end: leaving.staying(before: end, in: block))
    return Siblings(part: part, end: part.end, block: UInt32(block), level: level + 1)
  }

  /// What stays in a section of the list.
  func staying(inSection key: Key, _ state: borrowing ListState) -> ItemRun.Range {
    guard let id = state.arrangement.section(forKey: KeyScope.list.key(key)) else {
      return ItemRun.Range(first: 0, end: 0)
    }
    let first = Int(state.arrangement.start(ofSection: id).items)
    let end = first + Int(state.arrangement.sections[id].count)
    return ItemRun.Range(
      first: leaving.staying(before: first, in: 0), end: leaving.staying(before: end, in: 0))
  }
}
