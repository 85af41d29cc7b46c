import XCTest

@testable import ListEngine

final class StatisticsTests: XCTestCase {
  func testAListThatWasNeverUpdatedReportsZeros() throws {
    let list = List(ListOptions())
    let statistics = try list.statistics()
    XCTAssertEqual(statistics.last.changes.itemsAfter, 0)
    XCTAssertEqual(statistics.last.scratchBytes, 0)
    XCTAssertEqual(statistics.sizes.slots, 0)
  }

  func testTheLastUpdateIsReported() throws {
    let list = List(ListOptions())
    _ = try Example.before.set(list, .plain)
    _ = try Example.after.set(list, .plain, wantsChangeset: true)
    let statistics = try list.statistics()
    XCTAssertEqual(statistics.last.changes.itemsBefore, 5)
    XCTAssertEqual(statistics.last.changes.itemMoves, 1)
    XCTAssertEqual(statistics.last.changes.itemDeletes, 1)
    XCTAssertGreaterThan(statistics.last.leavesWritten, 0)
    XCTAssertEqual(statistics.last.scratchBytes, 0, "a little is given back to the pool")
    XCTAssertGreaterThanOrEqual(statistics.sizes.tree, 5 * 28)
    XCTAssertGreaterThanOrEqual(statistics.sizes.index, 5 * 8)
    XCTAssertGreaterThanOrEqual(statistics.sizes.slots, 5 * 8)
  }

  func testMovesAreCountedOnlyIfAChangesetIsRequested() throws {
    let list = List(ListOptions())
    _ = try Example.before.set(list, .plain)
    _ = try Example.after.set(list, .plain, wantsChangeset: true)
    let counted = try list.statistics().last.changes
    _ = try Example.before.set(list, .plain)
    _ = try Example.after.set(list, .plain, wantsChangeset: false)
    var statistics = try list.statistics().last.changes
    XCTAssertEqual([statistics.itemMoves, statistics.sectionMoves], [Summary.uncounted, Summary.uncounted])
    statistics.itemMoves = counted.itemMoves
    statistics.sectionMoves = counted.sectionMoves
    XCTAssertEqual("\(statistics)", "\(counted)")
  }

  func testAnUpdateThatFailedIsNotReported() throws {
    let list = List(ListOptions())
    _ = try Example.before.set(list, .plain)
    XCTAssertThrowsError(try { _ = try [Part(10, [Item(1), Item(1)])].set(list, .plain) }())
    XCTAssertEqual(try list.statistics().last.changes.itemInserts, 5)
  }

  /// The memory reported as kept is exactly what trimming releases, after any updates, some of which fail.
  func testTrimmingLeavesNoScratchAndReportedBytesAreTrue() throws {
    let cellClass = try CountedClass()
    for seed in UInt64(1)...20 {
      var random = SeededGenerator(seed: seed)
      let list = List(ListOptions(), leafCapacity: 256)
      let most = seed % 4 == 0 ? 40_000 : 600
      for _ in 0..<(seed % 4 == 0 ? 2 : 6) {
        var items = (0..<most).shuffled(using: &random).prefix(Int.random(in: 0...most, using: &random)).map {
          Item(Name($0), 0, UInt.random(in: 0...9, using: &random), cellClass.id)
        }
        if Int.random(in: 0..<4, using: &random) == 0, let first = items.first { items.append(first) }
        let parts = (0..<5).shuffled(using: &random).prefix(3).map { Part(1000 + $0, []) }
        var content = Content(parts)
        for item in items { content[Int.random(in: 0..<3, using: &random)].items.append(item) }
        _ = try? content.set(list, Bool.random(using: &random) ? Layout() : .plain)
      }
      let used = Memory.held
      let scratch = try list.statistics().last.scratchBytes
      let inserts = try list.statistics().last.changes.itemInserts
      let held = try list.heldBytes
      try list.trim()
      XCTAssertEqual(used - Memory.held, scratch + held - (try list.heldBytes), "seed \(seed)")
      try list.state.value.checkInvariants(isScoped: false)
      XCTAssertEqual(try list.statistics().last.scratchBytes, 0)
      XCTAssertEqual(try list.statistics().last.changes.itemInserts, inserts)
    }
  }
}

extension List {
  /// The memory held besides the list's own fields and its supplementaries.
  fileprivate var heldBytes: Int {
    get throws {
      let sizes = try statistics().sizes
      return sizes.tree + sizes.index + sizes.slots
    }
  }
}
