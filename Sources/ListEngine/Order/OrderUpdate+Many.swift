// An update of a sorted list in which many items change their place, or all do since the order is another one: all items in
// order, as columns. They are matched by key, like those of a host.

import CPlatform

extension OrderUpdate {
  /// How many items ahead one is prefetched.
  static var ahead: Int { 16 }

  /// Matches them with the list.
  mutating func matchAll(
    _ sourceUpdate: borrowing SourceUpdate, _ list: borrowing List, _ scratch: inout UpdateScratch
  ) throws(Refusal) {
    let traits = scratch.matcher.pairing.after.traits
    columns = try OwnedColumns(capacity: order.count, traits: traits)
    try setNumbers(sourceUpdate, list.derivation)
    for i in 0..<order.count {
      if i + OrderUpdate.ahead < order.count {
        sourceUpdate.version.prefetch(Int(order[i + OrderUpdate.ahead]))
      }
      let (chunk, offset) = sourceUpdate.version.place(of: order[i])
      var values = chunk.leaf.values(offset)
      if hasLevels { values[.level] = UInt64(trees.depths[i]) }
      columns.push(chunk.leaf.key(offset), values)
    }
    var lent = Columns(count: order.count)
    columns.lend(to: &lent)
    // The sections were set for an update of few: all that is missing are the items.
    scratch.matcher.pairing.after.columns = lent
    try scratch.matcher.match(
      index: list.state.value.index, sections: list.state.value.arrangement.sectionIndex,
      numbers: list.state.value.numbers, isScoped: list.options.isScoped)
  }

  private mutating func setNumbers(
    _ sourceUpdate: borrowing SourceUpdate, _ derivation: borrowing Derivation
  ) throws(Refusal) {
    numbers.removeAll()
    if !hasLevels && !derivation.version.hasLevels && !sourceUpdate.hasMarks { return }
    try numbers.resize(to: sourceUpdate.version.count, filling: noIndex)
    for i in 0..<order.count { numbers[Int(order[i])] = UInt32(i) }
  }
}

extension SourceVersion {
  @inline(__always) fileprivate func place(of position: UInt32) -> (Chunk, Int) {
    let chunk = held.input.chunks[held.input.chunk(at: Int(position))]
    return (chunk, Int(position - chunk.first))
  }

  /// Prefetches key and content of an item.
  @inline(__always) func prefetch(_ position: Int) {
    let (chunk, offset) = place(of: UInt32(position))
    chunk.prefetch(item: offset)
  }
}
