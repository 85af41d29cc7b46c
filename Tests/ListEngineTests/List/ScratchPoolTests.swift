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
    // The arrays of the first changeset serve the scratch memory of the third update.
    for _ in 0..<2 { try use() }
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

  /// Also one that was filled with all that it can have.
  func testAChangesetFromThePoolIsLikeANewOne() throws {
    var options = UpdateOptions()
    options.keepsKeys = true
    options.keepsPayload = true
    let contents = [[Part(1, (0..<10).map { Item($0) })], [Part(2, (5..<15).reversed().map { Item($0) })]]
    func dump(_ options: UpdateOptions) throws -> [String] {
      let list = List(ListOptions())
      return try (0..<4).map { round in
        let changeset = try contents[round % 2].set(list, .plain, options)!
        _ = try changeset.batch().count + changeset.steps(flat: false, single: false).count
        _ = try changeset.counterparts(from: .before).count + changeset.splices(updates: true).count
        let keys = (try? changeset.find(Name(7).key, inSection: nil)).map { "\($0)" } ?? "no keys"
        return try "\(changeset.summary) \(changeset.batch().count) \(changeset.payload.isKept) " + keys
      }
    }
    let wanted = try dump(UpdateOptions())
    ScratchPool.process.empty()
    _ = try dump(options)
    XCTAssertEqual(try dump(UpdateOptions()), wanted)
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
