// Encoded numbers: each has one valid form, the shortest, and no other is accepted.

import XCTest

@testable import ListEngine

final class ByteTests: XCTestCase {
  /// What `read` returns for a body with a valid header.
  private func read<Value>(_ body: [UInt8], _ read: (inout ByteReader) throws -> Value) throws -> Value {
    var bytes = [UInt8](repeating: 0, count: Envelope.length) + body
    bytes.put(Envelope.first(.snapshot), at: 0)
    bytes.put(UInt64(bytes.count), at: Envelope.namesOffset)
    bytes = bytes.resealed
    return try bytes.withUnsafeBytes {
      var classes = ClassTable()
      var reader = try ByteReader(opening: $0.baseAddress!, bytes.count, .snapshot, &classes)
      return try read(&reader)
    }
  }

  private func outputText(_ write: (inout ByteWriter) throws -> Void) throws -> [UInt8] {
    Array(try encoded(write).dropFirst(Envelope.length))
  }

  func testANumberTakesSevenBitsAByte() throws {
    for bits: UInt64 in 0...63 {
      let numbers: [UInt64] = [(1 << bits) - 1, 1 << bits, .max >> bits]
      for number in numbers {
        let bytes = try outputText { $0.append(number) }
        XCTAssertEqual(bytes.count, max(1, (70 - number.leadingZeroBitCount) / 7), "\(number)")
        XCTAssertEqual(try read(bytes) { try $0.number() }, number)
      }
    }
  }

  func testOtherFormsAreRefused() throws {
    let nines = [UInt8](repeating: 0xff, count: 9)
    let wrong: [[UInt8]] = [
      [], [0x80], [0x80, 0], [0xff, 0x80], [0x81, 0x80, 0], nines, nines + [2], nines + [0x81, 0],
      nines + [0],
    ]
    for bytes in wrong {
      XCTAssertTrue(try isRefused([.format]) { _ = try read(bytes) { try $0.number() } }, "\(bytes)")
    }
    XCTAssertEqual(try read(nines + [1]) { try $0.number() }, .max)
  }

  func testNothingIsReadBeyondTheEnd() throws {
    for count in 0...16 {
      let bytes = [UInt8](repeating: 1, count: count)
      XCTAssertEqual(try isRefused([.format]) { _ = try read(bytes) { try $0.key() } }, count < 16)
      XCTAssertEqual(try isRefused([.format]) { _ = try read(bytes) { try $0.word() } }, count < 8)
      XCTAssertEqual(try isRefused([.format]) { _ = try read(bytes) { try $0.byte() } }, count < 1)
      let isTooMany = try isRefused([.format]) { _ = try read([3] + bytes) { try $0.count(ofBytes: 4) } }
      XCTAssertEqual(isTooMany, count < 12)
    }
  }

  func testDifferencesNearZeroAreShort() {
    XCTAssertEqual([0, -1, 1, -2, 2].map { zigzag($0) }, [0, 1, 2, 3, 4])
    for number in [0, 1, -1, 77, -77, 2_147_483_646, -2_147_483_646] {
      XCTAssertEqual(unzigzag(zigzag(number)), number)
    }
  }

  func testAWordIsLittleEndian() throws {
    let bytes = try outputText { $0.append(word: 0x0807_0605_0403_0201) }
    XCTAssertEqual(bytes, [1, 2, 3, 4, 5, 6, 7, 8])
  }

  func testBytesBeyondTheCapacityAreCountedAndNotWritten() throws {
    let snapshot = try [Part(100, [Item(1), Item(2)])].snapshot()
    let bytes = try snapshot.encoding
    for capacity in 0..<bytes.count {
      var memory = [UInt8](repeating: 0xcc, count: bytes.count + 8)
      try memory.withUnsafeMutableBytes {
        var writer = ByteWriter(into: $0.baseAddress, capacity: capacity)
        try snapshot.encode(to: &writer)
        XCTAssertEqual(writer.length, bytes.count)
      }
      XCTAssertTrue(memory[capacity...].allSatisfy { $0 == 0xcc }, "outputText beyond \(capacity)")
      XCTAssertFalse(memory.starts(with: bytes))
    }
  }
}
