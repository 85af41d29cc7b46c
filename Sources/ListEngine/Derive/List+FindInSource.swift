// Keys of a derived list are found in its source:
//
//     key ──► source's index ──► position in the source ──► shown? ──► rank: position here
//
// The source may be ahead of this list, or have gone: then the version that was followed last gets an index of its own, of
// the items that are hidden as well.

/// Where the source has a key.
struct SourcePosition: BitwiseCopyable {
  /// The source's version; the greatest number if there is no source.
  var version = UInt64.max
  /// Flat; `noIndex` if the source does not have it.
  var position = noIndex
}

/// The result of a search for a key in a list.
enum SearchResult {
  case shown(Location)
  /// A hidden item, by its position in the source.
  case hidden(Int)
  case missing
}

extension List {
  /// Locks the source, and this list only to make the index of a version that the source does not have, which may fail.
  @_optimize(size) func sourcePosition(of key: ScopedKey) throws(Refusal) -> SourcePosition {
    if hasIndex { return SourcePosition() }
    let found = try withSource { source throws(Refusal) in
      let above = try source.sourcePosition(of: key)
      return source.read { state in
        var found = SourcePosition(version: state.version)
        if let location = source.find(key, in: state, above) {
          found.position = UInt32(state.arrangement.flat(of: location))
        }
        return found
      }
    }
    if let found, read({ _ in derivation.number == found.version }) { return found }
    try indexVersion()
    return found ?? SourcePosition()
  }

  /// Gives the version that is held its index, unless it has one. It is made with no lock held.
  @_optimize(size) func indexVersion() throws(Refusal) {
    var number = UInt64.max
    let held = try read { _ throws(Refusal) -> SourceVersion? in
      number = derivation.number
      return derivation.version.isIndexed ? nil : try SourceVersion(sharing: derivation.version)
    }
    guard let held else { return }
    var index = try held.keyIndex(isScoped: options.isScoped)
    // A poll that read the source before it went may have followed another version meanwhile.
    write { _ in if derivation.number == number { swap(&derivation.version.index, &index) } }
  }

  /// The state is locked, and `hint` is what the source has.
  func find(_ key: ScopedKey, in state: borrowing ListState, _ hint: SourcePosition) -> Location? {
    if case .shown(let location) = search(key, in: state, hint) { return location }
    return nil
  }

  /// Also among what the list hides.
  @_optimize(size) func search(_ key: ScopedKey, in state: borrowing ListState, _ hint: SourcePosition)
    -> SearchResult
  {
    if hasIndex { return state.find(key).map { .shown($0) } ?? .missing }
    guard let position = derivation.position(of: key, hint) else { return .missing }
    if !derivation.bits[SourceColumn.shown, position] { return .hidden(position) }
    return .shown(state.arrangement.location(ofItem: derivation.number(ofSource: position)))
  }
}

extension Derivation {
  /// The position of a key in the version that was followed; `hint` is where the source has it now.
  func position(of key: ScopedKey, _ hint: SourcePosition) -> Int? {
    if hint.version == number { return hint.position == noIndex ? nil : Int(hint.position) }
    return version.find(key)
  }
}
