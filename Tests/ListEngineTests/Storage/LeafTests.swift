// The capacities of leaves: few sizes, so that memory can be reused, and none much larger than what it holds.

import XCTest

@testable import ListEngine

final class LeafTests: XCTestCase {
  private let allTraits = ItemColumn.model.bit | ItemColumn.cellClass.bit | ItemColumn.level.bit

  func testCapacitiesAreTheSmallestOnesThatFit() throws {
    let all = [2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256]
    for count in 1...Leaf.largest {
      let wanted = all.first { $0 >= count }!
      XCTAssertEqual(Leaf.capacity(for: count), wanted, "\(count) items")
    }
    for capacity in all {
      let leaf = try Leaf(capacity: capacity, traits: allTraits)
      defer { leaf.free() }
      XCTAssertEqual(leaf.capacity, capacity)
    }
  }

  func testColumnsOfEveryCapacityAreAlignedAndApart() throws {
    for count in 1...Leaf.largest where Leaf.capacity(for: count) == count {
      let leaf = try Leaf(capacity: count, traits: allTraits)
      defer { leaf.free() }
      leaf.count = count
      for i in 0..<count {
        let n = UInt64(i) + 1
        var values = ItemValues(Appearance(content: ~n))
        values[.model] = n << 32 | n
        values[.cellClass] = n
        values[.level] = 3 * n
        leaf.write(Entry(key: Key(low: n, high: ~n), values, slot: Slot(UInt32(7 * n))), at: i)
      }
      for i in 0..<count {
        let n = UInt64(i) + 1
        XCTAssert(leaf.key(i) == Key(low: n, high: ~n), "key \(i) of \(count)")
        XCTAssertEqual(leaf.content(i), ~n)
        XCTAssertEqual(leaf.slot(i).raw, UInt32(7 * n))
        XCTAssertEqual(leaf.values(i).model.address, UInt(n << 32 | n))
        XCTAssertEqual(leaf.values(i).cellClass, UInt32(n))
        XCTAssertEqual(leaf.values(i).level, UInt16(3 * n))
        XCTAssertEqual(leaf.level(i), UInt16(3 * n))
      }
      XCTAssertEqual(UInt(bitPattern: leaf.start(of: .model)!) % 8, 0, "models of \(count)")
      XCTAssertEqual(UInt(bitPattern: leaf.start(of: .cellClass)!) % 4, 0, "classes of \(count)")
      XCTAssertEqual(UInt(bitPattern: leaf.start(of: .level)!) % 2, 0, "levels of \(count)")
    }
  }

  func testWithoutLevelsEveryLevelIsZero() throws {
    for traits in [0, ItemColumn.model.bit, ItemColumn.cellClass.bit] {
      let leaf = try Leaf(capacity: 4, traits: traits)
      defer { leaf.free() }
      leaf.count = 4
      for i in 0..<4 { leaf.write(Entry(key: Key(low: 1, high: 2), ItemValues(Appearance(level: 9))), at: i) }
      for i in 0..<4 { XCTAssertEqual(leaf.level(i), 0, "traits \(traits), item \(i)") }
    }
  }
}
