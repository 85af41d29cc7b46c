// The end of a list that other threads may still use: those that wait for it are woken, and the worker lets go.
//
//     destroys     the handle is dead ─► fence ─► does the worker know the list?    either sees what the other has done;
//     submits      the worker knows it ─► fence ─► is the handle dead?              the first to see both has it leave

extension List {
  public func wasDestroyed() {
    EditQueue.process.wakeAll(of: editQueueKey)
    leaveSource()
    if hasFeatures { features.followers.wake() }
    AtomicWord.fence()
    leaveWorker()
  }

  /// Waits for the worker, which is interrupted, at most as long as one leaf or one phase takes. It never comes back.
  func leaveWorker() {
    if !hasFeatures || !features.submissions.leaveWorker() { return }
    lock.interrupt()
    unsafe Worker.process.remove(features.submissions.entry.address)
  }
}

extension Submissions {
  /// Whether the worker knows the list, and this call is the first to have it leave.
  fileprivate func leaveWorker() -> Bool {
    locked { _ in
      if isAdded.value != 1 { return false }
      isAdded.value = 2
      return true
    }
  }
}
