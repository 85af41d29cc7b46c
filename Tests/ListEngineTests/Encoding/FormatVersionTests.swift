// The format version of an encoding: the oldest one that has what is in it, so that equal content has equal bytes and
// an older reader reads whatever it can.

import XCTest

@testable import ListEngine

final class FormatVersionTests: XCTestCase {
  private static let versionOffset = 4

  private func element(_ kind: UInt32, _ content: UInt64 = 0) -> Supplementary {
    Supplementary(
      kind: kind, index: 0, key: Key(low: UInt64(kind), high: 0), content: content, model: .null, cellClass: 0
    )
  }

  /// A section with one supplementary of each kind.
  private func snapshot(_ kinds: [UInt32], content: UInt64 = 0) throws -> Snapshot {
    let snapshot = try [Part(1, [Item(1), Item(2)])].snapshot(leafCapacity: 64)
    for kind in kinds { try snapshot.setSupplementary(element(kind, content), of: Name(1).key) }
    return snapshot
  }

  private func sets(_ version: UInt8, in bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[Self.versionOffset] = version
    return bytes.resealed
  }

  func testOnlyPagesNeedTheSecondVersion() throws {
    let cases: [([UInt32], UInt8)] = [
      ([], 1), ([1, 2, 16], 1), ([6], 2), ([7], 2), ([1, 6, 7, 99], 2),
    ]
    for (kinds, version) in cases {
      let bytes = try snapshot(kinds).encoding
      XCTAssertEqual(bytes[Self.versionOffset], version, "\(kinds)")
      let decoded = try bytes.snapshot()
      XCTAssertEqual(try decoded.encoding, bytes, "\(kinds)")
      for other in UInt8(0)...4 where other != version {
        XCTAssertTrue(
          try isRefused([.format]) { _ = try self.sets(other, in: bytes).snapshot() }, "\(kinds), \(other)")
      }
    }
  }

  /// Changes of pages, and pages in a payload, need it as well.
  func testChangesetsOfPagesNeedTheSecondVersion() throws {
    let cases: [([UInt32], [UInt32], UInt8)] = [
      ([1], [1, 2], 1), ([], [6], 2), ([7], [], 2), ([6, 7], [6, 7], 2), ([1], [1], 1),
    ]
    var options = UpdateOptions()
    options.keepsPayload = true
    for (before, after, version) in cases {
      let changeset = try Changeset.between(
        snapshot(before, content: 1), snapshot(after, content: 2), options)
      let bytes = try changeset.encoding
      XCTAssertEqual(bytes[Self.versionOffset], version, "\(before) to \(after)")
      XCTAssertEqual(try bytes.changeset().encoding, bytes, "\(before) to \(after)")
      for other in UInt8(1)...2 where other != version {
        XCTAssertTrue(
          try isRefused([.format]) { _ = try self.sets(other, in: bytes).changeset() },
          "\(before) to \(after)")
      }
    }
  }
}
