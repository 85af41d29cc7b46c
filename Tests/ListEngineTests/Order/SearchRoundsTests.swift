// Each item is searched for once, between items of earlier rounds.

import XCTest

@testable import ListEngine

final class SearchRoundsTests: XCTestCase {
  func testEachItemComesOnceBetweenThoseOfEarlierRounds() {
    for count in 0...300 {
      var rounds = SearchRounds(count)
      var found = Set<Int>()
      var ofRound = Set<Int>()
      while !rounds.isOver {
        let stride = rounds.stride
        guard let item = rounds.next() else {
          found.formUnion(ofRound)
          ofRound = []
          continue
        }
        XCTAssert(ofRound.insert(item).inserted && !found.contains(item))
        for neighbour in [item - stride, item + stride] where (0..<count).contains(neighbour) {
          XCTAssert(found.contains(neighbour))
        }
        // None of an earlier round is nearer.
        XCTAssert(found.isDisjoint(with: max(0, item - stride + 1)..<item + stride))
      }
      XCTAssertEqual(found.union(ofRound), Set(0..<count))
    }
  }
}
