// What a poll has to do, beside a set; and the descriptor, which is readable exactly while the host has to poll.

import XCTest

@testable import ListEngine

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Whether a descriptor is readable, or becomes so in time.
func isReadable(_ descriptor: Int32, milliseconds: Int32 = 0) -> Bool {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&waiting, 1, milliseconds) == 1
}

final class EventChannelTests: XCTestCase {
  /// Work other than events, and what the queue of submissions has.
  private static let others: [PollWork] = [.views, .following, .look, .held]

  private struct Session: ~Copyable {
    var random: SeededGenerator
    let channel = EventChannel()
    var work: Set<UInt64> = []
    var events = 0
    var reserved = 0
    var descriptor: Int32? = nil

    init(_ seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

    mutating func step() throws {
      let one = EventChannelTests.others[below(4)]
      switch below(8) {
      case 0, 1:
        channel.add(one)
        work.insert(one.bits)
      case 2, 3:
        channel.remove(one)
        work.remove(one.bits)
      case 4:
        try channel.append(EventRecord(EventKind.action))
        events += 1
      case 5:
        let extra = below(3)
        try channel.reserve(extra)
        reserved += extra
        try check()
        for _ in 0..<below(reserved + 1) {
          channel.push(EventRecord(EventKind.action))
          (events, reserved) = (events + 1, reserved - 1)
        }
      case 6:
        let most = below(events + 2)
        var taken = try Buffer<EventRecord>(capacity: most)
        channel.take(most, into: &taken)
        try expect(taken.count == min(most, events), "\(taken.count) events are taken")
        events -= taken.count
      default:
        if below(3) == 0 {
          let made = try channel.descriptor()
          try expect(descriptor == nil || descriptor == made, "another descriptor")
          descriptor = made
        } else if below(2) == 0 {
          channel.unreserve(reserved)
          reserved = 0
        } else {
          channel.trim()
        }
      }
      try check()
    }

    func check() throws {
      var wanted = work
      if events > 0 { wanted.insert(PollWork.events.bits) }
      for one in EventChannelTests.others + [.events] {
        try expect(channel.has(one) == wanted.contains(one.bits), "work \(one.bits), not \(wanted)")
      }
      try expect(channel.isIdle == wanted.isEmpty, "idle with \(wanted)")
      try expect(channel.count == events, "\(channel.count) events, not \(events)")
      guard let descriptor else { return }
      let isWoken = !wanted.subtracting([PollWork.held.bits]).isEmpty
      try expect(isReadable(descriptor) == isWoken, "readable with \(wanted)")
    }
  }

  /// Reserved room wakes nobody, nor does what the last poll handed out; a descriptor that is made late is as one
  /// that was there before.
  func testTheDescriptorIsReadableWhileWorkWaits() throws {
    let start = Memory.held
    for seed in UInt64(1)...200 {
      var session = Session(seed)
      for step in 0..<60 {
        do { try session.step() } catch { return XCTFail("seed \(seed), step \(step): \(error)") }
      }
    }
    XCTAssertEqual(Memory.held, start)
  }

  func testWhatIsHeldIsNoReasonToPoll() throws {
    let channel = EventChannel()
    channel.add(.held)
    let descriptor = try channel.descriptor()
    XCTAssertFalse(isReadable(descriptor))
    XCTAssertFalse(channel.isIdle, "but a poll releases it")
    channel.add(.look)
    XCTAssertTrue(isReadable(descriptor))
    channel.remove(.look)
    XCTAssertFalse(isReadable(descriptor))
    XCTAssertTrue(channel.has(.held))
  }

  func testADescriptorGoesWithItsChannel() throws {
    var descriptor: Int32 = -1
    do {
      let channel = EventChannel()
      descriptor = try channel.descriptor()
      XCTAssertGreaterThanOrEqual(fcntl(descriptor, F_GETFD), 0)
      XCTAssertEqual(fcntl(descriptor, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC, "another program does not get it")
    }
    XCTAssertEqual(fcntl(descriptor, F_GETFD), -1)
  }

  func testTheMaskSaysWhichEventsAreAskedFor() {
    let channel = EventChannel()
    XCTAssertFalse(channel.wants(EventKind.all))
    channel.mask = EventKind.update | EventKind.page
    XCTAssertTrue(channel.wants(EventKind.update))
    XCTAssertFalse(channel.wants(EventKind.states))
    XCTAssertTrue(channel.isIdle)
  }

  /// Threads that push and one that takes: each event comes out once, those of a thread in its order, and the
  /// descriptor never stays silent while some wait.
  func testThreadsPushWhileOneTakes() throws {
    final class Shared: @unchecked Sendable { let channel = EventChannel() }
    let shared = Shared()
    let descriptor = try shared.channel.descriptor()
    let (threads, each) = (3, 2000)
    let pushing = (0..<threads).map { number in
      Thread {
        for i in 1...each {
          var record = EventRecord(EventKind.action)
          (record.sender, record.number) = (UInt(number), UInt64(i))
          try? shared.channel.append(record)
        }
      }
    }
    for thread in pushing { thread.start() }
    var last = [UInt64](repeating: 0, count: threads)
    var seen = 0
    while seen < threads * each {
      guard isReadable(descriptor, milliseconds: 20_000) else { return XCTFail("\(seen) events, then none") }
      var taken = try Buffer<EventRecord>(capacity: 7)
      shared.channel.take(7, into: &taken)
      for i in 0..<taken.count {
        let sender = Int(taken[i].sender)
        XCTAssertEqual(taken[i].number, last[sender] + 1, "thread \(sender)")
        last[sender] = taken[i].number
      }
      seen += taken.count
    }
    XCTAssertTrue(shared.channel.isIdle)
    XCTAssertFalse(isReadable(descriptor))
  }
}
