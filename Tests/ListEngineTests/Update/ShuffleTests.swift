// Updates longer than the walk's windows, leaves and lookahead: shuffles, reversals, rotations, blocks.

import XCTest

@testable import ListEngine

final class ShuffleTests: XCTestCase {
  private let start = (1...700).map { Item($0, content: 1) }

  private func check(
    _ name: String, _ after: [Item], leafCapacity: Int = 16, _ layout: Layout = .plain
  ) {
    do {
      var checked = try CheckedList(leafCapacity: leafCapacity)
      try checked.set([Part(1, Array(start[..<300])), Part(2, Array(start[300...]))], layout)
      try checked.set([Part(1, after)], layout)
      try checked.set([Part(2, start), Part(1, [])], layout)
      try checked.set([Part(2, after), Part(1, [])], layout)
      try checked.set([Part(2, [])], layout)
      try checked.set([Part(2, after)], layout)
    } catch {
      XCTFail("\(name): \(error)".prefix(2000).description)
    }
  }

  func testShuffles() {
    for seed: UInt64 in 1...4 {
      var random = SeededGenerator(seed: seed)
      check("shuffle, seed \(seed)", start.shuffled(using: &random))
      var some = start
      for at in stride(from: 0, to: 700, by: 100) { some[at..<at + 70].shuffle(using: &random) }
      check("stretches shuffled, seed \(seed)", some, leafCapacity: 256)
      for _ in 0..<20 {
        some.swapAt(Int.random(in: 0..<700, using: &random), Int.random(in: 0..<700, using: &random))
      }
      check("swaps, seed \(seed)", some)
    }
  }

  /// Beyond the walk's patience: long ranges are left open for the join, and the walk continues behind them.
  func testLongShuffles() {
    let seed: UInt64 = 1
    var random = SeededGenerator(seed: seed)
    let start = (1...3000).map { Item($0, content: 1) }
    var some = start
    some[500..<2300].shuffle(using: &random)
    let fresh = (10_001...11_500).map { Item($0, content: 2) }
    let cases: [(String, [Item])] = [
      ("all", start.shuffled(using: &random)), ("the middle", some),
      ("half of it new", (start[1500...] + fresh).shuffled(using: &random)),
      ("nearly all of it new", (start[..<40] + fresh).shuffled(using: &random)),
      ("all of it new", fresh),
      ("new in the middle", Array(start[..<1000] + fresh + start[1000...])),
      ("few of many", Array(start.shuffled(using: &random)[..<100])),
    ]
    for (name, after) in cases {
      do {
        for policy in [Duplicates.refuse, Duplicates.scope] {
          var options = ListOptions()
          options.duplicates = policy
          var checked = try CheckedList(options, leafCapacity: 256)
          for layout in [Layout.plain, Layout()] {
            try checked.set([Part(1, Array(start[..<1200])), Part(2, Array(start[1200...]))], layout)
            if policy == Duplicates.scope { try checked.setItems(of: 1, after, layout) }
            try checked.set([Part(2, after)], layout)
          }
        }
      } catch {
        XCTFail("\(name), seed \(seed): \(error)".prefix(2000).description)
      }
    }
  }

  /// The filter for new items has no more bits than a fingerprint, however long the list is.
  func testAFilterHasNoMoreBitsThanAFingerprint() {
    XCTAssertLessThanOrEqual(NewItemFilter.bits(for: ListOptions.mostItems), 32)
    XCTAssertGreaterThanOrEqual(1 << NewItemFilter.bits(for: 1_000_000), 64 * 1_000_000)
  }

  /// So many new items that they are partitioned: the first of several duplicates is reported.
  func testTheFirstDuplicateAmongManyIsReported() throws {
    for (duplicates, older) in [
      ([(2500, 20), (2999, 2998)], 0), ([(1100, 1), (1099, 1098), (2000, 3)], 0), ([(1500, 7)], 40),
    ] {
      var after = (1...3000).map { Item($0) }
      for (at, from) in duplicates { after[at] = after[from] }
      var checked = try CheckedList(leafCapacity: 256)
      try checked.set([Part(1, Array(after[..<older]))], .plain)
      do {
        try checked.set([Part(1, after)], .plain)
        XCTFail("\(duplicates) are taken")
      } catch let refusal as Refusal {
        let first = duplicates.min { $0.0 < $1.0 }!
        XCTAssertEqual(refusal.detail.position?.item, UInt32(first.0), "\(duplicates)")
        XCTAssertEqual(refusal.detail.other?.item, UInt32(first.1), "\(duplicates)")
      }
      try checked.checkState()
    }
  }

  func testReversals() {
    check("all", start.reversed())
    for (from, length) in [(0, 2), (100, 3), (100, 13), (290, 20), (300, 65), (1, 300), (400, 300)] {
      var after = start
      after[from..<from + length].reverse()
      check("\(from) + \(length)", after)
    }
  }

  func testRotationsAndBlockMoves() {
    for by in [1, 2, 12, 13, 64, 65, 257, 350] {
      check("rotated by \(by)", Array(start[by...] + start[..<by]))
      for (from, to) in [(0, 700 - by), (100, 400), (400, 100)] where from + by <= 700 {
        var after = start
        let block = after[from..<from + by]
        after.removeSubrange(from..<from + by)
        after.insert(contentsOf: block, at: min(to, after.count))
        check("\(by) from \(from) to \(to)", after, leafCapacity: by % 2 == 0 ? 16 : 256)
      }
    }
  }

  func testLongInsertsDeletesAndReplacements() {
    for length in [1, 12, 13, 25, 65, 256, 300] {
      let new = (0..<length).map { Item(10_000 + $0) }
      for at in [0, 299, 390] {
        var inserted = start
        inserted.insert(contentsOf: new, at: at)
        check("inserts \(length) at \(at)", inserted)
        var deleted = start
        deleted.removeSubrange(at..<at + length)
        check("deletes \(length) at \(at)", deleted)
        var replaced = start
        replaced.replaceSubrange(at..<at + length, with: new)
        check("replaces \(length) at \(at)", replaced, leafCapacity: 256)
        replaced.replaceSubrange(at..<at + length, with: new.shuffled() + start[at..<at + length / 2])
        check("replaces more, \(length) at \(at)", replaced)
      }
    }
  }

  func testDuplicatesAnywhereAreRefused() throws {
    for at in [0, 63, 256, 300, 699] {
      for from in [0, 65, 301, 698] {
        for shape in 0..<4 {
          var after = start
          if shape == 1 { after.reverse() }
          if shape == 2 {
            var random = SeededGenerator(seed: UInt64(at * 1000 + from))
            after.shuffle(using: &random)
          }
          if shape == 3 { after = (0..<700).map { Item($0 < 350 ? $0 + 5000 : $0) } }
          after.insert(after[from], at: at)
          var checked = try CheckedList(leafCapacity: 16)
          try checked.set([Part(1, start)], .plain)
          do {
            try checked.set([Part(1, after)], .plain)
            return XCTFail("\(from) again at \(at), shape \(shape), is taken")
          } catch let refusal as Refusal {
            XCTAssertEqual(refusal.kind.code, Refusal.Kind.duplicate.code)
            let places = after.indices.filter { after[$0].name == after[at].name }
            XCTAssertEqual(refusal.detail.key.map { Name($0) }, after[at].name)
            XCTAssertEqual(
              refusal.detail.other?.item, UInt32(places[0]), "\(from) again at \(at), shape \(shape)")
            XCTAssertEqual(
              refusal.detail.position?.item, UInt32(places[1]), "\(from) again at \(at), shape \(shape)")
          }
          try checked.checkState()
          try checked.set([Part(1, Array(after[..<min(at, from)]))], .plain)
        }
      }
    }
  }
}
