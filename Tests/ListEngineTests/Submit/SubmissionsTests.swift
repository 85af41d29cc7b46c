// Submissions beside a slow model, under the same seeded operations. The list has no worker: what it would do is one
// of the operations, so that everything happens in a known order.

import XCTest

@testable import ListEngine

final class SubmissionsTests: XCTestCase {
  private struct Session: ~Copyable {
    var random: SeededGenerator
    var model: PlainSubmissions
    let handle: Handle
    let list: Pinned<List>
    let log: SubmissionLog
    let cellClass: CountedClass
    var editNumber: UInt64 = 0
    var models: UInt = 0
    var counts: [String: Int] = [:]

    init(_ seed: UInt64, _ log: SubmissionLog, _ cellClass: CountedClass) throws {
      let masks = [0, EventKind.update, EventKind.willUpdate, EventKind.update | EventKind.willUpdate]
      let mask = masks[Int(seed % 4)]
      try expect(!Worker.process.hasThread, "there is a worker")
      let handle = try List.makeForTest()
      let list = try Pinned<List>(handle, role: .object)
      try list.value.makeFeatures()
      try list.value.setEvents(mask)
      list.value.withoutWorker()
      random = SeededGenerator(seed: seed)
      model = PlainSubmissions(mask: mask)
      (self.log, self.cellClass) = (log, cellClass)
      self.handle = handle
      self.list = list
    }

    func destroy() throws {
      try Pinned<List>(handle, role: .object).destroy(role: .object)
    }

    mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
    mutating func isOdds(_ end: Int) -> Bool { below(end) == 0 }

    private mutating func content() -> Content {
      var names = Array(1...12)
      names.shuffle(using: &random)
      let items = names.prefix(below(10)).map { number in
        models += 16
        return Item(Name(number), UInt64(below(3)), models, cellClass.id)
      }
      return [Part(100 + below(2), items)]
    }

    // MARK: Steps

    mutating func step() throws -> String {
      let steps: [(String, Int)] = [
        ("submit", 8), ("cancel", 2), ("work", 5), ("set", 3), ("edit", 3), ("poll", 10),
      ]
      var choice = below(steps.reduce(0) { $0 + $1.1 })
      let name = steps.first { step in
        choice -= step.1
        return choice < 0
      }!.0
      counts[name, default: 0] += 1
      switch name {
      case "submit": try submit()
      case "cancel": try cancel()
      case "work": try work()
      case "set": try set()
      case "edit": try edit()
      default: try poll()
      }
      return name
    }

    private mutating func submit() throws {
      var content = content()
      if isOdds(8), let item = content[0].items.first { content[0].items.append(item) }
      var submission = PlainSubmission(ticket: 0, content: content, start: 0)
      submission.isEach = isOdds(3)
      submission.isHere = isOdds(3)
      submission.isLate = !submission.isHere && isOdds(5)
      let options = log.options(
        isEach: submission.isEach, isHere: submission.isHere, delay: submission.isLate ? 3_600_000 : 0)
      let ticket = try list.value.submit(handle, content.snapshot(), UpdateOptions(), options)
      // Its own, unless it supersedes another.
      submission.start = list.value.features.withSubmissions { queue in
        queue.tickets.find(ticket)!.pointee.start
      }
      model.submit(submission)
      try expect(ticket == model.lastTicket, "ticket \(ticket), not \(model.lastTicket)")
    }

    private mutating func cancel() throws {
      let ticket = isOdds(3) ? 0 : UInt64(max(0, Int(model.lastTicket) + 1 - below(6)))
      var refusal: Refusal.Kind? = nil
      do { try list.value.cancel(ticket) } catch { refusal = error.kind }
      let wanted = model.cancel(ticket)
      try expect(refusal?.code == wanted?.code, "cancel \(ticket): \(refusal?.code ?? 0)")
      if refusal != nil { counts["refused", default: 0] += 1 }
    }

    private mutating func work() throws {
      // A cancelled one that waits ends as cancelled or as superseded, as the worker happens to come in an edit or not.
      if model.isEdited && model.waiting.first?.isCancelled == true { return }
      List.prepareNext(handle)
      model.work()
    }

    private mutating func set() throws {
      let content = content()
      do {
        _ = try content.set(list.value, wantsChangeset: false)
        try expect(!model.isEdited, "set in an edit")
        model.set(content)
      } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.busy.code {
        try expect(model.isEdited, "busy")
      }
    }

    private mutating func edit() throws {
      if !model.isEdited {
        editNumber = try list.value.beginEdit()
        model.discard()
        model.isEdited = true
      } else if isOdds(2) {
        try list.value.abandonEdit(editNumber)
        model.isEdited = false
      } else {
        _ = try list.value.commitEdit(editNumber, UpdateOptions(), wantsChangeset: false)
        model.commitEdit()
      }
    }

    mutating func poll() throws {
      let capacity = 1 + below(3)
      let takes = list.value.features.channel.has(.submission)
      var events: [PlainSubmissions.Event] = []
      _ = try list.value.poll(capacity) { _, event in
        events.append(
          PlainSubmissions.Event(
            kind: event.kind, ticket: event.number, code: event.status))
      }
      let wanted = model.poll(capacity, takes: takes)
      try expect(events == wanted, "polled \(events), not \(wanted)")
    }

    /// Ends the edit and polls until nothing is left.
    mutating func drain() throws {
      if model.isEdited { try edit() }
      var polls = 0
      while !list.value.features.channel.isIdle {
        try poll()
        try check()
        polls += 1
        try expect(polls < 1000, "it never ends")
      }
      try expect(!model.canTake && model.ended.isEmpty, "idle, but something is left")
      let (done, all) = (model.done.count, Int(model.lastTicket))
      try expect(done == all, "\(done) of \(all) have ended")
    }

    // MARK: Checks

    func check() throws {
      let submissions = list.value.submissionTickets
      let waiting = model.waiting.map { $0.ticket }
      try expect(submissions.waiting == waiting, "\(submissions.waiting) wait, not \(waiting)")
      try expect(submissions.current == model.current?.ticket, "\(submissions.current ?? 0) has begun")
      let ended = list.value.features.withSubmissions { $0.ended.tickets }
      try expect(ended == model.ended.map { $0.ticket }, "\(ended) have ended, not \(model.ended)")
      try expect(log.ended == model.done, "done: \(log.ended.suffix(3)), not \(model.done.suffix(3))")
      try expect(list.value.content == model.content, "shows \(list.value.content), not \(model.content)")
      let count = waiting.count + (model.current == nil ? 0 : 1)
      try expect(list.value.info().submissions == count, "\(list.value.info().submissions), not \(count)")
      let isPrepared = list.value.preparation != nil
      try expect(isPrepared == model.current?.isPrepared ?? false, "prepared")
      // A host that is not woken would wait for ever, and one that is woken for nothing would poll for ever.
      let asks = list.value.features.channel.has(.submission)
      try expect(asks == model.canTake, asks ? "a poll is asked for" : "no poll is asked for")
      try expect(list.value.features.channel.has(.ended) != model.ended.isEmpty, "what has ended")
    }

    /// What superseded another has its start: the delay counts from there.
    func checkStarts() throws {
      let starts = list.value.features.withSubmissions { queue in
        var starts: [(start: UInt64, due: UInt64)] = []
        queue.open.forEach { submission in
          if submission.pointee.state == .waiting {
            starts.append((submission.pointee.start, submission.pointee.due))
          }
        }
        return starts
      }
      for (found, wanted) in zip(starts, model.waiting) {
        try expect(found.start == wanted.start, "start of \(wanted.ticket)")
        let delay: UInt64 = wanted.isLate ? 3_600_000_000_000 : 0
        try expect(found.due == found.start + delay, "due of \(wanted.ticket)")
      }
    }
  }

  /// Each ticket ends once, with its status, in its poll; the list shows what the model shows; no model is lost.
  func testSubmissionsEndAsInTheModel() throws {
    let cellClass = try CountedClass()
    HandleTable.process.trim()
    let start = Memory.held
    var counts: [String: Int] = [:]
    for seed in UInt64(1)...120 {
      let log = SubmissionLog()
      var wanted: [SubmissionLog.Entry] = []
      do {
        var session = try Session(seed, log, cellClass)
        for number in 0..<120 {
          var step = "?"
          do {
            step = try session.step()
            try session.check()
            try session.checkStarts()
          } catch { return XCTFail("seed \(seed), step \(number), \(step): \(error)") }
        }
        if seed % 3 != 0 {
          do { try session.drain() } catch { return XCTFail("seed \(seed), drain: \(error)") }
        }
        counts.merge(session.counts) { $0 + $1 }
        session.model.destroy()
        wanted = session.model.done
        XCTAssertEqual(Set(wanted.map { $0.ticket }).count, Int(session.model.lastTicket), "seed \(seed)")
        if session.model.isEdited { try session.list.value.abandonEdit(session.editNumber) }
        try session.destroy()
      }
      XCTAssertEqual(log.ended, wanted, "seed \(seed)")
      try cellClass.check(Holders())
    }
    for (name, count) in counts { XCTAssertGreaterThan(count, 50, name) }
    HandleTable.process.trim()
    XCTAssertEqual(Memory.held, start)
  }

  // MARK: One by one

  /// Runs `body` with a list without a worker, and returns what `done` was called with.
  @discardableResult private func withList(
    _ body: (borrowing List, Handle, SubmissionLog) throws -> Void
  ) throws -> [SubmissionLog.Entry] {
    let log = SubmissionLog()
    let handle = try List.makeForTest()
    do {
      let list = try Pinned<List>(handle, role: .object)
      try list.value.makeFeatures()
      list.value.withoutWorker()
      try body(list.value, handle, log)
    }
    try Pinned<List>(handle, role: .object).destroy(role: .object)
    return log.ended
  }

  private func submit(
    _ number: Int, to list: borrowing List, _ handle: Handle, _ options: SubmissionOptions
  ) throws {
    _ = try list.submit(handle, [Part(1, [Item(number)])].snapshot(), UpdateOptions(), options)
  }

  func testWhatWasDiscardedTwiceIsLeftToPolls() throws {
    let ended = try withList { list, handle, log in
      try submit(1, to: list, handle, log.options())
      for discard in 1...2 {
        List.prepareNext(handle)
        XCTAssertEqual(list.submissionTickets.current, 1, "discard \(discard)")
        _ = try [Part(1, [Item(100 + discard)])].set(list, wantsChangeset: false)
        XCTAssertEqual(list.submissionTickets.waiting, [1])
      }
      List.prepareNext(handle)
      XCTAssertNil(list.submissionTickets.current, "the worker leaves it alone")
      XCTAssertTrue(list.features.channel.has(.submission), "no poll is asked for")
      XCTAssertEqual(list.content, [Part(1, [Item(102)])])
      XCTAssertEqual(try list.poll(1) { _, _ in }.count, 0)
      XCTAssertEqual(list.content, [Part(1, [Item(1)])])
    }
    XCTAssertEqual(ended, [SubmissionLog.Entry(ticket: 1, code: 0)])
  }

  /// It is announced once, however often it is prepared.
  func testOneWhosePreparationIsDiscardedIsNotAnnouncedAgain() throws {
    try withList { list, handle, log in
      try list.setEvents(EventKind.willUpdate)
      try submit(1, to: list, handle, log.options())
      var kinds: [UInt32] = []
      for _ in 0..<4 {
        List.prepareNext(handle)
        _ = try list.poll(4) { _, event in kinds.append(event.kind) }
        if kinds.count == 1 && log.ended.isEmpty { _ = try [Part(1, [Item(9)])].set(list) }
      }
      XCTAssertEqual(kinds, [EventKind.willUpdate])
      XCTAssertEqual(log.ended.count, 1)
      XCTAssertEqual(list.content, [Part(1, [Item(1)])])
    }
  }

  /// Without memory a submission fails by itself: it ends with that, and the next one is committed.
  func testAPreparationWithoutMemoryEndsItsSubmission() throws {
    var failures = 0
    for first in 1... {
      var allocations = 0
      let ended = try withList { list, handle, log in
        _ = try [Part(1, (1...20).map { Item($0) })].set(list, wantsChangeset: false)
        try submit(1, to: list, handle, log.options(isEach: true))
        try submit(2, to: list, handle, log.options())
        let memory = FailingMemory()
        try memory.run(failing: first, forGood: false) { List.prepareNext(handle) }
        allocations = memory.allocations
        for _ in 0..<4 { _ = try list.poll(1) { _, _ in } }
        XCTAssertEqual(list.content, [Part(1, [Item(2)])])
      }
      XCTAssertEqual(ended.map { $0.ticket }, [1, 2], "allocation \(first)")
      XCTAssertEqual(ended[1].code, 0)
      XCTAssertTrue([0, Refusal.Kind.noMemory.code].contains(ended[0].code), "allocation \(first)")
      if ended[0].code != 0 { failures += 1 }
      if allocations < first { break }
    }
    XCTAssertGreaterThan(failures, 3)
  }

  /// A ticket that another poll commits is too late to cancel: from `changed`, in the middle of its commit.
  func testWhatTakesPlaceIsNotCancelled() throws {
    try withList { list, handle, log in
      try submit(1, to: list, handle, log.options(isHere: true))
      let current = list.features.withSubmissions { $0.open.first! }
      XCTAssertTrue(list.begin(current))
      XCTAssertThrowsError(try list.cancel(1)) {
        XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.state.code)
      }
      try list.cancel(0)
      list.submissions { $0.pauseCommit(current) }
      XCTAssertEqual(try list.poll(1) { _, _ in }.count, 0)
      XCTAssertEqual(log.ended, [SubmissionLog.Entry(ticket: 1, code: 0)])
    }
  }
}
