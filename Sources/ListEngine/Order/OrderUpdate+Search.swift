// The search for the places of items among those of equal rank that stay: as the host compares them, and as they stand in
// the source. It can be left between two comparisons, and continued in the next poll.
//
//     staying    Ada 2   Ben 5   Cem 9       all of rank 31, and where the source has them
//     placed     Fay 6                       compared with Ben: behind it; with Cem: before it; so before item 2
//
// If the host does not compare, sixteen searches go side by side, as those by rank do.

/// One binary search.
struct TieSearch: BitwiseCopyable {
  let item: Int
  /// These are left, as numbers among what stays in the block.
  var part: ItemRun.Range
  /// The number in the list of the one that is compared.
  var number = 0

  var isOpen: Bool { part.first < part.end }
}

/// How far the search is.
struct PlaceSearch: ~Copyable {
  /// Has an entry for each item that is placed, once they were searched for by rank.
  var equals = Buffer<Equals>()
  var rounds = SearchRounds(0)
  var ties = Buffer<TieSearch>()

  init() {}
}

extension OrderUpdate {
  static var searchesAtOnce: Int { 16 }

  /// Goes on, and takes from `budget` how many questions the host was asked. Returns false if it was left before the end.
  @_optimize(size) mutating func search(
    _ list: borrowing List, _ sourceUpdate: inout SourceUpdate, _ order: borrowing SortOrder,
    _ budget: inout Int
  ) throws(Refusal) -> Bool {
    let width = order.breaksTies ? 1 : OrderUpdate.searchesAtOnce
    if searched.equals.isEmpty {
      try searched.ties.reserve(width)
      try list.read { state throws(Refusal) in
        try searchRanks(
          sourceUpdate.version, list.derivation.ordering, state, isScoped: list.options.isScoped)
      }
      searched.rounds = SearchRounds(plan.placed.count)
    }
    while !searched.ties.isEmpty || !searched.rounds.isOver {
      if searched.ties.isEmpty {
        while searched.ties.count < width, let item = searched.rounds.next() {
          searched.ties.push(tieSearch(item))
        }
      }
      while searched.ties.hasOpen {
        if budget <= 0 { return false }
        try narrowTies(list, &sourceUpdate, order, &budget)
      }
      for i in 0..<searched.ties.count {
        let item = searched.ties[i].item
        plan.setTarget(searched.ties[i].part.first, in: searched.equals[item].block, ofPlaced: item)
      }
      searched.ties.removeAll()
    }
    return true
  }

  /// Begins the search for an item among those of its equals that stay, between two that were found in earlier rounds.
  @_optimize(size) private func tieSearch(_ i: Int) -> TieSearch {
    let (equals, item) = (searched.equals[i], plan.placed[i])
    // The parent of what has no siblings in the list is new as well.
    if equals.block == noIndex { return TieSearch(item: i, part: ItemRun.Range(first: 0, end: 0)) }
    let first = plan.leaving.staying(before: Int(equals.first), in: Int(equals.block))
    var part = ItemRun.Range(first: first, end: first)
    if equals.first == equals.end { return TieSearch(item: i, part: part) }
    let (before, behind) = (i - searched.rounds.stride, i + searched.rounds.stride)
    if before >= 0 && plan.placed[before].isEqual(to: item) { part.first = Int(plan.placed[before].target) }
    part.end =
      behind < plan.placed.count && plan.placed[behind].isEqual(to: item)
      ? Int(plan.placed[behind].target) : plan.leaving.staying(before: Int(equals.end), in: Int(equals.block))
    return TieSearch(item: i, part: part)
  }

  /// Compares the one in the middle of what is left of each search.
  @_optimize(size) private mutating func narrowTies(
    _ list: borrowing List, _ sourceUpdate: inout SourceUpdate, _ order: borrowing SortOrder,
    _ budget: inout Int
  ) throws(Refusal) {
    var keys = try Buffer<ScopedKey>(capacity: searched.ties.count)
    list.read { state in
      for i in 0..<searched.ties.count where searched.ties[i].isOpen { setNumber(ofTie: i, state) }
      for i in 0..<searched.ties.count where searched.ties[i].isOpen {
        let location = state.arrangement.location(ofItem: searched.ties[i].number)
        let scope = KeyScope.list.narrowed(
          to: state.arrangement.sectionKey(of: location), if: list.options.isScoped)
        keys.push(scope.key(state.arrangement.leaf(location.leaf).key(location.offset)))
      }
    }
    let positions = try positions(of: keys, list, &sourceUpdate)
    var next = 0
    for i in 0..<searched.ties.count where searched.ties[i].isOpen {
      let position = positions[next]
      next += 1
      let isBelow = try isBelow(position, ofTie: i, sourceUpdate.version, order, &budget)
      list.read { state in narrow(tie: i, isBelow: isBelow, state) }
    }
  }

  private mutating func setNumber(ofTie i: Int, _ state: borrowing ListState) {
    let equals = searched.equals[searched.ties[i].item]
    let middle = (searched.ties[i].part.first + searched.ties[i].part.end) / 2
    var number = plan.leaving.number(ofStaying: middle, in: Int(equals.block))
    if hasLevels { number = state.arrangement.first(ofBlockAt: number, level: equals.level) }
    searched.ties[i].number = number
    let location = state.arrangement.location(ofItem: number)
    state.arrangement.leaf(location.leaf).prefetch(keyOf: location.offset)
  }

  private mutating func narrow(tie i: Int, isBelow: Bool, _ state: borrowing ListState) {
    let equals = searched.equals[searched.ties[i].item]
    let number = searched.ties[i].number
    if !isBelow {
      searched.ties[i].part.end = plan.leaving.staying(before: number, in: Int(equals.block))
    } else {
      let end = hasLevels ? state.arrangement.end(ofBlockAt: number, level: equals.level) : number + 1
      searched.ties[i].part.first = plan.leaving.staying(before: end, in: Int(equals.block))
    }
  }

  /// Whether an item of equal rank comes before the one that is searched for.
  private func isBelow(
    _ position: Int, ofTie i: Int, _ version: borrowing SourceVersion, _ order: borrowing SortOrder,
    _ budget: inout Int
  ) throws(Refusal) -> Bool {
    let wanted = Int(plan.placed[searched.ties[i].item].position)
    if order.breaksTies {
      let result = try tellApart(position, wanted, version, order, &budget)
      if result != 0 { return result < 0 }
    }
    return position < wanted
  }

  /// Finds items of the list in the source's version, by their keys.
  @_optimize(size) func positions(
    of keys: borrowing Buffer<ScopedKey>, _ list: borrowing List, _ sourceUpdate: inout SourceUpdate
  ) throws(Refusal) -> Buffer<Int> {
    var positions = try Buffer<Int>(capacity: keys.count)
    if try list.addPositions(inSource: keys, sourceUpdate.number, to: &positions) { return positions }
    // The source is ahead, or has gone.
    if !sourceUpdate.version.isIndexed {
      var index = try sourceUpdate.version.keyIndex(isScoped: list.options.isScoped)
      swap(&sourceUpdate.version.index, &index)
    }
    positions.removeAll()
    for i in 0..<keys.count { positions.push(sourceUpdate.version.find(keys[i]) ?? 0) }
    return positions
  }

  /// Asks the host about two items of equal rank: below, at or above 0.
  @_optimize(size) private func tellApart(
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

extension Buffer where Element == TieSearch {
  fileprivate var hasOpen: Bool {
    for i in 0..<count where self[i].isOpen { return true }
    return false
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
