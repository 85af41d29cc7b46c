// A list's lock, in two parts, so that reads go on beside a diff and no host function is ever called
// while one of them would be kept waiting for it.
//
//     update   ├── match ── ask the host ── weave ── solve ──├ commit ┤      one update at a time
//     state         readers come and go                      │  none  │
//
// The updating thread is known: a callback that asks for another update of the same list is told
// that it is busy, where it would otherwise wait for itself.

import CPlatform

@safe struct UpdateLock: ~Copyable {
  @unsafe private struct Locks {
    var update = pthread_mutex_t()
    var state = unsafe pthread_rwlock_t()
    /// The updating thread, 0 for none.
    var owner: Int64 = 0
  }

  private let locks: UnsafeMutablePointer<Locks>

  init() throws(Refusal) {
    let memory = unsafe try Memory.allocate(MemoryLayout<Locks>.size)
    unsafe locks = memory.bindMemory(to: Locks.self, capacity: 1)
    unsafe locks.initialize(to: Locks())
    unsafe pthread_mutex_init(&locks.pointee.update, nil)
    // Commits go before readers that come later, or readers could keep one waiting for good.
    var attributes = pthread_rwlockattr_t()
    unsafe pthread_rwlockattr_init(&attributes)
    unsafe pthread_rwlockattr_setkind_np(&attributes, Int32(iqp_prefer_writer))
    unsafe pthread_rwlock_init(&locks.pointee.state, &attributes)
    unsafe pthread_rwlockattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_mutex_destroy(&locks.pointee.update)
    unsafe pthread_rwlock_destroy(&locks.pointee.state)
    unsafe Memory.release(UnsafeMutableRawPointer(locks), MemoryLayout<Locks>.size)
  }

  private static var thisThread: Int64 { Int64(bitPattern: UInt64(pthread_self())) }

  /// Waits for an update on another thread.
  func beginUpdate() throws(Refusal) {
    if unsafe iqp_load(&locks.pointee.owner) == UpdateLock.thisThread { throw Refusal(.busy) }
    unsafe pthread_mutex_lock(&locks.pointee.update)
    unsafe iqp_store(&locks.pointee.owner, UpdateLock.thisThread)
  }

  func endUpdate() {
    unsafe iqp_store(&locks.pointee.owner, 0)
    unsafe pthread_mutex_unlock(&locks.pointee.update)
  }

  /// No reader from here on; only within an update.
  func beginCommit() { unsafe pthread_rwlock_wrlock(&locks.pointee.state) }
  func endCommit() { unsafe pthread_rwlock_unlock(&locks.pointee.state) }

  func beginRead() { unsafe pthread_rwlock_rdlock(&locks.pointee.state) }
  func endRead() { unsafe pthread_rwlock_unlock(&locks.pointee.state) }
}
