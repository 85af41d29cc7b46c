import XCTest

@testable import ListEngine

final class SlotsTests: XCTestCase {
  func testHandlesLiveAsLongAsTheirItems() throws {
    for seed: UInt64 in 1...100 {
      var random = SeededGenerator(seed: seed)
      var slots = Slots(seed: UInt32(truncatingIfNeeded: random.next()))
      var live: [Slot: UInt64] = [:]
      var gone: Set<UInt64> = []
      for _ in 0..<150 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          // Takes some slots, and keeps or returns them.
          let count = Int.random(in: 1...6, using: &random)
          try slots.reserve(extra: count)
          let taken = (0..<count).map { slots.take($0) }
          for (n, slot) in taken.enumerated() {
            XCTAssertEqual(slots.pendingItem(slot), n, "seed \(seed)")
            XCTAssertNil(slots.slot(slots.handle(slot)), "seed \(seed): a reserved slot has a handle")
          }
          if Bool.random(using: &random) {
            for slot in taken.reversed() { slots.giveBack(slot) }
            let again = (0..<count).map { slots.take($0) }
            XCTAssertEqual(again, taken, "seed \(seed)")
          }
          for slot in taken {
            slots.setLeaf(LeafID(slot.raw % 7), of: slot)
            let handle = slots.handle(slot)
            XCTAssertTrue(live[slot] == nil && handle != 0 && gone.insert(handle).inserted, "seed \(seed)")
            live[slot] = handle
          }
        case 1:
          let inOrder = live.keys.sorted(by: { $0.raw < $1.raw })
          guard let slot = inOrder.randomElement(using: &random) else { continue }
          live[slot] = nil
          slots.free(slot)
        case 2:
          slots = try slots.trimmed()
          let last = live.keys.map { Int($0.raw) + 1 }.max() ?? 0
          XCTAssertEqual(slots.all.count, last, "seed \(seed)")
        default: break
        }
        for (slot, handle) in live {
          XCTAssertEqual(slots.slot(handle), slot, "seed \(seed)")
          XCTAssertEqual(slots.leaf(of: slot).raw, slot.raw % 7, "seed \(seed)")
        }
        for handle in gone where !live.values.contains(handle) {
          if slots.slot(handle) != nil { return XCTFail("seed \(seed): a stale handle is taken") }
        }
      }
    }
  }

  func testForgedHandlesAreRefused() throws {
    var slots = Slots(seed: 0x1234_5678)
    try slots.reserve(extra: 3)
    for n in 0..<3 { slots.setLeaf(0, of: slots.take(n)) }
    let good = Set((0..<3).map { slots.handle(Slot($0)) })
    for handle in good {
      for bit in 0..<64 where !good.contains(handle ^ 1 << UInt64(bit)) {
        XCTAssertNil(slots.slot(handle ^ 1 << UInt64(bit)))
      }
    }
    for handle: UInt64 in [0, .max, 1, 1 << 32, 0xffff_ffff] { XCTAssertNil(slots.slot(handle)) }
  }

  /// After 2³¹ uses the generations of a slot are used up, and it retires.
  func testASlotWhoseGenerationsAreUsedUpIsNotUsedAgain() throws {
    var slots = Slots(seed: 7)
    try slots.reserve(extra: 1)
    let slot = slots.take(0)
    slots.setLeaf(0, of: slot)
    let first = slots.handle(slot)
    // As after 2³¹ - 1 uses.
    slots.all.values[Int(slot.raw)].generation = UInt32(truncatingIfNeeded: first) &- 2
    slots.free(slot)
    XCTAssertNil(slots.slot(first))
    slots = try slots.trimmed()
    try slots.reserve(extra: 1)
    XCTAssertNotEqual(slots.take(0), slot)
  }
}
