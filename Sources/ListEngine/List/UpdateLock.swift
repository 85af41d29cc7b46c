// A list's lock, in two parts, so that reads go on beside a diff and no host function is ever called
// while one of them would be kept waiting for it.
//
//     update   ├── match ── ask the host ── weave ── solve ──├ commit ┤      one update at a time
//     state         readers come and go                      │  none  │
//
// Host functions run with the update lock held (see HostCall). The updating thread is known: a callback that
// asks for another update of the same list gets `busy`, where it would otherwise wait for itself.

struct UpdateLock: ~Copyable {
  private let update: Mutex
  private let state: ReadWriteLock

  init() throws(Refusal) {
    // Knows the thread that holds it.
    let update = try Mutex(knowsOwner: true)
    // Commits go before readers that come later, or readers could keep one waiting for good.
    let state = try ReadWriteLock(prefersWriters: true)
    self.update = update
    self.state = state
  }

  /// Waits for an update on another thread, but not from inside a function of the host: that thread may be
  /// inside one, too, and wait for an update of this one.
  func beginUpdate() throws(Refusal) {
    guard HostCall.isUnderWay ? update.tryLock() : update.lock() else { throw Refusal(.busy) }
  }

  /// Always waits: where no host function runs while another thread holds the lock.
  func beginUpdateWaiting() throws(Refusal) {
    if !update.lock() { throw Refusal(.busy) }
  }

  func endUpdate() { update.unlock() }

  /// No reader from here on; only within an update.
  func beginCommit() { state.beginWrite() }
  func endCommit() { state.endWrite() }

  func beginRead() { state.beginRead() }
  func endRead() { state.endRead() }
}
