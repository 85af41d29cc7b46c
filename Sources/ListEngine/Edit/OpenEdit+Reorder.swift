// The event at the end of a drag, for which the edit has kept room since its begin. The state is locked; its change
// is counted afterwards.

extension OpenEdit {
  /// Pushes the event, if the begin was reported.
  mutating func reportReorder(
    _ flag: UInt32, _ features: borrowing ListFeatures, _ state: borrowing ListState
  ) {
    guard var record = reorder else { return }
    reorder = nil
    record.flags = flag
    record.version = state.version &+ 1
    state.locate(&record)
    features.channel.push(record)
  }
}
