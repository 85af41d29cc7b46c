extension List {
  /// Busy while an edit is open; the update lock is held.
  func refuseEdit() throws(Refusal) {
    if openEdit.value != 0 { throw Refusal(.busy) }
  }

  /// Room for the account, at the first update.
  func makeStatistics() throws(Refusal) {
    if last.isMade { return }
    lock.beginCommit()
    defer { lock.endCommit() }
    try last.make { Statistics() }
  }

  /// At the end of an update or a trim. What a failed one did is not told.
  func publish(_ done: Statistics?) {
    if !last.isMade { return }
    let scratch = scratch.isMade ? scratch.value.bytes + MemoryLayout<UpdateScratch>.size : 0
    lock.beginCommit()
    if let done { last.value = done }
    last.value.scratchBytes = scratch
    lock.endCommit()
  }
}
