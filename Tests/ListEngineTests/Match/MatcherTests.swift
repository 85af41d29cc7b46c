// Compares the matcher, by itself, with a dictionary: every item of `after` is in a run or staged, exactly once
// and in order; it is matched with the item of `before` that has its key, and patched if its content differs.

import XCTest

@testable import ListEngine

final class MatcherTests: XCTestCase {
  private let section = Name(1)

  /// The partner in `before` of each item of `after`, as the matcher found it.
  private func partners(_ matcher: borrowing Matcher) throws -> [Int?] {
    var partners: [Int?] = []
    var staged = 0
    func addStaged(before flat: Int, _ matches: borrowing Matches) throws {
      while staged < matches.staged.count && matches.staged.flat(staged) < flat {
        try expect(matches.staged.flat(staged) == partners.count, "staged items follow without a gap")
        partners.append(matches.staged.isNew(staged) ? nil : Int(matches.staged.partner(staged)))
        staged += 1
      }
    }
    for r in 0..<matcher.matches.runs.count {
      let run = matcher.matches.runs[r]
      try addStaged(before: Int(run.after), matcher.matches)
      try expect(Int(run.after) == partners.count, "runs follow without a gap")
      partners += (0..<Int(run.count)).map { Int(run.before) + $0 }
    }
    try addStaged(before: .max, matcher.matches)
    return partners
  }

  /// Matches a list with columns that are its one section.
  private func match(_ list: borrowing List, _ columns: Columns, _ matcher: inout Matcher) throws {
    try matcher.pairing.before.set(list.state.value.arrangement)
    try matcher.pairing.after.set(columns, sections: 1)
    matcher.pairing.after.addSection(section.key, first: 0, supplementaries: nil)
    matcher.pairing.after.endSections()
    try matcher.match(
      index: list.state.value.index, sections: list.state.value.arrangement.sectionIndex,
      numbers: list.state.value.numbers, isScoped: false)
  }

  private func check(_ before: [Item], _ after: [Item], _ layout: Layout, leafCapacity: Int) throws {
    let list = List(ListOptions(), leafCapacity: leafCapacity, fanOut: 4)
    _ = try [Part(1, before)].set(list, .plain)
    var matcher = Matcher()
    let at = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1.name, $0) })
    let hasDuplicate = after.enumerated().contains { i, item in
      at[item.name] != nil && after[..<i].contains { $0.name == item.name }
    }
    try after.withColumns(layout) { columns in
      try match(list, columns, &matcher)
      // Of an item that is new and matched both, the list's index tells.
      try expect(hasDuplicate || !matcher.matches.hasDuplicate, "no duplicate is seen where there is none")
      let read = try matcher.readAfter()
      try expect((0..<read.count).map { Name(read.key($0)) } == after.map { $0.name }, "keys are kept")
      try expect((0..<read.count).map { read.values($0).content } == after.map { $0.content }, "contents")
    }
    if hasDuplicate { return }
    let wanted = after.map { at[$0.name] }
    try expect(partners(matcher) == wanted, "each item is matched with the one of its key")
    try expect(matcher.matches.leftCount == before.count - wanted.compactMap { $0 }.count, "the rest is left")
    let patched = after.indices.filter { i in
      wanted[i].map { before[$0].content != after[i].content } ?? false
    }
    try expect(
      (0..<matcher.matches.patches.count).map { Int(matcher.matches.patches[$0].after) } == patched, "patches"
    )
    for p in 0..<matcher.matches.patches.count {
      let patch = matcher.matches.patches[p]
      try expect(Int(patch.before) == wanted[Int(patch.after)], "a patch names both sides")
      try expect(patch.values.content == after[Int(patch.after)].content, "a patch has the new content")
    }
    var left: [Int] = []
    matcher.matches.forEachUnclaimed(0, before.count) { left.append($0) }
    try expect(left == before.indices.filter { !wanted.contains($0) }, "unclaimed items")
  }

  /// Kept in order, with what the seed decides: other items, ranges and single ones taken out and put back
  /// anywhere, reversed, replaced, also one of each few, updated; sometimes one twice.
  private func changed(_ before: [Item], _ random: inout SeededGenerator) -> [Item] {
    var after = before
    func below(_ count: Int) -> Int { Int.random(in: 0..<max(count, 1), using: &random) }
    for _ in 0..<below(12) {
      let start = below(after.count + 1)
      let range = start..<min(start + below([2, 3, 9, 14, 60][below(5)]), after.count)
      let every = 2 + below(3)
      switch below(9) {
      case 0: after.removeSubrange(range)
      case 1: after.insert(contentsOf: range.map { Item(10_000 + $0 * 7 + below(1000) * 1000) }, at: start)
      case 2: after.replaceSubrange(range, with: range.map { Item(5_000_000 + $0 + below(900) * 1000) })
      case 3:
        let moved = Array(after[range])
        after.removeSubrange(range)
        after.insert(contentsOf: moved, at: below(after.count + 1))
      case 4: after[range].reverse()
      case 5: after[range].shuffle(using: &random)
      case 6: for i in range where i % every == 0 { after[i] = Item(20_000_000 + i + below(900) * 1000) }
      case 7:
        for i in range where i % every == 0 { after[i..<min(i + every, range.upperBound)].reverse() }
      default: for i in range { after[i].content = UInt64(below(3)) }
      }
    }
    var seen: Set<Name> = []
    after = after.filter { seen.insert($0.name).inserted }
    if below(8) == 0, let item = after.randomElement(using: &random) {
      after.insert(item, at: below(after.count))
    }
    return after
  }

  func testMatchesAreThoseOfADictionary() throws {
    for seed: UInt64 in 1...1500 {
      var random = SeededGenerator(seed: seed)
      let count = [0, 1, 5, 40, 300, 900][Int.random(in: 0..<6, using: &random)]
      let before = (0..<count).map { Item($0 + 1, content: UInt64($0 % 3)) }
      let after = changed(before, &random)
      let layout = Layout(hasModels: false, hasClasses: false, hasLevels: false, isInterleaved: seed % 3 == 0)
      do {
        try check(before, after, layout, leafCapacity: [4, 16, 256][Int(seed % 3)])
      } catch { XCTFail("seed \(seed): \(error)") }
    }
  }

  /// Where runs are followed by lookups, what was left open before a run is taken back into it.
  func testARunBeginsWhereItsItemsDo() throws {
    let before = (1...400).map { Item($0) }
    let after = (0..<20).map { Item(900 + $0) } + before[200...] + before[..<200]
    let list = List(ListOptions())
    _ = try [Part(1, before)].set(list, .plain)
    var matcher = Matcher()
    try after.withColumns(.plain) { columns in try match(list, columns, &matcher) }
    XCTAssertEqual(matcher.matches.runs.count, 2)
    XCTAssertEqual(matcher.matches.staged.newCount, 20)
    XCTAssertEqual(matcher.matches.staged.foundCount, 0)
  }
}
