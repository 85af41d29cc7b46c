import XCTest

@testable import ListEngine

final class TextTests: XCTestCase {
  /// The text in the memory up to the NUL, and the reported length.
  private func output(_ capacity: Int, _ fill: (inout TextWriter) -> Void) -> (text: String, length: Int) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity + 1, alignment: 1)
    defer { memory.deallocate() }
    for i in 0..<memory.count { memory[i] = 0xee }
    var text = TextWriter(into: memory.baseAddress, capacity: capacity)
    fill(&text)
    text.terminate()
    XCTAssertEqual(memory[capacity], 0xee, "wrote beyond its capacity")
    return (String(decoding: memory.prefix { $0 != 0 }, as: UTF8.self), text.length)
  }

  func testNumbersAreDecimal() {
    let numbers = output(200) {
      for number in [0, 7, 10, -1, 99, 100, Int.max, Int.min] {
        $0.append(number)
        $0.append(" ")
      }
      $0.append(UInt64.max)
    }
    XCTAssertEqual(
      numbers.text, "0 7 10 -1 99 100 9223372036854775807 -9223372036854775808 18446744073709551615")
    XCTAssertEqual(numbers.length, numbers.text.utf8.count)
  }

  func testKeysAreHexInTheHostsOrder() {
    let bytes: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 0xa8, 9, 0xba, 11, 12, 13, 14, 0xff]
    let key = bytes.withUnsafeBytes { $0.loadUnaligned(as: Key.self) }
    XCTAssertEqual(output(40) { $0.append(key) }.text, "0001020304050607a809ba0b0c0d0eff")
  }

  func testPositionsAreSectionAndItem() {
    XCTAssertEqual(output(40) { $0.append(Position(section: 3, item: 14)) }.text, "3:14")
    XCTAssertEqual(output(40) { $0.append(Position(section: 3, item: noIndex)) }.text, "3")
  }

  func testTextBeyondTheCapacityIsCutAndCounted() {
    for capacity in 1...13 {
      let cut = output(capacity) { $0.append("twelve bytes") }
      XCTAssertEqual(cut.text, String("twelve bytes".prefix(capacity - 1)))
      XCTAssertEqual(cut.length, 12)
    }
  }

  func testWithoutMemoryTheLengthIsCounted() {
    var text = TextWriter(into: nil, capacity: 10)
    text.append("twelve bytes")
    text.terminate()
    XCTAssertEqual(text.length, 12)
    XCTAssertEqual(output(0) { $0.append("x") }.length, 1)
  }
}
