// The end of a list that other threads may still use: those that wait for it are woken, and the worker lets go.

extension List {
  /// Waits for the worker, which is interrupted, at most as long as one leaf or one phase takes.
  public func wasDestroyed() {
    EditQueue.process.wakeAll(of: editQueueKey)
    if !hasFeatures || features.submissions.isAdded.value == 0 { return }
    lock.interrupt()
    unsafe Worker.process.remove(features.submissions.entry.address)
  }
}
