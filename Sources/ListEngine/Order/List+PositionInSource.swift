// The items of a sorted list are looked up in its source: of equal items, the one that is first there is first here.

extension List {
  /// Returns false if the source does not have that version any more. No lock may be held but that of the update.
  @_optimize(size) func addPositions(
    inSource keys: borrowing Buffer<ScopedKey>, _ number: UInt64, to positions: inout Buffer<Int>
  ) throws(Refusal) -> Bool {
    let hasAll = try withSource { source throws(Refusal) -> Bool in
      var above = try Buffer<SourcePosition>(capacity: keys.count)
      for i in 0..<keys.count { above.push(try source.sourcePosition(of: keys[i])) }
      return source.read { state in
        if state.version != number { return false }
        for i in 0..<keys.count {
          if source.hasIndex && i % ListState.prefetched == 0 { state.prefetch(keys, from: i) }
          guard let location = source.find(keys[i], in: state, above[i]) else { return false }
          positions.push(state.arrangement.flat(of: location))
        }
        return true
      }
    }
    return hasAll ?? false
  }
}
