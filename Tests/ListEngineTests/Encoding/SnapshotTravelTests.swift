// Decoded snapshots equal the originals; any other bytes are refused.

import XCTest

@testable import ListEngine

final class SnapshotTravelTests: XCTestCase {
  private static let policies = [
    Duplicates.refuse, Duplicates.keepFirst, Duplicates.keepLast, Duplicates.number, Duplicates.scope,
  ]

  private func options(_ policy: UInt32) -> SnapshotOptions {
    var options = SnapshotOptions()
    options.duplicates = policy
    return options
  }

  /// A snapshot after random edits, with marks and supplementaries.
  private func snapshot(_ seed: UInt64, _ policy: UInt32, _ classes: [UInt32], steps: Int) throws -> Snapshot
  {
    var random = SnapshotEdits(edits: RandomEdits(seed: seed), items: 200, sections: 5)
    random.edits.hasModels = true
    random.edits.classes = classes
    let snapshot = Snapshot(options(policy), leafCapacity: 8, fanOut: 4)
    var model = SnapshotModel(policy)
    for _ in 0..<steps { try random.edit(snapshot, &model) }
    return snapshot
  }

  private func dump(_ snapshot: borrowing Snapshot) throws -> String {
    try outputText { try snapshot.dump(to: &$0) }.replacingOccurrences(of: ", model", with: "")
  }

  func testDecodedEqualsEncoded() throws {
    let counted = [try CountedClass(), try CountedClass()]
    for policy in Self.policies {
      for seed: UInt64 in 1...60 {
        do {
          let start = Memory.used
          try {
            let classes = [0] + counted.map { $0.id }
            let before = try snapshot(seed, policy, classes, steps: 4 * Int(seed))
            let bytes = try before.encoding
            let after = try bytes.snapshot(options(policy))
            try after.body.value.checkInvariants(isScoped: policy == Duplicates.scope)
            let (decoded, original) = (try dump(before), try dump(after))
            try expect(original == decoded, "\(original) is not \(decoded)")
            try expect(try after.encoding == bytes, "encoded again it has other bytes")
          }()
          try expect(Memory.used == start, "\(Memory.used - start) bytes are left")
        } catch {
          return XCTFail("policy \(policy), seed \(seed): \(error)")
        }
      }
    }
  }

  /// Equal content has equal bytes, independent of its history and its leaves.
  func testBytesDependOnTheContentOnly() throws {
    for seed: UInt64 in 1...20 {
      var edits = RandomEdits(seed: seed)
      let content = (0..<4).map { _ in edits.part() }
      let bytes = try content.snapshot(leafCapacity: 4).encoding
      XCTAssertEqual(try content.snapshot(leafCapacity: 256).encoding, bytes, "seed \(seed)")
      let list = List(ListOptions(), leafCapacity: 8)
      _ = try content.set(list)
      XCTAssertEqual(try list.snapshot().encoding, bytes, "seed \(seed)")
    }
  }

  /// As when the items are appended one after another; duplicates are resolved when the index is built.
  func testDuplicatesAreResolvedByTheOptions() throws {
    let content = [
      Part(100, [1, 2, 1, 3].map { Item($0, content: 1) }), Part(101, [2, 4].map { Item($0, content: 2) }),
    ]
    let bytes = try content.snapshot().encoding
    let dropped = [Duplicates.keepFirst: [1, 2, 3, 4], Duplicates.keepLast: [1, 3, 2, 4]]
    for (policy, numbers) in dropped {
      let snapshot = try bytes.snapshot(options(policy))
      XCTAssertEqual(try snapshot.count().items, 6)
      _ = try snapshot.position(ofItem: Name(4).key, in: nil)
      let items = snapshot.body.value.arrangement.content.flatMap { $0.items }
      XCTAssertEqual(items.map { $0.name }, numbers.map { Name($0) })
    }
    let refusing = try bytes.snapshot()
    XCTAssertThrowsError(try refusing.position(ofItem: Name(4).key, in: nil)) {
      XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.duplicate.code)
    }
    XCTAssertTrue(try isRefused([.scope]) { _ = try bytes.snapshot(options(Duplicates.scope)) })
  }

  /// Two sections with one key, which only a foreign encoder writes.
  func testDuplicateSectionsAreResolvedByTheOptions() throws {
    func supplementary(_ content: UInt64) -> PlainSupplementary {
      PlainSupplementary(kind: 1, index: 0, name: Name(9), content: content, model: 0, cellClass: 0)
    }
    var content = [Part(100, [Item(1)]), Part(101, [Item(2)]), Part(102, [Item(3)])]
    content[0].supplementaries = [supplementary(1)]
    content[2].supplementaries = [supplementary(2)]
    var bytes = try content.snapshot().encoding
    let last = (0..<bytes.count).last { bytes[$0...].starts(with: [102, 0, 0, 0, 0, 0, 0, 0, 0x4b]) }!
    bytes[last] = 100
    bytes = bytes.resealed
    XCTAssertTrue(try isRefused([.duplicate]) { _ = try bytes.snapshot() })
    let first = try bytes.snapshot(options(Duplicates.keepFirst)).body.value.arrangement.content
    XCTAssertEqual(first.map { $0.items }, [[Item(1), Item(3)], [Item(2)]])
    XCTAssertEqual(first[0].supplementaries, [supplementary(1)])
    let second = try bytes.snapshot(options(Duplicates.keepLast)).body.value.arrangement.content
    XCTAssertEqual(second.map { $0.items }, [[Item(2)], [Item(1), Item(3)]])
    XCTAssertEqual(second[1].supplementaries, [supplementary(2)])
    let third = try bytes.snapshot(options(Duplicates.number)).body.value.arrangement.content
    XCTAssertEqual(third.map { $0.items }, [[Item(1)], [Item(2)], [Item(3)]])
  }

  // MARK: Refusals

  private func examples() throws -> [[UInt8]] {
    let classes = [0, try CountedClass().id]
    let examples = [
      try Snapshot(SnapshotOptions()).encoding,
      try [Part(100, [Item(1), Item(2)])].snapshot().encoding,
      try snapshot(3, Duplicates.refuse, classes, steps: 60).encoding,
      try snapshot(5, Duplicates.scope, classes, steps: 150).encoding,
    ]
    XCTAssertGreaterThan(examples.map { $0.count }.max()!, 500)
    return examples
  }

  private func options(of bytes: [UInt8]) -> SnapshotOptions {
    options(bytes[Envelope.length] & 1 != 0 ? Duplicates.scope : Duplicates.refuse)
  }

  func testDamageIsFound() throws {
    for bytes in try examples() {
      let options = options(of: bytes)
      try expectDamageIsFound(in: bytes) { _ = try $0.snapshot(options) }
    }
  }

  /// With a valid checksum, every accepted snapshot is encoded to the same bytes again.
  func testEveryAcceptedSnapshotEncodesToTheSameBytes() throws {
    var random = SeededGenerator(seed: 1)
    for bytes in try examples() {
      for at in Envelope.lengthOffset + 8..<bytes.count {
        for _ in 0..<12 {
          var changed = bytes
          changed[at] = .random(in: 0...255, using: &random)
          if Bool.random(using: &random) { changed[.random(in: 32..<bytes.count, using: &random)] ^= 1 }
          changed = changed.resealed
          let options = options(of: bytes)
          _ = try isRefused([.format, .notFound, .duplicate, .scope]) {
            let snapshot = try changed.snapshot(options)
            // Marks are stored by key, so all duplicates of an item have its mark.
            var memory = Input()
            _ = try snapshot.freeze(indexed: true, reusing: &memory)
            try expect(try snapshot.encoding == changed, "encoded again it has other bytes")
          }
        }
      }
    }
  }

  func testAnUnknownClassIsReported() throws {
    let counted = try CountedClass()
    var bytes = try [Part(100, [Item(Name(1), 0, 0, counted.id)])].snapshot().encoding
    bytes[bytes.count - 1] = UInt8(ascii: "?")
    let refusal = try refusal { _ = try bytes.resealed.snapshot() }
    XCTAssertEqual(refusal?.kind.code, Refusal.Kind.notFound.code)
    XCTAssertEqual(refusal?.kind.word, Refusal.Kind.unknownClass.word)
    let offset = refusal?.detail.value ?? 0
    XCTAssertTrue(String(decoding: bytes[offset...], as: UTF8.self).hasPrefix("counted"))
  }

  func testEveryAllocationMayFail() throws {
    let memory = FailingMemory()
    let counted = try CountedClass()
    let before = try snapshot(5, Duplicates.refuse, [0, counted.id], steps: 80)
    let bytes = try before.encoding
    try memory.failEach(of: "seed 5", least: 20) {
      _ = try before.encoding
      _ = try bytes.snapshot()
    }
    XCTAssertEqual(try before.encoding, bytes)
  }
}
