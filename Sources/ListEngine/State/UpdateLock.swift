// A list's lock, in two parts, so that reads go on beside a diff and no host function is ever called
// while one of them would be kept waiting for it.
//
//     update   ├── match ── ask the host ── weave ── solve ──├ commit ┤      one update at a time
//     state         readers come and go                      │  none  │
//
// The updating thread is known: a callback that asks for another update of the same list is told
// that it is busy, where it would otherwise wait for itself.

import CPlatform

struct UpdateLock: ~Copyable {
  private let update: Mutex
  private let state: ReadWriteLock
  /// The updating thread, 0 for none.
  private let owner: Box<Int64>

  init() throws(Refusal) {
    let update = try Mutex()
    // Commits go before readers that come later, or readers could keep one waiting for good.
    let state = try ReadWriteLock(prefersWriters: true)
    let owner = try Box<Int64>(0)
    self.update = update
    self.state = state
    self.owner = owner
  }

  private static var thisThread: Int64 { Int64(bitPattern: UInt64(pthread_self())) }

  /// Waits for an update on another thread.
  func beginUpdate() throws(Refusal) {
    if unsafe iqp_load(&owner.value) == UpdateLock.thisThread { throw Refusal(.busy) }
    update.lock()
    unsafe iqp_store(&owner.value, UpdateLock.thisThread)
  }

  func endUpdate() {
    unsafe iqp_store(&owner.value, 0)
    update.unlock()
  }

  /// No reader from here on; only within an update.
  func beginCommit() { state.beginWrite() }
  func endCommit() { state.endWrite() }

  func beginRead() { state.beginRead() }
  func endRead() { state.endRead() }
}
