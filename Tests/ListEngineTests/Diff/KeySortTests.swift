import XCTest

@testable import ListEngine

final class KeySortTests: XCTestCase {
  func testSortsByTheHighHalfAndKeepsEqualsInOrder() throws {
    for (count, bound) in [(0, 9), (1, 9), (32, 5), (33, 5), (500, 2047), (500, 1 << 20), (3000, 1 << 31)] {
      var random = SeededGenerator(seed: UInt64(count))
      var values = Buffer<UInt64>()
      for i in 0..<count {
        try values.append(UInt64.random(in: 0..<UInt64(bound), using: &random) << 32 | UInt64(i))
      }
      let expected = Array(values).sorted()
      var sort = KeySort()
      try sort.reserve(count)
      sort.sort(&values)
      XCTAssertEqual(Array(values), expected, "\(count) below \(bound)")
    }
  }
}
