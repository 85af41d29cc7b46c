import Foundation
import XCTest

@testable import ListEngine

/// The lock as its documentation has it: who is inside, who waits.
private struct Model {
  enum Place { case outside, waiting, reading, announced, writing }

  var places: [Place]

  func count(_ place: Place) -> Int { places.count { $0 == place } }

  /// Writers in the order in which they came are one mutex: the model allows one at a time.
  var hasWriter: Bool { count(.announced) + count(.writing) > 0 }

  mutating func beginRead(_ thread: Int) { places[thread] = hasWriter ? .waiting : .reading }

  mutating func beginWrite(_ thread: Int) {
    places[thread] = count(.reading) == 0 ? .writing : .announced
  }

  mutating func end(_ thread: Int) {
    let wrote = places[thread] == .writing
    places[thread] = .outside
    for other in places.indices {
      if wrote && places[other] == .waiting { places[other] = .reading }
      if !wrote && places[other] == .announced && count(.reading) == 0 { places[other] = .writing }
    }
  }
}

/// Threads that do with one lock what they are told, and say when it is done.
private final class Crew: @unchecked Sendable {
  enum Order { case read, write, end, leave }

  let lock = PhaseLock()
  private let condition = NSCondition()
  private var orders: [[Order]]
  private var places: [Model.Place]
  private var running: Int

  init(_ count: Int) {
    orders = Array(repeating: [], count: count)
    places = Array(repeating: .outside, count: count)
    running = count
    for number in 0..<count { Thread.detachNewThread { self.work(number) } }
  }

  private func work(_ number: Int) {
    while true {
      condition.lock()
      while orders[number].isEmpty { condition.wait() }
      let order = orders[number].removeFirst()
      let place = places[number]
      condition.unlock()
      switch order {
      case .read: lock.beginRead()
      case .write: lock.beginWrite()
      case .end: if place == .reading { lock.endRead() } else { lock.endWrite() }
      case .leave: break
      }
      condition.lock()
      places[number] = order == .read ? .reading : order == .write ? .writing : .outside
      if order == .leave { running -= 1 }
      condition.broadcast()
      condition.unlock()
      if order == .leave { return }
    }
  }

  func tell(_ number: Int, _ order: Order) {
    condition.lock()
    orders[number].append(order)
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until each thread is where the model has it, and the word says so.
  func reaches(_ model: Model) -> Bool {
    let deadline = Date(timeIntervalSinceNow: 30)
    let expected = model.places.map { $0 == .waiting || $0 == .announced ? Model.Place.outside : $0 }
    while Date() < deadline {
      condition.lock()
      let status = lock.status
      let isThere =
        places == expected && status.isWanted == model.hasWriter && status.waiting == model.count(.waiting)
        && status.inside == model.count(.reading)
      condition.unlock()
      if isThere { return true }
      Thread.sleep(forTimeInterval: 0.0001)
    }
    return false
  }

  func leave() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    for number in orders.indices { orders[number].append(.leave) }
    condition.broadcast()
    let deadline = Date(timeIntervalSinceNow: 30)
    while running > 0 { if !condition.wait(until: deadline) { return false } }
    return true
  }
}

/// Two words that only writers change, and then both.
private final class Pair: @unchecked Sendable {
  let lock = PhaseLock()
  var left = 0
  var right = 0
}

final class PhaseLockTests: XCTestCase {
  func testThreadsWaitAndEnterLikeTheModel() {
    var generator = SeededGenerator(seed: 18)
    let crew = Crew(6)
    var model = Model(places: Array(repeating: .outside, count: 6))
    for step in 0..<3000 {
      let thread = Int.random(in: 0..<6, using: &generator)
      switch model.places[thread] {
      case .outside where !model.hasWriter && Int.random(in: 0..<3, using: &generator) == 0:
        model.beginWrite(thread)
        crew.tell(thread, .write)
      case .outside:
        model.beginRead(thread)
        crew.tell(thread, .read)
      case .reading, .writing:
        model.end(thread)
        crew.tell(thread, .end)
      case .waiting, .announced: continue
      }
      if !crew.reaches(model) { return XCTFail("step \(step) of seed 18: not \(model.places)") }
    }
    for thread in model.places.indices {
      // Whoever waits is let in by those that end before.
      while model.places[thread] != .outside {
        let next = model.places.firstIndex { $0 == .reading || $0 == .writing }!
        model.end(next)
        crew.tell(next, .end)
        XCTAssertTrue(crew.reaches(model))
      }
    }
    XCTAssertTrue(crew.leave())
  }

  func testReadersSeeAllOfAWriteOrNothing() {
    let pair = Pair()
    let group = DispatchGroup()
    let failures = (0..<6).map { _ in Failures() }
    for thread in 0..<6 {
      let mine = failures[thread]
      DispatchQueue.global().async(group: group) {
        for turn in 0..<20_000 {
          if thread < 2 {
            pair.lock.beginWrite()
            pair.left += 1
            pair.right += 1
            pair.lock.endWrite()
          } else {
            pair.lock.beginRead()
            if pair.left != pair.right || turn > 0 && pair.left < mine.seen { mine.count += 1 }
            mine.seen = pair.left
            pair.lock.endRead()
          }
        }
      }
    }
    group.wait()
    XCTAssertEqual(failures.map(\.count), Array(repeating: 0, count: 6))
    XCTAssertEqual(pair.left, 40_000)
    XCTAssertEqual(pair.right, 40_000)
    let status = pair.lock.status
    XCTAssertFalse(status.isWanted)
    XCTAssertEqual(status.waiting, 0)
    XCTAssertEqual(status.inside, 0)
  }
}

private final class Failures: @unchecked Sendable {
  var count = 0
  var seen = 0
}
