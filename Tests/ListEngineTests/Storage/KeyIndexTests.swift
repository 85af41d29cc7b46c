import XCTest

@testable import ListEngine

final class KeyIndexTests: XCTestCase {
  /// Few fingerprints, near both ends of the ring, so that clusters are long and go round it.
  private func print(_ random: inout SplitMix) -> UInt32 {
    let near = UInt32.random(in: 0..<12, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return near
    case 1: return .max - near
    default: return near << 28
    }
  }

  private func all(_ index: borrowing KeyIndex, _ print: UInt32) -> [UInt32] {
    var found: [UInt32] = []
    _ = index.find(print) {
      found.append($0)
      return false
    }
    return found.sorted()
  }

  func testClusteredEntriesComeAndGoAsInAPlainTable() throws {
    for seed: UInt64 in 1...50 {
      var random = SplitMix(seed)
      var index = KeyIndex()
      var model: [UInt32: Set<UInt32>] = [:]
      var next: UInt32 = seed % 5 == 0 ? 0xffff_ff00 : 0
      for _ in 0..<200 {
        let print = print(&random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0...3:
          try index.reserve(extra: 1)
          index.insert(print, next)
          model[print, default: []].insert(next)
          next += 1
        case 4, 5:
          let number = model[print]?.randomElement(using: &random) ?? 77_777
          let isThere = model[print]?.remove(number) != nil
          XCTAssertEqual(index.remove(print, number), isThere, "seed \(seed)")
        default:
          try index.reserve(extra: 1)
          let wanted = model[print]?.randomElement(using: &random)
          let twin = index.insert(print, next) { $0 == wanted }
          XCTAssertEqual(twin, wanted, "seed \(seed)")
          if wanted == nil {
            model[print, default: []].insert(next)
            next += 1
          }
        }
        let count = model.values.reduce(0) { $0 + $1.count }
        guard index.count == count else { return XCTFail("seed \(seed): \(index.count), not \(count)") }
        for (print, numbers) in model where all(index, print) != numbers.sorted() {
          return XCTFail("seed \(seed): under \(print) \(all(index, print)), not \(numbers.sorted())")
        }
        let copy = try index.copy()
        for (print, numbers) in model where all(copy, print) != numbers.sorted() {
          return XCTFail("seed \(seed): the copy has \(all(copy, print)) under \(print)")
        }
      }
      index.removeAll()
      for print in model.keys { XCTAssertEqual(all(index, print), [], "seed \(seed)") }
    }
  }

  func testItStaysAtMostThreeQuartersFull() throws {
    var index = KeyIndex()
    for number: UInt32 in 0..<5000 {
      try index.reserve(extra: 1)
      index.insert(number &* 0x9e37_79b9, number)
      XCTAssertLessThanOrEqual(index.count * 4, index.bytes / 8 * 3)
    }
    XCTAssertLessThanOrEqual(index.bytes / 8, 5000 * 16 / 9 + 8)
    var exact = KeyIndex()
    try exact.reserve(5000)
    XCTAssertLessThanOrEqual(exact.bytes / 8, 5000 * 4 / 3 + 2)
  }

  func testNothingIsFoundInAnEmptyIndex() throws {
    var index = KeyIndex()
    index.prefetch(1)
    XCTAssertEqual(all(index, 1), [])
    XCTAssertFalse(index.remove(1, 1))
    try index.reserve(1)
    index.insert(1, 1)
    index.free()
    XCTAssertEqual(all(index, 1), [])
    XCTAssertEqual(index.bytes, 0)
  }
}
