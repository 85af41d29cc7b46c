// Locks, each a part of its owner, which may be moved until the lock is first used.

import CPlatform

@safe public struct Mutex: ~Copyable {
  private let mutex: InlineBox<pthread_mutex_t>

  /// `knowsOwner`: a thread that locks it a second time is refused instead of deadlocking.
  init(knowsOwner: Bool = false) { unsafe mutex = InlineBox(iqp_mutex(knowsOwner)) }

  deinit { unsafe pthread_mutex_destroy(mutex.address) }

  /// False if this thread already holds the lock and `knowsOwner` is set.
  @discardableResult
  func lock() -> Bool { unsafe pthread_mutex_lock(mutex.address) == 0 }
  /// Does not wait: false if any thread holds the lock.
  func tryLock() -> Bool { unsafe pthread_mutex_trylock(mutex.address) == 0 }
  func unlock() { unsafe pthread_mutex_unlock(mutex.address) }
}

/// A lock for many readers or one writer. A thread may begin to read while it reads: later readers go before a
/// writer that waits (see PhaseLock).
@safe public struct ReadWriteLock: ~Copyable {
  private let lock = InlineBox(iqp_read_write_lock())

  init() {}

  deinit { unsafe pthread_rwlock_destroy(lock.address) }

  func beginRead() { unsafe pthread_rwlock_rdlock(lock.address) }
  func endRead() { unsafe pthread_rwlock_unlock(lock.address) }
  func beginWrite() { unsafe pthread_rwlock_wrlock(lock.address) }
  /// Does not wait: false if another thread reads or writes.
  func tryBeginWrite() -> Bool { unsafe pthread_rwlock_trywrlock(lock.address) == 0 }
  func endWrite() { unsafe pthread_rwlock_unlock(lock.address) }
}
