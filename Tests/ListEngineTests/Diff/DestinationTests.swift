import XCTest

@testable import ListEngine

final class DestinationTests: XCTestCase {
  private func move(_ before: Int, _ after: Int, _ count: Int, sections: (UInt32, UInt32)) -> Change {
    Change(
      .itemMove, count: UInt32(count), before: Position(section: sections.0, item: UInt32(before)),
      after: Position(section: sections.1, item: UInt32(after)))
  }

  /// Inserting the items before the destination and then removing the old ones equals the move.
  func testWithinASectionItCountsBeforeTheRemoval() {
    let list = Array(0..<6)
    for count in 1...3 {
      for before in 0...6 - count {
        for after in 0...6 - count where after != before {
          var expected = list
          let moving = Array(list[before..<before + count])
          expected.removeSubrange(before..<before + count)
          expected.insert(contentsOf: moving, at: after)
          let place = Int(move(before, after, count, sections: (0, 0)).destinationBeforeRemoval!)
          var result = list.map { Optional($0) }
          for i in before..<before + count { result[i] = nil }
          result.insert(contentsOf: moving.map { Optional($0) }, at: place)
          XCTAssertEqual(result.compactMap { $0 }, expected)
        }
      }
    }
  }

  func testToAnotherSectionItIsThePosition() {
    XCTAssertEqual(move(1, 4, 2, sections: (0, 1)).destinationBeforeRemoval, 4)
  }

  func testOfSections() {
    var change = Change(.sectionMove, count: 2)
    change.beforeSection = 1
    change.afterSection = 3
    XCTAssertEqual(change.destinationBeforeRemoval, 5)
    change.beforeSection = 4
    XCTAssertEqual(change.destinationBeforeRemoval, 3)
  }

  func testOtherKindsHaveNoDestination() {
    XCTAssertNil(Change(.itemMoveIn, count: 1).destinationBeforeRemoval)
    XCTAssertNil(Change(.sectionInsert, count: 1).destinationBeforeRemoval)
  }
}
