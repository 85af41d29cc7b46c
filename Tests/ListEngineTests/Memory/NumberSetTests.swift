// Beside a set of the standard library, with limits around the sizes at which a level is added.

import XCTest

@testable import ListEngine

final class NumberSetTests: XCTestCase {
  func testNumbersComeInOrder() throws {
    for (seed, limit) in [0, 1, 63, 64, 65, 4095, 4096, 4097, 262_144, 262_145, 300_000].enumerated() {
      var random = SeededGenerator(seed: UInt64(seed))
      var set = try NumberSet(below: limit)
      var model: Set<Int> = []
      for step in 0..<(limit == 0 ? 1 : 300) {
        if limit > 0 {
          // Few numbers, far apart and side by side.
          let number = min(limit - 1, Int.random(in: 0..<8, using: &random) * limit / 7)
          let one = max(0, number - Int.random(in: 0..<3, using: &random))
          if Bool.random(using: &random) {
            set.insert(one)
            model.insert(one)
          } else {
            set.remove(one)
            model.remove(one)
          }
        }
        var found: [Int] = []
        var next = set.next(from: 0)
        while let number = next {
          found.append(number)
          next = set.next(from: number + 1)
        }
        XCTAssertEqual(found, model.sorted(), "seed \(seed), limit \(limit), step \(step)")
        let first = Int.random(in: 0...limit, using: &random)
        XCTAssertEqual(
          set.next(from: first), model.filter { $0 >= first }.min(),
          "seed \(seed), limit \(limit), from \(first)")
      }
    }
  }
}
