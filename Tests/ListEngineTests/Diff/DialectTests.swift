// All dialects: exhaustively for small cases, randomly for larger ones.

import XCTest

@testable import ListEngine

final class DialectTests: XCTestCase {
  /// Adds updates that differ from case to case.
  private func withUpdates(_ plain: Case, _ number: Int) -> Case {
    var given = plain
    for key in 0..<5 {
      let digit = (number / [1, 3, 9, 27, 81][key]) % 3
      if digit == 1 { given.reconfigured.insert(key) }
      if digit == 2 { given.reloaded.insert(key) }
    }
    given.reloadedSections = number % 4 == 1 ? [0] : number % 4 == 2 ? [0, 1] : []
    given.changedSupplementaries = number % 5 == 1 ? [1] : []
    given.splitsRuns = number % 2 == 1
    return given
  }

  private func check(_ check: DialectCheck, _ given: Case) -> Bool {
    do {
      try check.check(given)
      return true
    } catch {
      XCTFail("\(error)")
      return false
    }
  }

  func testEveryPairOfListsOfUpToFiveItems() {
    let plain = DialectCheck()
    let shrunken = DialectCheck(SolveScratch(tails: IncreasingSubsequence(direct: 1, window: 1), longRun: 1))
    let weighed = DialectCheck(SolveScratch(longRun: 0))
    var number = 0
    for old in 0...5 {
      for count in 0...5 {
        for sequence in sequences(of: count, old: old) {
          let given = Case(PlainList([(0, Array(0..<old))]), PlainList([(0, sequence)]))
          for checker in [plain, shrunken, weighed] {
            number += 1
            if !check(checker, withUpdates(given, number)) { return }
          }
        }
      }
    }
    XCTAssertGreaterThan(plain.cases, 3000)
  }

  /// Every seventh of them: Tests/Boundary/programs/arrangements.c runs them all, in release.
  func testEverySeventhTwoSectionArrangementOfUpToFourItems() {
    let share = 7
    let checker = DialectCheck()
    let sectionPairs = [[], [0], [1], [2], [0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1], [2, 3]]
    var number = 0
    for old in 0...4 {
      for count in 0...4 {
        for sequence in sequences(of: count, old: old) {
          for (from, to) in pairs(old, count) {
            for after in sectionPairs {
              let first = Array(0..<from)
              let before = PlainList([(0, first), (1, Array(from..<old))])
              guard let target = split(sequence, to, among: after) else { continue }
              number += 1
              if number % share != 0 { continue }
              if !check(checker, withUpdates(Case(before, target), number)) { return }
              if from == old {
                let one = PlainList([(0, first)])
                if !check(checker, withUpdates(Case(one, target), number)) { return }
              }
            }
          }
        }
      }
    }
    XCTAssertGreaterThan(checker.cases, 50_000 / share)
  }

  private func pairs(_ a: Int, _ b: Int) -> [(Int, Int)] {
    (0...a).flatMap { i in (0...b).map { j in (i, j) } }
  }

  private func split(_ items: [Int], _ at: Int, among sections: [Int]) -> PlainList? {
    switch sections.count {
    case 0: return items.isEmpty ? PlainList([]) : nil
    case 1: return at == items.count ? PlainList([(sections[0], items)]) : nil
    default:
      return PlainList([(sections[0], Array(items[..<at])), (sections[1], Array(items[at...]))])
    }
  }

  /// Each section has one item of its own; every third item moves on to the next section.
  func testEveryPairOfUpToFiveSections() {
    let checker = DialectCheck()
    var number = 0
    for old in 0...5 {
      for count in 0...5 {
        for sequence in sequences(of: count, old: old) {
          let before = PlainList((0..<old).map { ($0, [10 + $0]) })
          var rows = sequence.map { ($0, [10 + $0]) }
          for i in rows.indices where (i + number) % 3 == 0 {
            let item = rows[i].1.removeFirst()
            rows[(i + 1) % rows.count].1.insert(item, at: 0)
          }
          number += 1
          if !check(checker, withUpdates(Case(before, PlainList(rows)), number)) { return }
        }
      }
    }
    XCTAssertGreaterThan(checker.cases, 3000)
  }

  func testFromAndToAnEmptyList() {
    let checker = DialectCheck()
    let full = PlainList([(0, [1, 2]), (1, []), (2, [3])])
    let empty = PlainList([])
    for (before, after) in [(full, empty), (empty, full), (empty, empty), (full, full)] {
      if !check(checker, Case(before, after)) { return }
    }
  }

  func testRandomListsOfSeveralSections() {
    let checker = DialectCheck()
    let shrunken = DialectCheck(SolveScratch(tails: IncreasingSubsequence(direct: 4, window: 2), longRun: 2))
    for seed in 0..<2000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let given = Self.random(&random)
      for checker in [checker, shrunken] {
        do { try checker.check(given) } catch { return XCTFail("seed \(seed): \(error)") }
      }
    }
  }

  /// Sections and items are deleted, inserted, moved and updated, each at its own random rate, so that cases
  /// with few and with many changes both occur.
  private static func random(_ random: inout SeededGenerator) -> Case {
    let sections = Int.random(in: 0...9, using: &random)
    var key = 0
    let before = PlainList(
      (0..<sections).map { section in
        let count = Int.random(in: 0...14, using: &random)
        defer { key += count }
        return (section, Array(key..<key + count))
      })
    let rate = [0, 5, 30, 100][Int.random(in: 0...3, using: &random)]
    func happens(_ random: inout SeededGenerator) -> Bool { Int.random(in: 0..<100, using: &random) < rate }
    var rows = zip(before.sections, before.items).map { ($0, $1) }
    let wild = rate == 100
    rows = rows.filter { _ in wild || !happens(&random) }
    var loose: [Int] = wild ? before.flat : []
    for i in rows.indices {
      var kept: [Int] = []
      for item in rows[i].1 {
        if happens(&random) { loose.append(item) } else { kept.append(item) }
      }
      rows[i].1 = kept
    }
    if wild { loose = before.flat.shuffled(using: &random) }
    while Int.random(in: 0..<100, using: &random) < rate / 2 + 10, rows.count < 12 {
      rows.insert((100 + rows.count + key, []), at: Int.random(in: 0...rows.count, using: &random))
      key += 1
    }
    for _ in 0..<Int.random(in: 0...(rate / 20), using: &random) where rows.count > 1 {
      let row = rows.remove(at: Int.random(in: 0..<rows.count, using: &random))
      rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
    }
    for item in loose where !rows.isEmpty && Int.random(in: 0..<5, using: &random) > 0 {
      let row = Int.random(in: 0..<rows.count, using: &random)
      let place = Int.random(in: 0...rows[row].1.count, using: &random)
      rows[row].1.insert(Bool.random(using: &random) ? item : 10_000 + item, at: place)
    }
    var given = Case(before, PlainList(rows))
    for item in before.flat where happens(&random) { given.reconfigured.insert(item) }
    for item in before.flat where happens(&random) && !wild { given.reloaded.insert(item) }
    for section in 0..<sections where happens(&random) { given.reloadedSections.insert(section) }
    for section in 0..<sections where happens(&random) { given.changedSupplementaries.insert(section) }
    given.splitsRuns = Bool.random(using: &random)
    return given
  }
}
