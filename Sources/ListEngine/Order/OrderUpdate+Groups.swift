// The groups of an update: which items they have, which is the first one, and what the host says of them.

extension OrderUpdate {
  /// The number of the group in which an item of the list is.
  func groupNumber(of location: Location, _ state: borrowing ListState) -> Int {
    Int(state.arrangement.start(ofSection: state.arrangement.items.position(of: location.leaf).owner).units)
  }

  /// Sorts all items of the version, group by group. `ranks`: the answers, by position.
  @_optimize(size) mutating func sortGroups(
    _ version: borrowing SourceVersion, _ questions: borrowing OrderQuestions,
    _ ranks: borrowing Buffer<Rank>,
    _ order: borrowing SortOrder, _ state: borrowing ListState
  ) throws(Refusal) {
    plan = OrderPlan()
    grouping.forgetCounts()
    var numbers = try Buffer<UInt32>(capacity: version.count)
    var question = 0
    for position in 0..<version.count {
      var group = 0
      if questions.position(question) == position {
        group = try grouping.number(of: questions.groups[question], state)
        question += 1
      } else if let location = state.find(version.scopedKey(at: position, isScoped: false)) {
        group = groupNumber(of: location, state)
      }
      numbers.push(UInt32(group))
      grouping.put(into: group)
    }
    try addMembers(numbers, ranks, order)
  }

  /// Each group's items, in the source's order.
  private mutating func addMembers(
    _ numbers: borrowing Buffer<UInt32>, _ ranks: borrowing Buffer<Rank>, _ order: borrowing SortOrder
  ) throws(Refusal) {
    var ends = try Buffer<UInt32>(repeating: 0, count: grouping.groups.count + 1)
    for i in 0..<grouping.groups.count { ends[i + 1] = ends[i] + UInt32(grouping.groups[i].count) }
    try members.reserve(grouping.groups.count)
    for i in 0..<grouping.groups.count {
      members.push(ItemRun.Range(first: Int(ends[i]), end: Int(ends[i + 1])))
    }
    var all = try Buffer<UInt32>(repeating: 0, count: numbers.count)
    for i in 0..<numbers.count {
      all[Int(ends[Int(numbers[i])])] = UInt32(i)
      ends[Int(numbers[i])] += 1
    }
    for i in 0..<members.count {
      var group = try Buffer<UInt32>(capacity: members[i].end - members[i].first)
      try group.append(members[i].first..<members[i].end, of: all)
      try add(&group, ranks, order)
    }
  }

  // MARK: Describing

  /// Goes on, and takes from `budget` how many questions the host was asked. Returns false if it was left before the end.
  /// `asked`: the positions of items that are new, have changed or are marked.
  mutating func describe(
    _ order: borrowing SortOrder, _ list: borrowing List, _ sourceUpdate: inout SourceUpdate,
    _ asked: borrowing Buffer<UInt32>, _ budget: inout Int
  ) throws(Refusal) -> Bool {
    if !isGrouped || isDescribed { return true }
    if !grouping.isPlanned {
      if isMany { findFirst(sourceUpdate.version, asked) } else { findFirst(sourceUpdate.version, list) }
      try grouping.plan(
        list.derivation.ordering.groups, counts: list.derivation.options.contains(.counts))
    }
    if !order.describes { grouping.answerNothing() }
    while grouping.answered < grouping.questions.count {
      if budget <= 0 { return false }
      try ask(order, list, &sourceUpdate, &budget)
    }
    try grouping.arrange(limit: Int(list.options.maxSections))
    if isMany { try arrangeMembers() }
    isDescribed = true
    return true
  }

  private mutating func ask(
    _ order: borrowing SortOrder, _ list: borrowing List, _ sourceUpdate: inout SourceUpdate,
    _ budget: inout Int
  ) throws(Refusal) {
    let count = min(budget, grouping.questions.count - grouping.answered)
    var groups = try Buffer<GroupDescription>(capacity: count)
    let firsts = try positionsOfFirst(count, list, &sourceUpdate)
    for i in 0..<count {
      let group = grouping.groups[grouping.question(i)]
      groups.push(
        GroupDescription(group.key, count: group.count, first: sourceUpdate.version.ranked(firsts[i])))
    }
    try order.describe(&groups)
    try grouping.answer(groups)
    budget -= count
  }

  /// Finds the first items of the next groups that are described, in the source.
  @_optimize(size) private func positionsOfFirst(
    _ count: Int, _ list: borrowing List, _ sourceUpdate: inout SourceUpdate
  ) throws(Refusal) -> Buffer<Int> {
    if !isMany {
      var keys = try Buffer<ScopedKey>(capacity: count)
      for i in 0..<count { keys.push(KeyScope.list.key(grouping.groups[grouping.question(i)].first)) }
      return try positions(of: keys, list, &sourceUpdate)
    }
    var positions = try Buffer<Int>(capacity: count)
    for i in 0..<count { positions.push(Int(order[members[grouping.question(i)].first])) }
    return positions
  }

  /// Finds the first item of each group; all items are sorted.
  private mutating func findFirst(_ version: borrowing SourceVersion, _ asked: borrowing Buffer<UInt32>) {
    for i in 0..<members.count where members[i].first < members[i].end {
      let position = order[members[i].first]
      let question = asked.firstIndex { $0 >= position }
      let isAsked = question < asked.count && asked[question] == position
      grouping.setFirst(version.held.input.key(at: Int(position)), i, hasChanged: isAsked)
    }
  }

  /// Finds it for groups that have got or lost items: it is one that was placed, or the first one that stays.
  @_optimize(size) private mutating func findFirst(
    _ version: borrowing SourceVersion, _ list: borrowing List
  ) {
    list.read { state in
      for i in 0..<grouping.groups.count where grouping.groups[i].isTouched && grouping.groups[i].count > 0 {
        let staying = plan.staying(inSection: grouping.groups[i].key, state)
        if staying.first == staying.end { continue }
        let number = plan.leaving.number(ofStaying: staying.first, in: 0)
        let location = state.arrangement.location(ofItem: number)
        grouping.setFirst(
          state.arrangement.leaf(location.leaf).key(location.offset), i, hasChanged: false)
      }
      // Of what goes before the same item the first one is the last one here.
      for i in (0..<plan.placed.count).reversed() {
        let item = plan.placed[i]
        let staying = plan.staying(inSection: grouping.groups[Int(item.section)].key, state)
        if Int(item.target) > staying.first { continue }
        grouping.setFirst(version.held.input.key(at: Int(item.position)), Int(item.section), hasChanged: true)
      }
    }
  }

  /// Groups stand in their order.
  private mutating func arrangeMembers() throws(Refusal) {
    var arranged = try Buffer<UInt32>(capacity: order.count)
    for i in 0..<grouping.order.count {
      let range = members[Int(grouping.order[i])]
      for j in range.first..<range.end { arranged.push(order[j]) }
    }
    swap(&order, &arranged)
  }
}
