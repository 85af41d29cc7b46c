// Threads that wait until they may open an edit of a list, first come first served.
//
//     process ─► | list A, thread 1 | ─► | list B, thread 2 | ─► | list A, thread 3 |
//                  tries to open          tries to open            waits for thread 1 to be served
//
// Only the first of a list's waiters tries to open an edit; it is woken when one ends, and so is the next when
// the first has gone. One queue for the process, as few threads ever wait: where none does, the end of an edit
// looks at one word. The lock is held for a few instructions only, and nothing is called under it.

import CPlatform

@safe struct EditQueue {
  /// The condition comes first, so that a pointer to an entry is one to it.
  @unsafe fileprivate struct Entry {
    var woken: pthread_cond_t
    /// Which list: see `List.editQueueKey`.
    var list: UInt
    var isWoken: Bool
    var next: UnsafeMutablePointer<Entry>?
  }

  /// The lock comes first, and the number of entries follows.
  @unsafe private struct Root {
    var lock: pthread_mutex_t
    var first: UnsafeMutablePointer<Entry>?
  }

  private let root: UnsafeMutablePointer<Root>

  static var process: EditQueue {
    unsafe EditQueue(root: iqp_edit_queue().assumingMemoryBound(to: Root.self))
  }

  fileprivate func locked<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }

  fileprivate var lock: UnsafeMutablePointer<pthread_mutex_t> {
    unsafe UnsafeMutableRawPointer(root).assumingMemoryBound(to: pthread_mutex_t.self)
  }

  private var count: UnsafeMutablePointer<Int64> {
    unsafe UnsafeMutableRawPointer(root + 1).assumingMemoryBound(to: Int64.self)
  }

  // MARK: For whoever ends an edit, or opens one without waiting

  func hasWaiters(for list: UInt) -> Bool {
    if unsafe iqp_load(count) == 0 { return false }
    return locked { unsafe first(of: list) != nil }
  }

  /// An edit of the list has ended: its first waiter may try.
  func wakeFirst(of list: UInt) {
    if unsafe iqp_load(count) == 0 { return }
    locked { if let waiter = unsafe first(of: list) { unsafe wake(waiter) } }
  }

  /// The list is being destroyed.
  func wakeAll(of list: UInt) {
    if unsafe iqp_load(count) == 0 { return }
    locked {
      var entry = unsafe root.pointee.first
      while let waiter = unsafe entry {
        if unsafe waiter.pointee.list == list { unsafe wake(waiter) }
        unsafe entry = waiter.pointee.next
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
    var entry = unsafe root.pointee.first
    while let waiter = unsafe entry, unsafe waiter.pointee.list != list { unsafe entry = waiter.pointee.next }
    return unsafe entry
  }

  // MARK: For waiters

  @unsafe fileprivate func append(_ entry: UnsafeMutablePointer<Entry>) {
    locked {
      var last = unsafe root.pointee.first
      while let next = unsafe last?.pointee.next { unsafe last = next }
      if let last = unsafe last {
        unsafe last.pointee.next = entry
      } else {
        unsafe root.pointee.first = entry
      }
      _ = unsafe iqp_add(count, 1)
    }
  }

  /// The one behind it may try now.
  @unsafe fileprivate func remove(_ entry: UnsafeMutablePointer<Entry>) {
    locked {
      if unsafe root.pointee.first == entry {
        unsafe root.pointee.first = entry.pointee.next
      } else {
        var before = unsafe root.pointee.first
        while let next = unsafe before?.pointee.next, unsafe next != entry { unsafe before = next }
        unsafe before?.pointee.next = entry.pointee.next
      }
      _ = unsafe iqp_add(count, -1)
      if let next = unsafe first(of: entry.pointee.list) { unsafe wake(next) }
    }
  }
}

/// The calling thread's place in the queue, as long as this lives.
@safe struct EditWaiter: ~Copyable {
  private let entry: UnsafeMutablePointer<EditQueue.Entry>
  /// On the monotonic clock; nil: never.
  private let deadline: timespec?

  /// Any more milliseconds than `UInt32.max - 1` are for ever.
  init(for list: UInt, milliseconds: UInt32) throws(Refusal) {
    let memory = unsafe try Memory.allocate(MemoryLayout<EditQueue.Entry>.size)
    unsafe entry = memory.bindMemory(to: EditQueue.Entry.self, capacity: 1)
    deadline = milliseconds == UInt32.max ? nil : Clock.time(in: milliseconds)
    unsafe entry.initialize(
      to: EditQueue.Entry(woken: pthread_cond_t(), list: list, isWoken: false, next: nil))
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

  /// Whether all who came before have gone.
  var isFirst: Bool {
    let queue = EditQueue.process
    return queue.locked { unsafe queue.first(of: entry.pointee.list) == entry }
  }

  /// Until it is woken: false where the time was over first.
  func wait() -> Bool {
    let queue = EditQueue.process
    return queue.locked {
      var isOver = false
      while unsafe !entry.pointee.isWoken && !isOver {
        if var deadline {
          isOver = unsafe pthread_cond_timedwait(EditQueue.woken(entry), queue.lock, &deadline) != 0
        } else {
          unsafe pthread_cond_wait(EditQueue.woken(entry), queue.lock)
        }
      }
      defer { unsafe entry.pointee.isWoken = false }
      return unsafe entry.pointee.isWoken
    }
  }
}
