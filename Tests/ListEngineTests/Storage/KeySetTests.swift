import XCTest

@testable import ListEngine

/// Few keys under fewer fingerprints, so that duplicates and collisions are frequent.
final class KeySetTests: XCTestCase {
  private func key(_ random: inout SeededGenerator, isScoped: Bool) -> ScopedKey {
    let number = UInt64.random(in: 0..<30, using: &random)
    let key = Key(low: number, high: number % 2)
    let section = isScoped ? Key(low: UInt64.random(in: 0..<3, using: &random), high: 0) : nil
    return ScopedKey(
      key: key, section: section,
      fingerprint: [0, 1, 0xffff_ffff, 0xffff_fffe][Int(number + (section?.low ?? 0)) % 4])
  }

  func testTheFirstOfEqualKeysIsFoundAsByComparingAll() throws {
    for seed: UInt64 in 1...60 {
      var random = SeededGenerator(seed: seed)
      let isScoped = seed % 2 == 0
      let total = Int(seed) * 2
      var set = try KeySet(capacity: total, isScoped: isScoped)
      var model: [ScopedKey] = []
      func first(_ key: ScopedKey) -> UInt32? {
        model.firstIndex {
          $0.key == key.key && $0.section.map { Name($0) } == key.section.map { Name($0) }
        }.map { UInt32($0) }
      }
      var hasDuplicates = false
      for _ in 0..<total {
        let wanted = key(&random, isScoped: isScoped)
        XCTAssertEqual(set.find(wanted), first(wanted), "seed \(seed)")
        let added = key(&random, isScoped: isScoped)
        let duplicate = first(added)
        hasDuplicates = hasDuplicates || duplicate != nil
        XCTAssertEqual(set.add(added), duplicate, "seed \(seed)")
        model.append(added)
        XCTAssertEqual(set.hasDuplicates, hasDuplicates, "seed \(seed)")
      }
      for key in model { XCTAssertEqual(set.find(key), first(key), "seed \(seed)") }
    }
  }

  func testNothingIsFoundInAnEmptySet() {
    let set = KeySet()
    XCTAssertNil(set.find(KeyScope.list.key(Key(low: 1, high: 2))))
    XCTAssertFalse(set.hasDuplicates)
  }
}
