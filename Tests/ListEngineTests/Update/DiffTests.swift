// Diffs of two snapshots, without a list.

import XCTest

@testable import ListEngine

final class DiffTests: XCTestCase {
  private func diff(_ before: borrowing Snapshot, _ after: borrowing Snapshot) throws -> Changeset {
    var options = UpdateOptions()
    options.verifies = true
    return try Changeset.between(before, after, options)
  }

  private func check(_ before: Content, _ after: Content, _ options: SnapshotOptions = SnapshotOptions())
    throws
  {
    let isScoped = options.duplicates == Duplicates.scope
    let left = try before.snapshot(options, leafCapacity: 4)
    let right = try after.snapshot(options, leafCapacity: 4)
    let changeset = try diff(left, right)
    try DialectCheck.check(
      ExpectedChanges(before, after, isScoped: isScoped, Marks()).case, changeset.correspondence)
    // Again with `before` indexed, and from a snapshot that shares leaves.
    let shared = try left.copy()
    for part in after where !before.contains(where: { $0.name == part.name }) {
      try shared.insertSections(try [part.name].keys(), at: nil)
    }
    var edited = before
    for part in after where !before.contains(where: { $0.name == part.name }) {
      var empty = part
      empty.items = []
      empty.supplementaries = []
      edited.append(empty)
    }
    try DialectCheck.check(
      ExpectedChanges(before, edited, isScoped: isScoped, Marks()).case, try diff(left, shared).correspondence
    )
  }

  func testDiffsEqualComparingEverything() {
    for policy in [Duplicates.refuse, Duplicates.scope] {
      for seed: UInt64 in 1...60 {
        do {
          var edits = RandomEdits(seed: seed)
          var options = SnapshotOptions()
          options.duplicates = policy
          var before: Content = []
          for _ in 0..<8 {
            var after = before
            edits.change(&after)
            try check(before, after, options)
            before = after
          }
        } catch {
          return XCTFail("seed \(seed), policy \(policy): \(error)")
        }
      }
    }
  }

  func testASecondOccurrenceOfAnyKeyIsRefused() throws {
    let before = try [Part(0, [1, 2, 3].map { Item($0) })].snapshot()
    for items in [
      [1, 1], [1, 2, 3, 1], [1, 2, 3, 3], [3, 2, 1, 2], [9, 8, 9], [1, 9, 2, 3, 9], [7, 7],
    ] {
      let after = try [Part(0, items.map { Item($0) })].snapshot()
      XCTAssertThrowsError(_ = try diff(before, after).summary, "\(items)") {
        XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.duplicate.code, "\($0)")
      }
      let empty = try [Part(0, [])].snapshot()
      XCTAssertEqual(try diff(before, empty).summary.itemDeletes, 3)
    }
  }

  func testDuplicatesInAfterAreResolvedByItsPolicy() throws {
    var options = SnapshotOptions()
    options.duplicates = Duplicates.keepLast
    let before = try [Part(0, [1, 2, 3].map { Item($0) })].snapshot()
    let after = try [Part(0, [1, 2, 1, 4, 4].map { Item($0) })].snapshot(options)
    let summary = try diff(before, after).summary
    XCTAssertEqual(summary.itemsAfter, 3)
    XCTAssertEqual(summary.itemInserts, 1)
    XCTAssertEqual(summary.itemDeletes, 1)
    XCTAssertEqual(summary.itemMoves, 1)
  }
}
