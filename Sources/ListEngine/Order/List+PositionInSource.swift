// Where an item of a sorted list is in its source: of equal items, the one that is first there is first here.

extension List {
  /// Nil if the source does not have that version any more. No lock may be held but that of the update.
  func position(inSource key: ScopedKey, _ number: UInt64) throws(Refusal) -> Int? {
    let found = try withSource { source throws(Refusal) -> Int? in
      let above = try source.sourcePosition(of: key)
      return source.read { state in
        if state.version != number { return nil }
        return source.find(key, in: state, above).map { state.arrangement.flat(of: $0) }
      }
    }
    return found ?? nil
  }
}
