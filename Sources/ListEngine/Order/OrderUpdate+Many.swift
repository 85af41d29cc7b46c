// An update of a sorted list in which many items change their place, or all do since the order is another one: all items in
// order, as columns. They are matched by key, like those of a host.

import CPlatform

extension OrderUpdate {
  /// Sorts all items of the version, section by section.
  mutating func sortAll(
    _ sourceUpdate: borrowing SourceUpdate, _ derivation: borrowing Derivation, _ state: borrowing ListState,
    isScoped: Bool
  ) throws(Refusal) {
    var sort = RankSort()
    try order.reserve(sourceUpdate.bits.count)
    var question = 0
    for section in 0..<sourceUpdate.version.held.input.sectionCount {
      let items = sourceUpdate.version.items(ofSection: section)
      var sorted = try Buffer<RankedPosition>(capacity: items.count)
      for position in items {
        let isAsked = derivation.ordering.questions.position(question) == position
        let rank =
          isAsked
          ? derivation.ordering.answer(question)
          : keptRank(position, sourceUpdate, derivation.ordering, state, isScoped: isScoped)
        sorted.push(RankedPosition(rank: rank, position: UInt32(position)))
        if isAsked { question += 1 }
      }
      try sort.sort(&sorted)
      order.append(contentsOf: sorted)
    }
  }

  private func keptRank(
    _ position: Int, _ sourceUpdate: borrowing SourceUpdate, _ ordering: borrowing Ordering,
    _ state: borrowing ListState, isScoped: Bool
  ) -> Rank {
    let key = sourceUpdate.version.scopedKey(at: position, isScoped: isScoped)
    guard let location = state.find(key) else { return Rank() }
    return ordering.rank(of: state.slot(of: location))
  }

  /// Matches them with the list.
  mutating func matchAll(
    _ sourceUpdate: borrowing SourceUpdate, _ options: DeriveOptions, _ list: borrowing List,
    _ scratch: inout UpdateScratch
  ) throws(Refusal) {
    let traits = sourceUpdate.version.held.input.traits
    columns = try OwnedColumns(capacity: order.count, traits: traits)
    try numbers.resize(to: order.count, filling: 0)
    for i in 0..<order.count {
      let position = Int(order[i].position)
      let chunk = sourceUpdate.version.held.input.chunks[sourceUpdate.version.held.input.chunk(at: position)]
      let offset = position - Int(chunk.first)
      columns.push(chunk.leaf.key(offset), chunk.leaf.values(offset))
      numbers[position] = UInt32(i)
    }
    var lent = Columns(count: order.count)
    columns.lend(to: &lent)
    // The sections were set for an update of few: all that is missing are the items.
    scratch.matcher.pairing.after.columns = lent
    try scratch.matcher.match(
      index: list.state.value.index, sections: list.state.value.arrangement.sectionIndex,
      numbers: list.state.value.numbers, isScoped: list.options.isScoped)
  }
}
