import XCTest

@testable import ListEngine

final class IncreasingSubsequenceTests: XCTestCase {
  /// The length of the subsequence, counted by following it back from its last run.
  private func length(_ values: [UInt32], _ tails: inout IncreasingSubsequence) throws -> Int {
    tails.removeAll()
    try tails.reserve(values.count)
    var links: [UInt32] = []
    for (i, value) in values.enumerated() { links.append(tails.put(value, 1, of: UInt32(i))) }
    var count = 0
    var run = tails.longest
    var last = UInt32.max
    while run != noIndex {
      XCTAssertLessThan(values[Int(run)], last)
      last = values[Int(run)]
      run = links[Int(run)]
      count += 1
    }
    return count
  }

  /// `count` ascending values, of which about every tenth is reinserted at random.
  private func nearlySorted(_ count: Int, _ random: inout SeededGenerator) -> [UInt32] {
    var values: [UInt32] = []
    var loose: [UInt32] = []
    for value in 0..<UInt32(count) {
      if Int.random(in: 0..<10, using: &random) == 0 { loose.append(value) } else { values.append(value) }
    }
    loose.shuffle(using: &random)
    var result: [UInt32] = []
    for value in values {
      result.append(value)
      if Int.random(in: 0..<9, using: &random) == 0, let next = loose.popLast() { result.append(next) }
    }
    return result + loose
  }

  func testSubsequencesAreTheLongestWhateverTheShape() throws {
    var shrunken = IncreasingSubsequence(direct: 2, window: 2)
    var plain = IncreasingSubsequence()
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let sorted = nearlySorted(150, &random)
      let rotated = Array(sorted[70...] + sorted[..<70])
      let interleaved = (0..<150 as Range<UInt32>).map { $0 % 2 == 0 ? $0 : 300 + $0 }
      let sparse = sorted.map { $0 * 10_000_019 % 1_000_000_007 }
      for values in [sorted, rotated, interleaved, sparse, sorted.shuffled(using: &random)] {
        let expected = FewestMoves.longestIncreasing(values.map { Int($0) })
        XCTAssertEqual(try length(values, &shrunken), expected, "seed \(seed)")
        XCTAssertEqual(try length(values, &plain), expected, "seed \(seed)")
      }
    }
  }

  /// The two methods of the model agree.
  func testTheModelsAgree() {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let values = (0..<Int(seed % 60)).map { _ in Int.random(in: 0..<40, using: &random) }
      XCTAssertEqual(
        FewestMoves.longestByTails(values), FewestMoves.longestByPairs(values), "seed \(seed)")
    }
  }

  /// Runs searched side by side make the subsequence that they make one after the other.
  func testRunsSideBySideEqualRunsInOrder() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let low: UInt32 = 20
      var widths = (0..<120).map { _ in UInt32.random(in: 1...(seed % 3 == 0 ? 1 : 4), using: &random) }
      var starts: [UInt32] = []
      var next: UInt32 = 0
      for width in widths {
        starts.append(next)
        next += width
      }
      // Runs at both ends of `before` lie outside the range and are skipped.
      let high = next - 20
      var order = Array(0..<120)
      if seed % 2 == 0 {
        order.shuffle(using: &random)
      } else {
        order = nearlySorted(120, &random).map { Int($0) }
      }
      starts = order.map { starts[$0] }
      widths = order.map { widths[$0] }
      for patience in [0, 1, 4] {
        var runs = Buffer<Run>()
        for i in 0..<120 { try runs.append(Run(before: starts[i], after: UInt32(i), count: widths[i])) }
        var sideBySide = IncreasingSubsequence(patience: patience)
        var inOrder = IncreasingSubsequence()
        try sideBySide.reserve(Int(next))
        try inOrder.reserve(Int(next))
        sideBySide.put(&runs, 0..<120, low: low, high: high)
        for i in 0..<120 where starts[i] >= low && starts[i] < high {
          let previous = inOrder.put(starts[i], widths[i], of: UInt32(i))
          XCTAssertEqual(runs[i].stays, previous, "seed \(seed), patience \(patience), run \(i)")
        }
        XCTAssertEqual(sideBySide.longest, inOrder.longest, "seed \(seed), patience \(patience)")
      }
    }
  }

  func testNearlySortedInputIsSearchedInAFewSteps() throws {
    var random = SeededGenerator(seed: 1)
    let count = 100_000
    let values = nearlySorted(count, &random)
    var tails = IncreasingSubsequence()
    _ = try length(values, &tails)
    // Binary search alone takes 17 probes per value.
    XCTAssertLessThan(tails.probes, 4 * count)
  }

  func testARotatedListWithHolesIsSearchedInAFewSteps() throws {
    let count: UInt32 = 100_000
    let values = (0..<count).map { ($0 + count / 3) % count }.filter { $0 % 7 != 0 }
    var tails = IncreasingSubsequence()
    _ = try length(values, &tails)
    XCTAssertLessThan(tails.probes, 9 * values.count)
  }

  func testAReversedListIsNotSearched() throws {
    var tails = IncreasingSubsequence()
    _ = try length((0..<50_000).reversed(), &tails)
    XCTAssertEqual(tails.probes, 49_999)
  }

  func testARunFillsItsTailsAfterOneSearch() throws {
    var tails = IncreasingSubsequence()
    try tails.reserve(1000)
    XCTAssertEqual(tails.put(100, 500, of: 0), noIndex)
    let probes = tails.probes
    XCTAssertEqual(tails.put(50, 30, of: 1), noIndex)
    XCTAssertEqual(tails.put(600, 10, of: 2), 0)
    XCTAssertEqual(tails.put(80, 10, of: 3), 1)
    XCTAssertEqual(tails.longest, 2)
    XCTAssertLessThan(tails.probes - probes, 40)
  }
}
