// Releases memory: the scratch memory of updates, and what a list keeps from a time when it was larger.
//
//     leaves      adjacent leaves that no snapshot shares are packed into fewer or smaller ones
//     trees       rebuilt, over leaves with new ids
//     slots       those behind the last used one are released; see Slots
//     sections    likewise the records of sections
//     indexes     get the capacity that their entries need
//     states      those that no item has are released
//
// All of it is built beside the list's state (CompactCopy), which allocates and may fail; then the two are
// swapped.

extension List {
  @_optimize(size) public func trim() throws(Refusal) {
    try change(.maintenance) { change throws(Refusal) in
      var copy = CompactCopy()
      try copy.make(of: state.value, &change.releases)
      try write { state throws(Refusal) in
        try copy.copyStates(of: &state)
        copy.replace(&state, &change.releases)
      }
      scratch.discard()
      change.usesScratch = true
    }
  }
}
