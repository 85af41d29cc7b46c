import XCTest

@testable import ListEngine

final class SolveTests: XCTestCase {
  private func solved(
    _ before: [(Int, [Int])], _ after: [(Int, [Int])], _ scratch: inout SolveScratch
  ) throws -> Correspondence {
    var result = try Case(PlainList(before), PlainList(after)).correspondence()
    try result.solve(&scratch)
    return result
  }

  private func staying(_ solved: borrowing Correspondence) -> [UInt32] {
    Array(solved.runs).filter { $0.stays == 1 }.map { $0.before }
  }

  func testOfEquallyFewMovesTheFirstInAfterStays() throws {
    for longRun in [0, 32] {
      var scratch = SolveScratch(longRun: longRun)
      let result = try solved([(0, [4, 5])], [(0, [5, 4])], &scratch)
      XCTAssertEqual(staying(result), [1])
    }
  }

  func testOfEquallyFewSectionMovesMostItemsStayInPlace() throws {
    var scratch = SolveScratch()
    let one = try solved([(0, [1]), (1, [2, 3])], [(1, [2, 3]), (0, [1])], &scratch)
    XCTAssertEqual(Array(one.sectionStays), [1, 0])
    let other = try solved([(0, [1, 4]), (1, [2])], [(1, [2]), (0, [1, 4])], &scratch)
    XCTAssertEqual(Array(other.sectionStays), [0, 1])
    // 2 and 3 are both matched, but only one of them can stay.
    let crossed = try solved([(0, [1, 4]), (1, [2, 3])], [(1, [3, 2]), (0, [1, 4])], &scratch)
    XCTAssertEqual(Array(crossed.sectionStays), [0, 1])
  }

  func testFewestSectionMovesComeBeforeItemsInPlace() throws {
    var scratch = SolveScratch()
    let result = try solved(
      [(0, []), (1, []), (2, [1, 2, 3])], [(2, [1, 2, 3]), (0, []), (1, [])], &scratch)
    XCTAssertEqual(Array(result.sectionStays), [0, 1, 1])
  }

  func testAdjacentRunsAreJoinedButNotAcrossSections() throws {
    var given = Case(
      PlainList([(0, [1, 2]), (1, [3, 4])]), PlainList([(2, [1, 2, 3, 4])]))
    given.splitsRuns = true
    var result = try given.correspondence()
    var scratch = SolveScratch()
    try result.solve(&scratch)
    XCTAssertEqual(Array(result.runs).map { $0.count }, [2, 2])
  }

  func testWhatMatchesAcrossPairsMoves() throws {
    var scratch = SolveScratch()
    let result = try solved([(0, [1, 2]), (1, [3])], [(0, [1]), (1, [2, 3])], &scratch)
    XCTAssertEqual(staying(result), [0, 2])
  }

  /// Tails and weights, for long lists with runs of all lengths.
  func testBothMethodsFindEquallyFewMoves() throws {
    var byTails = SolveScratch(longRun: .max / 1_000_000)
    var byWeight = SolveScratch(longRun: 0)
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var newLeaves: [[Int]] = []
      var key = 0
      while key < 2000 {
        let length = Int.random(in: 1...60, using: &random)
        newLeaves.append(Array(key..<key + length))
        key += length
      }
      let after = newLeaves.shuffled(using: &random).flatMap { $0 }
      let before = [(0, Array(0..<key))]
      let one = try solved(before, [(0, after)], &byTails)
      let other = try solved(before, [(0, after)], &byWeight)
      let fewest = key - FewestMoves.longestIncreasing(after)
      XCTAssertEqual(one.summary().itemMoves, fewest, "seed \(seed)")
      XCTAssertEqual(other.summary().itemMoves, fewest, "seed \(seed)")
    }
  }

  func testASecondUpdateOfTheSizeTakesNoMemory() throws {
    var scratch = SolveScratch()
    var random = SeededGenerator(seed: 7)
    let keys = Array(0..<300)
    let sections = keys.map { ($0, [$0]) }
    var bytes = 0
    for update in 0..<3 {
      var flat = try Case(
        PlainList([(0, keys)]), PlainList([(0, keys.shuffled(using: &random))])
      ).correspondence()
      try flat.solve(&scratch)
      var sectioned = try Case(
        PlainList(sections), PlainList(sections.shuffled(using: &random))
      ).correspondence()
      try sectioned.solve(&scratch)
      if update > 0 { XCTAssertEqual(scratch.bytes, bytes) }
      bytes = scratch.bytes
    }
  }
}
