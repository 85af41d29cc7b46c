// Compares the table with a list of pairs, with fingerprints that collide in bucket, tag or both.

import XCTest

@testable import ListEngine

final class TagTableTests: XCTestCase {
  func testFindsTheFirstEqualNumber() throws {
    for seed: UInt64 in 1...8 {
      var random = SeededGenerator(seed: seed)
      for count in [0, 1, 7, 8, 300] + (seed == 1 ? [TagTable.most] : []) {
        var table = TagTable()
        // The second use finds nothing of the first.
        for _ in 0..<2 {
          try table.begin(count)
          let kinds = UInt32(max(count / Int(seed), 1))
          let fingerprints = (0..<count).map { _ -> UInt32 in
            let kind = UInt32.random(in: 0..<kinds, using: &random)
            return seed % 2 == 0 ? kind << 16 | 0xfffe : kind
          }
          var firsts: [UInt32: Int] = [:]
          for (i, fingerprint) in fingerprints.enumerated() {
            let found = table.add(fingerprint, i + 1) { fingerprints[$0 - 1] == fingerprint }
            XCTAssertEqual(found, firsts[fingerprint], "seed \(seed), \(count) numbers")
            if found == nil { firsts[fingerprint] = i + 1 }
          }
          for fingerprint in fingerprints {
            let found = table.find(fingerprint) { fingerprints[$0 - 1] == fingerprint }
            XCTAssertEqual(found, firsts[fingerprint], "seed \(seed), \(count) numbers")
          }
          XCTAssertNil(table.find(0x8000_fffe) { fingerprints[$0 - 1] == 0x8000_fffe })
        }
      }
    }
  }

  func testEqualFingerprintsAreFoundInTheOrderOfAdding() throws {
    var table = TagTable()
    try table.begin(50)
    for number in 1...50 { table.add(7, number) }
    var seen: [Int] = []
    XCTAssertNil(
      table.find(7) {
        seen.append($0)
        return false
      })
    XCTAssertEqual(seen, Array(1...50))
    XCTAssertEqual(table.find(7) { $0 > 20 }, 21)
  }
}
