// Lists of many short sections: each section is matched, built and committed on a short path, disorder is carried
// from section to section, and new sections are indexed once.

import XCTest

@testable import ListEngine

final class ManySectionsTests: XCTestCase {
  private func sections(_ count: Int, of size: Int) -> Content {
    (0..<count).map { section in
      Part(100_000 + section, (0..<size).map { Item(section * size + $0, content: 1) })
    }
  }

  /// One change of a kind that a short path has to notice.
  private func change(_ content: inout Content, _ edits: inout RandomEdits, _ fresh: inout Int) {
    fresh += 1
    let section = edits.below(content.count)
    let other = edits.below(content.count)
    switch edits.below(8) {
    case 0: content.swapAt(section, other)
    case 1: content.remove(at: section)
    case 2: content.insert(Part(200_000 + fresh, [Item(300_000 + fresh)]), at: section)
    case 3: content[section].items.append(Item(300_000 + fresh))
    case 4:
      guard !content[section].items.isEmpty else { return }
      content[section].items[0].content += 1
    case 5:
      guard !content[section].items.isEmpty else { return }
      content[other].items.append(content[section].items.removeLast())
    case 6:
      let items = content[section].items
      content[section].items = content[other].items
      if section != other { content[other].items = items }
    default: content[section].items.reverse()
    }
  }

  func testManySectionsFollowWhatTheyAreSetTo() throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      var edits = RandomEdits(seed: seed)
      var options = ListOptions()
      options.dropsEmptySections = seed % 4 == 0
      options.duplicates = seed % 3 == 0 ? Duplicates.scope : Duplicates.refuse
      var checked = try CheckedList(options)
      var fresh = 0
      var content = sections(60, of: [0, 1, 3, 10][Int(seed % 4)])
      for step in 0..<25 {
        let layout = Layout(
          hasModels: false, hasClasses: false, hasLevels: false, isInterleaved: step % 2 == 0)
        do { try checked.set(content, layout) } catch {
          return XCTFail("seed \(seed) step \(step): \(error)")
        }
        for _ in 0..<[0, 1, 5, 40][edits.below(4)] where content.count > 2 {
          change(&content, &edits, &fresh)
        }
        if edits.isOdds(8) { content.shuffle(using: &edits.random) }
      }
    }
  }

  /// Items are shuffled over all sections, but a part of the sections stays in order.
  func testItemsShuffledOverSectionsAreFound() throws {
    for (size, seed) in [(1, 1), (3, 2), (10, 3), (10, 4), (40, 5)] {
      var random = SeededGenerator(seed: UInt64(seed))
      let content = sections(80, of: size)
      var checked = try CheckedList(leafCapacity: 16)
      try checked.set(content, .plain)
      var items = content[0..<60].flatMap { $0.items }.shuffled(using: &random)
      for i in stride(from: 0, to: items.count, by: 7) { items[i] = Item(500_000 + i) }
      var shuffled = content
      for section in 0..<60 { shuffled[section].items = Array(items[section * size..<(section + 1) * size]) }
      try checked.set(shuffled, .plain)
      try checked.set(Array(shuffled.reversed()), .plain)
      try checked.set(content, .plain)
    }
  }

  /// Where order is lost, the lookups that lead nowhere do not begin again in each section.
  func testDisorderOverSectionsIsNoticedOnce() throws {
    var random = SeededGenerator(seed: 9)
    let content = sections(2000, of: 10)
    let list = List(ListOptions())
    _ = try content.set(list, .plain)
    let items = content.flatMap { $0.items }.shuffled(using: &random)
    var shuffled = content
    for section in 0..<2000 { shuffled[section].items = Array(items[section * 10..<(section + 1) * 10]) }
    var matcher = Matcher()
    try matcher.pairing.before.set(list.state.value.arrangement)
    try items.withColumns(.plain) { columns in
      try matcher.pairing.after.set(columns, sections: 2000)
      for (i, part) in shuffled.enumerated() {
        matcher.pairing.after.addSection(part.name.key, first: 10 * i, supplementaries: nil)
      }
      matcher.pairing.after.endSections()
      try matcher.match(
        index: list.state.value.index, sections: list.state.value.arrangement.sectionIndex,
        numbers: list.state.value.numbers, isScoped: false)
    }
    XCTAssertEqual(matcher.matches.leftCount, 0)
    // Those of the join, and a few of the walk.
    XCTAssertLessThan(matcher.matches.lookups, 20_000 + 100)
  }

  // MARK: Section keys

  /// The first section of `names` whose key an earlier one has, and that one.
  private func duplicate(_ names: [Int]) -> [UInt32]? {
    for (i, name) in names.enumerated() {
      if let first = names[..<i].firstIndex(of: name) { return [UInt32(first), UInt32(i)] }
    }
    return nil
  }

  func testTheFirstDuplicateSectionIsReported() throws {
    var random = SeededGenerator(seed: 4)
    for round in 0..<300 {
      let before = (0..<Int.random(in: 0..<9, using: &random)).shuffled(using: &random)
      let after = (0..<Int.random(in: 1..<9, using: &random)).map { _ in
        Int.random(in: 0..<14, using: &random)
      }
      let list = List(ListOptions())
      _ = try before.map { Part($0, [Item($0)]) }.set(list, .plain)
      var reported: [UInt32]? = nil
      do {
        _ = try after.enumerated().map { Part($1, [Item(100 + $0)]) }.set(list, .plain)
      } catch let refusal as Refusal {
        reported = [refusal.detail.other!.section, refusal.detail.position!.section]
        XCTAssertEqual(
          list.state.value.arrangement.content.map { Int($0.name.low) }, before, "round \(round)")
      }
      XCTAssertEqual(reported, duplicate(after), "\(before) to \(after)")
    }
  }

  /// The index in which the match has put the sections becomes that of the list.
  func testAllSectionsOfALoadAreFound() throws {
    for count in [4095, 4096, 5000] {
      let list = List(ListOptions())
      var content = sections(count, of: 1)
      _ = try content.set(list, .plain, wantsChangeset: false)
      try check(list, content)
      content.removeSubrange(10..<20)
      content.swapAt(0, count - 11)
      content.append(Part(1, [Item(900_000)]))
      _ = try content.set(list, .plain, wantsChangeset: false)
      try check(list, content)
      var twice = content
      twice.append(content[7])
      XCTAssertThrowsError(try { _ = try twice.set(list, .plain, wantsChangeset: false) }())
      try check(list, content)
      // Emptied and filled again.
      _ = try ([] as Content).set(list, .plain, wantsChangeset: false)
      _ = try content.set(list, .plain, wantsChangeset: false)
      try check(list, content)
    }
  }

  private func check(_ list: borrowing List, _ content: Content) throws {
    XCTAssertEqual(list.state.value.arrangement.sectionIndex.count, content.count)
    for (position, part) in content.enumerated() {
      let id = list.state.value.arrangement.section(forKey: part.name.key)
      XCTAssertNotNil(id)
      if let id, Int(list.state.value.arrangement.start(ofSection: id).units) != position {
        return XCTFail("section \(part.name) of \(content.count)")
      }
    }
    try list.state.value.arrangement.checkInvariants()
  }
}
