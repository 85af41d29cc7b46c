// Who borrows scratch memory, and where it goes afterwards.

import XCTest

@testable import ListEngine

extension Memory {
  /// What is in use beside the pool, which is emptied.
  static var held: Int {
    ScratchPool.process.empty()
    return used
  }
}

final class ScratchPoolTests: XCTestCase {
  override func setUp() { ScratchPool.process.empty() }

  func testALittleGoesToThePoolAndMuchStaysWithItsList() throws {
    let list = List(ListOptions())
    _ = try [Part(1, (0..<10).map { Item($0) })].set(list, .plain)
    XCTAssertFalse(list.scratch.isMade)
    XCTAssertEqual(try list.statistics().last.scratchBytes, 0)
    let used = Memory.used
    XCTAssertLessThan(Memory.held, used, "the pool has it")
    _ = try [Part(1, (0..<40_000).map { Item($0) })].set(list, .plain)
    XCTAssertTrue(list.scratch.isMade)
    let kept = try list.statistics().last.scratchBytes
    XCTAssertGreaterThan(kept, ScratchPool.mostOfOne)
    let held = Memory.held
    XCTAssertEqual(held, Memory.used, "the pool has nothing")
    try list.trim()
    XCTAssertFalse(list.scratch.isMade)
    XCTAssertLessThanOrEqual(Memory.used, held - kept)
  }

  func testOneServesManyLists() throws {
    func use() throws { _ = try [Part(1, (0..<10).map { Item($0) })].set(List(ListOptions()), .plain) }
    try use()
    let used = Memory.used
    for _ in 0..<20 { try use() }
    XCTAssertEqual(Memory.used, used)
  }

  func testEachBorrowerHasItsOwnAndTheLastGivenBackComesFirst() throws {
    let first = try ScratchPool.process.borrow()
    let second = try ScratchPool.process.borrow()
    let (a, b) = (first.address, second.address)
    XCTAssertNotEqual(a, b)
    ScratchPool.process.giveBack(first)
    ScratchPool.process.giveBack(second)
    let third = try ScratchPool.process.borrow()
    let fourth = try ScratchPool.process.borrow()
    XCTAssertEqual([third.address, fourth.address], [b, a])
    ScratchPool.process.giveBack(third)
    ScratchPool.process.giveBack(fourth)
  }

  func testThePoolHoldsNoMoreThanItMay() throws {
    let used = Memory.held
    var borrowed: [UnsafeMutablePointer<UpdateScratch>] = []
    for _ in 0..<20 {
      let scratch = try ScratchPool.process.borrow()
      try scratch.value.marks.reserve(ScratchPool.mostOfOne / 16)
      borrowed.append(scratch.release())
    }
    for pointer in borrowed { ScratchPool.process.giveBack(Box(owning: pointer)) }
    XCTAssertGreaterThan(Memory.used - used, ScratchPool.most - ScratchPool.mostOfOne)
    XCTAssertLessThanOrEqual(Memory.used - used, ScratchPool.most)
    // One alone that is larger than any in the pool may be.
    ScratchPool.process.empty()
    let large = try ScratchPool.process.borrow()
    try large.value.marks.reserve(ScratchPool.mostOfOne / 4)
    ScratchPool.process.giveBack(large)
    XCTAssertEqual(Memory.used, used)
  }
}
