// The source of a derived list, which may be destroyed at any time: then the list goes on with the version that it
// holds. So does what is derived from it; for a chain of lists
//
//     first ──► second ──► third         the second is destroyed: the third goes on with the second's version

extension List {
  /// Runs `body` with the source of a derived list, which exists until it returns; nil if it has gone. Its end may come
  /// with that and call the host, so no lock may be held.
  @discardableResult @_optimize(size) func withSource<Result, Failure: Error>(
    _ body: (borrowing List) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    let handle = read { _ in derivation.source }
    guard let source = try? Pinned<List>(handle, role: .object) else { return nil }
    return try body(source.value)
  }

  /// The derivations between this list and the first source that exists, or whose version is held.
  func depth() -> Int {
    if !isDerived { return 0 }
    return 1 + (withSource { source in source.depth() } ?? 0)
  }

  /// Whether a change of the first source would reach this list. No lock may be held.
  func isConnected() -> Bool {
    if !isDerived { return true }
    return withSource { source in source.isConnected() } ?? false
  }
}
