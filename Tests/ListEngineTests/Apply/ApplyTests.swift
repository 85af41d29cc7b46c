// Applying changesets with payload to snapshots and lists.

import XCTest

@testable import ListEngine

final class ApplyTests: XCTestCase {
  private func run(_ seeds: ClosedRange<UInt64>, _ body: (UInt64, Bool) throws -> Void) {
    for seed in seeds {
      for isScoped in [false, true] {
        do { try body(seed, isScoped) } catch {
          return XCTFail("seed \(seed), scoped \(isScoped): \(error)")
        }
      }
    }
  }

  private func options(_ isScoped: Bool) -> SnapshotOptions {
    var options = SnapshotOptions()
    options.duplicates = isScoped ? Duplicates.scope : Duplicates.refuse
    return options
  }

  /// One snapshot is used for all states, so that the maintenance of its index is tested too.
  func testAnAppliedDiffMakesAfterOfBefore() throws {
    let counted = [try CountedClass(), try CountedClass()]
    let start = Memory.held
    run(1...40) { seed, isScoped in
      var history = RandomHistory(
        seed: seed, isScoped: isScoped, classes: seed % 2 == 0 ? nil : [0, counted[0].id, counted[1].id])
      do {
        let policy = options(isScoped)
        var before = history.next()
        let snapshot = try before.snapshot(policy, leafCapacity: 4)
        let origin = try snapshot.copy()
        let first = origin.content
        for _ in 0..<10 {
          let after = history.next()
          let target = try after.snapshot(policy, leafCapacity: 8)
          if history.edits.isOdds(3), let part = after.first(where: { !$0.items.isEmpty }) {
            try target.mark([part.items[0].name].keys(), in: part.name.key, reloads: true)
            try target.markSections([after[0].name].keys())
          }
          let state = snapshot.content
          try snapshot.apply(try snapshot.diff(to: target))
          let expected = after.applied(to: state, isScoped: isScoped)
          try expect(snapshot.content == expected, "\(snapshot.content), not \(expected)")
          try snapshot.body.value.checkInvariants(isScoped: isScoped)
          try expect(origin.content == first, "a copy has changed")
          before = after
          var holders = Holders()
          holders.add(snapshot.body.value.arrangement)
          holders.add(origin.body.value.arrangement)
          holders.add(target.body.value.arrangement)
          for counted in counted { try counted.check(holders) }
        }
      }
      for counted in counted { try counted.check(Holders()) }
      try expect(Memory.held == start, "\(Memory.held - start) bytes are left")
    }
  }

  func testDroppedEmptySectionsDoNotMatter() throws {
    var options = SnapshotOptions()
    options.dropsEmptySections = true
    let before = [Part(100, []), Part(101, [Item(1), Item(2)]), Part(102, [])]
    let after = [Part(102, [Item(3)]), Part(101, [Item(2)])]
    let snapshot = try before.snapshot(options)
    try snapshot.apply(try snapshot.diff(to: try after.snapshot()))
    XCTAssertEqual(snapshot.content, after)
    try snapshot.body.value.checkInvariants(isScoped: false)
  }

  /// Of three thousand leaves only those with changes are outputText.
  func testApplyingWritesTheLeavesThatChange() throws {
    var content = [Part(100_000, (0..<9000).map { Item($0) }), Part(100_001, [])]
    let snapshot = try content.snapshot(leafCapacity: 4)
    let origin = try snapshot.copy()
    content[0].items[10].content = 9
    content[0].items.insert(Item(50_000), at: 5000)
    content[1].items = [content[0].items.remove(at: 8000)]
    try snapshot.apply(try origin.diff(to: try content.snapshot()))
    XCTAssertEqual(snapshot.content, content)
    var old = Set<UnsafeRawPointer>()
    var outputText = 0
    for i in 0..<origin.body.value.arrangement.leaves.count {
      if let leaf = origin.body.value.arrangement.leaves[i] { old.insert(UnsafeRawPointer(leaf.keys)) }
    }
    for i in 0..<snapshot.body.value.arrangement.leaves.count {
      guard let leaf = snapshot.body.value.arrangement.leaves[i] else { continue }
      if !old.contains(UnsafeRawPointer(leaf.keys)) { outputText += 1 }
    }
    XCTAssertGreaterThan(old.count, 2000)
    XCTAssertLessThan(outputText, 10)
  }

  // MARK: Refused states

  /// Whether everything that a changeset from `before` to `after` refers to is the same in `state`.
  private func fits(_ state: Content, _ before: Content, _ after: Content, _ isScoped: Bool) -> Bool {
    func identity(_ part: Part, _ item: Item) -> CheckedList.Identity {
      CheckedList.Identity(section: isScoped ? part.name : nil, item: item.name)
    }
    func items(_ content: Content) -> [CheckedList.Identity: Item] {
      var items: [CheckedList.Identity: Item] = [:]
      for part in content { for item in part.items { items[identity(part, item)] = item } }
      return items
    }
    guard state.map({ $0.name }) == before.map({ $0.name }),
      state.map({ $0.items.count }) == before.map({ $0.items.count })
    else { return false }
    let (olds, news, there) = (items(before), items(after), items(state))
    for (p, part) in before.enumerated() {
      for (i, item) in part.items.enumerated() {
        if let new = news[identity(part, item)], new.content == item.content, new.level == item.level {
          continue
        }
        if state[p].items[i] != item { return false }
      }
    }
    for identity in news.keys where olds[identity] == nil && there[identity] != nil { return false }
    for (p, part) in before.enumerated() {
      guard let new = after.first(where: { $0.name == part.name }) else {
        if state[p].supplementaries != part.supplementaries { return false }
        continue
      }
      for rank in Set((part.supplementaries + new.supplementaries).map { $0.value.rank }) {
        func at(_ part: Part) -> PlainSupplementary? { part.supplementaries.first { $0.value.rank == rank } }
        if at(part) != at(new) && at(state[p]) != at(part) { return false }
      }
    }
    return true
  }

  func testAnotherStateIsRefusedAndUnchanged() {
    var outcomes = [0, 0]
    run(1...150) { seed, isScoped in
      var history = RandomHistory(seed: seed, isScoped: isScoped)
      for _ in 0..<3 { _ = history.next() }
      let before = history.next()
      let after = history.next()
      for _ in 0..<4 {
        var state = before
        if !state.isEmpty {
          // Changes one item.
          let p = history.edits.below(state.count)
          let i = history.edits.below(state[p].items.count)
          switch history.edits.below(6) {
          case 0: if !state[p].items.isEmpty { state[p].items[i].content ^= 7 }
          case 1: if !state[p].items.isEmpty { state[p].items[i].name = Name(70_000) }
          case 2: history.edits.decorate(&state[p])
          case 3: state[p].items.append(Item(70_000))
          case 4:
            let news = after.flatMap { $0.items }
            if !state[p].items.isEmpty, let new = news.randomElement(using: &history.edits.random),
              !state.contains(where: { $0.items.contains { $0.name == new.name } })
            {
              state[p].items[i] = new
            }
          default: state.shuffle(using: &history.edits.random)
          }
        }
        let snapshot = try state.snapshot(options(isScoped), leafCapacity: 4)
        let changeset = try before.diff(to: after, isScoped ? Duplicates.scope : Duplicates.refuse)
        var list = try CheckedList(listOptions(isScoped), leafCapacity: 4)
        try list.set(state)
        let wanted = fits(state, before, after, isScoped)
        outcomes[wanted ? 1 : 0] += 1
        do {
          try snapshot.apply(changeset)
          try expect(wanted, "applied to \(state): from \(before) to \(after)")
        } catch let refusal as Refusal {
          try expect(refusal.kind.code == Refusal.Kind.mismatch.code, "refused with \(refusal.kind.code)")
          try expect(!wanted, "refused \(state): from \(before) to \(after)")
          try expect(refusal.detail.position != nil, "refused without a place")
          try expect(snapshot.content == state, "left \(snapshot.content)")
        }
        try snapshot.body.value.checkInvariants(isScoped: isScoped)
        do {
          _ = try list.list.apply(changeset, UpdateOptions(), wantsChangeset: false)
          try expect(wanted, "applied to list \(state)")
        } catch let refusal as Refusal {
          try expect(refusal.kind.code == Refusal.Kind.mismatch.code, "refused with \(refusal.kind.code)")
          try expect(!wanted, "list refused \(state)")
          try list.checkUnchanged()
        }
      }
    }
    XCTAssertGreaterThan(outcomes[0], 100)
    XCTAssertGreaterThan(outcomes[1], 100)
  }

  func testChangesetsThatCannotBeAppliedAreRefused() throws {
    let contents = [[Part(100, [Item(1)])], [Part(100, [Item(2)])]]
    let plain = try Changeset.between(contents[0].snapshot(), contents[1].snapshot(), UpdateOptions())
    let snapshot = try contents[0].snapshot()
    let list = List(ListOptions())
    func expectRefusal(_ kind: Refusal.Kind, _ body: () throws -> Void) {
      XCTAssertThrowsError(try body()) { XCTAssertEqual(($0 as? Refusal)?.kind.code, kind.code) }
    }
    expectRefusal(.noPayload) { try snapshot.apply(plain) }
    expectRefusal(.noPayload) { _ = try list.apply(plain, UpdateOptions(), wantsChangeset: false) }
    expectRefusal(.noPayload) { _ = try plain.inverse() }
    expectRefusal(.noPayload) { _ = try plain.composed(with: plain) }
    let scoped = try contents[0].diff(to: contents[1], Duplicates.scope)
    expectRefusal(.scope) { try snapshot.apply(scoped) }
    expectRefusal(.scope) { _ = try list.apply(scoped, UpdateOptions(), wantsChangeset: false) }
    expectRefusal(.scope) { _ = try scoped.composed(with: try contents[1].diff(to: contents[0])) }
    expectRefusal(.noPayload) { _ = try scoped.composed(with: plain) }
    var limited = ListOptions()
    limited.maxItems = 1
    let short = List(limited)
    _ = try contents[0].set(short)
    let longer = try contents[0].diff(to: [Part(100, [Item(1), Item(2)])])
    expectRefusal(.limit) { _ = try short.apply(longer, UpdateOptions(), wantsChangeset: false) }
  }

  // MARK: Lists

  private func listOptions(_ isScoped: Bool) -> ListOptions {
    var options = ListOptions()
    options.duplicates = isScoped ? Duplicates.scope : Duplicates.refuse
    return options
  }

  func testAListThatDropsEmptySectionsDropsThoseOfAChangeset() throws {
    var options = ListOptions()
    options.dropsEmptySections = true
    let before = [Part(100, [Item(1)]), Part(101, [Item(2), Item(3)]), Part(102, [Item(4)])]
    let after = [
      Part(103, []), Part(102, [Item(4), Item(1)]), Part(100, []), Part(101, [Item(3), Item(2)]),
    ]
    let list = List(options)
    _ = try before.set(list)
    let summary = try list.apply(try before.diff(to: after), UpdateOptions(), wantsChangeset: true)!.summary
    XCTAssertEqual(try list.snapshot().content, [after[1], after[3]])
    XCTAssertEqual(summary.sectionDeletes, 1)
    XCTAssertEqual(summary.sectionInserts, 0)
    XCTAssertEqual(summary.sectionMoves, 1)
    XCTAssertEqual(summary.itemMoves, 2)
    // The list's next update finds the sections where they are now.
    _ = try before.set(list)
    XCTAssertEqual(try list.snapshot().content, before)
  }

  func testApplyingAChangesetToAListGivesAfter() throws {
    let counted = [try CountedClass(), try CountedClass()]
    let start = Memory.held
    run(1...30) { seed, isScoped in
      var history = RandomHistory(
        seed: seed, isScoped: isScoped, classes: seed % 2 == 0 ? nil : [0, counted[0].id, counted[1].id])
      do {
        var checked = try CheckedList(listOptions(isScoped), leafCapacity: 4)
        try checked.set(history.next())
        for _ in 0..<10 {
          let after = history.next()
          let before = try checked.list.snapshot()
          let target = try after.snapshot(options(isScoped), leafCapacity: 4)
          let changeset = try before.diff(to: target)
          let result = try checked.list.apply(changeset, CheckedList.options, wantsChangeset: true)
          try checked.check(result!, shows: after.applied(to: checked.state, isScoped: isScoped))
          var holders = Holders()
          holders.add(checked.list.state.value.arrangement)
          holders.add(before.body.value.arrangement)
          holders.add(target.body.value.arrangement)
          for counted in counted { try counted.check(holders) }
        }
      }
      for counted in counted { try counted.check(Holders()) }
      try expect(Memory.held == start, "\(Memory.held - start) bytes are left")
    }
  }

  /// Every way to update a list keeps the same payload as a diff of two snapshots.
  func testEveryUpdateOfAListKeepsThePayload() throws {
    let counted = try CountedClass()
    run(1...30) { seed, isScoped in
      var history = RandomHistory(seed: seed, isScoped: isScoped, classes: [0, counted.id])
      var update = UpdateOptions()
      update.keepsPayload = true
      let list = List(listOptions(isScoped), leafCapacity: 4, fanOut: 4)
      var before = history.next()
      _ = try before.set(list)
      for _ in 0..<8 {
        let after = history.next()
        let old = try list.snapshot()
        let wanted = try old.diff(to: try after.snapshot(options(isScoped), leafCapacity: 4))
        let names = after.map { $0.name }
        let others = { (p: Int) in after.indices.allSatisfy { $0 == p || after[$0] == before[$0] } }
        var made: Changeset? = nil
        if names == before.map({ $0.name }), let p = after.indices.first(where: others),
          after[p].supplementaries == before[p].supplementaries
        {
          try after[p].items.withColumns {
            made = try list.setItems(ofSection: names[p].key, $0, update, wantsChangeset: true)
          }
        } else if history.edits.isOdds(2) {
          made = try after.set(list, Layout(), update)
        } else {
          made = try list.apply(after.snapshot(options(isScoped)), update, wantsChangeset: true)
        }
        try ChangesetText.expectSame(
          try ChangesetText.lines(made!), try ChangesetText.lines(wanted), "changeset")
        before = after
      }
    }
  }
}
