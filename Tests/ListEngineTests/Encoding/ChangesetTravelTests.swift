// Decoded changesets equal the originals in every dialect; any other bytes are refused or decode to a valid
// changeset.

import XCTest

@testable import ListEngine

final class ChangesetTravelTests: XCTestCase {
  private func options(threshold: Int = 0) -> UpdateOptions {
    var options = UpdateOptions()
    options.keepsPayload = true
    options.reloadThreshold = threshold
    return options
  }

  /// The changeset of two snapshots; the second one has marks.
  private func changeset(_ seed: UInt64, _ classes: [UInt32], edits count: Int) throws -> Changeset {
    var edits = RandomEdits(seed: seed)
    edits.hasModels = seed % 3 != 0
    edits.classes = classes
    let before = (0..<edits.below(6)).map { _ in edits.part() }
    var after = before
    for _ in 0..<count { edits.change(&after) }
    var policy = SnapshotOptions()
    if seed % 4 == 0 { policy.duplicates = Duplicates.scope }
    let old = try before.snapshot(policy)
    let new = try after.snapshot(policy)
    for part in after where edits.isOdds(4) {
      if edits.isOdds(3) { try new.markSections([part.name].keys()) }
      let names: [Name] = part.items.map { $0.name }.filter { _ in edits.isOdds(3) }
      try new.mark(names.keys(), in: part.name.key, reloads: edits.isOdds(2))
    }
    return try Changeset.between(old, new, options(threshold: seed % 7 == 0 ? 3 : 0))
  }

  private func same(_ a: Change, _ b: Change) -> Bool {
    a.kind == b.kind && a.flags == b.flags && a.beforeSection == b.beforeSection
      && a.beforeItem == b.beforeItem && a.afterSection == b.afterSection && a.afterItem == b.afterItem
      && a.count == b.count
      && a.supplementaryKind == b.supplementaryKind && a.supplementaryIndex == b.supplementaryIndex
      && a.mask == b.mask
  }

  private func expectSame<T>(_ what: String, _ a: Borrowed<T>, _ b: Borrowed<T>, _ same: (T, T) -> Bool)
    throws
  {
    try expect(a.count == b.count, "\(what): \(b.count), not \(a.count)")
    for i in 0..<a.count { try expect(same(a[i], b[i]), "\(what) \(i): \(b[i]), not \(a[i])") }
  }

  private func expectSame(_ before: borrowing Changeset, _ after: borrowing Changeset) throws {
    let decoded = try outputText { try before.dump(to: &$0) }
    let original = try outputText { try after.dump(to: &$0) }
    try expect(decoded == original, "original \(original), not \(decoded)")
    try expectSame("batch", before.batch(), after.batch(), same)
    try expectSame("steps", before.steps(), after.steps(), same)
    for updates in [false, true] {
      try expectSame("splices", before.splices(updates: updates), after.splices(updates: updates)) {
        $0.position == $1.position && $0.removed == $1.removed && $0.added == $1.added
      }
    }
    for side in [Side.before, Side.after] {
      try expectSame("map", before.counterparts(from: side), after.counterparts(from: side)) { $0 == $1 }
    }
  }

  func testDecodedEqualsEncoded() throws {
    let classes = [0, try CountedClass().id, try CountedClass().id]
    for seed: UInt64 in 1...300 {
      do {
        let start = Memory.held
        try {
          let before = try changeset(seed, classes, edits: 1 + Int(seed) / 20)
          let bytes = try before.encoding
          let after = try bytes.changeset()
          try expectSame(before, after)
          try expect(try after.encoding == bytes, "encoded again it has other bytes")
        }()
        try expect(Memory.held == start, "\(Memory.held - start) bytes are left")
      } catch {
        return XCTFail("seed \(seed): \(error)")
      }
    }
  }

  /// Independent of how the list was set (whole or one section) and of its leaves.
  func testBytesDependOnTheContentOnly() throws {
    for seed: UInt64 in 1...40 {
      var edits = RandomEdits(seed: seed)
      let before = [edits.part(), edits.part(), edits.part()]
      var after = before
      let place = edits.below(3)
      var one = [after[place]]
      for _ in 0..<3 { edits.change(&one) }
      let others = Set(before.flatMap { $0.items.map { $0.name } }).subtracting(
        before[place].items.map { $0.name })
      after[place].items = (one.first?.items ?? []).filter { !others.contains($0.name) }
      var bytes: [[UInt8]] = []
      for (leafCapacity, isWhole) in [(4, true), (64, true), (8, false)] {
        let list = List(ListOptions(), leafCapacity: leafCapacity, fanOut: 4)
        _ = try before.set(list)
        if isWhole {
          let changeset = try after.set(list, Layout(), options())!
          bytes.append(try changeset.encoding)
        } else {
          try after[place].items.withColumns {
            let changeset = try list.setItems(
              ofSection: after[place].name.key, $0, options(), wantsChangeset: true)!
            bytes.append(try changeset.encoding)
          }
        }
      }
      XCTAssertEqual(bytes[0], bytes[1], "seed \(seed)")
      XCTAssertEqual(bytes[0], bytes[2], "seed \(seed)")
    }
  }

  /// Inverses and compositions can be encoded too.
  func testInversesAndCompositionsCanBeEncoded() throws {
    let classes = [0, try CountedClass().id, try CountedClass().id]
    for seed: UInt64 in 1...200 {
      do {
        var edits = RandomEdits(seed: seed)
        edits.hasModels = seed % 3 != 0
        edits.classes = classes
        var content = (0..<1 + edits.below(4)).map { _ in edits.part() }
        var snapshots = [try kept(content)]
        for _ in 0..<2 { snapshots.append(try kept(change(&content, &edits))) }
        let first = try Changeset.between(snapshots[0].snapshot, snapshots[1].snapshot, options())
        let second = try Changeset.between(snapshots[1].snapshot, snapshots[2].snapshot, options())
        let inverse = try first.inverse()
        let both = try first.composed(with: second)
        try expectSame(inverse, inverse.encoding.changeset())
        try expectSame(both, both.encoding.changeset())
        try expect(try both.encoding.changeset().encoding == both.encoding, "other bytes")
        let copy = try snapshots[0].snapshot.copy()
        try copy.apply(both.encoding.changeset())
        try copy.clearMarks()
        try snapshots[2].snapshot.clearMarks()
        try expect(try copy.encoding == snapshots[2].snapshot.encoding, "applied it leads elsewhere")
      } catch {
        return XCTFail("seed \(seed): \(error)")
      }
    }
  }

  private final class Kept {
    let snapshot: Snapshot
    init(_ snapshot: consuming Snapshot) { self.snapshot = snapshot }
  }

  private func kept(_ content: Content) throws -> Kept { Kept(try content.snapshot()) }

  private func change(_ content: inout Content, _ edits: inout RandomEdits) -> Content {
    for _ in 0..<4 { edits.change(&content) }
    return content
  }

  func testOneWithoutPayloadIsRefused() throws {
    let changeset = try Example.changeset()
    XCTAssertTrue(try isRefused([.noPayload]) { _ = try changeset.encoding })
  }

  /// A single change takes only its own bytes and those of the sections.
  func testWhatDidNotChangeTakesNoBytes() throws {
    let list = List(ListOptions())
    var content = [Part(100, (0..<10_000).map { Item($0, content: 1) })]
    _ = try content.set(list, .plain)
    content[0].items[5000].content = 2
    let changeset = try content.set(list, .plain, options())!
    // Header, flags and duplicates, section and its partner, one run, one update, its key and contents.
    XCTAssertEqual(try changeset.encoding.count, 32 + 3 + 23 + 5 + 7 + 16 + 18 + 2)
  }

  // MARK: Refusals

  private func examples() throws -> [[UInt8]] {
    let classes = [0, try CountedClass().id]
    return [
      try Example.changeset(options()).encoding, try changeset(2, classes, edits: 3).encoding,
      try changeset(4, classes, edits: 5).encoding, try changeset(7, classes, edits: 9).encoding,
      try changeset(11, classes, edits: 12).encoding, try changeset(13, classes, edits: 12).encoding,
    ]
  }

  func testDamageIsFound() throws {
    for bytes in try examples() {
      try expectDamageIsFound(in: bytes) { _ = try $0.changeset() }
      XCTAssertTrue(try isRefused([.format]) { _ = try bytes.snapshot() })
    }
  }

  /// The reasons of an update must agree with its supplementaries.
  func testASupplementaryThatDiffersFromItsReasonsIsRefused() throws {
    func content(_ content: UInt64) -> Content {
      var part = Part(100, [Item(1)])
      part.supplementaries = [
        PlainSupplementary(kind: 1, index: 0, name: Name(9), content: content, model: 0, cellClass: 0)
      ]
      return [part]
    }
    let bytes = try Changeset.between(content(1).snapshot(), content(2).snapshot(), options()).encoding
    let encodedFlags = UInt8(ChangeFlags.reconfigure | ChangeFlags.byContent)
    // One change: in the first section the header is updated; then flags and the complement of the mask.
    let places = (0..<bytes.count).filter { bytes[$0...].starts(with: [1, 0, 1, 0, 2, encodedFlags, 0]) }
    XCTAssertEqual(places.count, 1)
    XCTAssertFalse(try isRefused([]) { _ = try bytes.changeset() })
    func areRefused(_ flags: UInt32) throws -> Bool {
      var changed = bytes
      changed[places[0] + 5] = UInt8(flags | ChangeFlags.reconfigure)
      return try isRefused([.format]) { _ = try changed.resealed.changeset() }
    }
    XCTAssertTrue(try areRefused(ChangeFlags.byEqual))
    XCTAssertFalse(try areRefused(ChangeFlags.byEqual | ChangeFlags.byContent))
    // A supplementary has no mark of its own: the section's mark is a reload.
    XCTAssertTrue(try areRefused(ChangeFlags.byMark | ChangeFlags.byContent))
  }

  /// With a valid checksum, every accepted changeset can be used and encoded again.
  func testEveryAcceptedChangesetIsValid() throws {
    var random = SeededGenerator(seed: 1)
    var taken = 0
    for bytes in try examples() {
      for at in Envelope.namesOffset..<bytes.count {
        for _ in 0..<2 {
          var changed = bytes
          changed[at] = .random(in: 0...(Bool.random(using: &random) ? 255 : 4), using: &random)
          if Bool.random(using: &random) {
            changed[.random(in: 32..<bytes.count, using: &random)] = .random(in: 0...4, using: &random)
          }
          changed = changed.resealed
          let isRefused = try isRefused([.format, .notFound]) {
            let changeset = try changed.changeset()
            try expect(try changeset.encoding == changed, "encoded again it has other bytes")
            let isLarge = changeset.correspondence.beforeCount + changeset.correspondence.afterCount > 5_000
            if isLarge { return }
            if changeset.reload == Reload.no {
              try BatchVerifier.check(changeset.correspondence.batch(), of: changeset.correspondence)
            }
            _ = try changeset.steps()
            _ = try changeset.splices(updates: true)
            _ = try changeset.counterparts(from: .before)
          }
          if !isRefused { taken += 1 }
        }
      }
    }
    XCTAssertGreaterThan(taken, 300)
  }

  func testEveryAllocationMayFail() throws {
    let memory = FailingMemory()
    let classes = [0, try CountedClass().id]
    for seed: UInt64 in [2, 4, 11] {
      let before = try changeset(seed, classes, edits: 12)
      let bytes = try before.encoding
      try memory.failEach(of: "seed \(seed)", least: 20) {
        _ = try before.encoding
        _ = try bytes.changeset()
      }
    }
  }
}
