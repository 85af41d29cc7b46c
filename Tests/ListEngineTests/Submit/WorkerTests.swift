// The thread that prepares: when it runs the jobs of lists, and that it lets go of a list that goes.

import XCTest

@testable import ListEngine

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

final class WorkerTests: XCTestCase {
  private static let millisecond: UInt64 = 1_000_000

  /// What the jobs of a test did. A job knows nothing but its handle, so there is one for the process.
  private final class Jobs: @unchecked Sendable {
    struct Run {
      var handle: UInt64
      var began: UInt64
      var ended: UInt64
    }

    private let lock = NSLock()
    private var runs: [Run] = []
    /// By handle: when it has itself called again, each once.
    private var again: [UInt64: [UInt64]] = [:]
    private var entries: [UInt64: UnsafeMutablePointer<Worker.Entry>] = [:]
    private var duration: UInt32 = 0

    static let current = Jobs()

    var done: [Run] { lock.withLock { runs } }

    func begin(microseconds: UInt32 = 0) {
      lock.withLock { (runs, again, duration) = ([], [:], microseconds) }
    }

    func know(_ entry: UnsafeMutablePointer<Worker.Entry>, as handle: UInt64) {
      lock.withLock { entries[handle] = entry }
    }

    func call(_ handle: UInt64, againAt due: UInt64) {
      lock.withLock { again[handle, default: []].append(due) }
    }

    func run(_ handle: UInt64) {
      let began = Clock.now
      let wait = lock.withLock { duration }
      if wait > 0 { usleep(wait) }
      lock.withLock {
        runs.append(Run(handle: handle, began: began, ended: Clock.now))
        guard let due = again[handle]?.first else { return }
        again[handle]!.removeFirst()
        _ = Worker.process.schedule(entries[handle]!, due: due)
      }
    }

    /// Waits for so many runs.
    func wait(for count: Int) -> Bool {
      let end = Clock.now + 20_000 * millisecond
      while Clock.now < end {
        if done.count >= count { return true }
        usleep(200)
      }
      return false
    }
  }

  /// Entries of lists that are none.
  private final class Entries {
    let all: [UnsafeMutablePointer<Worker.Entry>]
    private(set) var isRemoved = false

    init(_ count: Int) {
      all = (0..<count).map { number in
        let entry = UnsafeMutablePointer<Worker.Entry>.allocate(capacity: 1)
        entry.initialize(to: Worker.Entry())
        Jobs.current.know(entry, as: UInt64(number))
        XCTAssertTrue(Worker.process.add(entry, UInt64(number)) { Jobs.current.run($0) })
        return entry
      }
    }

    func schedule(_ number: Int, due: UInt64) {
      XCTAssertTrue(Worker.process.schedule(all[number], due: due), "there is no worker")
    }

    func remove() {
      if isRemoved { return }
      isRemoved = true
      for entry in all {
        Worker.process.remove(entry)
        entry.deallocate()
      }
    }

    /// They were removed one by one.
    func forget() { isRemoved = true }

    deinit { remove() }
  }

  override func setUp() {
    XCTAssertFalse(Worker.process.hasThread, "another test has left its thread")
    Jobs.current.begin()
  }

  override func tearDown() { XCTAssertFalse(Worker.process.hasThread) }

  // MARK: The thread

  /// There is one from the first list until the last one goes, and another one afterwards.
  func testTheThreadIsThereAsLongAsAListIs() {
    for round in 1...20 {
      Jobs.current.begin()
      let first = Entries(1)
      XCTAssertTrue(Worker.process.hasThread)
      let second = Entries(2)
      first.remove()
      XCTAssertTrue(Worker.process.hasThread)
      second.schedule(1, due: 0)
      // In every other round the lists may go before the thread has begun.
      if round % 2 == 0 { XCTAssertTrue(Jobs.current.wait(for: 1), "round \(round)") }
      second.remove()
      XCTAssertFalse(Worker.process.hasThread)
      XCTAssertTrue(Jobs.current.done.allSatisfy { $0.handle == 1 }, "round \(round)")
    }
  }

  /// A list that is scheduled again while it waits runs once, at the earlier time.
  func testAJobRunsOnceAndNotBeforeItIsDue() {
    for seed in UInt64(1)...12 {
      var random = SeededGenerator(seed: seed)
      Jobs.current.begin()
      let entries = Entries(12)
      var due: [UInt64] = []
      let now = Clock.now
      for number in 0..<12 {
        // Far away first: it is not over before it is scheduled again. Another thread may be late with such a time.
        entries.schedule(number, due: now + 3_600_000 * Self.millisecond)
        due.append(now + UInt64.random(in: 0...20, using: &random) * Self.millisecond)
      }
      for number in (0..<12).shuffled(using: &random) {
        entries.schedule(number, due: due[number])
        entries.schedule(number, due: now + 3_600_000 * Self.millisecond)
      }
      XCTAssertTrue(Jobs.current.wait(for: 12), "seed \(seed)")
      usleep(2000)
      let runs = Jobs.current.done
      XCTAssertEqual(runs.map { $0.handle }.sorted(), (0..<12).map { UInt64($0) }, "seed \(seed)")
      for run in runs { XCTAssertGreaterThanOrEqual(run.began, due[Int(run.handle)], "seed \(seed)") }
    }
  }

  /// The job itself schedules its list again; a list that is due does not wait for one that is not.
  func testAJobIsCalledAgainWhenItSays() {
    let entries = Entries(2)
    let now = Clock.now
    let times = (1...5).map { now + UInt64(10 * $0) * Self.millisecond }
    for time in times { Jobs.current.call(0, againAt: time) }
    entries.schedule(0, due: 0)
    XCTAssertTrue(Jobs.current.wait(for: 1))
    entries.schedule(1, due: 0)
    XCTAssertTrue(Jobs.current.wait(for: 7))
    let runs = Jobs.current.done
    let first = runs.filter { $0.handle == 0 }
    XCTAssertEqual(first.count, 6)
    for (run, time) in zip(first.dropFirst(), times) { XCTAssertGreaterThanOrEqual(run.began, time) }
    XCTAssertEqual(runs.count { $0.handle == 1 }, 1)
    entries.remove()
    XCTAssertEqual(Jobs.current.done.count, 7)
  }

  /// Whoever removes a list waits for its job; a list that waited does not run any more.
  func testAListThatIsRemovedDoesNotRunAnyMore() {
    // Keeps the thread, whose end would be waited for as well.
    let other = Entries(1)
    for seed in UInt64(1)...30 {
      var random = SeededGenerator(seed: seed)
      Jobs.current.begin(microseconds: 1000)
      let entries = Entries(4)
      for number in (0..<4).shuffled(using: &random) { entries.schedule(number, due: 0) }
      usleep(UInt32.random(in: 0..<3000, using: &random))
      entries.remove()
      let (removed, runs) = (Clock.now, Jobs.current.done)
      XCTAssertLessThanOrEqual(runs.count, 4, "seed \(seed)")
      for run in runs { XCTAssertLessThanOrEqual(run.ended, removed, "seed \(seed)") }
      usleep(1500)
      XCTAssertEqual(Jobs.current.done.count, runs.count, "seed \(seed)")
    }
    other.remove()
  }

  /// Also when its job, which ran meanwhile, wants to be called again.
  func testAListThatIsRemovedWhileItsJobRunsIsNotCalledAgain() {
    let other = Entries(1)
    for round in 1...10 {
      Jobs.current.begin(microseconds: 2000)
      let entries = Entries(1)
      Jobs.current.call(0, againAt: Clock.now + 20 * Self.millisecond)
      entries.schedule(0, due: 0)
      usleep(1000)
      Worker.process.remove(entries.all[0])
      XCTAssertFalse(entries.all[0].pointee.isQueued, "round \(round)")
      // Nor by another thread, which has not noticed yet.
      XCTAssertFalse(Worker.process.schedule(entries.all[0], due: 0), "round \(round)")
      // It belongs to the thread still if that has failed: its memory stays.
      entries.forget()
    }
    other.remove()
  }

  /// No thread goes into the child of a fork, which schedules nothing and waits for nothing, not even for the job that
  /// ran at that moment. Nor does the fork wait for it.
  func testAForkWaitsForNoJob() {
    var hasOverlapped = false
    for _ in 0..<5 {
      Jobs.current.begin(microseconds: 50_000)
      let entries = Entries(2)
      for number in 0..<2 { entries.schedule(number, due: 0) }
      usleep(5000)
      let before = Clock.now
      let child = fork()
      if child == 0 {
        // Of the child only this thread is there: it allocates nothing.
        var failed: Int32 = 0
        if Worker.process.hasThread { failed |= 1 }
        if Worker.process.schedule(entries.all[0], due: 0) { failed |= 2 }
        Worker.process.remove(entries.all[0])
        let entry = UnsafeMutablePointer<Worker.Entry>.allocate(capacity: 1)
        entry.initialize(to: Worker.Entry())
        if Worker.process.add(entry, 7, { Jobs.current.run($0) }) { failed |= 4 }
        if Worker.process.hasThread { failed |= 4 }
        _exit(failed)
      }
      XCTAssertGreaterThan(child, 0)
      let after = Clock.now
      var status: Int32 = 0
      XCTAssertEqual(waitpid(child, &status, 0), child)
      XCTAssertEqual(status, 0, "1: a thread, 2: it is scheduled, 4: a thread for a new list")
      XCTAssertTrue(Worker.process.hasThread, "the parent has it still")
      XCTAssertTrue(Jobs.current.wait(for: 2))
      let runs = Jobs.current.done
      if runs.contains(where: { $0.began < before && $0.ended > after }) { hasOverlapped = true }
    }
    XCTAssertTrue(hasOverlapped, "a job ran meanwhile")
  }

  // MARK: Lists

  private func submit(
    _ content: Content, to handle: Handle, _ options: SubmissionOptions
  ) throws {
    let list = try Pinned<List>(handle, role: .object)
    _ = try list.value.submit(handle, content.snapshot(leafCapacity: 64), UpdateOptions(), options)
  }

  private func destroy(_ handle: Handle) throws {
    try Pinned<List>(handle, role: .object).destroy(role: .object)
  }

  /// Polls when the descriptor says so, until the list shows that.
  private func pollUntil(_ handle: Handle, shows content: Content) throws {
    let list = try Pinned<List>(handle, role: .object)
    let descriptor = try list.value.wakeup()
    while list.value.content != content {
      try expect(isReadable(descriptor, milliseconds: 20_000), "silence, showing \(list.value.content)")
      _ = try list.value.poll(1) { _, _ in }
    }
  }

  /// What is submitted later with a delay waits no longer than what it replaces, and nothing is committed before.
  func testADelayCountsFromTheFirstOfThoseReplaced() throws {
    let log = SubmissionLog()
    let handle = try List.makeForTest()
    let delay: UInt32 = 250
    let begun = Clock.now
    var dues: [UInt64] = []
    for number in 1...4 {
      try submit([Part(1, [Item(number)])], to: handle, log.options(delay: delay))
      let list = try Pinned<List>(handle, role: .object)
      dues.append(list.value.features.withSubmissions { $0.open.first?.pointee.due ?? 0 })
      usleep(5000)
    }
    XCTAssertEqual(dues, [UInt64](repeating: dues[0], count: 4))
    XCTAssertGreaterThanOrEqual(dues[0], begun + UInt64(delay) * Self.millisecond)
    try pollUntil(handle, shows: [Part(1, [Item(4)])])
    XCTAssertGreaterThanOrEqual(Clock.now, dues[0])
    // A shorter delay counts from the first one as well: it is over.
    try submit([Part(1, [Item(5)])], to: handle, log.options(delay: 3_600_000))
    usleep(2000)
    try submit([Part(1, [Item(6)])], to: handle, log.options(delay: 1))
    try pollUntil(handle, shows: [Part(1, [Item(6)])])
    try destroy(handle)
    XCTAssertEqual(log.ended.map { $0.ticket }, Array(1...6))
    let replaced = Refusal.Kind.superseded.code
    XCTAssertEqual(log.ended.map { $0.code }, [replaced, replaced, replaced, 0, replaced, 0])
  }

  /// At any moment: while it waits, is prepared, or is ready. Each ticket ends once; no memory and no model is left.
  func testAListGoesWhileItIsPrepared() throws {
    let cellClass = try CountedClass()
    HandleTable.process.trim()
    let start = Memory.held
    let content = [Part(1, (1...8000).map { Item(Name($0), 0, UInt(16 * $0), cellClass.id) })]
    var found: Set<String> = []
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      let log = SubmissionLog()
      let handle = try List.makeForTest()
      try submit(content, to: handle, log.options())
      if Bool.random(using: &random) { try submit([], to: handle, log.options()) }
      usleep(UInt32.random(in: 0..<8000, using: &random))
      do {
        let list = try Pinned<List>(handle, role: .object)
        let state = list.value.features.withSubmissions { $0.open.first!.pointee.state }
        found.insert(state == .waiting ? "waits" : state == .ready ? "ready" : "begun")
      }
      try destroy(handle)
      XCTAssertFalse(Worker.process.hasThread, "seed \(seed)")
      let tickets = log.ended.map { $0.ticket }.sorted()
      XCTAssertEqual(tickets, Array(1...UInt64(max(1, tickets.count))), "seed \(seed)")
      XCTAssertFalse(log.ended.contains { $0.code == 0 }, "seed \(seed)")
      try cellClass.check(Holders())
    }
    XCTAssertTrue(found.contains("begun"), "\(found)")
    HandleTable.process.trim()
    XCTAssertEqual(Memory.held, start)
  }

  /// A thread that changes the list interrupts its preparation; both take place, the change first.
  func testAChangeInterruptsAPreparation() throws {
    let content = [Part(1, (1...8000).map { Item($0) })]
    let other = [Part(1, [Item(9_000_000)])]
    for seed in UInt64(1)...15 {
      var random = SeededGenerator(seed: seed)
      let log = SubmissionLog()
      let handle = try List.makeForTest()
      do {
        let list = try Pinned<List>(handle, role: .object)
        let descriptor = try list.value.wakeup()
        try submit(content, to: handle, log.options())
        for _ in 0..<1 + seed % 3 {
          usleep(UInt32.random(in: 0..<4000, using: &random))
          _ = try other.set(list.value, wantsChangeset: false)
          XCTAssertEqual(list.value.content, other, "seed \(seed)")
        }
        while log.ended.isEmpty {
          guard isReadable(descriptor, milliseconds: 20_000) else { return XCTFail("seed \(seed): silence") }
          _ = try list.value.poll(1) { _, _ in }
        }
        XCTAssertEqual(list.value.content, content, "seed \(seed)")
        if seed < 3 { try list.value.state.value.arrangement.checkInvariants() }
      }
      try destroy(handle)
      XCTAssertEqual(log.ended, [SubmissionLog.Entry(ticket: 1, code: 0)], "seed \(seed)")
    }
  }

  /// Lists share the thread: each shows what was submitted to it last, and has shown nothing out of order.
  func testManyListsShareTheThread() throws {
    var random = SeededGenerator(seed: 5)
    let log = SubmissionLog()
    let handles = try (0..<6).map { _ in try List.makeForTest() }
    var last = [Int](repeating: 0, count: handles.count)
    for number in 1...300 {
      let i = Int.random(in: 0..<handles.count, using: &random)
      try submit([Part(1, [Item(number)])], to: handles[i], log.options(delay: UInt32(number % 3)))
      last[i] = number
      if number % 7 == 0 {
        let list = try Pinned<List>(handles[i], role: .object)
        let before = list.value.content.first?.items.first?.name.low ?? 0
        _ = try list.value.poll(1) { _, _ in }
        XCTAssertGreaterThanOrEqual(list.value.content.first?.items.first?.name.low ?? 0, before)
      }
    }
    for (i, handle) in handles.enumerated() {
      do {
        let list = try Pinned<List>(handle, role: .object)
        while list.value.info().submissions > 0 || !list.value.features.channel.isIdle {
          guard isReadable(try list.value.wakeup(), milliseconds: 20_000) else { return XCTFail("list \(i)") }
          _ = try list.value.poll(1) { _, _ in }
        }
        XCTAssertEqual(list.value.content, last[i] == 0 ? [] : [Part(1, [Item(last[i])])], "list \(i)")
      }
      XCTAssertTrue(Worker.process.hasThread)
      try destroy(handle)
    }
    XCTAssertEqual(log.ended.count, 300)
  }
}
