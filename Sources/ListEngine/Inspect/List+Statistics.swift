// What the last update did and what the list holds, to be asked at any time: no asking waits for an
// update, so an update leaves its account where readers look, in a moment that they are kept out of.

/// What a list holds, in bytes, beside what it keeps for the next update.
public struct StorageSizes: BitwiseCopyable, Sendable {
  /// Items and their order. What is shared with snapshots counts whole.
  public var tree: Int
  public var index: Int
  public var slots: Int
}

extension List {
  /// Zeroes before the first update.
  public func statistics() throws(Refusal) -> (last: Statistics, sizes: StorageSizes) {
    try read { state throws(Refusal) in
      let sizes = StorageSizes(
        tree: state.arrangement.treeBytes, index: state.index.bytes, slots: state.slots.bytes)
      return (last.isMade ? last.value : Statistics(), sizes)
    }
  }
}
