// Asks the host about items of the source, with no lock held: the version that is followed holds their models. What
// is not asked in this poll is asked in the next ones.

extension SourceUpdate {
  /// The most items in one poll.
  static var mostAsked: Int { 8192 }

  /// Asks the filter about the items whose answer is not known, in order, and subtracts their number from `left`. Returns
  /// how many are not known then.
  mutating func ask(
    _ filter: borrowing Filter, passes: Int, known: Int, _ left: inout Int
  ) throws(Refusal) -> UInt64 {
    var position = bits.firstClear(known, from: 0)
    if position == bits.count { return 0 }
    var batch = try FilterBatch(capacity: filter.isBatch ? min(left, FilterBatch.size) : 0)
    var chunk = 0
    while position < bits.count && left > 0 {
      left -= 1
      while position >= Int(version.held.input.chunks[chunk].first) + version.held.input.chunks[chunk].count {
        chunk += 1
      }
      let leaf = version.held.input.chunks[chunk].leaf
      let i = position - Int(version.held.input.chunks[chunk].first)
      if filter.isBatch {
        batch.push(position, leaf.key(i), leaf.values(i).model)
        if batch.isFull { take(&batch, filter, passes) }
      } else {
        bits[passes, position] = filter.passes(leaf.key(i), leaf.values(i).model)
      }
      bits[known, position] = true
      position = bits.firstClear(known, from: position + 1)
    }
    if batch.count > 0 { take(&batch, filter, passes) }
    return UInt64(bits.count - bits.ones(known, 0, bits.count))
  }

  private mutating func take(_ batch: inout FilterBatch, _ filter: borrowing Filter, _ passes: Int) {
    batch.ask(filter) { position, answer in bits[passes, position] = answer }
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
