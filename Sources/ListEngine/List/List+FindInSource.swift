// Keys of a derived list are found by the index of its source:
//
//     key ──► source's index ──► position in the source ──► shown? ──► rank: position here
//
// The source may be ahead of this list: then the version that was followed is searched, item by item.

/// Where the source has a key.
struct SourcePosition: BitwiseCopyable {
  /// The source's version; the greatest number if the list is not derived, or the source was not read.
  var version = UInt64.max
  /// Flat; `noIndex` if the source does not have it.
  var position = noIndex
}

/// What a list has of a key.
enum SearchResult {
  case shown(Location)
  /// By position in the source.
  case hidden(Int)
  case missing
}

extension List {
  /// Before a search: an ordinary list that was derived once has no index yet.
  func prepareSearch() throws(Refusal) {
    // A list that was derived has features.
    if !hasFeatures { return }
    let needsIndex = read { state in
      state.index.count == 0 && state.arrangement.count > 0 && !isFollowing
    }
    if needsIndex { try change(.maintenance) { _ throws(Refusal) in try makeIndex() } }
  }

  /// Locks the source, and no lock of this list.
  func sourcePosition(of key: ScopedKey) -> SourcePosition {
    if !hasFeatures { return SourcePosition() }
    let handle = read { _ in isFollowing ? derivation.source : Handle(bits: 0) }
    if handle.bits == 0 { return SourcePosition() }
    do throws(Refusal) {
      let source = try Pinned<List>(handle, role: .object)
      let above = source.value.sourcePosition(of: key)
      return source.value.read { state in
        var found = SourcePosition(version: state.version)
        if let location = source.value.find(key, in: state, above) {
          found.position = UInt32(state.arrangement.flat(of: location))
        }
        return found
      }
    } catch { return SourcePosition() }
  }

  /// The state is locked, and `hint` is what the source has.
  func find(_ key: ScopedKey, in state: borrowing ListState, _ hint: SourcePosition) -> Location? {
    if case .shown(let location) = search(key, in: state, hint) { return location }
    return nil
  }

  /// Also among what the list hides.
  func search(_ key: ScopedKey, in state: borrowing ListState, _ hint: SourcePosition) -> SearchResult {
    // Without a source the first search makes an index, before which nothing has changed, unless there is nothing.
    if !isDerived || state.index.count > 0 || state.arrangement.count == 0 && !isFollowing {
      return state.find(key).map { .shown($0) } ?? .missing
    }
    guard let position = derivation.position(of: key, hint) else { return .missing }
    if !derivation.bits[SourceColumn.shown, position] { return isFollowing ? .hidden(position) : .missing }
    return .shown(state.arrangement.location(ofItem: derivation.number(ofSource: position)))
  }
}

extension Derivation {
  /// The position of a key in the version that was followed; `hint` is where the source has it now.
  func position(of key: ScopedKey, _ hint: SourcePosition) -> Int? {
    if hint.version == number { return hint.position == noIndex ? nil : Int(hint.position) }
    for c in 0..<version.held.input.chunks.count {
      let chunk = version.held.input.chunks[c]
      guard let i = chunk.leaf.find(key.key) else { continue }
      let position = Int(chunk.first) + i
      guard let section = key.section else { return position }
      if version.held.input.sectionKeys[Int(version.held.input.position(of: position).section)] == section {
        return position
      }
    }
    return nil
  }
}
