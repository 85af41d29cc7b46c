// The header's worked example, change by change: A[1 2 3] B[4 5] becomes B[5 4*] A[1 3 6].

import XCTest

@testable import ListEngine

final class ExampleTests: XCTestCase {
  private func example() throws -> Correspondence {
    var given = Case(
      PlainList([(0, [1, 2, 3]), (1, [4, 5])]), PlainList([(1, [5, 4]), (0, [1, 3, 6])]))
    given.reconfigured = [4]
    var result = try given.correspondence()
    var scratch = SolveScratch()
    try result.solve(&scratch)
    return result
  }

  private func text(_ changes: borrowing Buffer<Change>) -> [String] {
    func position(_ section: UInt32, _ item: UInt32) -> String {
      if section == noIndex { return "-" }
      return item == noIndex ? "\(section)" : "\(section):\(item)"
    }
    return Array(changes).map {
      let before = position($0.beforeSection, $0.beforeItem)
      return "\($0.kind.code) \(before) > \(position($0.afterSection, $0.afterItem)) x\($0.count)"
    }
  }

  func testBatch() throws {
    XCTAssertEqual(
      text(try example().batch()),
      ["1 0:1 > - x1", "2 1:0 > 0:1 x1", "8 1 > 0 x1", "3 1:0 > 0:1 x1", "5 - > 1:2 x1", "6 1:0 > 0:1 x1"])
  }

  func testSteps() throws {
    XCTAssertEqual(
      text(try example().steps()),
      ["1 0:1 > - x1", "8 1 > 0 x1", "4 0:0 > 0:1 x1", "5 - > 1:2 x1", "6 0:1 > 0:1 x1"])
  }

  func testFinalPositionsOfSteps() throws {
    let steps = Array(try example().steps())
    XCTAssertEqual(steps.map { $0.finalSection }, [noIndex, 0, 0, 1, noIndex])
    XCTAssertEqual(steps.map { $0.finalItem }, [noIndex, noIndex, 1, 2, noIndex])
    for change in Array(try example().batch()) {
      XCTAssertEqual([change.finalSection, change.finalItem], [noIndex, noIndex])
    }
  }

  func testSplices() throws {
    let splices = Array(try example().splices(updates: true))
    XCTAssertEqual(
      splices.map { [$0.position, $0.removed, $0.added] }, [[0, 0, 2], [3, 1, 0], [4, 2, 1]])
  }

  func testMaps() throws {
    XCTAssertEqual(Array(try example().counterparts(from: .before)), [2, noIndex, 3, 1, 0])
    XCTAssertEqual(Array(try example().counterparts(from: .after)), [4, 3, 0, 2, noIndex])
  }

  func testSummary() throws {
    let summary = try example().summary()
    XCTAssertEqual([summary.sectionsBefore, summary.sectionsAfter], [2, 2])
    XCTAssertEqual([summary.itemsBefore, summary.itemsAfter], [5, 5])
    XCTAssertEqual([summary.itemDeletes, summary.itemInserts, summary.itemMoves], [1, 1, 1])
    XCTAssertEqual([summary.itemReloads, summary.itemReconfigures, summary.sectionMoves], [0, 1, 1])
  }
}
