// Which items of a sorted list change their place: what the source's changes mean here.
//
//     gone       leaves
//     new        is placed
//     changed    is placed if the answer is another rank, or the host breaks ties
//     moved      is placed: of the source's runs, those that are not among the heaviest that ascend, and those that
//                are in another section now; of trees, see MovedItems
//
// If these are many, all items are sorted.

extension OrderUpdate {
  /// More than this part of the items is many; a few are never.
  private static var part: Int { 8 }
  private static var fewest: Int { 16 }

  /// `ranks`: the answers to the questions. Of many they are taken over. `reorders`: by another order than the one by
  /// which the list is sorted.
  @_optimize(size) mutating func plan(
    _ sourceUpdate: inout SourceUpdate, _ questions: borrowing OrderQuestions, _ ranks: inout Buffer<Rank>,
    _ order: borrowing SortOrder, _ derivation: borrowing Derivation, _ state: borrowing ListState,
    isScoped: Bool, reorders: Bool
  ) throws(Refusal) {
    isGrouped = derivation.options.isGrouped
    // A grouped list is empty until the first order.
    if isGrouped && !order.asks { return didPlan(isMany: true) }
    if isGrouped {
      let keepsAnswers = order.flags.contains(.keepsRanks)
      try grouping.begin(derivation.ordering.groups, state, all: reorders && !keepsAnswers)
    }
    var isFew = !reorders
    if isFew {
      isFew = try planFew(&sourceUpdate, questions, ranks, derivation, state, isScoped: isScoped)
    }
    if isFew {
      try plan.leaving.nest()
      try sortPlaced(order)
      return didPlan(isMany: false)
    }
    if questions.positions.count < sourceUpdate.version.count {
      var all = try questions.allRanks(
        ranks, sourceUpdate.version, derivation.ordering, state, isScoped: isScoped)
      try sort(
        sourceUpdate.version, questions, all, order, state, isScoped: isScoped,
        stays: order.isFrozen && !reorders)
      swap(&answers, &all)
    } else {
      try sort(sourceUpdate.version, questions, ranks, order, state, isScoped: isScoped, stays: false)
      swap(&answers, &ranks)
    }
    didPlan(isMany: true)
  }

  private mutating func sort(
    _ version: borrowing SourceVersion, _ questions: borrowing OrderQuestions,
    _ ranks: borrowing Buffer<Rank>,
    _ order: borrowing SortOrder, _ state: borrowing ListState, isScoped: Bool, stays: Bool
  ) throws(Refusal) {
    if isGrouped {
      try sortGroups(version, questions, ranks, order, state)
    } else {
      try sortAll(version, ranks, order, state, isScoped: isScoped, stays: stays)
    }
  }

  /// Returns false if many items change their place, or a level of the source is no depth.
  @_optimize(size) private mutating func planFew(
    _ sourceUpdate: inout SourceUpdate, _ questions: borrowing OrderQuestions,
    _ ranks: borrowing Buffer<Rank>,
    _ derivation: borrowing Derivation, _ state: borrowing ListState, isScoped: Bool
  ) throws(Refusal) -> Bool {
    if derivation.ordering.hasGap { return false }
    hasLevels = !isGrouped && (derivation.version.hasLevels || sourceUpdate.version.hasLevels)
    // What is frozen need not be as all items would be sorted.
    let limit =
      derivation.ordering.order.isFrozen
      ? Int.max : max(OrderUpdate.fewest, state.arrangement.count / OrderUpdate.part)
    if questions.positions.count > limit { return false }
    var runs = Buffer<Run>()
    var moved = MovedItems()
    if sourceUpdate.matching == nil {
      // Nothing has changed but by marks.
      try runs.append(Run(before: 0, after: 0, count: UInt32(sourceUpdate.bits.count), stays: true))
    } else {
      var isFew = true
      try sourceUpdate.withMatches { sourceUpdate, matches throws(Refusal) in
        isFew = matches.leftCount + questions.positions.count <= limit
        if !isFew { return }
        try leaveGone(matches, derivation, state, isScoped: isScoped)
        var iterator = MatchIterator()
        while let run = iterator.next(matches) { try runs.append(run) }
        try markStaying(&runs, sourceUpdate, derivation)
        try addMoved(runs, matches, sourceUpdate, derivation, &moved)
      }
      if !isFew || moved.hasGap || plan.leavingCount + moved.items.count > limit { return false }
    }
    return try place(runs, moved, sourceUpdate, questions, ranks, derivation, state, isScoped: isScoped)
  }

  @_optimize(size) private mutating func leaveGone(
    _ matches: borrowing Matches, _ derivation: borrowing Derivation, _ state: borrowing ListState,
    isScoped: Bool
  ) throws(Refusal) {
    var position = matches.firstUnclaimed(from: 0)
    while position < derivation.version.count {
      let number = find(derivation.version, position, state, isScoped: isScoped)
      try plan.leave(number, end: number + 1)
      if isGrouped { grouping.take(from: groupNumber(of: state.arrangement.location(ofItem: number), state)) }
      position = matches.firstUnclaimed(from: position + 1)
    }
  }

  /// The number of an item of the list, by its position in a version that has it.
  func find(
    _ version: borrowing SourceVersion, _ position: Int, _ state: borrowing ListState, isScoped: Bool
  ) -> Int {
    guard let location = state.find(version.scopedKey(at: position, isScoped: isScoped)) else { return -1 }
    return state.arrangement.flat(of: location)
  }

  /// A run ends before and behind an item whose level has changed.
  private func addMoved(
    _ runs: borrowing Buffer<Run>, _ matches: borrowing Matches, _ sourceUpdate: borrowing SourceUpdate,
    _ derivation: borrowing Derivation, _ moved: inout MovedItems
  ) throws(Refusal) {
    if !hasLevels { return try addMoved(runs, &moved) }
    var patch = 0
    for r in 0..<runs.count {
      var rest = runs[r]
      while patch < matches.patches.count, matches.patches[patch].after < rest.after + rest.count {
        let (before, after) = (matches.patches[patch].before, matches.patches[patch].after)
        patch += 1
        if derivation.version.level(at: Int(before)) == sourceUpdate.version.level(at: Int(after)) {
          continue
        }
        try add(&rest, Int(after - rest.after), sourceUpdate, derivation, &moved)
        try add(&rest, 1, sourceUpdate, derivation, &moved)
      }
      try add(&rest, Int(rest.count), sourceUpdate, derivation, &moved)
    }
  }

  /// The first ones of a run, which begins behind them then.
  @_optimize(size) private func add(
    _ run: inout Run, _ count: Int, _ sourceUpdate: borrowing SourceUpdate,
    _ derivation: borrowing Derivation, _ moved: inout MovedItems
  ) throws(Refusal) {
    let first = Run(before: run.before, after: run.after, count: UInt32(count))
    try moved.add(first, stays: run.stays != 0, derivation.version, sourceUpdate.version)
    run = Run(
      before: run.before + first.count, after: run.after + first.count, count: run.count - first.count,
      stays: run.stays != 0)
  }

  /// Without levels.
  private func addMoved(_ runs: borrowing Buffer<Run>, _ moved: inout MovedItems) throws(Refusal) {
    for r in 0..<runs.count where runs[r].stays == 0 { try moved.add(allOf: runs[r]) }
  }

  /// Places what was asked about and what has moved. Returns false if a level is no depth.
  private mutating func place(
    _ runs: borrowing Buffer<Run>, _ moved: borrowing MovedItems, _ sourceUpdate: borrowing SourceUpdate,
    _ questions: borrowing OrderQuestions, _ ranks: borrowing Buffer<Rank>,
    _ derivation: borrowing Derivation, _ state: borrowing ListState, isScoped: Bool
  ) throws(Refusal) -> Bool {
    var keys = try Buffer<ScopedKey>(capacity: ListState.prefetched)
    var (question, next, run) = (0, 0, 0)
    while true {
      let asked = questions.position(question) ?? Int.max
      let position = min(asked, next < moved.items.count ? Int(moved.items[next] >> 32) : Int.max)
      if position == Int.max { return true }
      if asked == position && question % ListState.prefetched == 0 {
        questions.fill(&keys, from: question, sourceUpdate.version, isScoped: isScoped)
        state.prefetch(keys, from: 0)
      }
      let answer = asked == position ? derivation.ordering.order.sorted(ranks[question]) : nil
      let hasMoved = next < moved.items.count && Int(moved.items[next] >> 32) == position
      if answer != nil { question += 1 }
      if hasMoved { next += 1 }
      while run < runs.count && Int(runs[run].after + runs[run].count) <= position { run += 1 }
      var location: Location? = nil
      if run < runs.count && Int(runs[run].after) <= position {
        let before = Int(runs[run].before) + position - Int(runs[run].after)
        location = state.find(derivation.version.scopedKey(at: before, isScoped: isScoped))
      }
      let number = location.map { state.arrangement.flat(of: $0) }
      if let number, answer != nil { try self.asked.append(UInt64(position) << 32 | UInt64(number)) }
      let old = location.map { derivation.ordering.rank(of: state.slot(of: $0)) }
      let rank = answer ?? old ?? Rank()
      var section = sourceUpdate.version.held.input.position(of: position).section
      var hasLeft = false
      if isGrouped {
        let own = location.map { groupNumber(of: $0, state) }
        let group = try answer != nil ? grouping.number(of: questions.groups[question - 1], state) : own ?? 0
        hasLeft = own != group
        section = UInt32(group)
      }
      // What the host says of equal ones may have changed as well.
      if let old, !hasMoved, !hasLeft, rank == old, !derivation.ordering.order.breaksTies {
        if isGrouped {
          grouping.noteChange(of: sourceUpdate.version.held.input.key(at: position), Int(section))
        }
        continue
      }
      if try !place(position, location, number, rank, section, sourceUpdate.version, state) { return false }
    }
  }

  private mutating func place(
    _ position: Int, _ location: Location?, _ number: Int?, _ rank: Rank, _ section: UInt32,
    _ version: borrowing SourceVersion, _ state: borrowing ListState
  ) throws(Refusal) -> Bool {
    var item = PlacedItem(
      rank: rank, position: UInt32(position), section: section, number: noIndex, parent: noIndex, level: 0)
    if isGrouped {
      grouping.put(into: Int(section))
      if let location { grouping.take(from: groupNumber(of: location, state)) }
    }
    var end = 0
    if let location, let number {
      item.number = UInt32(number)
      end = number + 1
      if hasLevels {
        let level = state.arrangement.leaf(location.leaf).level(location.offset)
        end = state.arrangement.end(ofBlockAt: number, level: level)
      }
    }
    if hasLevels {
      let parent = version.parent(of: position)
      if !version.isDepth(levelOf: position, below: parent) { return false }
      item.parent = parent.map { UInt32($0) } ?? noIndex
      item.level = version.level(at: position)
    }
    try plan.place(item, end: end)
    return true
  }

  /// Sets `stays` of the runs in which nothing has moved.
  @_optimize(size) private func markStaying(
    _ runs: inout Buffer<Run>, _ sourceUpdate: borrowing SourceUpdate, _ derivation: borrowing Derivation
  ) throws(Refusal) {
    var isAscending = true
    for r in 0..<runs.count {
      if r > 0 && runs[r].before < runs[r - 1].before { isAscending = false }
    }
    if isAscending || derivation.ordering.order.isFrozen {
      for r in 0..<runs.count { runs[r].stays = 1 }
    } else {
      var heaviest = WeightedIncreasingSubsequence()
      try heaviest.reserve(runs.count)
      for r in 0..<runs.count {
        heaviest.push(run: r, before: runs[r].before, weight: UInt64(runs[r].count))
      }
      var last = heaviest.solve(&runs)
      var isStaying = try BitTable(columns: 1, count: runs.count)
      while last != noIndex {
        isStaying[0, Int(last)] = true
        last = runs[Int(last)].stays
      }
      for r in 0..<runs.count { runs[r].stays = isStaying[0, r] ? 1 : 0 }
    }
    for r in 0..<runs.count where runs[r].stays != 0 && !isGrouped {
      let before = derivation.version.sectionKey(of: Int(runs[r].before))
      if before != sourceUpdate.version.sectionKey(of: Int(runs[r].after)) { runs[r].stays = 0 }
    }
  }
}

extension OrderQuestions {
  /// Fills in the keys of the next items that are asked about.
  fileprivate func fill(
    _ keys: inout Buffer<ScopedKey>, from first: Int, _ version: borrowing SourceVersion, isScoped: Bool
  ) {
    let next = first..<min(first + ListState.prefetched, positions.count)
    for question in next { version.prefetch(Int(positions[question])) }
    keys.removeAll()
    for question in next { keys.push(version.scopedKey(at: Int(positions[question]), isScoped: isScoped)) }
  }

  /// Returns ranks by position: what was answered now, and of other items what was answered before.
  fileprivate func allRanks(
    _ asked: borrowing Buffer<Rank>, _ version: borrowing SourceVersion, _ ordering: borrowing Ordering,
    _ state: borrowing ListState, isScoped: Bool
  ) throws(Refusal) -> Buffer<Rank> {
    var all = try Buffer<Rank>(capacity: version.count)
    var question = 0
    for position in 0..<version.count {
      if self.position(question) == position {
        all.push(asked[question])
        question += 1
      } else {
        let location = state.find(version.scopedKey(at: position, isScoped: isScoped))
        all.push(location.map { ordering.answer(of: state.slot(of: $0)) } ?? Rank())
      }
    }
    return all
  }
}
