// Which items of a sorted list change their place: what the source's changes mean here.
//
//     gone       leaves
//     new        is placed
//     changed    is placed if the answer is another rank, or the host breaks ties
//     moved      is placed: of the source's runs, those that are not among the heaviest that ascend, and those that
//                are in another section now
//
// If these are many, all items are sorted.

extension OrderUpdate {
  /// More than this part of the items is many; a few are never.
  private static var part: Int { 8 }
  private static var fewest: Int { 16 }

  /// All of the questions are answered. `reorders`: by another order than the one by which the list is sorted, about all
  /// items.
  mutating func plan(
    _ sourceUpdate: inout SourceUpdate, _ questions: borrowing OrderQuestions, _ order: borrowing SortOrder,
    _ derivation: borrowing Derivation, _ state: borrowing ListState, isScoped: Bool, reorders: Bool
  ) throws(Refusal) {
    var isFew = !reorders
    if isFew {
      isFew = try planFew(&sourceUpdate, questions, derivation, state, isScoped: isScoped)
    }
    if isFew {
      try plan.endLeaving()
      try sortPlaced(order)
    } else {
      try sortAll(sourceUpdate, questions, order, derivation.ordering, state, isScoped: isScoped)
    }
    didPlan(isMany: !isFew)
  }

  /// Returns false if many items change their place.
  private mutating func planFew(
    _ sourceUpdate: inout SourceUpdate, _ questions: borrowing OrderQuestions,
    _ derivation: borrowing Derivation, _ state: borrowing ListState, isScoped: Bool
  ) throws(Refusal) -> Bool {
    // TREES: only as a whole yet.
    if sourceUpdate.version.held.input.traits & ItemColumn.level.bit != 0 { return false }
    let isFrozen = derivation.ordering.order.isFrozen
    // What is frozen need not be as all items would be sorted.
    let limit = isFrozen ? Int.max : max(OrderUpdate.fewest, state.arrangement.count / OrderUpdate.part)
    if questions.positions.count > limit { return false }
    if sourceUpdate.matching == nil {
      // Nothing has changed but by marks.
      for i in 0..<questions.positions.count {
        let position = Int(questions.positions[i])
        try placeMatched(
          position, position, derivation.ordering.order.sorted(questions.ranks[i]), always: false,
          sourceUpdate,
          derivation, state, isScoped: isScoped)
      }
      return true
    }
    var isFew = true
    try sourceUpdate.withMatches { sourceUpdate, matches throws(Refusal) in
      if matches.leftCount + questions.positions.count > limit {
        isFew = false
        return
      }
      let count = derivation.version.count
      var position = matches.firstUnclaimed(from: 0)
      while position < count {
        try plan.leave(find(derivation.version, position, state, isScoped: isScoped))
        position = matches.firstUnclaimed(from: position + 1)
      }
      isFew = try placeRuns(
        matches, sourceUpdate, questions, derivation, state, isScoped: isScoped, limit)
    }
    return isFew
  }

  /// The number of an item of the list, by its position in a version that has it.
  func find(
    _ version: borrowing SourceVersion, _ position: Int, _ state: borrowing ListState, isScoped: Bool
  ) -> Int {
    guard let location = state.find(version.scopedKey(at: position, isScoped: isScoped)) else { return -1 }
    return state.arrangement.flat(of: location)
  }

  private mutating func placeRuns(
    _ matches: borrowing Matches, _ sourceUpdate: borrowing SourceUpdate,
    _ questions: borrowing OrderQuestions, _ derivation: borrowing Derivation, _ state: borrowing ListState,
    isScoped: Bool, _ limit: Int
  ) throws(Refusal) -> Bool {
    var runs = Buffer<Run>()
    var iterator = MatchIterator()
    while let run = iterator.next(matches) { try runs.append(run) }
    try markStaying(&runs, sourceUpdate, derivation)
    var question = 0
    for r in 0...runs.count {
      let isEnd = r == runs.count
      let first = isEnd ? sourceUpdate.bits.count : Int(runs[r].after)
      let count = isEnd ? 0 : Int(runs[r].count)
      // What is new has been asked.
      while let position = questions.position(question), position < first {
        try place(
          position, number: noIndex, derivation.ordering.order.sorted(questions.ranks[question]), sourceUpdate
        )
        question += 1
      }
      if !isEnd && runs[r].stays == 0 {
        if plan.placed.count + count > limit { return false }
        for i in 0..<count {
          let isAsked = questions.position(question) == first + i
          try placeMatched(
            Int(runs[r].before) + i, first + i,
            isAsked ? derivation.ordering.order.sorted(questions.ranks[question]) : nil,
            always: true, sourceUpdate,
            derivation,
            state, isScoped: isScoped)
          if isAsked { question += 1 }
        }
        continue
      }
      while let position = questions.position(question), position < first + count {
        try placeMatched(
          Int(runs[r].before) + position - first, position,
          derivation.ordering.order.sorted(questions.ranks[question]), always: false, sourceUpdate,
          derivation,
          state, isScoped: isScoped)
        question += 1
      }
    }
    return true
  }

  private mutating func placeMatched(
    _ before: Int, _ position: Int, _ answer: Rank?, always: Bool, _ sourceUpdate: borrowing SourceUpdate,
    _ derivation: borrowing Derivation, _ state: borrowing ListState, isScoped: Bool
  ) throws(Refusal) {
    let key = derivation.version.scopedKey(at: before, isScoped: isScoped)
    guard let location = state.find(key) else { return }
    let old = derivation.ordering.rank(of: state.slot(of: location))
    let rank = answer ?? old
    // What the host says of equal ones may have changed as well.
    if !always && rank == old && !derivation.ordering.order.breaksTies { return }
    try place(
      position, number: UInt32(state.arrangement.flat(of: location)), rank, sourceUpdate)
  }

  private mutating func place(
    _ position: Int, number: UInt32, _ rank: Rank, _ sourceUpdate: borrowing SourceUpdate
  ) throws(Refusal) {
    try plan.place(
      PlacedItem(
        rank: rank, position: UInt32(position),
        section: UInt32(sourceUpdate.version.held.input.position(of: position).section), number: number))
  }

  /// Sets `stays` of the runs in which nothing has moved.
  private func markStaying(
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
    for r in 0..<runs.count where runs[r].stays != 0 {
      let before = derivation.version.sectionKey(of: Int(runs[r].before))
      if before != sourceUpdate.version.sectionKey(of: Int(runs[r].after)) { runs[r].stays = 0 }
    }
  }
}

// MARK: Ties

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

// MARK: Sorting

extension OrderUpdate {
  /// By section, rank and place in the source.
  private mutating func sortPlaced(_ order: borrowing SortOrder) throws(Refusal) {
    var sections = try Buffer<UInt64>(capacity: plan.placed.count)
    for i in 0..<plan.placed.count {
      sections.push(UInt64(plan.placed[i].position) << 32 | UInt64(i))
    }
    // What the source has moved was not added in its order. Sections ascend with it.
    try sections.sort()
    try self.order.reserve(plan.placed.count)
    var first = 0
    while first < sections.count {
      let section = plan.placed[Int(UInt32(truncatingIfNeeded: sections[first]))].section
      var some = Buffer<RankedPosition>()
      while first < sections.count {
        let item = plan.placed[Int(UInt32(truncatingIfNeeded: sections[first]))]
        if item.section != section { break }
        try some.append(RankedPosition(rank: item.rank, position: item.position))
        first += 1
      }
      try add(&some, order)
    }
  }

  /// Sorts all items of the version, section by section.
  private mutating func sortAll(
    _ sourceUpdate: borrowing SourceUpdate, _ questions: borrowing OrderQuestions,
    _ order: borrowing SortOrder, _ ordering: borrowing Ordering, _ state: borrowing ListState, isScoped: Bool
  ) throws(Refusal) {
    plan = OrderPlan()
    hasLevels = sourceUpdate.version.held.input.traits & ItemColumn.level.bit != 0
    if hasLevels { try children.resize(to: sourceUpdate.bits.count, filling: noIndex) }
    try self.order.reserve(sourceUpdate.bits.count)
    var question = 0
    for section in 0..<sourceUpdate.version.held.input.sectionCount {
      let items = sourceUpdate.version.items(ofSection: section)
      var some = try Buffer<RankedPosition>(capacity: items.count)
      for position in items {
        if questions.position(question) == position {
          some.push(
            RankedPosition(rank: order.sorted(questions.ranks[question]), position: UInt32(position)))
          question += 1
        } else {
          let key = sourceUpdate.version.scopedKey(at: position, isScoped: isScoped)
          let answer = state.find(key).map { ordering.answer(of: state.slot(of: $0)) }
          some.push(RankedPosition(rank: order.sorted(answer ?? Rank()), position: UInt32(position)))
        }
      }
      if hasLevels {
        try add(siblings: &some, sourceUpdate.version, section, order)
      } else {
        try add(&some, order)
      }
    }
  }

  /// Items of one section, in the source's order.
  private mutating func add(
    _ items: inout Buffer<RankedPosition>, _ order: borrowing SortOrder
  ) throws(Refusal) {
    var sort = RankSort()
    try sort.sort(&items)
    let first = self.order.count
    self.order.append(contentsOf: items)
    try ties.add(self.order, first, self.order.count, order)
  }
}
