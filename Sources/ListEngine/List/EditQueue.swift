// The threads that wait to open an edit of a list, in order of arrival.
//
//     process ─► | list A, thread 1 | ─► | list B, thread 2 | ─► | list A, thread 3 |
//                  next to try            next to try             waits for thread 1
//
// Only the first waiter of a list tries to open an edit. It is woken when an edit ends; the next one is woken
// when the first leaves the queue. The process has a single queue, because few threads ever wait; without
// waiters, the end of an edit reads one word. The lock is held for a few instructions only, and nothing is
// called under it.

import CPlatform

@safe struct EditQueue {
  /// The condition is the first field, so that a pointer to an entry is also a pointer to it.
  @unsafe fileprivate struct Entry: Chained {
    var woken: pthread_cond_t
    /// Identifies the list, see `List.editQueueKey`.
    var list: UInt
    var isWoken = false
    var links = unsafe ChainLinks<Entry>()
  }

  /// The lock is the first field; the number of entries follows the struct.
  @unsafe private struct Root: ~Copyable {
    var lock: pthread_mutex_t
    var waiters: Chain<Entry>
  }

  private let root: UnsafeMutablePointer<Root>

  static var process: EditQueue {
    unsafe EditQueue(root: iqp_edit_queue().assumingMemoryBound(to: Root.self))
  }

  fileprivate func locked<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  fileprivate var lock: ProcessMutex { unsafe ProcessMutex(over: root) }

  private var count: UnsafeMutablePointer<Int64> {
    unsafe UnsafeMutableRawPointer(root + 1).assumingMemoryBound(to: Int64.self)
  }

  // MARK: Ending edits, and opening them without waiting

  func hasWaiters(for list: UInt) -> Bool {
    if unsafe iqp_load(count) == 0 { return false }
    return locked { unsafe first(of: list) != nil }
  }

  /// Called when an edit of the list has ended: wakes its first waiter.
  func wakeFirst(of list: UInt) {
    if unsafe iqp_load(count) == 0 { return }
    locked { if let waiter = unsafe first(of: list) { unsafe wake(waiter) } }
  }

  /// Called when the list is destroyed.
  func wakeAll(of list: UInt) {
    if unsafe iqp_load(count) == 0 { return }
    locked {
      unsafe root.pointee.waiters.forEach { waiter in
        if unsafe waiter.pointee.list == list { unsafe wake(waiter) }
      }
    }
  }

  @unsafe private func wake(_ waiter: UnsafeMutablePointer<Entry>) {
    unsafe waiter.pointee.isWoken = true
    unsafe pthread_cond_signal(EditQueue.woken(waiter))
  }

  @unsafe fileprivate static func woken(
    _ entry: UnsafeMutablePointer<Entry>
  ) -> UnsafeMutablePointer<pthread_cond_t> {
    unsafe UnsafeMutableRawPointer(entry).assumingMemoryBound(to: pthread_cond_t.self)
  }

  @unsafe fileprivate func first(of list: UInt) -> UnsafeMutablePointer<Entry>? {
    unsafe root.pointee.waiters.find { waiter in unsafe waiter.pointee.list == list }
  }

  // MARK: For waiters

  @unsafe fileprivate func append(_ entry: UnsafeMutablePointer<Entry>) {
    locked {
      unsafe root.pointee.waiters.append(entry)
      _ = unsafe iqp_add(count, 1)
    }
  }

  /// Wakes the next waiter of the same list.
  @unsafe fileprivate func remove(_ entry: UnsafeMutablePointer<Entry>) {
    locked {
      unsafe root.pointee.waiters.remove(entry)
      _ = unsafe iqp_add(count, -1)
      if let next = unsafe first(of: entry.pointee.list) { unsafe wake(next) }
    }
  }
}

extension List {
  /// Identifies the list while it exists.
  var editQueueKey: UInt { unsafe UInt(bitPattern: state.address) }
}

/// The calling thread's entry in the queue; removed when this is destroyed.
@safe struct EditWaiter: ~Copyable {
  private let entry: UnsafeMutablePointer<EditQueue.Entry>
  /// On the monotonic clock; nil means never.
  private let deadline: timespec?

  /// `UInt32.max` milliseconds mean no limit.
  init(for list: UInt, milliseconds: UInt32) throws(Refusal) {
    let memory = unsafe try Memory.allocate(MemoryLayout<EditQueue.Entry>.size)
    unsafe entry = memory.bindMemory(to: EditQueue.Entry.self, capacity: 1)
    deadline = milliseconds == UInt32.max ? nil : Clock.time(in: milliseconds)
    unsafe entry.initialize(
      to: EditQueue.Entry(woken: pthread_cond_t(), list: list))
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(EditQueue.woken(entry), &attributes)
    unsafe pthread_condattr_destroy(&attributes)
    unsafe EditQueue.process.append(entry)
  }

  deinit {
    unsafe EditQueue.process.remove(entry)
    unsafe pthread_cond_destroy(EditQueue.woken(entry))
    unsafe Memory.release(UnsafeMutableRawPointer(entry), MemoryLayout<EditQueue.Entry>.size)
  }

  /// Whether no other waiter of the list precedes this one.
  var isFirst: Bool {
    let queue = EditQueue.process
    return queue.locked { unsafe queue.first(of: entry.pointee.list) == entry }
  }

  /// Waits until it is woken; false if the deadline passed first.
  func wait() -> Bool {
    let queue = EditQueue.process
    return queue.locked {
      var isOver = false
      while unsafe !entry.pointee.isWoken && !isOver {
        if var deadline {
          isOver = unsafe pthread_cond_timedwait(EditQueue.woken(entry), queue.lock.address, &deadline) != 0
        } else {
          unsafe pthread_cond_wait(EditQueue.woken(entry), queue.lock.address)
        }
      }
      defer { unsafe entry.pointee.isWoken = false }
      return unsafe entry.pointee.isWoken
    }
  }
}
