// A list's lock. It has two parts, so that reads continue during a diff, and a reader never waits for a host
// callback.
//
//     update   ├── match ── host callbacks ── build ── solve ──├ commit ┤   one update at a time
//     state         readers are admitted                           │  none  │
//
// Host callbacks run with the update lock held (see HostCall). The lock knows its thread: a callback that
// starts another update of the same list gets `busy` instead of deadlocking.

struct UpdateLock: ~Copyable {
  /// Detects a second lock by the same thread.
  private let update = Mutex(knowsOwner: true)
  /// A waiting commit blocks later readers; otherwise readers could delay it forever.
  private let state = ReadWriteLock(prefersWriters: true)

  init() {}

  /// Waits for an update on another thread, except inside a host callback: the other thread may also be
  /// inside a callback and wait for an update of this one.
  func beginUpdate() throws(Refusal) {
    guard HostCall.isUnderWay ? update.tryLock() : update.lock() else { throw Refusal(.busy) }
  }

  /// Always waits. Use it only where no thread runs host callbacks while it holds the lock.
  func beginUpdateWaiting() throws(Refusal) {
    if !update.lock() { throw Refusal(.busy) }
  }

  func endUpdate() { update.unlock() }

  /// Blocks readers; only within an update.
  func beginCommit() { state.beginWrite() }
  func endCommit() { state.endWrite() }

  func beginRead() { state.beginRead() }
  func endRead() { state.endRead() }
}
