// A list's lock. It has two parts, so that reads continue during a diff, and a reader never waits for a host
// callback.
//
//     update   ├── match ── host callbacks ── build ── solve ──├ commit ┤   one update at a time
//     state         readers are admitted                           │  none  │
//
// Host callbacks run with the update lock held (see HostCall). The lock knows its thread: a callback that
// starts another update of the same list gets `busy` instead of deadlocking.

// A thread that prepares an update beforehand holds the lock as well. Whoever waits for it says so by `wanted`,
// which interrupts the preparation.

import CPlatform

struct UpdateLock: ~Copyable {
  /// Detects a second lock by the same thread.
  private let update = Mutex(.update, knowsOwner: true)
  /// A waiting commit blocks later readers; otherwise readers could delay it forever.
  private let state = PhaseLock()

  /// How many threads wait.
  private let wanted = InlineBox(Int64(0))

  init() {}

  /// Waits for an update on another thread, except inside a host callback: the other thread may also be
  /// inside a callback and wait for an update of this one.
  func beginUpdate() throws(Refusal) {
    if update.tryLock() { return }
    if HostCall.isUnderWay { throw Refusal(.busy) }
    try beginUpdateWaiting()
  }

  /// Does not wait.
  func tryBeginUpdate() throws(Refusal) { if !update.tryLock() { throw Refusal(.busy) } }

  /// For a preparation: false if any thread holds the lock.
  func tryBeginPreparation() -> Bool { update.tryLock() }

  /// Runs the preparation of an update, which `interrupt` and waiting threads interrupt.
  func preparing<Result: ~Copyable>(_ body: () throws(Refusal) -> Result) throws(Refusal) -> Result {
    unsafe try Interruption.listening(to: wanted.address, body)
  }

  /// Interrupts every preparation from now on.
  func interrupt() { _ = unsafe iqp_add(wanted.address, 1) }

  /// Always waits. Use it only where no thread runs host callbacks while it holds the lock.
  func beginUpdateWaiting() throws(Refusal) {
    _ = unsafe iqp_add(wanted.address, 1)
    defer { _ = unsafe iqp_add(wanted.address, -1) }
    if !update.lock(inOrder: !HostCall.isUnderWay) { throw Refusal(.busy) }
  }

  func endUpdate() { update.unlock() }

  /// Blocks readers; only within an update.
  func beginCommit() {
    LockOrder.willWait(for: .state)
    state.beginWrite()
    LockOrder.didTake(.state)
  }

  func endCommit() {
    LockOrder.didGiveBack(.state)
    state.endWrite()
  }

  @inline(__always) func beginRead() {
    LockOrder.willWait(for: .state)
    state.beginRead()
    LockOrder.didTake(.state)
  }

  @inline(__always) func endRead() {
    LockOrder.didGiveBack(.state)
    state.endRead()
  }
}
