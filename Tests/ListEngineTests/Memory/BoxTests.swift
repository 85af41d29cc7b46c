import XCTest

@testable import ListEngine

/// Counts how many of its kind are alive.
private struct Counted: ~Copyable {
  nonisolated(unsafe) static var alive = 0
  let number: Int

  init(_ number: Int) {
    self.number = number
    Counted.alive += 1
  }

  deinit { Counted.alive -= 1 }
}

final class BoxTests: XCTestCase {
  func testWhatIsTakenOutStaysAtItsAddressAndGoesOnce() throws {
    let used = Memory.used
    do {
      var lazy = LazyBox<Counted>()
      XCTAssertTrue(lazy.take() == nil)
      try lazy.make { Counted(7) }
      try lazy.make { Counted(8) }
      XCTAssertEqual(lazy.value.number, 7)
      do {
        let taken = lazy.take()!
        XCTAssertFalse(lazy.isMade)
        XCTAssertEqual(taken.value.number, 7)
        XCTAssertEqual(Counted.alive, 1)
      }
      XCTAssertEqual(Counted.alive, 0)
      try lazy.make { Counted(9) }
      XCTAssertEqual(Counted.alive, 1)
    }
    XCTAssertEqual(Counted.alive, 0)
    XCTAssertEqual(Memory.used, used)
  }

  func testAValueThatCannotBeMadeLeavesNothing() throws {
    let used = Memory.used
    do {
      var lazy = LazyBox<Counted>()
      XCTAssertThrowsError(try lazy.make { () throws(Refusal) in throw Refusal(.noMemory) })
      XCTAssertFalse(lazy.isMade)
    }
    XCTAssertEqual(Memory.used, used)
  }
}
