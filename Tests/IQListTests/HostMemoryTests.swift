import CIQList
import XCTest

@testable import IQList
@testable import ListEngine

/// As a header's struct that has grown: `b` came with the second version.
private struct Grown: BitwiseCopyable, Equatable {
  var structSize = 0
  var a: UInt64 = 0
  var b: UInt64 = 0
}

final class HostMemoryTests: XCTestCase {
  private let argument = Argument(1, iqc_options)
  private let first = 16

  /// The struct at an odd address, with 0xee around it.
  private func withHost<Result>(
    _ host: [Grown], _ body: (UnsafeMutablePointer<Grown>) throws -> Result
  ) rethrows -> (result: Result, memory: [UInt8]) {
    var memory = [UInt8](repeating: 0xee, count: 1 + host.count * 24 + 24)
    let result = try memory.withUnsafeMutableBytes { memory in
      host.withUnsafeBytes {
        memory.baseAddress!.advanced(by: 1).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
      }
      return try body(memory.baseAddress!.advanced(by: 1).assumingMemoryBound(to: Grown.self))
    }
    return (result, memory)
  }

  private func readBack(_ structSize: Int) throws -> Grown {
    try withHost([Grown(structSize: structSize, a: 1, b: 2)]) {
      try read($0, over: Grown(), first: first, argument: argument)
    }.result
  }

  func testFieldsBeyondStructSizeCountAsZero() throws {
    XCTAssertEqual(try readBack(16), Grown(structSize: 16, a: 1, b: 0))
    XCTAssertEqual(try readBack(20), Grown(structSize: 20, a: 1, b: 2))
    XCTAssertEqual(try readBack(24), Grown(structSize: 24, a: 1, b: 2))
    XCTAssertEqual(try readBack(4096), Grown(structSize: 4096, a: 1, b: 2))
  }

  func testLessThanTheFirstVersionOrMoreThanAPageIsRefused() {
    for size in [0, 8, 15, 4097, Int.max, -1] {
      XCTAssertThrowsError(try readBack(size)) {
        XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.structSize.code)
        XCTAssertEqual(($0 as? Refusal)?.argument, 1)
      }
    }
  }

  func testNullOptionsAreZeroes() throws {
    XCTAssertEqual(try read(nil, over: Grown(), first: first, argument: argument), Grown())
  }

  func testNothingIsWrittenBeyondStructSizeNorStructSizeItself() throws {
    for (size, b) in [(16, 2), (20, 0xffff_ffff), (24, UInt64.max), (4096, UInt64.max)] as [(Int, UInt64)] {
      let memory = try withHost([Grown(structSize: size, a: 1, b: 2)]) {
        try VersionedOutput($0, first: first, argument: argument).write(
          Grown(structSize: 7, a: .max, b: .max))
      }.memory
      let host = memory.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 1, as: Grown.self) }
      XCTAssertEqual(host, Grown(structSize: size, a: .max, b: b))
      XCTAssertTrue(memory[25...].allSatisfy { $0 == 0xee })
    }
  }

  func testAnArraysFirstStructSizeIsItsStride() throws {
    for stride in [16, 24, 32] {
      let whole: [Int] = (0..<12).map { $0 == 0 ? stride : $0 }
      let values = try whole.withUnsafeBytes { bytes in
        let base = bytes.baseAddress!.assumingMemoryBound(to: Grown.self)
        let array = try VersionedArray(base, count: 3, over: Grown(), first: first, argument: argument)
        return (0..<3).map { array[$0].a }
      }
      XCTAssertEqual(values, [1, UInt64(stride / 8 + 1), UInt64(stride / 4 + 1)])
    }
  }

  func testAnArrayThatCannotBeIsRefused() throws {
    var one = Grown(structSize: 24, a: 0, b: 0)
    XCTAssertNoThrow(try VersionedArray(nil, count: 0, over: Grown(), argument: argument))
    XCTAssertThrowsError(try VersionedArray(nil, count: 1, over: Grown(), argument: argument))
    for count in [-1, Int.max, Int.max / 24 + 1] {
      XCTAssertThrowsError(try VersionedArray(&one, count: count, over: Grown(), argument: argument)) {
        XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.limit.code)
      }
    }
    for size in [4097, -1] {
      one.structSize = size
      XCTAssertThrowsError(try VersionedArray(&one, count: 1, over: Grown(), argument: argument)) {
        XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.structSize.code)
      }
    }
  }
}
