// The locks that a process has once: see Fork.

import CPlatform

/// A lock of the process, which forks take (Fork): it begins zeroed memory that is always there.
@safe struct ProcessMutex: BitwiseCopyable {
  let address: UnsafeMutablePointer<pthread_mutex_t>
  private let rank: LockRank

  @unsafe init(over storage: UnsafeMutableRawPointer, _ rank: LockRank = .process) {
    unsafe address = storage.assumingMemoryBound(to: pthread_mutex_t.self)
    self.rank = rank
  }

  func lock() {
    LockOrder.willWait(for: rank)
    unsafe pthread_mutex_lock(address)
    LockOrder.didTake(rank)
  }

  func unlock() {
    LockOrder.didGiveBack(rank)
    unsafe pthread_mutex_unlock(address)
  }
}
