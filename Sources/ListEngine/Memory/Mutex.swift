// Locks at stable addresses, as POSIX requires.

import CPlatform

@safe public struct Mutex: ~Copyable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// `knowsOwner`: a thread that locks it a second time is refused instead of deadlocking.
  init(knowsOwner: Bool = false) throws(Refusal) {
    let memory = unsafe try Memory.allocate(MemoryLayout<pthread_mutex_t>.size)
    unsafe mutex = memory.bindMemory(to: pthread_mutex_t.self, capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    if knowsOwner { unsafe pthread_mutexattr_settype(&attributes, Int32(iqp_knows_owner)) }
    unsafe pthread_mutex_init(mutex, &attributes)
    unsafe pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe Memory.release(UnsafeMutableRawPointer(mutex), MemoryLayout<pthread_mutex_t>.size)
  }

  /// False if this thread already holds the lock and `knowsOwner` is set.
  @discardableResult
  func lock() -> Bool { unsafe pthread_mutex_lock(mutex) == 0 }
  /// Does not wait: false if any thread holds the lock.
  func tryLock() -> Bool { unsafe pthread_mutex_trylock(mutex) == 0 }
  func unlock() { unsafe pthread_mutex_unlock(mutex) }
}

/// A lock for many readers or one writer.
@safe public struct ReadWriteLock: ~Copyable {
  private let lock: UnsafeMutablePointer<pthread_rwlock_t>

  /// `prefersWriters`: a waiting writer blocks later readers. A thread must then not acquire a second read
  /// lock while it holds one.
  init(prefersWriters: Bool) throws(Refusal) {
    let memory = unsafe try Memory.allocate(MemoryLayout<pthread_rwlock_t>.size)
    unsafe lock = memory.bindMemory(to: pthread_rwlock_t.self, capacity: 1)
    unsafe lock.initialize(to: pthread_rwlock_t())
    var attributes = pthread_rwlockattr_t()
    unsafe pthread_rwlockattr_init(&attributes)
    if prefersWriters { unsafe pthread_rwlockattr_setkind_np(&attributes, Int32(iqp_prefer_writer)) }
    unsafe pthread_rwlock_init(lock, &attributes)
    unsafe pthread_rwlockattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_rwlock_destroy(lock)
    unsafe Memory.release(UnsafeMutableRawPointer(lock), MemoryLayout<pthread_rwlock_t>.size)
  }

  func beginRead() { unsafe pthread_rwlock_rdlock(lock) }
  func endRead() { unsafe pthread_rwlock_unlock(lock) }
  func beginWrite() { unsafe pthread_rwlock_wrlock(lock) }
  /// Does not wait: false if another thread reads or writes.
  func tryBeginWrite() -> Bool { unsafe pthread_rwlock_trywrlock(lock) == 0 }
  func endWrite() { unsafe pthread_rwlock_unlock(lock) }
}
