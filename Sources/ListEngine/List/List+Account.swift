extension List {
  /// Allocates the statistics on the first update.
  func makeStatistics() throws(Refusal) {
    if last.isMade { return }
    try write { _ throws(Refusal) in try last.make { KeptStatistics() } }
  }

  /// A failed update has no statistics and leaves those of the previous one.
  func publish(_ statistics: UpdateStatistics?) {
    if !last.isMade { return }
    let bytes = scratch.isMade ? scratch.value.bytes : 0
    write { _ in
      if let statistics { last.value.update = statistics }
      last.value.scratchBytes = bytes
    }
  }
}
