// The golden values come from a separate Python implementation of the header's table, whose SipHash was
// verified against OpenSSL's.

import XCTest

@testable import ListEngine

final class HasherTests: XCTestCase {
  private func hex(_ key: Key) -> String {
    withUnsafeBytes(of: key) { $0.map { String(format: "%02x", $0) }.joined() }
  }

  private func key(_ fill: (inout FieldHasher) -> Void) -> String {
    var hasher = FieldHasher()
    fill(&hasher)
    return hex(hasher.key)
  }

  private func add(_ bytes: [UInt8], to hasher: inout FieldHasher) {
    bytes.withUnsafeBytes { hasher.add(bytes: $0.baseAddress, count: $0.count) }
  }

  private func add(_ string: String, to hasher: inout FieldHasher) {
    Array(string.utf8).withUnsafeBytes { hasher.add(string: $0.baseAddress, count: $0.count) }
  }

  func testFieldsHashAsTheHeaderDefines() {
    XCTAssertEqual(key { _ in }, "5049d74780a3e07d4202ab47d4cef2f4")
    XCTAssertEqual(key { $0.add(0 as UInt64) }, "1866b2c750c64863bb80da0f94030f5e")
    XCTAssertEqual(key { $0.add(UInt64.max) }, "909d9c25b6f567078fb85738d39ea0d7")
    XCTAssertEqual(key { $0.add(-1 as Int64) }, "f93bde2b4f7f2a6e2442759031298eec")
    XCTAssertEqual(key { $0.add(Int64.min) }, "319fcc0193cb305e891868acd90fc4fd")
    XCTAssertEqual(key { $0.add(1.5) }, "62dadbb3140b8d66421e0037a25dc682")
    XCTAssertEqual(key { $0.add(-Double.infinity) }, "7d1bc897f020e231961d4ba78ad0546d")
    XCTAssertEqual(key { add([], to: &$0) }, "ed0f16a065ea34f716c0d12c84738e74")
    XCTAssertEqual(key { add(Array(1...9), to: &$0) }, "e5acb6a7d98dc6ae996a19a4d9b1196f")
    XCTAssertEqual(key { add("", to: &$0) }, "93c99b5fcb399c7507aa9be737fe7647")
    XCTAssertEqual(key { add("héllo", to: &$0) }, "380b9933a50b69f1c12a4e025846996a")
    XCTAssertEqual(key { $0.add(counting) }, "e9c607afa9ad65ff7c79998da0a1544e")
    XCTAssertEqual(key { $0.add(true) }, "0481fe6d49eecbabfadb1e65ad608007")
    XCTAssertEqual(key { $0.add(false) }, "ae683d6ceee9f03ebc2e143f0cf5680c")
    XCTAssertEqual(key { $0.addNothing() }, "7842eb5ea0fb31ef6c06e8ab0694f1e1")
  }

  func testFieldsFollowOneAnother() {
    let all = key {
      $0.add(7 as UInt64)
      $0.add(-7 as Int64)
      $0.add(-2.25)
      add([0xff], to: &$0)
      add("abc", to: &$0)
      $0.add(counting)
      $0.add(true)
      $0.addNothing()
      $0.add(false)
      add("", to: &$0)
    }
    XCTAssertEqual(all, "d5a552d227ff97c96d21d99ff4369fa3")
  }

  func testEqualNumbersHashEqual() {
    XCTAssertEqual(key { $0.add(1 as Int64) }, "1326adc8732080c7aa134e5662a4d412")
    XCTAssertEqual(key { $0.add(1 as UInt64) }, "1326adc8732080c7aa134e5662a4d412")
    XCTAssertEqual(key { $0.add(-0.0) }, "612cc42f37e7903c0c928b0fd5987992")
    XCTAssertEqual(key { $0.add(0.0) }, "612cc42f37e7903c0c928b0fd5987992")
    for pattern: UInt64 in [0x7ff8_0000_0000_0000, 0xfff8_0000_0000_0001, 0x7ff0_0000_0000_0001] {
      XCTAssertEqual(key { $0.add(Double(bitPattern: pattern)) }, "d2f7c725fd3c83a3dca791665dfc02f4")
    }
  }

  func testContentIsTheFirstEightBytes() {
    var hasher = FieldHasher()
    hasher.add(1.5)
    XCTAssertEqual(hasher.content, 0x668d_0b14_b3db_da62)
  }

  func testAnUninitialisedHasherIsRecognised() {
    XCTAssertTrue(FieldHasher().isStarted)
    XCTAssertFalse(unsafeBitCast((0, 0, 0, 0, 0, 0, 0, 0), to: FieldHasher.self).isStarted)
  }

  func testKeysAreBytesAsTheyAreOrHashed() {
    let bytes = [UInt8](0..<17)
    bytes.withUnsafeBytes {
      XCTAssertEqual(hex(Key(bytes: $0.baseAddress! + 1, count: 16)), "0102030405060708090a0b0c0d0e0f10")
      XCTAssertEqual(hex(Key(bytes: $0.baseAddress!, count: 17)), "bb66f56cbbf892d3bb121e6a93d12801")
    }
    XCTAssertEqual(hex(Key(0x0102_0304_0506_0708)), "08070605040302010000000000000000")
  }

  private let counting = Key(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)
}
