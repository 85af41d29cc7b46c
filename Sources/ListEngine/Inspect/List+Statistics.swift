// The statistics of the last update and the memory of a list. Reading them never waits for an update: an
// update publishes its statistics while it holds the readers' lock for a moment.

/// The memory of a list in bytes, without the scratch memory kept for the next update.
public struct StorageSizes: BitwiseCopyable, Sendable {
  /// Items and their order. Leaves shared with snapshots are counted in full.
  public var tree: Int
  public var index: Int
  public var slots: Int
}

extension List {
  /// All zero before the first update.
  @_optimize(size) public func statistics() throws(Refusal) -> (last: UpdateStatistics, sizes: StorageSizes) {
    try read { state throws(Refusal) in
      let sizes = StorageSizes(
        tree: state.arrangement.treeBytes, index: state.index.bytes,
        slots: state.slots.bytes + state.stateBytes)
      return (last.isMade ? last.value.update : UpdateStatistics(), sizes)
    }
  }
}
