import XCTest

@testable import ListEngine

final class TypedIndexTests: XCTestCase {
  private func check<Index: TypedIndex>(_: Index.Type, _ name: String) {
    XCTAssertEqual(MemoryLayout<Index>.size, 4, name)
    XCTAssertEqual(MemoryLayout<Index>.stride, 4, name)
    XCTAssertEqual(MemoryLayout<Index>.alignment, 4, name)
    for raw: UInt32 in [0, 1, 0x7fff_ffff, 0x8000_0000, .max] {
      XCTAssertEqual(Index(raw).raw, raw, name)
      XCTAssertTrue(Index(raw) == Index(raw), name)
      XCTAssertFalse(Index(raw) == Index(raw ^ 1), name)
    }
    XCTAssertEqual(Index.noIndex.raw, noIndex, name)
  }

  func testATypedIndexIsLaidOutAsItsNumber() {
    check(Fingerprint.self, "Fingerprint")
    check(LeafID.self, "LeafID")
    check(SectionID.self, "SectionID")
    check(Slot.self, "Slot")
    check(SequenceID.self, "SequenceID")
    check(PieceID.self, "PieceID")
    check(SoleOwner.self, "SoleOwner")
  }

  func testRecordsWithTypedIndicesDoNotGrow() {
    XCTAssertEqual(MemoryLayout<Location>.size, 16)
    XCTAssertEqual(MemoryLayout<LeafChange>.size, MemoryLayout<(Leaf, UInt32, Int, Int, Bool)>.size)
    XCTAssertEqual(MemoryLayout<SlotRecord>.size, 8)
    XCTAssertEqual(MemoryLayout<Entry>.size, MemoryLayout<(Key, ItemValues, UInt32)>.size)
    XCTAssertEqual(MemoryLayout<Origin>.size, 12)
    XCTAssertEqual(MemoryLayout<ItemRange>.size, 24)
    XCTAssertEqual(MemoryLayout<DeletedSection>.size, 8)
    XCTAssertEqual(MemoryLayout<ScopedKey>.size, MemoryLayout<(Key, Key?, UInt32)>.size)
  }
}
