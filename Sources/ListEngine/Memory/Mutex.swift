// Locks, each a part of its owner, which may be moved until the lock is first used.

import CPlatform

@safe public struct Mutex: ~Copyable {
  private let mutex: InlineBox<pthread_mutex_t>
  #if DEBUG
    private let rank: LockRank
  #else
    private var rank: LockRank { .part }
  #endif

  /// `knowsOwner`: a thread that locks it a second time is refused instead of deadlocking.
  init(_ rank: LockRank, knowsOwner: Bool = false) {
    #if DEBUG
      self.rank = rank
    #endif
    unsafe mutex = InlineBox(iqp_mutex(knowsOwner))
  }

  deinit { unsafe pthread_mutex_destroy(mutex.address) }

  /// False if this thread already holds the lock and `knowsOwner` is set. `inOrder`: see LockOrder.
  @discardableResult
  func lock(inOrder: Bool = true) -> Bool {
    // One that knows its owner is refused to it a second time.
    if inOrder { LockOrder.willWait(for: rank, again: rank == .update) }
    if unsafe pthread_mutex_lock(mutex.address) != 0 { return false }
    LockOrder.didTake(rank)
    return true
  }

  /// Does not wait: false if any thread holds the lock.
  func tryLock() -> Bool {
    if unsafe pthread_mutex_trylock(mutex.address) != 0 { return false }
    LockOrder.didTake(rank)
    return true
  }

  func unlock() {
    LockOrder.didGiveBack(rank)
    unsafe pthread_mutex_unlock(mutex.address)
  }
}

/// The lock of a snapshot, for many readers or one writer. A thread may begin to read while it reads: later readers go before a
/// writer that waits (see PhaseLock).
@safe public struct ReadWriteLock: ~Copyable {
  private let lock = InlineBox(iqp_read_write_lock())

  init() {}

  deinit { unsafe pthread_rwlock_destroy(lock.address) }

  func beginRead() {
    LockOrder.willWait(for: .snapshot, again: true)
    unsafe pthread_rwlock_rdlock(lock.address)
    LockOrder.didTake(.snapshot)
  }

  func endRead() {
    LockOrder.didGiveBack(.snapshot)
    unsafe pthread_rwlock_unlock(lock.address)
  }

  func beginWrite() {
    LockOrder.willWait(for: .snapshot, again: true)
    unsafe pthread_rwlock_wrlock(lock.address)
    LockOrder.didTake(.snapshot)
  }

  /// Does not wait: false if another thread reads or writes.
  func tryBeginWrite() -> Bool {
    if unsafe pthread_rwlock_trywrlock(lock.address) != 0 { return false }
    LockOrder.didTake(.snapshot)
    return true
  }

  func endWrite() { endRead() }
}
