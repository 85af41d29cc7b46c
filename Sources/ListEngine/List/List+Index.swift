// A derived list has no index of keys: they are found by that of its source. Once the source has gone it is an ordinary
// list, and the first change or search makes the index.

extension List {
  /// Whether the list follows a source that exists. With the state or the update locked.
  var isFollowing: Bool {
    isDerived && HandleTable.process.isAlive(derivation.source)
  }

  /// Before a change by the host; the update lock is held.
  func checkOrdinary() throws(Refusal) {
    if !isDerived && (state.value.index.count > 0 || state.value.arrangement.count == 0) { return }
    if isFollowing { throw Refusal(.state, role: .object) }
    try makeIndex()
  }

  /// Unless there is one. The update lock is held.
  func makeIndex() throws(Refusal) {
    if state.value.index.count > 0 || state.value.arrangement.count == 0 { return }
    var index = KeyIndex()
    try index.reserve(state.value.arrangement.count)
    var input = Input()
    try input.set(state.value.arrangement)
    for section in 0..<input.sectionCount {
      let scope = KeyScope.list.narrowed(to: input.sectionKeys[section], if: options.isScoped)
      for c in input.chunks(ofSection: section) {
        let leaf = input.chunks[c].leaf
        for i in 0..<leaf.count { index.insert(scope.fingerprint(leaf.key(i)), leaf.slot(i).raw) }
      }
    }
    write { state in swap(&state.index, &index) }
  }
}
