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

  /// The refusal that a search from the start finds: the first item whose key an earlier one has.
  private func firstDuplicate(_ items: [Item]) -> (later: Int, earlier: Int)? {
    var first: [Name: Int] = [:]
    for (i, item) in items.enumerated() {
      if let earlier = first.updateValue(i, forKey: item.name) { return (i, earlier) }
    }
    return nil
  }

  private func checkRefusal(_ before: borrowing Snapshot, _ items: [Item], _ name: String) throws {
    let after = try [Part(0, items)].snapshot()
    let wanted = firstDuplicate(items)
    do {
      _ = try Changeset.between(before, after, UpdateOptions())
      try expect(wanted == nil, "\(name): a duplicate is not found")
    } catch let refusal as Refusal {
      try expect(refusal.kind.code == Refusal.Kind.duplicate.code, "\(name): \(refusal)")
      try expect(refusal.role.code == Refusal.Role.after.code, "\(name): the side")
      try expect(refusal.detail.position?.item == wanted.map { UInt32($0.later) }, "\(name): the item")
      try expect(refusal.detail.other?.item == wanted.map { UInt32($0.earlier) }, "\(name): the first one")
    }
  }

  /// Items that stay, are shuffled or new, in numbers for each strategy of matching; one of them may be there twice.
  func testTheFirstDuplicateIsRefusedWhateverTheStrategy() throws {
    for (count, seeds) in [(3, 40), (60, 40), (700, 12), (40_000, 1)] {
      let old = (0..<count).map { Item($0) }
      let before = try [Part(0, old)].snapshot()
      for seed in 1...UInt64(seeds) {
        var random = SeededGenerator(seed: seed)
        for newShare in [0, 1, 50, 100] {
          var items = old
          if seed % 3 != 0 { items.shuffle(using: &random) }
          for i in items.indices where Int.random(in: 0..<100, using: &random) < newShare {
            items[i] = Item(1_000_000 + i)
          }
          let name = "\(count) items, seed \(seed), \(newShare) % new"
          try checkRefusal(before, items, name)
          if count > 10_000 && newShare % 50 != 0 { continue }
          for _ in 0..<(count > 10_000 ? 1 : 3) {
            let from = Int.random(in: 0..<count, using: &random)
            var twice = items
            twice.insert(items[from], at: Int.random(in: 0...count, using: &random))
            if seed % 2 == 0 { twice.append(Item(2_000_000)) }
            try checkRefusal(before, twice, name + ", \(items[from]) twice")
          }
        }
      }
    }
  }

  /// Two new items of one fingerprint, and a new one with the fingerprint of one that stays, are no duplicates.
  func testKeysOfOneFingerprintAreNoDuplicates() throws {
    let hash = KeyHash.seeded
    var byFingerprint: [UInt32: Name] = [:]
    var pairs: [(Name, Name)] = []
    var number = 0
    while pairs.count < 3 {
      number += 1
      let fingerprint = hash.fingerprint(Name(number).key, salt: 0)
      if let other = byFingerprint.updateValue(Name(number), forKey: fingerprint) {
        pairs.append((other, Name(number)))
      }
    }
    let others = (0..<30).map { Item(50_000_000 + $0) }
    for (a, b) in pairs {
      let (first, second) = (Item(a, 0, 0, 0), Item(b, 0, 0, 0))
      for old in [others, others + [first], []] {
        let before = try [Part(0, old)].snapshot()
        for items in [others + [first, second], [second, first], [second] + others.reversed() + [first]] {
          try checkRefusal(before, items, "\(a) and \(b)")
          try checkRefusal(before, items + [first], "\(a) twice")
          try checkRefusal(before, [second] + items, "\(b) twice")
        }
      }
    }
  }

  /// With the index ready, and without it.
  func testASnapshotThatIsEditedAfterwardsKeepsItsDiff() throws {
    for isIndexed in [false, true] {
      let before = try [Part(0, (0..<20).map { Item($0) })].snapshot(leafCapacity: 4)
      let after = try [Part(0, (10..<40).map { Item($0) })].snapshot(leafCapacity: 4)
      if isIndexed { _ = try after.position(ofItem: Name(10).key, in: nil) }
      var memory = Input()
      var version = try after.freeze(reusing: &memory)
      XCTAssertEqual(version.hasUniqueKeys, isIndexed)
      try after.deleteAllItems(of: nil)
      try [Item(99)].withColumns(.plain) { try after.append($0, to: nil) }
      var matcher = Matcher()
      var marks = Buffer<Mark>()
      try version.describe(to: &matcher, &marks)
      XCTAssertEqual((0..<30).map { Name(matcher.pairing.after.key(at: $0)) }, (10..<40).map { Name($0) })
      XCTAssertEqual(try diff(before, after).summary.itemDeletes, 20)
    }
  }

  func testDiffFailsWithoutATraceForLackOfMemory() throws {
    let memory = FailingMemory()
    let before = try [Part(0, (0..<700).map { Item($0) })].snapshot()
    for items in [
      (0..<700).shuffled().map { Item($0) }, (700..<1400).map { Item($0) }, (1..<701).map { Item($0) },
    ] {
      let after = try [Part(0, items)].snapshot()
      let wanted = try diff(before, after).summary
      try memory.failEach(of: "diff", least: 10) {
        let summary = try diff(before, after).summary
        try expect(summary.itemMoves == wanted.itemMoves, "moves")
      }
    }
  }
}
