// Where the items that are placed go among those of equal rank that stay: as the host and the source say. A search can be
// left between two comparisons, and gone on with in the next poll.
//
//     staying    Ada 2   Ben 5   Cem 9       all of rank 31, and where the source has them
//     placed     Fay 6                       compared with Ben: behind it; with Cem: before it; so before item 2
//
// What is equal stands as in the source, and about as far apart, in proportion: the search begins at such a guess.

/// Among which items of equal rank one goes.
struct TieSearch {
  /// Of what stays in the block, numbers.
  var part: ItemRun.Range
  let block: UInt32
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
struct PlaceSearch: ~Copyable {
  /// Of each item that is placed; empty: nothing has been searched for.
  var equals = Buffer<Equals>()
  /// Which item is searched for.
  var item = 0
  var ties: TieSearch? = nil

  init() {}
}

extension OrderUpdate {
  /// Goes on, and takes from `budget` how many questions the host was asked. Returns false if it was left before the end.
  mutating func search(
    _ list: borrowing List, _ sourceUpdate: inout SourceUpdate, _ order: borrowing SortOrder,
    _ budget: inout Int
  ) throws(Refusal) -> Bool {
    if searched.equals.isEmpty {
      try list.read { state throws(Refusal) in
        try searchRanks(
          sourceUpdate.version, list.derivation.ordering, state, isScoped: list.options.isScoped)
      }
    }
    while searched.item < plan.placed.count {
      if searched.ties == nil { searched.ties = tieSearch(sourceUpdate.version, order) }
      while let number = nextTie(list) {
        if budget <= 0 { return false }
        let isBelow = try isBelow(number, list, &sourceUpdate, order, &budget)
        list.read { state in
          searched.ties?.narrow(number, isBelow: isBelow, plan, state, hasLevels: hasLevels)
        }
      }
      plan.setTarget(
        searched.ties?.part.first ?? 0, in: searched.equals[searched.item].block, ofPlaced: searched.item)
      searched.ties = nil
      searched.item += 1
    }
    return true
  }

  /// Nil: its parent is new as well, and has no items in the list.
  private func tieSearch(_ version: borrowing SourceVersion, _ order: borrowing SortOrder) -> TieSearch? {
    let i = searched.item
    let equals = searched.equals[i]
    if equals.block == noIndex { return nil }
    let first = plan.leaving.staying(before: Int(equals.first), in: Int(equals.block))
    if equals.first == equals.end {
      return TieSearch(
        part: ItemRun.Range(first: first, end: first), block: equals.block, level: equals.level)
    }
    let end = plan.leaving.staying(before: Int(equals.end), in: Int(equals.block))
    var search = TieSearch(
      part: ItemRun.Range(first: first, end: end), block: equals.block, level: equals.level)
    let item = plan.placed[i]
    // Those of equal rank are in order as well.
    let last = i > 0 && plan.placed[i - 1].isEqual(to: item) ? plan.placed[i - 1] : nil
    if let last { search.part.first = Int(last.target) }
    if order.breaksTies || hasLevels { return search }
    let positions = isGrouped ? 0..<version.count : version.items(ofSection: Int(item.section))
    let start = last.map { Int($0.position) } ?? positions.lowerBound
    let left = search.part.end - search.part.first
    search.step = max(1, left * (Int(item.position) - start) / (positions.upperBound - start))
    search.isGuess = true
    return search
  }

  /// The number of the next item that is compared; nil: none is left.
  private func nextTie(_ list: borrowing List) -> Int? {
    guard let ties = searched.ties, ties.part.first < ties.part.end else { return nil }
    let number = plan.leaving.number(ofStaying: ties.next, in: Int(ties.block))
    if !hasLevels { return number }
    return list.read { state in state.arrangement.first(ofBlockAt: number, level: ties.level) }
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
