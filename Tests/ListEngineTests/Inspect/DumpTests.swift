import XCTest

@testable import ListEngine

final class DumpTests: XCTestCase {
  // MARK: Lists and snapshots

  func testADumpOfAListHasSectionsSupplementariesAndItems() throws {
    let cellClass = try CountedClass()
    let name = String(cString: CellClasses.process.find(cellClass.id)!.name)
    var part = Part(10, [Item(1, content: 0x2a), Item(Name(2), 0, 0x77, cellClass.id)])
    part.supplementaries = [
      PlainSupplementary(kind: 2, index: 0, name: Name(7), content: 1, model: 0, cellClass: 0),
      PlainSupplementary(kind: 16, index: 3, name: Name(8), content: 0, model: 0x99, cellClass: 0),
    ]
    var options = ListOptions()
    options.duplicates = Duplicates.keepLast
    options.dropsEmptySections = true
    let list = List(options)
    part.items[1].level = 1
    _ = try [part, Part(11, [Item(Name(3), 0, 0, 0, 65_535)])].set(list)
    XCTAssertEqual(
      try outputText { try list.dump(to: &$0) },
      """
      list: sections 2, items 3, duplicates last kept, empty sections dropped
      section 0: key \(try Name(10).text), items 2
        footer: key \(try Name(7).text), content 0000000000000001
        kind 16 index 3: key \(try Name(8).text), model
        item 0:0: key \(try Name(1).text), content 000000000000002a
        item 0:1: key \(try Name(2).text), class \(name), level 1, model
      section 1: key \(try Name(11).text), items 1
        item 1:0: key \(try Name(3).text), level 65535

      """)
  }

  func testAnEmptyListIsOneLine() throws {
    let list = List(ListOptions())
    XCTAssertEqual(
      try outputText { try list.dump(to: &$0) }, "list: sections 0, items 0, duplicates refused\n")
  }

  /// Two lists that reached the same state by different updates.
  func testADumpDependsOnTheStateAndNotOnItsHistory() throws {
    var random = SeededGenerator(seed: 11)
    let parts = (0..<4).map { s in
      Part(100 + s, (0..<40).map { Item(s * 40 + $0, content: UInt64.random(in: 0...3, using: &random)) })
    }
    let fresh = List(ListOptions(), leafCapacity: 8, fanOut: 4)
    _ = try parts.set(fresh)
    let old = List(ListOptions(), leafCapacity: 4, fanOut: 5)
    for _ in 0..<5 {
      var items = parts.flatMap { $0.items }.shuffled(using: &random)
      items.removeLast(30)
      _ = try [Part(103, items), Part(7, [])].set(old)
    }
    _ = try parts.set(old)
    let text = try outputText { try old.dump(to: &$0) }
    XCTAssertEqual(text, try outputText { try fresh.dump(to: &$0) })
    XCTAssertEqual(text.split(separator: "\n").count, 1 + 4 + 160)
  }

  private func snapshot(_ duplicates: UInt32, _ sections: [Int], items: [Int]) throws -> Snapshot {
    var options = SnapshotOptions()
    options.duplicates = duplicates
    let snapshot = Snapshot(options, leafCapacity: 4, fanOut: 4)
    try snapshot.insertSections(keys(sections), at: nil)
    for section in sections {
      try items.map { Item($0) }.withColumns(.plain) { try snapshot.append($0, to: Name(section).key) }
    }
    return snapshot
  }

  private func keys(_ numbers: [Int]) throws -> Buffer<Key> {
    var keys = try Buffer<Key>(capacity: numbers.count)
    for number in numbers { keys.push(Name(number).key) }
    return keys
  }

  func testADumpOfASnapshotHasItsMarks() throws {
    let snapshot = try snapshot(Duplicates.scope, [10, 11], items: [1, 2])
    try snapshot.mark(keys([1]), in: Name(10).key, reloads: true)
    try snapshot.mark(keys([1, 2]), in: Name(10).key, reloads: false)
    try snapshot.markSections(keys([11]))
    let expected = """
      snapshot: sections 2, items 4, duplicates scoped
      section 0: key \(try Name(10).text), items 2
        item 0:0: key \(try Name(1).text), to be reloaded
        item 0:1: key \(try Name(2).text), to be reconfigured
      section 1: key \(try Name(11).text), items 2, to be reloaded
        item 1:0: key \(try Name(1).text)
        item 1:1: key \(try Name(2).text)

      """
    XCTAssertEqual(try outputText { try snapshot.dump(to: &$0) }, expected)
    let copy = try snapshot.copy()
    XCTAssertEqual(try outputText { try copy.dump(to: &$0) }, expected)
    try copy.clearMarks()
    XCTAssertFalse(try outputText { try copy.dump(to: &$0) }.contains("to be"))
  }

  /// Building the index drops duplicates, so a dump must not build it.
  func testADumpLeavesDuplicatesAlone() throws {
    let snapshot = try snapshot(Duplicates.keepFirst, [10, 11], items: [1, 2])
    let text = try outputText { try snapshot.dump(to: &$0) }
    XCTAssertTrue(text.hasPrefix("snapshot: sections 2, items 4, duplicates first kept\n"), text)
    XCTAssertEqual(try snapshot.count().items, 4)
  }

  // MARK: Changesets

  func testADumpOfAChangesetHasSummaryAndBatch() throws {
    let changeset = try Example.changeset()
    XCTAssertEqual(
      try outputText { try changeset.dump(to: &$0) },
      """
      changeset: sections 2 -> 2, items 5 -> 5, reload no
      sections: deleted 0, inserted 0, moved 1, updated 0
      items: deleted 1, inserted 1, moved 1, reloaded 0, reconfigured 1
      supplementaries: deleted 0, inserted 0, updated 0
      duplicates: dropped 0, numbered 0
      item delete     0:1
      item move out   1:0 -> 0:1
      section move    1 -> 0
      item move in    1:0 -> 0:1
      item insert     1:2
      item update     1:0 -> 0:1; reconfigured: content differs

      """)
  }

  func testADumpOfAReloadHasItsReasonAndNoBatch() throws {
    var asked = UpdateOptions()
    asked.reloads = true
    var beyond = UpdateOptions()
    beyond.reloadThreshold = 1
    for (options, reason) in [(asked, "asked"), (beyond, "threshold")] {
      let changeset = try Example.changeset(options)
      let lines = try outputText { try changeset.dump(to: &$0) }.split(separator: "\n")
      XCTAssertEqual(lines[0], "changeset: sections 2 -> 2, items 5 -> 5, reload \(reason)")
      XCTAssertEqual(lines.count, 5)
    }
  }

  func testSupplementariesRangesAndMasksAreReported() throws {
    let cellClass = try CountedClass()
    func part(_ supplementaries: [PlainSupplementary], model: UInt, _ items: [Int]) -> Part {
      var part = Part(10, items.map { Item($0) } + [Item(Name(9), 0, model, cellClass.id)])
      part.supplementaries = supplementaries
      return part
    }
    let header = PlainSupplementary(kind: 1, index: 0, name: Name(7), content: 1, model: 0, cellClass: 0)
    let other = PlainSupplementary(kind: 1, index: 0, name: Name(6), content: 2, model: 0, cellClass: 0)
    let badge = PlainSupplementary(kind: 17, index: 2, name: Name(8), content: 0, model: 0, cellClass: 0)
    let list = List(ListOptions())
    _ = try [part([header], model: 0x10, [])].set(list)
    let changeset = try [part([other, badge], model: 0x11, [1, 2, 3])].set(list)!
    let lines = try outputText { try changeset.dump(to: &$0) }.split(separator: "\n").dropFirst(5)
    XCTAssertEqual(
      Array(lines),
      [
        "item insert     0:0 x3",
        "item update     0:0 -> 0:3; reconfigured: model differs (mask 0000000000000001)",
        "supplementary update  0 -> 0, header; reloaded: content differs, key differs",
        "supplementary insert  0, kind 17 index 2",
      ])
  }
}
