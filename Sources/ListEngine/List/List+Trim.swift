// Giving memory back: the scratch of updates, and all that a list keeps of what it was when it was larger.
//
//     leaves      neighbours that no snapshot shares are packed into fewer or smaller ones
//     trees       built anew, over leaves that are numbered anew
//     slots       those behind the last living one go; see Slots
//     sections    so do records of sections
//     indexes     get the room that their entries need
//
// All of it is made beside what readers see (Trimmed), which takes memory and may fail; then the two are
// swapped.

extension List {
  public func trim() throws(Refusal) {
    try change(.withoutEdit) { change throws(Refusal) in
      var trimmed = Trimmed()
      try trimmed.make(of: state.value, &change.releases)
      write { state in trimmed.replace(&state, &change.releases) }
      scratch.discard()
      change.usesScratch = true
    }
  }
}
