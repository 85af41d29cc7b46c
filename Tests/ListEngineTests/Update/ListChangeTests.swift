// The way in and the way out of a change, whatever it does.

import XCTest

@testable import ListEngine

final class ListChangeTests: XCTestCase {
  private func makeList() throws -> List {
    let list = List(ListOptions(), leafCapacity: 8, fanOut: 4)
    _ = try [Part(1, (1...20).map { Item($0) })].set(list)
    return list
  }

  private func expectRefusal(
    _ kind: Refusal.Kind, _ what: String, _ body: () throws(Refusal) -> Void
  ) {
    XCTAssertThrowsError(try body(), what) {
      XCTAssertEqual(($0 as? Refusal)?.kind.code, kind.code, what)
    }
  }

  func testAnOpenEditRefusesAllOtherChangesAndAnEndedOneItsOwn() throws {
    let list = try makeList()
    let number = try list.beginEdit()
    expectRefusal(.busy, "another change") { () throws(Refusal) in try list.change(.withoutEdit) { _ in } }
    expectRefusal(.state, "another edit's") { () throws(Refusal) in
      try list.change(.edit(number + 1)) { _ in }
    }
    try list.change(.edit(number)) { _ in }
    try list.abandonEdit(number)
    expectRefusal(.state, "an ended edit's") { () throws(Refusal) in try list.change(.edit(number)) { _ in } }
    try list.change(.withoutEdit) { _ in }
  }

  func testAFailedChangeGivesTheLockBackAndPublishesNoStatistics() throws {
    let list = try makeList()
    let inserts = try list.statistics().last.changes.itemInserts
    for isFailing in [true, false] {
      let body = { (change: inout ListChange) throws(Refusal) in
        var statistics = UpdateStatistics()
        statistics.changes.itemInserts = 7
        change.statistics = statistics
        if isFailing { throw Refusal(.range) }
      }
      if isFailing {
        expectRefusal(.range, "its own") { () throws(Refusal) in try list.change(.withoutEdit, body) }
        XCTAssertEqual(try list.statistics().last.changes.itemInserts, inserts)
      } else {
        try list.change(.withoutEdit, body)
        XCTAssertEqual(try list.statistics().last.changes.itemInserts, 7)
      }
    }
  }

  /// To wait for the lock first would be to wait for a thread that may wait for this one.
  func testAnEditThatHasEndedIsNotWaitedFor() throws {
    let list = try makeList()
    let number = try list.beginEdit()
    try list.abandonEdit(number)
    try list.change(.withoutEdit) { _ throws(Refusal) in
      self.expectRefusal(.state, "before the lock") { () throws(Refusal) in try list.abandonEdit(number) }
      self.expectRefusal(.busy, "after it") { () throws(Refusal) in try list.change(.withoutEdit) { _ in } }
    }
  }

  func testTheMemoryOfAnEditGoesToThePool() throws {
    let list = try makeList()
    let used = Memory.held
    for _ in 0..<3 {
      let number = try list.beginEdit()
      XCTAssertGreaterThan(Memory.held, used)
      try list.abandonEdit(number)
      let pooled = Memory.used
      XCTAssertGreaterThan(pooled, used)
      try list.abandonEdit(list.beginEdit())
      XCTAssertEqual(Memory.used, pooled, "the next edit takes it from there")
      XCTAssertEqual(Memory.held, used)
    }
  }

  func testTheMemoryOfALargeEditGoesWithIt() throws {
    let list = List(ListOptions())
    _ = try [Part(1, (0..<2000).map { Item($0) })].set(list, .plain)
    let number = try list.beginEdit()
    try list.deleteItems(number, ofSection: list.section(at: 0), 0, 2000)
    let used = Memory.held
    try list.abandonEdit(number)
    XCTAssertLessThan(Memory.used, used)
    XCTAssertEqual(Memory.used, Memory.held)
  }

  func testAnEditWithoutAChangeSaysSo() throws {
    let list = try makeList()
    _ = try list.commitEdit(list.beginEdit(), UpdateOptions(), wantsChangeset: false)
    let last = try list.statistics().last.changes
    let changes = try list.commitEdit(list.beginEdit(), UpdateOptions(), wantsChangeset: true)!.summary
    XCTAssertEqual(
      [last.sectionsBefore, last.sectionsAfter], [changes.sectionsBefore, changes.sectionsAfter])
    XCTAssertEqual([last.itemsBefore, last.itemsAfter], [changes.itemsBefore, changes.itemsAfter])
    XCTAssertEqual([last.changedItems, last.itemMoves], [Summary.uncounted, Summary.uncounted])
    XCTAssertEqual(changes.changedItems, 0)
    // The next one may not find what this one changed.
    let number = try list.beginEdit()
    try list.deleteItems(number, ofSection: list.section(at: 0), 3, 1)
    _ = try list.commitEdit(number, UpdateOptions(), wantsChangeset: false)
    XCTAssertEqual(try list.statistics().last.changes.itemDeletes, 1)
    _ = try list.commitEdit(list.beginEdit(), UpdateOptions(), wantsChangeset: false)
    XCTAssertEqual(try list.statistics().last.changes.itemDeletes, 0)
  }

  /// The phases of a commit add up to its time, so none of them is left at that of another update.
  func testACommitIsAccountedForAsAnUpdateIs() throws {
    let list = try makeList()
    let number = try list.beginEdit()
    try list.deleteItems(number, ofSection: list.section(at: 0), 3, 5)
    _ = try list.commitEdit(number, UpdateOptions(), wantsChangeset: true)
    let last = try list.statistics().last
    XCTAssertEqual(last.changes.itemDeletes, 5)
    XCTAssertGreaterThan(last.commitNanoseconds, 0)
    XCTAssertGreaterThan(last.prepareNanoseconds, 0)
    XCTAssertEqual(last.scratchBytes, 0, "a little is given back to the pool")
  }
}
