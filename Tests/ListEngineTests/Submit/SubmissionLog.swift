// What `done` was called with, and submissions that call it.

import XCTest

@testable import ListEngine

final class SubmissionLog: @unchecked Sendable {
  struct Entry: Equatable {
    var ticket: UInt64
    var code: Int32
  }

  private let lock = NSLock()
  private var entries: [Entry] = []

  /// In the order of the calls.
  var ended: [Entry] { lock.withLock { entries } }

  /// The log must outlive the list.
  func options(isEach: Bool = false, isHere: Bool = false, delay: UInt32 = 0) -> SubmissionOptions {
    var options = SubmissionOptions()
    (options.isEach, options.isHere, options.delayMilliseconds) = (isEach, isHere, delay)
    options.context = Unmanaged.passUnretained(self).toOpaque()
    options.done = { context, ticket, code in
      let log = Unmanaged<SubmissionLog>.fromOpaque(context!).takeUnretainedValue()
      log.lock.withLock { log.entries.append(Entry(ticket: ticket, code: code)) }
    }
    return options
  }
}

extension List {
  /// A list that the host has by its handle.
  static func makeForTest() throws -> Handle {
    let place = try NewObject<List>()
    return place.fill(List(ListOptions(), leafCapacity: 8, fanOut: 4))
  }

  var content: Content { read { state in state.arrangement.content } }
}

extension SubmissionQueue {
  /// The tickets of those that wait, and of the one that has begun.
  var ticketsByState: (waiting: [UInt64], current: UInt64?) {
    let all = open.tickets
    guard let first = open.first, first.pointee.state != .waiting else { return (all, nil) }
    return (Array(all.dropFirst()), first.pointee.ticket)
  }
}

extension List {
  var submissionTickets: (waiting: [UInt64], current: UInt64?) {
    features.withSubmissions { queue in queue.ticketsByState }
  }

  /// As if no thread could be made.
  func withoutWorker() { features.workerEntry.address.pointee.phase = .left }
}

extension Chain<Submission> {
  /// The tickets in order; each link must be the inverse of the next one's.
  var tickets: [UInt64] {
    var tickets: [UInt64] = []
    var (before, each) = (UnsafeMutablePointer<Submission>?.none, first)
    while let submission = each {
      XCTAssertEqual(submission.pointee.links.previous, before)
      tickets.append(submission.pointee.ticket)
      (before, each) = (submission, submission.pointee.links.next)
    }
    XCTAssertEqual(before, last)
    XCTAssertEqual(tickets.count, count)
    return tickets
  }
}
