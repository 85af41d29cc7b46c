// Compares the sort by ranks with a stable sort by comparisons, of ranks that differ in few bits here and there.

import XCTest

@testable import ListEngine

final class RankSortTests: XCTestCase {
  /// Ranks that differ in some bits only, of which many are equal in those that come first.
  private func ranks(_ count: Int, _ generator: inout SeededGenerator) -> [Rank] {
    var mask = Rank()
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let bits =
        UInt64.random(in: 0...0xff, using: &generator) << UInt64.random(in: 0...56, using: &generator)
      if Bool.random(using: &generator) { mask.high |= bits } else { mask.low |= bits }
    }
    let base = Rank(high: generator.next(), low: generator.next())
    return (0..<count).map { _ in
      Rank(high: base.high ^ (generator.next() & mask.high), low: base.low ^ (generator.next() & mask.low))
    }
  }

  func testItSortsStably() throws {
    var generator = SeededGenerator(seed: 19)
    for round in 0..<400 {
      let count = [0, 1, 2, 48, 49, 50, 300, 2000][round % 8]
      let given = ranks(count, &generator)
      var buffer = Buffer<Rank>()
      var indices = Buffer<UInt32>()
      for rank in given { try buffer.append(rank) }
      // Some of them, in any order.
      let chosen = (0..<UInt32(count)).filter { _ in round % 3 > 0 || Bool.random(using: &generator) }
        .shuffled(
          using: &generator)
      for index in chosen { try indices.append(index) }
      let isDescending = round % 2 == 1
      var sort = RankSort()
      try sort.sort(&indices, by: buffer, descending: isDescending)
      let sorted = chosen.enumerated().sorted { a, b in
        let (one, other) = (given[Int(a.element)], given[Int(b.element)])
        if one == other { return a.offset < b.offset }
        return isDescending ? other < one : one < other
      }
      XCTAssertEqual((0..<indices.count).map { indices[$0] }, sorted.map(\.element), "round \(round)")
    }
  }
}
