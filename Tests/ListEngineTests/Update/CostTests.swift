// The cost of updates at the real leaf size, in lookups and leaves, never in time.

import XCTest

@testable import ListEngine

final class CostTests: XCTestCase {
  private let items = (1...20_000).map { Item($0, content: 1) }
  /// The leaves of 20,000 items: an initial load fills each to 240.
  private let full = 84

  private struct Cost {
    var lookups: Int
    var outputText: Int
    var kept: Int
    var leaves: Int
  }

  private func makeList() throws -> List {
    let list = List(ListOptions())
    _ = try [Part(0, items)].set(list, .plain)
    XCTAssertEqual(list.state.value.arrangement.leafCount, full)
    return list
  }

  private func cost(_ list: borrowing List, _ items: [Item]) throws -> Cost {
    _ = try [Part(0, items)].set(list, .plain)
    XCTAssertEqual(list.state.value.arrangement.count, items.count)
    let statistics = try list.statistics().last
    return Cost(
      lookups: statistics.lookups, outputText: statistics.leavesWritten, kept: statistics.leavesKept,
      leaves: list.state.value.arrangement.leafCount)
  }

  private func check(_ list: borrowing List, shows items: [Item]) throws {
    try list.state.value.checkInvariants(isScoped: false)
    XCTAssertEqual(list.state.value.arrangement.content[0].items, items)
  }

  func testNothingChangesForNothing() throws {
    let list = try makeList()
    let cost = try cost(list, items)
    XCTAssertEqual(cost.lookups, 0)
    XCTAssertEqual(cost.outputText, 0)
    XCTAssertEqual(cost.kept, full)
  }

  func testOneInsertWritesAtMostThreeLeaves() throws {
    for place in [0, 1, 100, 239, 240, 241, 10_000, 19_967, 20_000] {
      let list = try makeList()
      var after = items
      after.insert(Item(50_000), at: place)
      let cost = try cost(list, after)
      XCTAssertLessThanOrEqual(cost.outputText, 3, "at \(place)")
      XCTAssertGreaterThanOrEqual(cost.kept, full - 2, "at \(place)")
      XCTAssertLessThanOrEqual(cost.lookups, 1, "at \(place)")
    }
  }

  func testOneDeleteWritesAtMostTwoLeaves() throws {
    for place in [0, 1, 239, 240, 10_000, 19_999] {
      let list = try makeList()
      var after = items
      after.remove(at: place)
      let cost = try cost(list, after)
      XCTAssertLessThanOrEqual(cost.outputText, 2, "at \(place)")
      XCTAssertLessThanOrEqual(cost.lookups, 1, "at \(place)")
    }
  }

  func testOneChangedContentWritesOneLeaf() throws {
    for place in [0, 239, 240, 19_999] {
      let list = try makeList()
      var after = items
      after[place].content = 2
      let cost = try cost(list, after)
      XCTAssertEqual(cost.outputText, 1, "at \(place)")
      XCTAssertEqual(cost.kept, full - 1, "at \(place)")
      XCTAssertEqual(cost.lookups, 0, "at \(place)")
    }
  }

  func testGrowingOneByOneKeepsLeavesHalfFull() throws {
    for atFront in [false, true] {
      let list = try makeList()
      var after = items
      for i in 0..<300 {
        after.insert(Item(50_000 + i), at: atFront ? 0 : after.count)
        let cost = try cost(list, after)
        XCTAssertLessThanOrEqual(cost.outputText, 3, "insert \(i), at front \(atFront)")
        XCTAssertLessThanOrEqual(cost.lookups, 1, "insert \(i), at front \(atFront)")
        XCTAssertLessThanOrEqual(cost.leaves * 128, after.count, "insert \(i), at front \(atFront)")
      }
      try check(list, shows: after)
    }
  }

  func testAppendingNeedsNoLookup() throws {
    let list = try makeList()
    XCTAssertEqual(try cost(list, items + (0..<5000).map { Item(50_000 + $0) }).lookups, 0)
    let first = List(ListOptions())
    XCTAssertEqual(try cost(first, items).lookups, 0)
  }

  /// Any number of blocks, each longer than the nearby search: after each block the order is found again, and
  /// the walk does not leave items open.
  func testBlocksOfNewItemsAreLookedUpAlone() throws {
    let list = try makeList()
    var after: [Item] = []
    for block in 0..<200 {
      after += (0..<20).map { Item(50_000 + block * 20 + $0) }
      after += items[block * 100..<block * 100 + 100]
    }
    let cost = try cost(list, after)
    // Batches of 1, 2, 4, 8 and 16 keys extend past a block's end.
    XCTAssertLessThanOrEqual(cost.lookups, 200 * 31)
    try check(list, shows: after)
  }

  func testDeletingRangesNeedsNoLookup() throws {
    let list = try makeList()
    var after = items
    after.removeSubrange(5000..<5010)
    after.removeSubrange(8000..<8003)
    XCTAssertEqual(try cost(list, after).lookups, 0)
  }

  /// A hundred scattered edits: each costs one leaf and about one lookup.
  func testScatteredEditsCostTheirLeaves() throws {
    let list = try makeList()
    var after = items
    for n in (0..<100).reversed() {
      let place = n * 200 + 7
      switch n % 4 {
      case 0: after.remove(at: place)
      case 1: after.insert(Item(50_000 + n), at: place)
      case 2: after[place].content = 9
      default: after[place] = Item(60_000 + n)
      }
    }
    let cost = try cost(list, after)
    XCTAssertLessThanOrEqual(cost.outputText, 100)
    XCTAssertLessThanOrEqual(cost.lookups, 75)
    try check(list, shows: after)
    XCTAssertLessThanOrEqual(cost.leaves * 128, after.count)
  }

  func testRandomHistoriesKeepLeavesHalfFull() throws {
    for seed: UInt64 in 1...2 {
      var random = SeededGenerator(seed: seed)
      let list = try makeList()
      var after = items
      for step in 0..<60 {
        let at = Int.random(in: 0..<after.count - 400, using: &random)
        switch step % 4 {
        case 0: after.removeSubrange(at..<at + Int.random(in: 1..<400, using: &random))
        case 1: after.insert(contentsOf: (0..<300).map { Item(100_000 + step * 1000 + $0) }, at: at)
        case 2: after.insert(Item(90_000 + step), at: at)
        default:
          let block = after[at..<at + 60]
          after.removeSubrange(at..<at + 60)
          after.insert(contentsOf: block, at: Int.random(in: 0..<after.count, using: &random))
        }
        let cost = try cost(list, after)
        XCTAssertLessThanOrEqual(cost.leaves * 128, after.count + 256, "seed \(seed), step \(step)")
        XCTAssertLessThanOrEqual(cost.outputText, 12, "seed \(seed), step \(step)")
      }
      try check(list, shows: after)
    }
  }

  /// Applies an edited snapshot of the list: leaves that both share are not read.
  func testLeavesThatASnapshotSharesAreNotCompared() throws {
    let list = try makeList()
    let snapshot = try list.snapshot()
    _ = try snapshot.delete(try [Name(5000)].keys(), in: nil)
    try [Item(70_000)].withColumns(.plain) {
      try snapshot.insert($0, at: Anchor(after: Name(9000).key), in: nil)
    }
    _ = try list.apply(snapshot, UpdateOptions(), wantsChangeset: false)
    let statistics = try list.statistics().last
    XCTAssertEqual(statistics.changes.itemDeletes, 1)
    XCTAssertEqual(statistics.changes.itemInserts, 1)
    XCTAssertLessThanOrEqual(statistics.leavesCompared, 3)
    XCTAssertLessThanOrEqual(statistics.leavesWritten, 4)
    XCTAssertGreaterThanOrEqual(statistics.leavesKept, full - 3)
    XCTAssertLessThanOrEqual(statistics.lookups, 1)
    // Applied again, nothing changes, but leaves that were built by the first apply are compared.
    _ = try list.apply(snapshot, UpdateOptions(), wantsChangeset: false)
    XCTAssertEqual(try list.statistics().last.leavesWritten, 0)
    XCTAssertLessThanOrEqual(try list.statistics().last.leavesCompared, 4)
  }
}
