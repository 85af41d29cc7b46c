// Which items of a list have a state, by flat position.

extension ListState {
  /// Whether some item in the list has the state.
  func has(_ state: UInt32) -> Bool {
    states.isMade && states.value.inUse & state != 0 && states.value[state].total > 0
  }

  /// Calls `body` with the runs of items that have the state, or of those that do not.
  func forEachRun(
    _ state: UInt32, _ isOn: Bool, _ first: Int, _ count: Int,
    _ body: (Int, Int) throws(Refusal) -> Void
  ) throws(Refusal) {
    if count == 0 { return }
    if has(state) {
      try states.value[state].forEachRun(isOn, first, count, in: arrangement, body)
    } else if !isOn {
      try body(first, count)
    }
  }

  /// The item that has a state which one item at most has.
  func sole(_ state: UInt32) -> Int? {
    if !has(state) { return nil }
    let latest = states.value[state].latest
    if latest != .noIndex, slots.isInList(latest) {
      let location = location(ofSlot: latest)
      if states.value[state].contains(latest, in: location.leaf) {
        return Int(arrangement.flat(of: location))
      }
    }
    var found: Int? = nil
    states.value[state].forEachRun(true, 0, arrangement.count, in: arrangement) { first, _ in
      if found == nil { found = first }
    }
    return found
  }
}
