import XCTest

@testable import ListEngine

final class BeforeOrderTests: XCTestCase {
  func testRunsAreOrderedByBefore() throws {
    var runs = Buffer<Run>()
    for before in [4, 3, 0, 2] as [UInt32] { try runs.append(Run(before: before, after: 0, count: 1)) }
    let order = try BeforeOrder(runs)
    XCTAssertEqual((0..<4).map { order[$0] }, [2, 3, 1, 0])
  }

  /// Few and many runs, close together and far apart, ascending, nearly ascending and shuffled: beside a
  /// sorted array.
  func testEachWayOfSortingGivesTheSameOrder() throws {
    for count in [0, 1, 2, 15, 16, 17, 33, 300, 1200] {
      for longest in [1, 3, 4, 60] as [UInt32] {
        for swaps in [0, 1, count] {
          var random = SeededGenerator(seed: UInt64(count) << 8 | UInt64(longest))
          var items: UInt32 = 0
          var befores: [UInt32] = []
          for _ in 0..<count {
            items += UInt32.random(in: 1...longest, using: &random)
            befores.append(items - 1)
          }
          for _ in 0..<swaps where count > 0 {
            befores.swapAt(
              Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
          }
          var runs = Buffer<Run>()
          for before in befores { try runs.append(Run(before: before, after: 0, count: 1)) }
          let expected = befores.indices.sorted { befores[$0] < befores[$1] }
          let placed = try BeforeOrder(runs, items: Int(items))
          let sorted = try BeforeOrder(runs)
          let text = "\(count) runs of up to \(longest), \(swaps) swaps"
          XCTAssertEqual((0..<count).map { placed[$0] }, expected, text)
          XCTAssertEqual((0..<count).map { sorted[$0] }, expected, text)
        }
      }
    }
  }

  /// Those of a short list are in the cache already.
  func testOnlyManyRunsArePrefetchedAndNoneBeyondTheLast() throws {
    for count in [1000, 40_000] {
      var runs = Buffer<Run>()
      for i in 0..<count { try runs.append(Run(before: UInt32(count - 1 - i), after: 0, count: 1)) }
      let order = try BeforeOrder(runs, items: count)
      for rank in [0, 1, count / 2, count - 2, count - 1] {
        let later = order.later(rank)
        XCTAssertEqual(later == nil, count == 1000)
        if let later { XCTAssertEqual(later, order[min(rank + 12, count - 1)]) }
      }
    }
  }

  /// Runs that a decoder has not checked yet may share items.
  func testRunsThatShareItemsKeepTheirOrder() throws {
    for count in [10, 100] {
      var runs = Buffer<Run>()
      for i in 0..<count { try runs.append(Run(before: i < count / 2 ? .max : 5, after: 0, count: 1)) }
      let order = try BeforeOrder(runs)
      XCTAssertEqual((0..<count).map { order[$0] }, Array(count / 2..<count) + Array(0..<count / 2))
    }
  }
}
