// Asks the host about items of the source, with no lock held: the version that is followed holds their models. What
// is not asked in this poll is asked in the next ones.

extension SourceUpdate {
  /// The most calls in one poll.
  static var mostCalls: Int { 8192 }

  /// Asks the filter about the items whose answer is not known, in order. Returns whether all are known then.
  mutating func ask(
    _ filter: borrowing Filter, passes: Int, known: Int, _ calls: inout Int
  ) -> Bool {
    var position = bits.firstClear(known, from: 0)
    var chunk = 0
    while position < bits.count {
      if calls == 0 { return false }
      calls -= 1
      while position >= Int(version.held.input.chunks[chunk].first) + version.held.input.chunks[chunk].count {
        chunk += 1
      }
      let leaf = version.held.input.chunks[chunk].leaf
      let i = position - Int(version.held.input.chunks[chunk].first)
      bits[passes, position] = filter.passes(leaf.key(i), leaf.values(i).model)
      bits[known, position] = true
      position = bits.firstClear(known, from: position + 1)
    }
    return true
  }

  // MARK: Children

  /// Looks up whether expanded items without items below them may have some; those are to be asked for.
  mutating func lookForChildren() throws(Refusal) {
    if version.held.input.traits & ItemColumn.cellClass.bit == 0 { return }
    var position = bits.firstLooked(from: 0)
    while position < bits.count {
      let chunk = version.held.input.chunks[version.held.input.chunk(at: position)]
      let values = chunk.leaf.values(position - Int(chunk.first))
      bits[OutlineColumn.looked, position] = true
      if values.cellClass != 0, CellClass.traits(values.cellClass, values.model).contains(.hasChildren) {
        try askedForChildren.append(UInt32(position))
        bits[OutlineColumn.asked, position] = true
      }
      position = bits.firstLooked(from: position + 1)
    }
  }
}

extension BitTable {
  fileprivate func firstClear(_ column: Int, from position: Int) -> Int {
    first(from: position, below: count) { ~word(of: column, at: $0) }
  }

  /// The first item that is shown and expanded, has no children, and was not looked up.
  fileprivate func firstLooked(from position: Int) -> Int {
    first(from: position, below: count) { at in
      word(of: SourceColumn.shown, at: at) & word(of: OutlineColumn.expanded, at: at)
        & ~word(of: SourceColumn.children, at: at) & ~word(of: OutlineColumn.looked, at: at)
    }
  }
}
