// Compares both joins with a dictionary, in few partitions and many, with colliding fingerprints.

import XCTest

@testable import ListEngine

final class JoinTests: XCTestCase {
  /// Looks up every key of `after` among those of `before`, with the given fingerprints.
  private func check(
    _ name: String, before: [UInt64], after: [UInt64], fingerprint: (UInt64) -> UInt32
  ) throws {
    try check(name + ", by partitions", PartitionedJoin(), before, after, fingerprint)
    if before.count > TableJoin.most { return }
    try check(name + ", in a table", TableJoin(), before, after, fingerprint)
  }

  private func check<Join: KeyJoin & ~Copyable>(
    _ name: String, _ empty: consuming Join, _ before: [UInt64], _ after: [UInt64],
    _ fingerprint: (UInt64) -> UInt32
  ) throws {
    var join = empty
    try join.begin(before: before.count, after: after.count)
    var places: [UInt64: Int] = [:]
    for (place, key) in before.enumerated() {
      let item = JoinItem(
        key: Key(key), content: key ^ 7, flat: UInt32(place), slot: UInt32(before.count - place))
      join.add(before: item, fingerprint(key))
      places[key] = place
    }
    for key in after { join.add(after: fingerprint(key)) }
    try join.run()
    for (number, key) in after.enumerated() {
      let found = join.match(number) { $0.key == Key(key) }
      XCTAssertEqual(found.map { Int($0.flat) }, places[key], "\(name): \(key)")
      guard let found else { continue }
      XCTAssertEqual(found.content, key ^ 7, "\(name): \(key)")
      XCTAssertEqual(Int(found.slot), before.count - Int(found.flat), "\(name): \(key)")
    }
  }

  func testFindsExactlyTheCommonKeys() throws {
    for seed: UInt64 in 1...2 {
      var random = SeededGenerator(seed: seed)
      for (old, new) in [(0, 3), (3, 0), (1, 1), (40, 60), (300, 200), (1025, 800), (9000, 5000)] {
        let before = Array(0..<UInt64(old)).shuffled(using: &random)
        let after = Array(UInt64(old / 2)..<UInt64(old / 2 + new)).shuffled(using: &random)
        let name = "seed \(seed), \(old) and \(new)"
        let hash = KeyHash.seeded
        try check(name, before: before, after: after) { hash.fingerprint(Key($0), salt: 0) }
        // Sixteen keys for each fingerprint; all keys with one; all in the last partition.
        try check(name + ", shared", before: before, after: after) {
          hash.fingerprint(Key($0 / 16), salt: 0)
        }
        if old > 1025 { continue }
        try check(name + ", high", before: before, after: after) { 0xffff_ff00 | UInt32($0 & 0xff) }
        try check(name + ", one", before: before, after: after) { _ in 5 }
      }
    }
  }

  func testPartsHoldEachNumberOnceInOrder() throws {
    var random = SeededGenerator(seed: 9)
    for count in [1, 2, 64, 4096] {
      for total in [0, 1, 5000] {
        let fingerprints = (0..<total).map { _ in UInt32.random(in: .min ... .max, using: &random) }
        var parts = RadixPartition()
        try parts.begin(total, count: count)
        for fingerprint in fingerprints { parts.add(fingerprint) }
        parts.divide()
        var seen: [Int] = []
        for part in 0..<parts.count {
          let numbers = parts.range(part).map { parts.number($0) }
          XCTAssertEqual(numbers, numbers.sorted(), "the order of adding is kept within a part")
          for (entry, number) in zip(parts.range(part), numbers) {
            XCTAssertEqual(parts.fingerprint(entry), fingerprints[number])
            XCTAssertEqual(parts.range(of: fingerprints[number]), parts.range(part))
            XCTAssertEqual(Int((UInt64(fingerprints[number]) * UInt64(count)) >> 32), part)
          }
          seen += numbers
        }
        XCTAssertEqual(seen.sorted(), Array(0..<total))
      }
    }
  }

  func testSortedEntriesFillAnIndex() throws {
    for seed: UInt64 in 1...6 {
      var random = SeededGenerator(seed: seed)
      // The last fingerprints fill the end of the table, so that probing wraps around.
      let fingerprints = (0..<3000).map { i in
        UInt32.random(in: i < 200 * Int(seed) ? 0xffff_0000 ... .max : .min ... .max, using: &random)
      }
      var entries = Buffer<UInt64>()
      for (number, fingerprint) in fingerprints.enumerated() {
        try entries.append(UInt64(fingerprint) << 32 | UInt64(number))
      }
      var sorting = KeySort()
      try sorting.reserve(fingerprints.count)
      sorting.sort(&entries, from: 44)
      var index = KeyIndex()
      try index.reserve(fingerprints.count)
      var filling = KeyIndex.Filling()
      for at in fingerprints.indices {
        let number = Int(UInt32(truncatingIfNeeded: entries[at]))
        if at > 0 { XCTAssertLessThanOrEqual(entries[at - 1] >> 44, entries[at] >> 44) }
        XCTAssertEqual(UInt32(entries[at] >> 32), fingerprints[number])
        index.append(Fingerprint(fingerprints[number]), UInt32(number), to: &filling)
      }
      XCTAssertEqual(index.count, fingerprints.count, "seed \(seed)")
      for (number, fingerprint) in fingerprints.enumerated() {
        let found = index.find(Fingerprint(fingerprint)) { $0 == UInt32(number) }
        XCTAssertEqual(found, UInt32(number), "seed \(seed)")
      }
      // Removing entries must not break the probe sequences of the others.
      for number in fingerprints.indices where number % 3 == 0 {
        index.remove(Fingerprint(fingerprints[number]), UInt32(number))
      }
      for (number, fingerprint) in fingerprints.enumerated() {
        let found = index.find(Fingerprint(fingerprint)) { $0 == UInt32(number) }
        XCTAssertEqual(found == nil, number % 3 == 0, "seed \(seed)")
      }
    }
  }
}
