import XCTest

@testable import ListEngine

final class ExplanationTests: XCTestCase {
  private func explain(
    _ changeset: borrowing Changeset, _ section: UInt32, _ item: UInt32, _ side: Side
  ) throws -> String {
    try outputText { try changeset.explain(Position(section: section, item: item), from: side, to: &$0) }
  }

  func testTheExampleItemByItem() throws {
    let changeset = try Example.changeset()
    let stays = "; its section moved 1 -> 0"
    XCTAssertEqual(try explain(changeset, 0, 0, .before), "unchanged 0:0 -> 1:0")
    XCTAssertEqual(try explain(changeset, 0, 1, .before), "deleted at 0:1")
    XCTAssertEqual(try explain(changeset, 0, 2, .before), "unchanged 0:2 -> 1:1")
    XCTAssertEqual(try explain(changeset, 1, 1, .before), "unchanged 1:1 -> 0:0" + stays)
    XCTAssertEqual(try explain(changeset, 0, 0, .after), "unchanged 1:1 -> 0:0" + stays)
    XCTAssertEqual(try explain(changeset, 1, 2, .after), "inserted at 1:2")
    for (section, item, side) in [(1, 0, Side.before), (0, 1, .after)] {
      XCTAssertEqual(
        try explain(changeset, UInt32(section), UInt32(item), side),
        "moved 1:0 -> 0:1; reconfigured: content differs")
    }
  }

  func testSectionsAreExplainedToo() throws {
    let changeset = try Example.changeset()
    XCTAssertEqual(try explain(changeset, 0, noIndex, .before), "section unchanged 0 -> 1")
    XCTAssertEqual(try explain(changeset, 0, noIndex, .after), "section moved 1 -> 0")
    let list = List(ListOptions())
    var old = Part(11, [])
    old.supplementaries = [
      PlainSupplementary(kind: 1, index: 0, name: Name(7), content: 1, model: 0, cellClass: 0)
    ]
    _ = try [Part(10, []), old].set(list)
    var new = old
    new.supplementaries[0].content = 2
    new.supplementaries.append(
      PlainSupplementary(kind: 2, index: 0, name: Name(7), content: 1, model: 0, cellClass: 0))
    let second = try [new, Part(12, [])].set(list)!
    XCTAssertEqual(try explain(second, 0, noIndex, .before), "section deleted at 0")
    XCTAssertEqual(try explain(second, 1, noIndex, .after), "section inserted at 1")
    XCTAssertEqual(
      try explain(second, 0, noIndex, .after),
      "section kept 1 -> 0; header reconfigured: content differs; footer inserted")
  }

  func testPositionsOutOfRangeAreRefused() throws {
    let changeset = try Example.changeset()
    for (section, item) in [(0, 3), (2, 0), (2, noIndex), (noIndex, noIndex), (noIndex, 0), (0, noIndex - 1)]
    {
      XCTAssertThrowsError(try explain(changeset, section, item, .before)) {
        XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.range.code)
      }
    }
  }

  func testAReloadOfEverythingIsExplained() throws {
    var options = UpdateOptions()
    options.reloads = true
    let changeset = try Example.changeset(options)
    XCTAssertEqual(
      try explain(changeset, 0, 1, .before), "deleted at 0:1; everything is to be reloaded")
  }

  /// For any two lists, the explanations of an item from both sides agree with each other and with the map.
  func testBothSidesHaveTheSameExplanation() throws {
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      func content() -> Content {
        var items = (0..<30).shuffled(using: &random).prefix(Int.random(in: 0...30, using: &random)).map {
          Item($0, content: UInt64.random(in: 1...2, using: &random))
        }
        return (0..<3).shuffled(using: &random).map { section in
          let part = Part(100 + section, Array(items.prefix(8)))
          items.removeFirst(min(8, items.count))
          return part
        }
      }
      let list = List(ListOptions(), leafCapacity: 4, fanOut: 4)
      let before = content()
      let after = content()
      _ = try before.set(list, .plain)
      let changeset = try after.set(list, .plain)!
      for (s, part) in before.enumerated() {
        for i in part.items.indices {
          let position = Position(section: UInt32(s), item: UInt32(i))
          let text = try explain(changeset, position.section, position.item, .before)
          guard let other = try? changeset.position(of: position, from: .before) else {
            XCTAssertEqual(text, "deleted at \(s):\(i)", "seed \(seed)")
            continue
          }
          XCTAssertTrue(
            text.contains(" \(s):\(i) -> \(other.section):\(other.item)"), "\(text), seed \(seed)")
          XCTAssertEqual(text, try explain(changeset, other.section, other.item, .after), "seed \(seed)")
          let new = after[Int(other.section)].items[Int(other.item)]
          XCTAssertEqual(text.contains("content differs"), new != part.items[i], "\(text), seed \(seed)")
        }
      }
    }
  }
}
