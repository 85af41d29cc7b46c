import XCTest

@testable import ListEngine

final class PrefixSumsTests: XCTestCase {
  /// Beside an array that is summed anew each time. The counts reach each number of levels up to four.
  func testSumsAreThoseOfAnArray() throws {
    for count in [0, 1, 2, 7, 8, 9, 63, 64, 65, 500, 513, 4097] {
      var random = SeededGenerator(seed: UInt64(count))
      var numbers = (0..<count).map { _ in UInt32.random(in: 0...9, using: &random) }
      var sums = PrefixSums()
      try sums.reserve(count)
      for number in numbers { sums.push(number) }
      sums.build()
      for position in (0..<count).shuffled(using: &random).prefix(700) {
        let expected = numbers[..<position].reduce(0, +)
        XCTAssertEqual(sums.sum(before: position), expected, "\(position) of \(count)")
        let removed = sums.remove(numbers[position], at: position)
        XCTAssertEqual(removed, expected, "removed \(position) of \(count)")
        numbers[position] = 0
        let other = Int.random(in: 0..<count, using: &random)
        let sum = numbers[..<other].reduce(0, +)
        XCTAssertEqual(sums.sum(before: other), sum, "\(other) of \(count) without \(position)")
      }
    }
  }

  /// The numbers of a large list: each may be nearly 2^32, their sum is not above it.
  func testSumsOfLargeNumbersAreExact() throws {
    var sums = PrefixSums()
    try sums.reserve(20)
    for position in 0..<20 { sums.push(position == 3 ? UInt32.max - 100 : 1) }
    sums.build()
    XCTAssertEqual(sums.sum(before: 19), UInt32.max - 100 + 18)
    XCTAssertEqual(sums.remove(UInt32.max - 100, at: 3), 3)
    XCTAssertEqual(sums.sum(before: 19), 18)
  }
}
