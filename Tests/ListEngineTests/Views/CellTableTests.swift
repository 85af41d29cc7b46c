// The cells of a view beside a dictionary: numbers, pools, and which cell shows what.

import XCTest

@testable import ListEngine

final class CellTableTests: XCTestCase {
  /// Chains and an index, as sets.
  private struct PlainCells {
    /// By number: the item that it is bound to, and its class.
    var bound: [UInt32: (item: UInt64, cellClass: UInt32)] = [:]
    /// By class, the last one last.
    var pools: [UInt32: [UInt32]] = [:]
    /// Those that are displayed, and by class the most at once.
    var displayed: Set<UInt32> = []
    var mostDisplayed: [UInt32: Int] = [:]

    var numbers: Set<UInt32> { Set(bound.keys).union(pools.values.joined()) }

    var lowestFree: UInt32 { (0...).first { !numbers.contains($0) }! }
  }

  private func content(_ item: UInt64) -> CellContent {
    var content = CellContent()
    content.name = ElementName(item: item)
    return content
  }

  /// A new cell has the lowest free number, a pool gives the cell that came last and keeps as many as its limit says, or
  /// as were displayed at once; and what is bound is found by what it is bound to, and by nothing else.
  func testNumbersPoolsAndFindingEqualThoseOfPlainSets() throws {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      var cells = CellTable()
      var plain = PlainCells()
      let limit = UInt32.random(in: 0...4, using: &random)
      for _ in 0..<150 {
        if let (number, each) = plain.bound.randomElement(using: &random) {
          toggleDisplay(number, each.cellClass, &cells, &plain)
        }
        let item = UInt64.random(in: 1...30, using: &random) << 32
        if let (number, _) = plain.bound.first(where: { $0.value.item == item }) {
          XCTAssertEqual(cells.find(ElementName(item: item)), number, "seed \(seed)")
          unbind(number, limit, &cells, &plain)
        } else {
          // One class alone is displayed more than eight times at once.
          let cellClass = limit == 0 ? 0 : UInt32.random(in: 0...3, using: &random)
          try bind(item, cellClass, &cells, &plain, seed)
        }
        for each in UInt64(1)...30 {
          let shown = plain.bound.first { $0.value.item == each << 32 }?.key
          XCTAssertEqual(cells.find(ElementName(item: each << 32)), shown, "seed \(seed)")
        }
      }
    }
  }

  private func bind(
    _ item: UInt64, _ cellClass: UInt32, _ cells: inout CellTable, _ plain: inout PlainCells, _ seed: UInt64
  ) throws {
    try cells.reserve(extra: 1)
    var number = cells.takePooled(cellClass)
    if let pooled = plain.pools[cellClass]?.popLast() {
      XCTAssertEqual(number, pooled, "seed \(seed)")
    } else {
      XCTAssertNil(number, "seed \(seed)")
      number = cells.make(cellClass)
      XCTAssertEqual(number, plain.lowestFree, "seed \(seed)")
    }
    cells.bind(number!, to: content(item))
    plain.bound[number!] = (item, cellClass)
  }

  private func toggleDisplay(
    _ number: UInt32, _ cellClass: UInt32, _ cells: inout CellTable, _ plain: inout PlainCells
  ) {
    if plain.displayed.remove(number) != nil { return cells.endDisplay(number) }
    cells.beginDisplay(number)
    plain.displayed.insert(number)
    let count = plain.displayed.count { plain.bound[$0]?.cellClass == cellClass }
    plain.mostDisplayed[cellClass] = max(plain.mostDisplayed[cellClass, default: 0], count)
  }

  private func unbind(
    _ number: UInt32, _ limit: UInt32, _ cells: inout CellTable, _ plain: inout PlainCells
  ) {
    if plain.displayed.remove(number) != nil { cells.endDisplay(number) }
    cells.unbind(number)
    let cellClass = plain.bound.removeValue(forKey: number)!.cellClass
    let most = limit == 0 ? max(8, plain.mostDisplayed[cellClass, default: 0]) : Int(limit)
    let hasRoom = plain.pools[cellClass, default: []].count < most
    XCTAssertEqual(cells.putIntoPool(number, limit: limit), hasRoom)
    if hasRoom { plain.pools[cellClass, default: []].append(number) } else { cells.free(number) }
  }

  /// While an element is reloaded two cells show it; the new one is found.
  func testTheCellThatReplacesAnotherIsFound() throws {
    var cells = CellTable()
    try cells.reserve(extra: 2)
    let old = cells.make(1)
    cells.bind(old, to: content(7))
    let new = cells.make(1)
    cells.unindex(old)
    cells.bind(new, to: content(7))
    XCTAssertEqual(cells.find(ElementName(item: 7)), new)
    cells.unbind(old)
    XCTAssertEqual(cells.find(ElementName(item: 7)), new)
  }
}
