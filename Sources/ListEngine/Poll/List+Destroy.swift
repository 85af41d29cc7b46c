// The end of a list that other threads may still use: those that wait for it are woken, and the worker lets go.

extension List {
  public func wasDestroyed() {
    EditQueue.process.wakeAll(of: editQueueKey)
    leaveSource()
    if hasFeatures { features.followers.wake() }
    AtomicWord.fence()
    leaveWorker()
  }
}
