import XCTest

@testable import ListEngine

final class PagedBufferTests: XCTestCase {
  private let page = PagedBuffer<UInt64>.page

  private func check(_ buffer: borrowing PagedBuffer<UInt64>, _ model: [UInt64], _ what: String) throws {
    try expect(buffer.count == model.count, "\(what): \(buffer.count) values, not \(model.count)")
    for i in model.indices where buffer[i] != model[i] || buffer.values[i] != model[i] {
      try expect(false, "\(what): value \(i) is \(buffer[i]), not \(model[i])")
    }
  }

  /// Sizes around whole pages and around a full directory, reached in a few large steps or many small ones,
  /// with any allocation failing.
  func testItFollowsAnArrayWhileAllocationsFail() throws {
    let memory = FailingMemory()
    for seed: UInt64 in 1...16 {
      let held = Memory.held
      var random = SeededGenerator(seed: seed)
      var model: [UInt64] = []
      do {
        var buffer = PagedBuffer<UInt64>()
        let end = Int(seed) * page - Int.random(in: 0..<3, using: &random)
        while model.count < end {
          let most = [5, page, 3 * page].randomElement(using: &random)!
          var total = model.count + Int.random(in: 1...most, using: &random)
          if Bool.random(using: &random) { total = (total + page - 1) / page * page }
          let failing = Int.random(in: 1...4, using: &random)
          let before = buffer.capacity
          do { try memory.run(failing: failing, forGood: true) { try buffer.reserve(total) } } catch {
            let capacity = buffer.capacity
            try expect(capacity >= before && capacity < max(total, before + 1), "seed \(seed): \(capacity)")
            try check(buffer, model, "seed \(seed), without memory")
          }
          try buffer.reserve(total)
          try expect(buffer.capacity >= total, "seed \(seed): capacity \(buffer.capacity), not \(total)")
          let allocated = Memory.held
          while model.count < total {
            let value = random.next()
            buffer.push(value)
            model.append(value)
          }
          for _ in 0..<20 {
            let i = Int.random(in: 0..<model.count, using: &random)
            model[i] ^= 1
            buffer[i] ^= 1
            model[i] += 2
            buffer.values[i] += 2
          }
          try expect(Memory.held == allocated, "seed \(seed): pushing takes memory")
        }
        try check(buffer, model, "seed \(seed)")
        try expect(buffer.bytes == Memory.held - held, "seed \(seed): \(buffer.bytes) bytes")
      }
      try expect(Memory.held == held, "seed \(seed): \(Memory.held - held) bytes are left")
    }
  }

  func testAShortOneIsOneExactBlock() throws {
    var buffer = PagedBuffer<UInt64>()
    XCTAssertEqual(buffer.bytes, 0)
    try buffer.reserve(10)
    XCTAssertEqual(buffer.bytes, 80)
    try buffer.reserve(page)
    XCTAssertEqual(buffer.bytes, page * 8)
  }

  /// Neither a block nor a full page moves, however long the array is, unless it grows by an eighth.
  func testAStepMovesNoMoreThanAPage() throws {
    var buffer = PagedBuffer<UInt64>()
    try buffer.reserve(40 * page - 7)
    let block = unsafe buffer.values.address(40 * page - 8)
    try buffer.reserve(40 * page)
    try buffer.reserve(42 * page)
    let full = unsafe buffer.values.address(41 * page - 8)
    for extra in 1...20 { try buffer.reserve(42 * page + extra * 1000) }
    XCTAssertEqual(block, buffer.values.address(40 * page - 8))
    XCTAssertEqual(full, buffer.values.address(41 * page - 8))
    XCTAssertEqual(buffer.capacity, 42 * page + 20000)
  }
}
