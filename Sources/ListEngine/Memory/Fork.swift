// Forks of the process. In the child only the thread that forked exists, with the locks as they were at that moment:
//
//     locks of the process    taken before the fork and given back after it, in parent and child. Each is held for
//                             a few instructions and none is taken under another, so their order does not matter
//     objects                 one that a call is inside, as its pin says, is lost in the child: its locks may be held,
//                             and what they protect may be half changed. It answers `busy`; to destroy it leaks it
//     the worker              the child has none; its lock is taken likewise, and its job is inside a list
//
// Data that is not reached by the handle of its object is protected by a lock of the process (FollowLink), or by one
// that knows in which process it was taken (ProcessLock).

import CPlatform

enum Fork {
  @unsafe private struct Root {
    var isSetUp: Int64
    /// How many forks lie between the first process and this one.
    var depth: Int64
  }

  private static var root: UnsafeMutablePointer<Root> {
    unsafe iqp_forks().assumingMemoryBound(to: Root.self)
  }

  /// Each begins with its lock.
  @unsafe private static func forEachLock(_ body: (UnsafeMutablePointer<pthread_mutex_t>) -> Void) {
    func use(_ storage: UnsafeMutableRawPointer) {
      unsafe body(storage.assumingMemoryBound(to: pthread_mutex_t.self))
    }
    unsafe use(iqp_edit_queue())
    unsafe use(iqp_log())
    unsafe use(iqp_classes())
    unsafe use(iqp_links())
    unsafe use(iqp_handles())
    unsafe use(iqp_scratch_pool())
  }

  /// Differs from that of every process from which this one was forked; never 0.
  static var process: Int64 { unsafe iqp_load(&root.pointee.depth) + 1 }

  /// Before anything takes one of the locks.
  static func setUp() {
    if unsafe iqp_load(&root.pointee.isSetUp) != 0 { return }
    if unsafe !iqp_exchange_if(&root.pointee.isSetUp, 0, 1) { return }
    let status = pthread_atfork(
      { unsafe Fork.forEachLock { unsafe pthread_mutex_lock($0) } },
      { unsafe Fork.forEachLock { unsafe pthread_mutex_unlock($0) } }, { Fork.begin() })
    if status != 0 { unsafe iqp_store(&root.pointee.isSetUp, 0) }
  }

  /// Runs in the child.
  private static func begin() {
    _ = unsafe iqp_add(&root.pointee.depth, 1)
    HandleTable.process.losePinned()
    unsafe forEachLock { unsafe pthread_mutex_unlock($0) }
  }
}
