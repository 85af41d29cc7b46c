import XCTest

@testable import ListEngine

final class StatisticsTests: XCTestCase {
  func testAListThatWasNeverUpdatedTellsZeroes() throws {
    let list = try List(ListOptions())
    let told = try list.statistics()
    XCTAssertEqual(told.last.changes.itemsAfter, 0)
    XCTAssertEqual(told.last.scratchBytes, 0)
    XCTAssertEqual(told.sizes.slots, 0)
  }

  func testTheLastUpdateIsTold() throws {
    let list = try List(ListOptions())
    _ = try Example.before.set(list, .plain)
    _ = try Example.after.set(list, .plain, wantsChangeset: false)
    let told = try list.statistics()
    XCTAssertEqual(told.last.changes.itemsBefore, 5)
    XCTAssertEqual(told.last.changes.itemMoves, 1)
    XCTAssertEqual(told.last.changes.itemDeletes, 1)
    XCTAssertGreaterThan(told.last.leavesWritten, 0)
    XCTAssertGreaterThan(told.last.scratchBytes, 0)
    XCTAssertGreaterThanOrEqual(told.sizes.tree, 5 * 28)
    XCTAssertGreaterThanOrEqual(told.sizes.index, 5 * 8)
    XCTAssertGreaterThanOrEqual(told.sizes.slots, 5 * 8)
  }

  func testAnUpdateThatFailedIsNotTold() throws {
    let list = try List(ListOptions())
    _ = try Example.before.set(list, .plain)
    XCTAssertThrowsError(try { _ = try [Part(10, [Item(1), Item(1)])].set(list, .plain) }())
    XCTAssertEqual(try list.statistics().last.changes.itemInserts, 5)
  }

  func testTrimmingLeavesNoScratch() throws {
    let list = try List(ListOptions())
    _ = try Example.before.set(list, .plain)
    let used = Memory.used
    let scratch = try list.statistics().last.scratchBytes
    try list.trim()
    XCTAssertEqual(Memory.used, used - scratch, "what was told is what came back")
    XCTAssertEqual(try list.statistics().last.scratchBytes, 0)
    XCTAssertEqual(try list.statistics().last.changes.itemInserts, 5)
  }
}
