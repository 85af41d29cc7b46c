// Long random histories of one list, updated as a whole, by section and by snapshot in turn.

import XCTest

@testable import ListEngine

final class RandomSetTests: XCTestCase {
  private func run(
    _ seeds: ClosedRange<UInt64>, steps: Int = 60, _ body: (inout RandomEdits, UInt64) throws -> Void
  ) {
    for seed in seeds {
      do {
        var edits = RandomEdits(seed: seed)
        try body(&edits, seed)
      } catch {
        return XCTFail("seed \(seed): \(error)")
      }
    }
  }

  private func layout(_ edits: inout RandomEdits) -> Layout {
    Layout(
      hasModels: !edits.isOdds(6), hasClasses: !edits.isOdds(6), hasLevels: !edits.isOdds(6),
      isInterleaved: edits.isOdds(2))
  }

  func testListsFollowWhatTheyAreSetTo() {
    FollowedExtents.begin()
    defer { FollowedExtents.end() }
    run(1...40) { edits, seed in
      var options = ListOptions()
      options.dropsEmptySections = seed % 4 == 0
      var checked = try CheckedList(options, leafCapacity: [4, 8, 16, 5][Int(seed) % 4])
      var content: Content = []
      for _ in 0..<60 {
        edits.change(&content)
        let layout = Layout(
          hasModels: false, hasClasses: false, hasLevels: seed % 2 == 0, isInterleaved: edits.isOdds(2))
        try checked.set(content, layout)
      }
    }
  }

  func testSectionsFollowWhatTheyAreSetTo() {
    FollowedExtents.begin()
    defer { FollowedExtents.end() }
    run(1...30) { edits, seed in
      var options = ListOptions()
      options.duplicates = seed % 2 == 0 ? Duplicates.scope : Duplicates.refuse
      options.dropsEmptySections = seed % 3 == 0
      var checked = try CheckedList(options, leafCapacity: 4)
      for _ in 0..<40 {
        if checked.state.count < 2 { try checked.set([edits.part(), edits.part(), edits.part()], .plain) }
        var content = checked.state
        if content.isEmpty { continue }
        let part = edits.below(content.count)
        var one = [content[part]]
        one[0].supplementaries = []
        edits.change(&one)
        if one.count != 1 { continue }
        content[part].items = one[0].items
        try checked.setItems(of: part, content[part].items, .plain)
      }
    }
  }

  /// Section 2 has the keys of section 1, and both change independently.
  func testScopedKeysStayInTheirSections() {
    FollowedExtents.begin()
    defer { FollowedExtents.end() }
    run(1...30) { edits, seed in
      var options = ListOptions()
      options.duplicates = Duplicates.scope
      var checked = try CheckedList(options, leafCapacity: 4)
      var first: Content = [edits.part()]
      var second = first
      for _ in 0..<40 {
        edits.change(&first)
        edits.change(&second)
        for i in 0..<min(first.count, second.count) where edits.isOdds(3) { second[i].items = first[i].items }
        var content: Content = []
        for (i, part) in (first + second).enumerated() {
          var seen = Set<Name>()
          content.append(Part(i, part.items.filter { seen.insert($0.name).inserted }))
        }
        if edits.isOdds(4) { content.reverse() }
        if content.count > 12 { continue }
        try checked.set(content, .plain)
      }
    }
  }

  func testModelsAreHeldAsOftenAsLeavesHoldThem() throws {
    let counted = [try CountedClass(), try CountedClass()]
    let start = Memory.held
    run(1...40) { edits, seed in
      edits.hasModels = true
      edits.classes = [0, counted[0].id, counted[1].id]
      var versions: [ContentSnapshot] = []
      do {
        var checked = try CheckedList(leafCapacity: seed % 2 == 0 ? 4 : 8)
        var content: Content = []
        for _ in 0..<40 {
          edits.change(&content)
          let layout = layout(&edits)
          content = content.seen(layout)
          if edits.isOdds(4) && !content.isEmpty && content.count == checked.state.count {
            let part = edits.below(content.count)
            if content[part].name == checked.state[part].name {
              var others = checked.state
              others[part] = content[part]
              others[part].supplementaries = checked.state[part].supplementaries
              let all = others.flatMap { $0.items.map { $0.name } }
              if Set(all).count == all.count {
                content = others
                try checked.setItems(of: part, content[part].items, layout)
              }
            }
          } else {
            try checked.set(content, layout)
          }
          if edits.isOdds(3) { versions.append(ContentSnapshot(try checked.list.snapshot(), checked.state)) }
          if edits.isOdds(3) && !versions.isEmpty { versions.remove(at: edits.below(versions.count)) }
          var holders = Holders()
          holders.add(checked.list.state.value.arrangement)
          for version in versions { holders.add(version.snapshot.body.value.arrangement) }
          for counted in counted { try counted.check(holders) }
          for version in versions {
            let content = version.snapshot.body.value.arrangement.content
            try expect(version.content == nil || content == version.content, "a version has changed")
          }
        }
        versions.removeAll()
      }
      for counted in counted { try counted.check(Holders()) }
      try expect(Memory.held == start, "\(Memory.held - start) bytes are left")
    }
  }
}

/// A snapshot and its expected content.
final class ContentSnapshot {
  let snapshot: Snapshot
  var content: Content?

  init(_ snapshot: consuming Snapshot, _ content: Content?) {
    self.snapshot = snapshot
    self.content = content
  }
}
