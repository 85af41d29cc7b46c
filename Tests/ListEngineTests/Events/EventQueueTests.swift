// The queue of events beside a plain array, under the same seeded operations.

import XCTest

@testable import ListEngine

final class EventQueueTests: XCTestCase {
  private struct Session: ~Copyable {
    var random: SeededGenerator
    var queue = EventQueue()
    var waiting: [EventRecord] = []
    var reserved = 0
    /// The number of the last event, and of those that the queue joined to the one before.
    var pushed: UInt64 = 0
    var joined = 0
    /// How often the ring grew while its first event was not at its beginning.
    var growthsInside = 0
    private var first = 0

    init(_ seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func below(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

    // MARK: Steps

    mutating func step() throws {
      switch below(8) {
      case 0, 1: try reserve(1 + below(4))
      case 2: unreserve(below(reserved + 1))
      case 3, 4, 5: for _ in 0..<below(reserved + 1) { push() }
      case 6: try take(below(waiting.count + 3))
      default:
        queue.trim()
        if waiting.isEmpty && reserved == 0 { try expect(queue.bytes == 0, "\(queue.bytes) bytes are left") }
      }
      try check()
    }

    private mutating func reserve(_ extra: Int) throws {
      let bytes = queue.bytes
      if below(4) == 0 {
        do {
          try FailingMemory().run(failing: 1, forGood: true) { try queue.reserve(extra) }
          reserved += extra
          return try expect(queue.bytes == bytes, "it has grown without memory")
        } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.noMemory.code {
          try expect(queue.bytes == bytes, "\(queue.bytes) bytes")
          try check()
        }
      }
      try queue.reserve(extra)
      reserved += extra
      if queue.bytes == bytes { return }
      if first > 0 { growthsInside += 1 }
      first = 0
    }

    private mutating func unreserve(_ unused: Int) {
      queue.unreserve(unused)
      reserved -= unused
    }

    private mutating func push() {
      let record = record()
      queue.push(record)
      reserved -= 1
      guard var last = waiting.last, last.kind == EventKind.states, record.kind == EventKind.states,
        last.flags == record.flags, last.states == record.states, last.version == record.version,
        last.index != noIndex, last.index + UInt32(last.count) == record.index
      else { return waiting.append(record) }
      last.count += record.count
      waiting[waiting.count - 1] = last
      joined += 1
    }

    /// Half of them are runs of items that get or lose a state, and most of those continue the last one, or almost.
    private mutating func record() -> EventRecord {
      pushed += 1
      var record = EventRecord(below(2) == 0 ? EventKind.states : EventKind.action)
      record.number = pushed
      record.count = 1 + below(3)
      record.index = UInt32(below(5))
      record.states = 1
      if let last = waiting.last, record.kind == EventKind.states {
        record.index = last.index == noIndex ? noIndex : last.index + UInt32(last.count)
        (record.version, record.flags, record.states) = (last.version, last.flags, max(last.states, 1))
      }
      switch below(16) {
      case 0: record.version += 1
      case 1: record.flags ^= 1
      case 2: record.states ^= 3
      case 3: record.index &+= 1
      case 4: record.index = noIndex
      default: break
      }
      return record
    }

    private mutating func take(_ most: Int) throws {
      var taken = try Buffer<EventRecord>(capacity: most + 1)
      taken.push(EventRecord(EventKind.page))
      queue.take(most, into: &taken)
      let number = min(most, waiting.count)
      try expect(taken.count == 1 + number, "\(taken.count - 1) of \(most) are taken")
      for i in 0..<number { try expect(taken[1 + i].isSame(as: waiting[i]), "taken event \(i)") }
      waiting.removeFirst(number)
      first = waiting.isEmpty ? 0 : first + number
    }

    // MARK: Checks

    func check() throws {
      try expect(queue.count == waiting.count, "\(queue.count) events, not \(waiting.count)")
      try expect(queue.isEmpty == waiting.isEmpty, "empty")
      for i in waiting.indices {
        try expect(queue[i].isSame(as: waiting[i]), "event \(i) is \(queue[i]), not \(waiting[i])")
      }
      let room = queue.bytes / MemoryLayout<EventRecord>.stride
      try expect(room >= waiting.count + reserved, "\(room): no room for \(reserved) events")
    }
  }

  /// No event is lost or overtaken, however the ring wraps and grows; a run that continues the last one extends it,
  /// and no other does; whoever has reserved room can push.
  func testAQueueHandsOutWhatWasPushedInOrder() throws {
    let start = Memory.held
    var (joined, growthsInside) = (0, 0)
    for seed in UInt64(1)...200 {
      var session = Session(seed)
      for step in 0..<150 {
        do { try session.step() } catch { return XCTFail("seed \(seed), step \(step): \(error)") }
      }
      joined += session.joined
      growthsInside += session.growthsInside
    }
    XCTAssertGreaterThan(joined, 1000)
    XCTAssertGreaterThan(growthsInside, 50)
    XCTAssertEqual(Memory.held, start)
  }

  /// A ring that begins at its end and is full grows.
  func testAFullRingThatWrapsGrowsInOrder() throws {
    var queue = EventQueue()
    var taken = try Buffer<EventRecord>(capacity: 100)
    var pushed: UInt64 = 0
    func push(_ count: Int, into queue: inout EventQueue) throws {
      try queue.reserve(count)
      for _ in 0..<count {
        pushed += 1
        var record = EventRecord(EventKind.action)
        record.number = pushed
        queue.push(record)
      }
    }
    try push(8, into: &queue)
    let room = queue.bytes
    queue.take(7, into: &taken)
    try push(7, into: &queue)
    XCTAssertEqual(queue.bytes, room, "the events fit by wrapping")
    try push(30, into: &queue)
    XCTAssertGreaterThan(queue.bytes, room)
    queue.take(100, into: &taken)
    XCTAssertTrue(queue.isEmpty)
    XCTAssertEqual((0..<taken.count).map { taken[$0].number }, Array(1...45))
  }

  /// A changeset belongs to the queue, then to whoever takes the event; the host may destroy it first.
  func testARecordOwnsItsChangeset() throws {
    let start = Memory.held
    do {
      var taken = try Buffer<EventRecord>(capacity: 3)
      var handles: [Handle] = []
      do {
        var queue = EventQueue()
        for number in 0..<9 {
          let place = try NewObject<Changeset>()
          var record = EventRecord(EventKind.update)
          record.changeset = place.fill(try Content().diff(to: [Part(1, [Item(number)])]))
          handles.append(record.changeset)
          try queue.reserve(1)
          queue.push(record)
          // The ring wraps: its first events are not those at its beginning.
          if number == 4 { queue.take(3, into: &taken) }
        }
        XCTAssertTrue(handles.allSatisfy { isAlive($0) })
        try Pinned<Changeset>(handles[4], role: .object).destroy(role: .object)
      }
      XCTAssertEqual(handles.map { isAlive($0) }, (0..<9).map { $0 < 3 })
      // Each is released once: another release finds an object that is not there, and harms no new one.
      for _ in 0..<2 { for i in 0..<3 { taken[i].release() } }
      XCTAssertFalse(handles.contains { isAlive($0) })
    }
    HandleTable.process.trim()
    XCTAssertEqual(Memory.held, start)
  }

  private func isAlive(_ handle: Handle) -> Bool {
    (try? { _ = try Pinned<Changeset>(handle, role: .object) }()) != nil
  }
}

extension EventRecord {
  fileprivate func isSame(as other: EventRecord) -> Bool {
    kind == other.kind && flags == other.flags && version == other.version && index == other.index
      && states == other.states && number == other.number && count == other.count
  }
}
