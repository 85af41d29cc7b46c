import XCTest

@testable import ListEngine

final class BufferTests: XCTestCase {
  func testValuesSurviveGrowing() throws {
    var buffer = Buffer<Int>()
    for i in 0..<1000 { try buffer.append(i * i) }
    XCTAssertEqual(buffer.count, 1000)
    for i in 0..<1000 { XCTAssertEqual(buffer[i], i * i) }
  }

  func testMemoryIsReleased() throws {
    let before = Memory.used
    do {
      var buffer = try Buffer<UInt64>(repeating: 7, count: 100)
      XCTAssertEqual(Memory.used - before, 800)
      buffer.free()
      XCTAssertEqual(Memory.used, before)
      try buffer.append(1)
    }
    XCTAssertEqual(Memory.used, before)
  }
}
