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

    var numbers: Set<UInt32> { Set(bound.keys).union(pools.values.joined()) }

    var lowestFree: UInt32 { (0...).first { !numbers.contains($0) }! }
  }

  private func content(_ item: UInt64) -> CellContent {
    var content = CellContent()
    content.name = CellName(item: item)
    return content
  }

  /// A new cell has the lowest free number, a pool gives the cell that came last, and what is bound is found by what
  /// it is bound to, and by nothing else.
  func testNumbersPoolsAndFindingEqualThoseOfPlainSets() throws {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      var cells = CellTable()
      var plain = PlainCells()
      let limit = UInt32.random(in: 1...4, using: &random)
      for _ in 0..<150 {
        let item = UInt64.random(in: 1...30, using: &random) << 32
        if let (number, _) = plain.bound.first(where: { $0.value.item == item }) {
          XCTAssertEqual(cells.find(CellName(item: item)), number, "seed \(seed)")
          unbind(number, limit, &cells, &plain)
        } else {
          try bind(item, UInt32.random(in: 0...3, using: &random), &cells, &plain, seed)
        }
        for each in UInt64(1)...30 {
          let shown = plain.bound.first { $0.value.item == each << 32 }?.key
          XCTAssertEqual(cells.find(CellName(item: each << 32)), shown, "seed \(seed)")
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

  private func unbind(
    _ number: UInt32, _ limit: UInt32, _ cells: inout CellTable, _ plain: inout PlainCells
  ) {
    cells.unbind(number)
    let cellClass = plain.bound.removeValue(forKey: number)!.cellClass
    let hasRoom = plain.pools[cellClass, default: []].count < limit
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
    XCTAssertEqual(cells.find(CellName(item: 7)), new)
    cells.unbind(old)
    XCTAssertEqual(cells.find(CellName(item: 7)), new)
  }
}
