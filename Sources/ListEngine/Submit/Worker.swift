// The thread that prepares updates beforehand, one for the whole process: it begins with the first list that
// submits, and ends with the last one that has done so.
//
//     process ─► | list A, now | ─► | list B, in 20 ms | ─► | list C, now |
//     thread     takes the first that is due and runs the job, which may schedule the list again
//
// The job calls nothing of the host's but the allocator. The lock is held for a few instructions only, and nothing
// is called under it. The child of a fork has no thread, and schedules nothing; the list whose job ran at the fork is lost
// there, as the job is inside it (Fork).

import CPlatform

/// The function that the worker runs for a list, given the handle.
typealias WorkerJob = @convention(c) (UInt64) -> Void

@safe struct Worker {
  /// The place of a list in the queue. It stays at its address, and belongs to the list.
  @safe struct Entry: Chained {
    enum Phase: BitwiseCopyable { case new, added, left }

    /// Only what is added is queued.
    var phase = Phase.new
    var isQueued = false
    var handle: UInt64 = 0
    /// On the monotonic clock, in nanoseconds.
    var due: UInt64 = 0
    var links = ChainLinks<Entry>()

    init() {}
  }

  /// The lock is the first field, then the conditions.
  @unsafe private struct Root: ~Copyable {
    var lock: pthread_mutex_t
    var awake: pthread_cond_t
    var idle: pthread_cond_t
    var isSetUp: Bool
    var hasThread: Bool
    /// Whether the process is a child of a fork.
    var isForked: Bool
    /// Differs for each thread, so that one that was stopped sees it.
    var generation: UInt64
    var lists: Int
    var thread: iqp_thread
    var job: WorkerJob?
    var queue: Chain<Entry>
    /// Whose job runs.
    var current: UnsafeMutablePointer<Entry>?
  }

  private let root: UnsafeMutablePointer<Root>

  static var process: Worker { unsafe Worker(root: iqp_worker().assumingMemoryBound(to: Root.self)) }

  private var lock: ProcessMutex { unsafe ProcessMutex(over: root) }
  private var awake: UnsafeMutablePointer<pthread_cond_t> {
    unsafe (UnsafeMutableRawPointer(root) + MemoryLayout<pthread_mutex_t>.stride)
      .assumingMemoryBound(to: pthread_cond_t.self)
  }
  private var idle: UnsafeMutablePointer<pthread_cond_t> { unsafe awake + 1 }

  private func locked<Result>(_ body: () -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  // MARK: Lists

  /// The list with that handle submits; whoever calls it again learns the same. False if there is no thread, as none
  /// could be made or this is the child of a fork, or if the list has left.
  @unsafe func add(_ entry: UnsafeMutablePointer<Entry>, _ handle: UInt64, _ job: WorkerJob) -> Bool {
    locked {
      setUp()
      if unsafe entry.pointee.phase == .left { return false }
      if unsafe entry.pointee.phase == .new {
        unsafe entry.pointee.phase = .added
        unsafe entry.pointee.handle = handle
        unsafe root.pointee.lists += 1
        unsafe root.pointee.job = job
      }
      if unsafe root.pointee.hasThread || root.pointee.isForked { return unsafe root.pointee.hasThread }
      unsafe root.pointee.generation &+= 1
      unsafe root.pointee.hasThread = iqp_start_thread(
        &root.pointee.thread, { unsafe Worker.process.run(generation: UInt64(UInt(bitPattern: $0))) },
        UInt(root.pointee.generation))
      return unsafe root.pointee.hasThread
    }
  }

  /// The list goes, and is not added any more. Returns once its job does not run; the caller has interrupted it. Of
  /// several threads the first one waits.
  @unsafe func remove(_ entry: UnsafeMutablePointer<Entry>) {
    var ended: iqp_thread? = nil
    locked {
      let wasAdded = unsafe entry.pointee.phase == .added
      unsafe entry.pointee.phase = .left
      if !wasAdded { return }
      unsafe unlink(entry)
      while unsafe root.pointee.current == entry { unsafe pthread_cond_wait(idle, lock.address) }
      unsafe root.pointee.lists -= 1
      if unsafe root.pointee.lists > 0 || !root.pointee.hasThread { return }
      unsafe root.pointee.hasThread = false
      unsafe root.pointee.generation &+= 1
      unsafe ended = root.pointee.thread
      unsafe pthread_cond_signal(awake)
    }
    if let ended { iqp_join(ended) }
  }

  /// Has the job run when it is due; one that is queued already runs when the first of both is due: two threads may
  /// call this in another order than they found out what is due, and the job finds out again. False if there is no
  /// thread, or it does not know the list: then polls have to do the work.
  @unsafe func schedule(_ entry: UnsafeMutablePointer<Entry>, due: UInt64) -> Bool {
    locked {
      if unsafe !root.pointee.hasThread || entry.pointee.phase != .added { return false }
      if unsafe entry.pointee.isQueued {
        unsafe entry.pointee.due = min(entry.pointee.due, due)
      } else {
        unsafe entry.pointee.due = due
        unsafe entry.pointee.isQueued = true
        unsafe root.pointee.queue.append(entry)
      }
      unsafe pthread_cond_signal(awake)
      return true
    }
  }

  var hasThread: Bool { locked { unsafe root.pointee.hasThread } }

  // MARK: The queue, with the lock held

  @unsafe private func unlink(_ entry: UnsafeMutablePointer<Entry>) {
    if unsafe !entry.pointee.isQueued { return }
    unsafe entry.pointee.isQueued = false
    unsafe root.pointee.queue.remove(entry)
  }

  /// The first entry that is due, or when the next one is.
  private func next(now: UInt64) -> (entry: UnsafeMutablePointer<Entry>?, due: UInt64) {
    var due = UInt64.max
    let entry = unsafe root.pointee.queue.find { entry in
      unsafe due = min(due, entry.pointee.due)
      return unsafe entry.pointee.due <= now
    }
    return unsafe (entry, due)
  }

  // MARK: The thread

  /// The generation is an argument, as a list may go before its thread has begun.
  private func run(generation: UInt64) -> UnsafeMutableRawPointer? {
    lock.lock()
    while unsafe root.pointee.generation == generation {
      let next = unsafe next(now: Clock.now)
      guard let entry = unsafe next.entry, let job = unsafe root.pointee.job else {
        wait(until: unsafe next.due)
        continue
      }
      unsafe unlink(entry)
      unsafe root.pointee.current = entry
      let handle = unsafe entry.pointee.handle
      lock.unlock()
      job(handle)
      lock.lock()
      unsafe root.pointee.current = nil
      unsafe pthread_cond_broadcast(idle)
    }
    lock.unlock()
    return nil
  }

  private func wait(until due: UInt64) {
    if due == UInt64.max {
      unsafe pthread_cond_wait(awake, lock.address)
    } else {
      var time = timespec()
      time.tv_sec = Int(due / 1_000_000_000)
      time.tv_nsec = Int(due % 1_000_000_000)
      unsafe pthread_cond_timedwait(awake, lock.address, &time)
    }
  }

  // MARK: Set-up, and forks

  /// With the lock held, once.
  private func setUp() {
    if unsafe root.pointee.isSetUp { return }
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(awake, &attributes)
    unsafe pthread_cond_init(idle, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
    // After the one of Fork, so that this one takes its lock first.
    pthread_atfork(
      { Worker.process.lock.lock() },
      { Worker.process.lock.unlock() },
      { Worker.process.endFork() })
    unsafe root.pointee.isSetUp = true
  }

  /// Runs in the child, where neither the thread exists nor the job that it ran. Nobody reads the queue any more, but
  /// lists that go are still removed from it.
  private func endFork() {
    unsafe root.pointee.hasThread = false
    unsafe root.pointee.isForked = true
    unsafe root.pointee.current = nil
    lock.unlock()
  }
}
