// Setting whole lists: small ones exhaustively, larger ones at random. Of those of two sections a fourth is
// checked here, down to the engine's invariants; the boundary program `arrangements` runs all of them.

import XCTest

@testable import ListEngine

final class SetTests: XCTestCase {
  /// All with the smallest leaves, a fourth with larger ones.
  func testPairsOfListsOfUpToFiveItems() throws {
    for leafCapacity in [2, 4] {
      for old in 0...5 {
        for count in 0...5 {
          for (n, sequence) in sequences(of: count, old: old).enumerated()
          where leafCapacity == 2 || n % 4 == old % 4 {
            do {
              var checked = try CheckedList(leafCapacity: leafCapacity)
              try checked.set([Part(0, (0..<old).map { Item($0, content: 1) })], .plain)
              let items = sequence.map { Item($0, content: 1 + UInt64((n >> $0) & 1)) }
              try checked.set([Part(0, items)], .plain)
            } catch {
              return XCTFail("\(error): 0..<\(old) -> \(sequence)")
            }
          }
        }
      }
    }
  }

  func testEveryFourthTwoSectionArrangementOfUpToFourItems() throws {
    let sectionPairs = [[0], [1], [2], [0, 1], [1, 0], [0, 2], [2, 0], [2, 1], [2, 3]]
    for old in 0...4 {
      for count in 0...4 {
        for (n, sequence) in sequences(of: count, old: old).enumerated() where n % 4 == (old + count) % 4 {
          let from = n % (old + 1)
          let to = n / 3 % (count + 1)
          for after in sectionPairs {
            let items = sequence.map { Item($0, content: UInt64($0)) }
            let target =
              after.count == 1
              ? [Part(after[0], items)]
              : [Part(after[0], Array(items[..<to])), Part(after[1], Array(items[to...]))]
            do {
              var checked = try CheckedList(leafCapacity: 2)
              let first = (0..<old).map { Item($0, content: UInt64($0)) }
              try checked.set([Part(0, Array(first[..<from])), Part(1, Array(first[from...]))], .plain)
              try checked.set(target, .plain)
            } catch {
              return XCTFail("\(error): 0..<\(old) at \(from) -> \(target)")
            }
          }
        }
      }
    }
  }

  func testASecondOccurrenceOfAMatchedKeyIsRefused() throws {
    for items in [
      [1, 1], [1, 2, 1], [1, 2, 2], [2, 1, 2], [1, 2, 3, 3], [3, 1, 2, 3], [1, 2, 9, 8, 1],
    ] {
      var checked = try CheckedList(leafCapacity: 2)
      try checked.set([Part(0, [Item(1), Item(2)])], .plain)
      XCTAssertThrowsError(try checked.set([Part(0, items.map { Item($0) })], .plain), "\(items)") {
        XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.duplicate.code, "\($0)")
      }
      try checked.checkState()
    }
  }
}
