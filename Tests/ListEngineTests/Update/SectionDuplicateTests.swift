// Which duplicate the refusal of a section update reports.

import XCTest

@testable import ListEngine

final class SectionDuplicateTests: XCTestCase {
  private func refusal(_ items: [Int], ofSection position: Int, _ policy: UInt32) throws -> Refusal? {
    var options = ListOptions()
    options.duplicates = policy
    var checked = try CheckedList(options, leafCapacity: 4)
    try checked.set(
      [
        Part(10, (0..<9).map { Item($0) }), Part(11, []), Part(12, (10..<19).map { Item($0) }),
        Part(13, (20..<29).map { Item($0) }),
      ], .plain)
    do { try checked.setItems(of: position, items.map { Item($0) }, .plain) } catch let refusal as Refusal {
      try checked.checkUnchanged()
      return refusal
    }
    return nil
  }

  private func check(
    _ items: [Int], of section: Int, _ policy: UInt32 = Duplicates.refuse, key: Int, _ first: (Int, Int),
    _ second: (Int, Int), line: UInt = #line
  ) throws {
    guard let refusal = try refusal(items, ofSection: section, policy) else {
      return XCTFail("taken", line: line)
    }
    XCTAssertEqual(refusal.kind.code, Refusal.Kind.duplicate.code, line: line)
    XCTAssertEqual(refusal.detail.key.map { Name($0) }, Name(key), line: line)
    XCTAssertEqual(refusal.detail.section.map { Name($0) }, Name(10 + second.0), line: line)
    XCTAssertEqual(
      refusal.detail.other.map { [$0.section, $0.item] }, [first.0, first.1].map { UInt32($0) }, line: line)
    let position = refusal.detail.position.map { [$0.section, $0.item] }
    XCTAssertEqual(position, [second.0, second.1].map { UInt32($0) }, line: line)
  }

  func testTwiceAmongTheNewItems() throws {
    try check([10, 11, 77, 12, 77], of: 2, key: 77, (2, 2), (2, 4))
    try check([10, 11, 12, 10], of: 2, key: 10, (2, 0), (2, 3))
    try check([88, 10, 88], of: 2, Duplicates.scope, key: 88, (2, 0), (2, 2))
    try check([18, 17, 16, 15, 18], of: 2, Duplicates.scope, key: 18, (2, 0), (2, 4))
    try check([5, 5], of: 1, Duplicates.scope, key: 5, (1, 0), (1, 1))
  }

  func testAlsoInAnotherSection() throws {
    try check([10, 77, 3], of: 2, key: 3, (0, 3), (2, 2))
    try check([10, 77, 23], of: 2, key: 23, (2, 2), (3, 3))
    try check([28], of: 1, key: 28, (1, 0), (3, 8))
  }

  func testScopedKeysOfOtherSectionsAreNoDuplicates() throws {
    XCTAssertNil(try refusal([3, 23, 10], ofSection: 2, Duplicates.scope))
  }
}
