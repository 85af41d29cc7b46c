// Levels and children by example; random ones are in EditTests, whose scripts insert children too.

import XCTest

@testable import ListEngine

final class ChildrenTests: XCTestCase {
  /// One section whose items have these levels; item n has the key n.
  private func list(_ levels: [UInt16], leafCapacity: Int = 4) throws -> List {
    let list = List(ListOptions(), leafCapacity: leafCapacity, fanOut: 4)
    let items = levels.enumerated().map { Item(Name($0), 0, 0, 0, $1) }
    _ = try [Part(900, items), Part(901, [Item(Name(800), 0, 0, 0, 9)])].set(list)
    return list
  }

  private func insert(_ items: [Item], below parent: Int, at index: Int, in list: borrowing List) throws {
    let edit = try list.beginEdit()
    let section = try list.section(at: 0)
    do {
      try items.withColumns(Layout(hasLevels: items.contains { $0.level != 0 })) {
        try list.putItems(edit, $0, .child(index, of: list.item(at: parent, inSection: section)))
      }
    } catch {
      try list.abandonEdit(edit)
      throw error
    }
    _ = try list.commitEdit(edit, UpdateOptions(), wantsChangeset: false)
  }

  /// The keys and levels of the first section.
  private func shown(_ list: borrowing List) -> [[Int]] {
    list.state.value.arrangement.content[0].items.map { [Int($0.name.low), Int($0.level)] }
  }

  func testAChildGoesBeforeTheOneWithItsIndex() throws {
    // 0[1 2[3] 4] 5[6[7] 8]: 6 has level 3 and 8 has level 2, both are children of 5.
    let levels: [UInt16] = [0, 1, 1, 2, 1, 0, 3, 4, 2]
    let places: [Int: [Int]] = [
      0: [1, 2, 4, 5], 1: [2], 2: [3, 4], 3: [4], 4: [5], 5: [6, 8, 9], 6: [7, 8], 7: [8], 8: [9],
    ]
    for (parent, children) in places {
      for (index, place) in children.enumerated() {
        let list = try list(levels)
        try insert([Item(50), Item(Name(51), 0, 0, 0, 2)], below: parent, at: index, in: list)
        var wanted = levels.enumerated().map { [$0, Int($1)] }
        let level = Int(levels[parent]) + 1
        wanted.insert(contentsOf: [[50, level], [51, level + 2]], at: place)
        XCTAssertEqual(shown(list), wanted, "child \(index) of \(parent)")
      }
      let list = try list(levels)
      for index in [children.count, 1000, Int.min, -2] {
        XCTAssertTrue(
          try isRefused([.range]) { try self.insert([Item(50)], below: parent, at: index, in: list) },
          "child \(index) of \(parent)")
      }
      XCTAssertEqual(shown(list).count, levels.count)
      try insert([Item(50)], below: parent, at: atEnd, in: list)
      XCTAssertEqual(shown(list)[children.last!][0], 50, "the last child of \(parent)")
    }
  }

  func testAListWithoutLevelsGetsChildren() throws {
    let list = List(ListOptions(), leafCapacity: 4, fanOut: 4)
    _ = try [Part(900, (0..<30).map { Item($0) })].set(list, .plain)
    try insert([Item(50)], below: 7, at: 0, in: list)
    try insert([Item(51)], below: 8, at: 0, in: list)
    try insert([Item(52)], below: 7, at: 1, in: list)
    XCTAssertEqual(Array(shown(list)[7..<12]), [[7, 0], [50, 1], [51, 2], [52, 1], [8, 0]])
  }

  func testALevelAboveTheHighestIsRefused() throws {
    let list = try list([0, 65_534, 65_535])
    try insert([Item(50)], below: 1, at: 0, in: list)
    XCTAssertEqual(shown(list), [[0, 0], [1, 65_534], [50, 65_535], [2, 65_535]])
    for (parent, level) in [(3, 0), (1, 1), (0, 65_535)] as [(Int, UInt16)] {
      XCTAssertTrue(
        try isRefused([.argument]) {
          try self.insert([Item(60), Item(Name(61), 0, 0, 0, level)], below: parent, at: 0, in: list)
        }, "level \(level) below \(parent)")
    }
    try insert([Item(Name(61), 0, 0, 0, 65_534)], below: 0, at: 0, in: list)
    XCTAssertEqual(shown(list)[1], [61, 65_535])
    XCTAssertEqual(shown(list).count, 5)
  }

  func testAnotherLevelIsAReconfigure() throws {
    let list = try list([0, 1, 1, 2])
    var options = UpdateOptions()
    options.keepsPayload = true
    let after: [UInt16] = [0, 1, 2, 2]
    let content = [
      Part(900, after.enumerated().map { Item(Name($0), 0, 0, 0, $1) }),
      Part(901, [Item(Name(800), 0, 0, 0, 9)]),
    ]
    let changeset = try content.set(list, Layout(), options)!
    XCTAssertEqual(try changeset.batch().count, 1)
    let change = try changeset.batch()[0]
    XCTAssertEqual(change.flags, ChangeFlags.reconfigure | ChangeFlags.byLevel)
    XCTAssertEqual(change.mask, .max)
    XCTAssertEqual(
      try outputText { try changeset.explain(Position(section: 0, item: 2), from: .after, to: &$0) },
      "kept 0:2 -> 0:2; reconfigured: level differs")
    // There and back is nothing.
    let inverse = try changeset.inverse()
    XCTAssertEqual(try inverse.batch()[0].flags, change.flags)
    XCTAssertEqual(try changeset.composed(with: inverse).batch().count, 0)
    _ = try list.apply(inverse, UpdateOptions(), wantsChangeset: false)
    XCTAssertEqual(shown(list).map { $0[1] }, [0, 1, 1, 2])
  }
}
