// An update of a sorted list in which few items change their place: what the source's changes mean here.
//
//     gone       leaves
//     new        is placed
//     changed    is placed if the answer is another rank
//     moved      is placed: of the source's runs, those that are not among the heaviest that ascend, and those that
//                are in another section now

extension OrderUpdate {
  /// More than this part of the items is many; a few are never.
  private static var part: Int { 8 }
  private static var fewest: Int { 16 }

  /// Plans the update. Returns false if many items change their place.
  mutating func planFew(
    _ sourceUpdate: inout SourceUpdate, _ derivation: borrowing Derivation, _ state: borrowing ListState,
    isScoped: Bool
  ) throws(Refusal) -> Bool {
    var isFew = true
    let limit = max(OrderUpdate.fewest, state.arrangement.count / OrderUpdate.part)
    try sourceUpdate.withMatches { sourceUpdate, matches throws(Refusal) in
      let version = derivation.version.held.input.count
      if matches.leftCount + derivation.ordering.questions.positions.count > limit {
        isFew = false
        return
      }
      var position = matches.firstUnclaimed(from: 0)
      while position < version {
        try plan.leave(find(derivation.version, position, state, isScoped: isScoped))
        position = matches.firstUnclaimed(from: position + 1)
      }
      isFew = try placeRuns(matches, sourceUpdate, derivation, state, isScoped: isScoped, limit)
    }
    if isFew { try plan.endLeaving() }
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
    _ matches: borrowing Matches, _ sourceUpdate: borrowing SourceUpdate, _ derivation: borrowing Derivation,
    _ state: borrowing ListState, isScoped: Bool, _ limit: Int
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
      while let position = derivation.ordering.questions.position(question), position < first {
        try place(position, number: noIndex, derivation.ordering.answer(question), sourceUpdate)
        question += 1
      }
      if !isEnd && runs[r].stays == 0 {
        if plan.placed.count + count > limit { return false }
        for i in 0..<count {
          let isAsked = derivation.ordering.questions.position(question) == first + i
          try placeMatched(
            Int(runs[r].before) + i, first + i, isAsked ? question : nil, always: true, sourceUpdate,
            derivation,
            state, isScoped: isScoped)
          if isAsked { question += 1 }
        }
        continue
      }
      while let position = derivation.ordering.questions.position(question), position < first + count {
        try placeMatched(
          Int(runs[r].before) + position - first, position, question, always: false, sourceUpdate, derivation,
          state, isScoped: isScoped)
        question += 1
      }
    }
    return true
  }

  private mutating func placeMatched(
    _ before: Int, _ position: Int, _ question: Int?, always: Bool, _ sourceUpdate: borrowing SourceUpdate,
    _ derivation: borrowing Derivation, _ state: borrowing ListState, isScoped: Bool
  ) throws(Refusal) {
    let key = derivation.version.scopedKey(at: before, isScoped: isScoped)
    guard let location = state.find(key) else { return }
    let old = derivation.ordering.rank(of: state.slot(of: location))
    let rank = question.map { derivation.ordering.answer($0) } ?? old
    if !always && rank == old { return }
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
    if isAscending {
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
