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
      for other in UInt8(0)...5 where other != version {
        XCTAssertTrue(
          try isRefused([.format]) { _ = try self.sets(other, in: bytes).snapshot() }, "\(kinds), \(other)")
      }
    }
  }

  private func levelled(_ levels: [UInt16], _ kinds: [UInt32] = []) throws -> Snapshot {
    let items = levels.enumerated().map { Item(Name($0 + 1), 0, 0, 0, $1) }
    let snapshot = try [Part(1, items)].snapshot(leafCapacity: 64)
    for kind in kinds { try snapshot.setSupplementary(element(kind), of: Name(1).key) }
    return snapshot
  }

  /// A column of levels in which there is none is not encoded.
  func testOnlyLevelsNeedTheThirdVersion() throws {
    let cases: [([UInt16], [UInt32], UInt8)] = [
      ([0, 0], [], 1), ([0, 0], [6], 2), ([0, 1], [], 3), ([3, 0, 65_535], [], 3), ([0, 1], [6], 3),
    ]
    for (levels, kinds, version) in cases {
      let bytes = try levelled(levels, kinds).encoding
      XCTAssertEqual(bytes[Self.versionOffset], version, "\(levels), \(kinds)")
      let decoded = try bytes.snapshot()
      XCTAssertEqual(decoded.content, try levelled(levels, kinds).content, "\(levels), \(kinds)")
      XCTAssertEqual(try decoded.encoding, bytes, "\(levels), \(kinds)")
      for other in UInt8(0)...5 where other != version {
        XCTAssertTrue(
          try isRefused([.format]) { _ = try self.sets(other, in: bytes).snapshot() }, "\(levels), \(other)")
      }
    }
  }

  func testChangesetsOfLevelsNeedTheThirdVersion() throws {
    let cases: [([UInt16], [UInt16], UInt8)] = [
      ([0, 0], [0], 1), ([0, 0], [0, 1], 3), ([0, 2], [0, 0], 3), ([0, 1], [0], 3), ([0], [0, 1], 3),
      // Items that stay as they are, are not in it.
      ([0, 1], [0, 1, 0], 1),
    ]
    var options = UpdateOptions()
    options.keepsPayload = true
    for (before, after, version) in cases {
      let bytes = try Changeset.between(levelled(before), levelled(after), options).encoding
      XCTAssertEqual(bytes[Self.versionOffset], version, "\(before) to \(after)")
      XCTAssertEqual(try bytes.changeset().encoding, bytes, "\(before) to \(after)")
      for other in UInt8(1)...3 where other != version {
        XCTAssertTrue(
          try isRefused([.format]) { _ = try self.sets(other, in: bytes).changeset() },
          "\(before) to \(after)")
      }
    }
  }

  /// In a snapshot of three items, whose levels are the last bytes.
  func testDamagedLevelsAreRefused() throws {
    let bytes = try levelled([0, 2, 2]).encoding
    XCTAssertEqual(Array(bytes.suffix(5)), [4, 0, 1, 2, 2])
    let cases: [([UInt8], Bool)] = [
      ([4, 0, 1, 2, 2], true),
      ([4, 0, 1, 0xff, 0xff, 3, 2], true),
      // One more than the highest level.
      ([4, 0, 1, 0x80, 0x80, 4, 2], false),
      // No level but 0; too few; too many; two spans of one value; an empty one; a number that is too long.
      ([4, 0, 3], false), ([4, 0, 1, 2, 1], false), ([4, 0, 1, 2, 3], false), ([4, 0, 1, 2, 1, 2, 1], false),
      ([4, 0, 1, 2, 2, 1, 0], false), ([4, 0, 1, 0x82, 0, 2], false),
      // A flag of a column that does not exist.
      ([12, 0, 1, 2, 2], false),
    ]
    for (levels, isValid) in cases {
      var other = Array(bytes.dropLast(5)) + levels
      other.put(UInt64(other.count), at: Envelope.namesOffset)
      let refused = try isRefused([.format]) { _ = try other.resealed.snapshot() }
      XCTAssertEqual(refused, !isValid, "\(levels)")
    }
    try expectDamageIsFound(in: bytes) { _ = try $0.snapshot() }
  }

  /// Changesets of derived lists have it, with no difference of their items; it takes a second byte.
  func testChildrenAreAReasonOfTheThirdVersion() throws {
    var options = UpdateOptions()
    options.keepsPayload = true
    let after = try levelled([0, 0])
    try after.mark([Name(2)].keys(), in: nil, reloads: false)
    let marked = try Changeset.between(levelled([0, 0]), after, options).encoding
    // Run 0 0 2, then the update: at 1, 1 item, reconfigured by mark, the whole mask.
    let update = marked.indices.first { Array(marked[$0...].prefix(7)) == [0, 0, 2, 2, 1, 0x22, 0] }! + 5
    for (flags, isValid) in [
      (0x102 as UInt32, true), (0x122, true), (0x101, false), (0x121, true), (0x202, false),
    ] {
      for version in UInt8(1)...3 {
        var bytes = Array(marked[..<update])
        bytes += [UInt8(flags & 127) | 128, UInt8(flags >> 7)]
        // A reload has no mask.
        bytes += marked[(update + (flags & 1 == 0 ? 1 : 2))...]
        bytes.put(UInt64(bytes.count), at: Envelope.namesOffset)
        let sealed = sets(version, in: bytes)
        let refused = try isRefused([.format]) {
          let changeset = try sealed.changeset()
          try expect(try changeset.batch()[0].flags == flags, "flags")
          try expect(try changeset.encoding == sealed, "encoded again")
          try expect(try changeset.inverse().inverse().encoding == sealed, "inverted twice")
        }
        XCTAssertEqual(refused, !isValid || version < 3, "\(flags), version \(version)")
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
      for other in UInt8(1)...3 where other != version {
        XCTAssertTrue(
          try isRefused([.format]) { _ = try self.sets(other, in: bytes).changeset() },
          "\(before) to \(after)")
      }
    }
  }
}
