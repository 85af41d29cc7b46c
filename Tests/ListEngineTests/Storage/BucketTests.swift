import XCTest

@testable import ListEngine

final class BucketTests: XCTestCase {
  private let fingerprints: [Fingerprint] = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff]

  func testAnEntryHasItsPartsAndIsNotFree() {
    XCTAssertTrue(Bucket.free.isFree)
    for fingerprint in fingerprints {
      for number: UInt32 in [0, 1, 0x7fff_ffff, 0x8000_0000, .max - 1] {
        let bucket = Bucket(fingerprint, number)
        XCTAssertFalse(bucket.isFree)
        XCTAssertEqual(bucket.fingerprint, fingerprint)
        XCTAssertEqual(bucket.number, number)
        XCTAssertTrue(bucket == Bucket(fingerprint, number))
        XCTAssertFalse(bucket == Bucket(Fingerprint(fingerprint.raw ^ 1), number))
        XCTAssertFalse(bucket == Bucket(fingerprint, number ^ 1))
      }
    }
  }

  func testHomesAscendWithTheFingerprintOverTheWholeTable() {
    for capacity in [1, 2, 3, 8, 1000, 1 << 20, (1 << 31) - 1] {
      let homes = fingerprints.map { Bucket.home(of: $0, capacity) }
      XCTAssertEqual(homes, homes.sorted())
      XCTAssertEqual(homes.first, 0)
      XCTAssertEqual(homes.last, capacity - 1)
    }
  }
}
