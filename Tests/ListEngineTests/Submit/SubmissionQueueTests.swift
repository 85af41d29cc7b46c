// The queue of submissions alone, without a list, a lock or a thread, beside a slow model under the same seeded
// transitions. Those who call it are simulated: at most one prepares, at most one polls.

import XCTest

@testable import ListEngine

final class SubmissionQueueTests: XCTestCase {
  private struct Session: ~Copyable {
    var random: SeededGenerator
    var queue = SubmissionQueue()
    var model = PlainQueue()
    /// A derived list has filters only, any other list snapshots.
    let isFilter: Bool
    let log: SubmissionLog
    var now: UInt64 = 1_000_000_000
    var completed: [UInt64] = []

    init(_ seed: UInt64, _ log: SubmissionLog) {
      random = SeededGenerator(seed: seed)
      isFilter = seed % 3 == 0
      self.log = log
    }

    mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }
    mutating func isOdds(_ end: Int) -> Bool { below(end) == 0 }

    mutating func step() throws -> String {
      now += UInt64(below(3)) * 1_000_000
      let names = [
        "add", "add", "cancel", "prepare", "discard", "commit", "commit", "block", "worker", "complete",
        "hold",
      ]
      let name = names[below(names.count)]
      switch name {
      case "add": try add()
      case "cancel": try cancel()
      case "prepare": try prepare()
      case "discard": discard()
      case "commit": try commit()
      case "block":
        model.isBlocked = model.open.first?.state == .preparing || isOdds(3)
        if model.isBlocked { queue.block() } else { queue.unblock() }
      case "worker":
        model.hasWorker = !isOdds(3)
        queue.hasWorker = model.hasWorker
      case "hold": try hold()
      default: try complete()
      }
      return name
    }

    private mutating func add() throws {
      var entry = PlainQueue.Entry(ticket: 0, start: now)
      (entry.isFilter, entry.isEach, entry.isHere) = (isFilter, isOdds(3), isOdds(4))
      entry.delay = entry.isHere || !isOdds(3) ? 0 : UInt64(below(6))
      entry.change = [FilterChange.different, FilterChange.stricter, FilterChange.looser][below(3)]
      let options = log.options(isEach: entry.isEach, isHere: entry.isHere, delay: UInt32(entry.delay))
      let box: Box<Submission>
      if isFilter {
        let filter = Filter(.function, entry.change, nil, isBatch: false, nil, nil)
        box = try Box(try Submission(.filter(filter), UpdateOptions(), options))
      } else {
        var memory = Input()
        let version = try ([Part(1, [Item(1)])] as Content).snapshot().freeze(reusing: &memory)
        box = try Box(try Submission(.snapshot(version), UpdateOptions(), options))
      }
      box.value.start = now
      var released: SnapshotVersion? = nil
      let ended = model.ended.count
      model.add(entry)
      let ticket = try queue.add(box.release(), released: &released)
      try expect(ticket == model.lastTicket, "ticket \(ticket)")
      let isReleased = released != nil
      try expect(isReleased == (model.ended.count > ended && !isFilter), "what was superseded is released")
    }

    private mutating func hold() throws {
      if isOdds(3) {
        try queue.hold()
        model.hold()
        return
      }
      var code: Int32 = 0
      do throws(Refusal) { try queue.resume() } catch { code = error.kind.code }
      try expect(code == (model.holds > 0 ? 0 : Refusal.Kind.state.code), "resume: \(code)")
      model.holds -= model.holds > 0 ? 1 : 0
    }

    private mutating func cancel() throws {
      let ticket = isOdds(4) ? 0 : UInt64(max(0, Int(model.lastTicket) + 1 - below(5)))
      var code: Int32 = 0
      do throws(Refusal) { try queue.cancel(ticket) } catch { code = error.kind.code }
      let wanted = model.cancel(ticket)
      try expect(code == wanted, "cancel \(ticket): \(code), not \(wanted)")
    }

    /// Begins, or goes on.
    private mutating func prepare() throws {
      if model.open.first?.state == .preparing {
        let submission = queue.open.first!
        switch below(4) {
        case 0:
          queue.prepared(submission, Refusal(.noMemory))
          model.prepared(Refusal.Kind.noMemory.code)
        case 1: requeue(isDiscarded: isOdds(2))
        default:
          queue.prepared(submission, nil)
          model.prepared(0)
        }
        return
      }
      let isHere = isOdds(2)
      let begins = isHere ? model.canPrepareHere : model.canPrepare(now)
      let first = queue.open.first
      let begun = isHere ? queue.beginPreparingHere() : queue.beginPreparing(now: now)
      try expect(begun == (begins ? first : nil), begins ? "it is not prepared" : "it is prepared")
      if begins { model.beginPreparing() }
    }

    private mutating func requeue(isDiscarded: Bool) {
      queue.requeue(queue.open.first!, isDiscarded: isDiscarded)
      model.requeue(isDiscarded: isDiscarded)
    }

    /// A change discards what is prepared, also while a poll is at it.
    private mutating func discard() {
      guard let first = model.open.first, !first.isFilter else { return }
      let hasFailed = first.code != 0 && first.code != Refusal.Kind.cancelled.code
      if first.state == .ready && !hasFailed || first.state == .committing && first.code == 0 {
        requeue(isDiscarded: true)
      }
    }

    /// Begins, or goes on.
    private mutating func commit() throws {
      if let first = model.open.first, first.state == .committing {
        let submission = queue.open.first!
        try expect(queue.isCommitting(submission), "it is not being committed")
        if isOdds(3) {
          queue.pauseCommit(submission)
          return model.pauseCommit()
        }
        let code = first.code != 0 ? first.code : isOdds(4) ? Refusal.Kind.noMemory.code : 0
        submission.pointee.failure = Refusal.Kind(code: code)
        queue.end(submission)
        return model.commit(code)
      }
      guard let first = queue.open.first else { return }
      // One that is found waits perhaps no longer when it is to be committed.
      let begins = model.next(Clock.now) == .poll
      let begun = queue.beginCommit(first)
      try expect(begun == begins, begins ? "it is not committed" : "it is committed")
      if begun { model.beginCommit() }
    }

    private mutating func complete() throws {
      let all = isOdds(2)
      while let ticket = model.takeEnded(all: all) {
        let taken = queue.takeEnded(all: all)
        try expect(taken?.pointee.ticket == ticket, "\(taken?.pointee.ticket ?? 0) has ended, not \(ticket)")
        Submission.complete(taken!)
        completed.append(ticket)
      }
      try expect(queue.takeEnded(all: all) == nil, "more have ended")
    }

    // MARK: Checks

    func check() throws {
      try expect(queue.checkInvariants(), "invariants")
      let wanted = model.open.map { $0.ticket }
      try expect(queue.open.tickets == wanted, "\(queue.open.tickets) are open, not \(wanted)")
      try expect(queue.ended.tickets == model.ended.map { $0.ticket }, "\(queue.ended.tickets) have ended")
      var i = 0
      var differing: UInt64? = nil
      queue.open.forEach { submission in
        let (found, entry) = (submission, model.open[i])
        i += 1
        if found.pointee.state != entry.state || found.pointee.failure.code != entry.code
          || found.pointee.start != entry.start || found.pointee.due != entry.due
          || found.pointee.discards != entry.discards
        {
          differing = entry.ticket
        }
      }
      try expect(differing == nil, "ticket \(differing ?? 0) is in another state")
      queue.ended.forEach { submission in
        let entry = model.ended.first { $0.ticket == submission.pointee.ticket }!
        if submission.pointee.failure.code != entry.code { differing = entry.ticket }
      }
      try expect(differing == nil, "ticket \(differing ?? 0) has ended otherwise")
      let next: PlainQueue.Next =
        switch queue.next(now: now) {
        case .nobody: .nobody
        case .poll: .poll
        case .worker(let due): .worker(due)
        }
      try expect(next == model.next(now), "\(next) is next, not \(model.next(now))")
      guard isFilter, let first = queue.open.first else { return }
      let change = model.changeOfFirst
      try expect(first.pointee.filterChange == change, "it does not compare as \(change)")
    }
  }

  /// States, order, who goes on, and what filters compare with; each ticket is completed once.
  func testTheQueueIsAsTheModelSays() throws {
    HandleTable.process.trim()
    let start = Memory.held
    for seed in UInt64(1)...400 {
      let log = SubmissionLog()
      var last: UInt64 = 0
      do {
        var session = Session(seed, log)
        for number in 0..<80 {
          var step = "?"
          do {
            step = try session.step()
            try session.check()
          } catch { return XCTFail("seed \(seed), step \(number), \(step): \(error)") }
        }
        last = session.model.lastTicket
        XCTAssertEqual(log.ended.map { $0.ticket }, session.completed, "seed \(seed)")
      }
      XCTAssertEqual(log.ended.map { $0.ticket }.sorted(), last == 0 ? [] : Array(1...last), "seed \(seed)")
    }
    HandleTable.process.trim()
    XCTAssertEqual(Memory.held, start)
  }
}
