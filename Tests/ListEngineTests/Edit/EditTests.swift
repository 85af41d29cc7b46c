// RandomEdits in place: the state during an edit, the changeset of its commit, and the state after abandoning it.

import XCTest

@testable import ListEngine

final class EditTests: XCTestCase {
  private func script(_ seed: UInt64, _ cellClass: CountedClass) throws -> EditScript {
    var edits = RandomEdits(seed: seed)
    edits.hasModels = seed % 2 == 0
    edits.classes = [0, cellClass.id]
    var options = ListOptions()
    options.duplicates = UInt32(seed % 5)
    options.dropsEmptySections = seed % 4 == 0
    var content = (0..<edits.below(5)).map { _ in edits.part() }
    if options.dropsEmptySections { content = content.withoutEmpty }
    return try EditScript(options, edits, content)
  }

  private func snapshot(_ script: borrowing EditScript) throws -> Snapshot { try script.list.snapshot() }

  /// Everything a changeset answers, as text.
  private func answers(_ changeset: borrowing Changeset, _ names: [(part: Name, item: Name)]) throws
    -> [String]
  {
    var lines = ["\(changeset.summary)"]
    func add<Value>(_ name: String, _ borrowed: Borrowed<Value>) {
      lines += (0..<borrowed.count).map { "\(name) \(borrowed.pointer![$0])" }
    }
    add("batch", try changeset.batch())
    add("steps", try changeset.steps())
    add("splices", try changeset.splices(updates: true))
    add("splices", try changeset.splices(updates: false))
    add("after of before", try changeset.counterparts(from: .before))
    add("before of after", try changeset.counterparts(from: .after))
    lines.append("bytes \(try changeset.encoding)")
    for name in names {
      lines.append("\(name) \(try changeset.find(name.item.key, inSection: name.part.key))")
    }
    return lines
  }

  /// The diff from the state at the beginning to the state at the end, with the marks of the edit.
  private func expected(
    _ before: borrowing Snapshot, _ script: borrowing EditScript, _ options: UpdateOptions,
    _ names: [(part: Name, item: Name)]
  ) throws -> [String] {
    let after = try snapshot(script)
    for mark in script.itemMarks {
      let part = script.list.options.isScoped ? mark.part.key : nil
      let isThere = script.content.contains { part in
        part.items.contains { $0.name == mark.name }
          && (part.name == mark.part || !script.list.options.isScoped)
      }
      if isThere { try after.mark([mark.name].keys(), in: part, reloads: mark.reloads) }
    }
    for name in script.partMarks where script.content.contains(where: { $0.name == name }) {
      try after.markSections([name].keys())
    }
    return try answers(Changeset.between(before, after, options), names)
  }

  /// Checks that the list holds each model as often as its leaves do, together with other holders.
  private func checkModels(
    _ cellClass: CountedClass, _ script: borrowing EditScript, beside others: Holders = Holders()
  ) throws {
    var holders = others
    holders.add(script.list.state.value.arrangement)
    try cellClass.check(holders)
  }

  func testACommitEqualsTheDiffOfItsEnds() throws {
    FollowedExtents.begin()
    defer { FollowedExtents.end() }
    let cellClass = try CountedClass()
    var options = UpdateOptions()
    options.verifies = true
    options.keepsKeys = true
    options.keepsPayload = true
    for seed in UInt64(1)...200 {
      var script = try script(seed, cellClass)
      for round in 0..<3 {
        let before = try snapshot(script)
        let handles = script.list.state.value.handles(isScoped: script.list.options.isScoped)
        try script.begin()
        for _ in 0..<(round == 0 ? 1 : script.edits.below(30)) {
          try script.changeOnce()
          let name = "seed \(seed), round \(round), \(script.latest)"
          try script.list.state.value.checkEdited()
          let state = script.list.state.value.arrangement.content
          XCTAssertEqual(state, script.content, name)
          if state != script.content { return }
        }
        let contents = before.body.value.arrangement.content + script.content
        let names = contents.flatMap { part in part.items.map { (part: part.name, item: $0.name) } }
        let wanted = try expected(before, script, options, names)
        guard let changeset = try script.list.commitEdit(script.number, options, wantsChangeset: true) else {
          return XCTFail("no changeset")
        }
        let made = try answers(changeset, names)
        if made != wanted {
          let i = zip(made, wanted).prefix { $0 == $1 }.count
          return XCTFail(
            "seed \(seed), round \(round), \(script.latest): line \(i) is \(made.dropFirst(i).first ?? "-"), "
              + "not \(wanted.dropFirst(i).first ?? "-")")
        }
        if script.list.options.dropsEmptySections { script.content = script.content.withoutEmpty }
        XCTAssertEqual(script.list.state.value.arrangement.content, script.content, "seed \(seed), committed")
        let counted = try script.list.statistics().last.duplicates
        XCTAssertEqual(counted.dropped, script.duplicates.dropped, "seed \(seed)")
        XCTAssertEqual(counted.numbered, script.duplicates.numbered, "seed \(seed)")
        if seed % 3 == 0 { try script.list.trim() }
        try script.list.state.value.checkInvariants(isScoped: script.list.options.isScoped)
        for (identity, handle) in script.list.state.value.handles(isScoped: script.list.options.isScoped) {
          guard let old = handles[identity] else { continue }
          XCTAssertEqual(handle, old, "seed \(seed): an item that stays keeps its handle")
        }
        var holders = Holders()
        holders.add(before.body.value.arrangement)
        try checkModels(cellClass, script, beside: holders)
      }
    }
  }

  func testAbandoningRestoresEverythingAndAllocatesNothing() throws {
    FollowedExtents.begin()
    defer { FollowedExtents.end() }
    let cellClass = try CountedClass()
    for seed in UInt64(1)...100 {
      var script = try script(seed, cellClass)
      let before = script.content
      let handles = script.list.state.value.handles(isScoped: script.list.options.isScoped)
      try script.begin()
      for _ in 0..<script.edits.below(25) { try script.changeOnce() }
      let memory = FailingMemory()
      try memory.run(failing: 1, forGood: true) { try script.list.abandonEdit(script.number) }
      XCTAssertEqual(memory.allocations, 0, "seed \(seed)")
      XCTAssertEqual(script.list.state.value.arrangement.content, before, "seed \(seed)")
      try script.list.state.value.checkInvariants(isScoped: script.list.options.isScoped)
      XCTAssertEqual(
        script.list.state.value.handles(isScoped: script.list.options.isScoped), handles, "seed \(seed)")
      XCTAssertThrowsError(try script.list.abandonEdit(script.number), "it has ended")
      try checkModels(cellClass, script)
    }
  }

  func testAListDestroyedDuringAnEditReleasesEverything() throws {
    let cellClass = try CountedClass()
    let used = Memory.held
    for seed in UInt64(1)...30 {
      do {
        var script = try script(seed, cellClass)
        try script.begin()
        for _ in 0..<script.edits.below(25) { try script.changeOnce() }
      }
      try cellClass.check(Holders())
      XCTAssertEqual(Memory.held, used, "seed \(seed)")
    }
  }

  func testWithoutMemoryAChangeChangesNothing() throws {
    let cellClass = try CountedClass()
    for seed in UInt64(1)...20 {
      var script = try script(seed, cellClass)
      try script.begin()
      for _ in 0..<12 {
        try script.changeOnceInSpiteOfAll()
        XCTAssertEqual(script.list.state.value.arrangement.content, script.content, "seed \(seed)")
      }
      if seed % 2 == 0 {
        try script.list.abandonEdit(script.number)
      } else {
        _ = try script.list.commitEdit(script.number, UpdateOptions(), wantsChangeset: true)
      }
      try script.list.state.value.checkInvariants(isScoped: script.list.options.isScoped)
      try checkModels(cellClass, script)
    }
  }

  /// Each failure of the first commit is followed by an item in the section that it would have dropped.
  func testACommitThatFailedDropsNoSectionLater() throws {
    for first in 1... {
      var options = ListOptions()
      options.dropsEmptySections = true
      let list = List(options)
      _ = try [Part(1, [Item(1)]), Part(2, [Item(2)])].set(list)
      // The memory for marks is reserved last.
      let snapshot = try list.snapshot()
      list.state.value.log.value.keep()
      let edit = try list.beginEdit()
      let section = try list.section(at: 0)
      var marked = Buffer<UInt64>()
      try marked.append(list.item(at: 0, inSection: list.section(at: 1)))
      try list.markItems(edit, marked, reloads: true)
      try list.deleteItems(edit, ofSection: section, 0, 1)
      let memory = FailingMemory()
      do {
        try memory.run(failing: first, forGood: true) {
          _ = try list.commitEdit(edit, UpdateOptions(), wantsChangeset: false)
        }
        XCTAssertGreaterThan(first, 5)
        XCTAssertEqual(list.state.value.arrangement.content, [Part(2, [Item(2)])])
        return
      } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.noMemory.code {}
      try [Item(3)].withColumns { try list.putItems(edit, $0, .at(0, inSection: section)) }
      _ = try list.commitEdit(edit, UpdateOptions(), wantsChangeset: false)
      XCTAssertEqual(
        list.state.value.arrangement.content, [Part(1, [Item(3)]), Part(2, [Item(2)])], "failure \(first)")
      try list.state.value.checkInvariants(isScoped: false)
      _ = snapshot
    }
  }

  func testMovesAreCountedOnlyForAChangeset() throws {
    let list = List(ListOptions())
    _ = try [Part(1, [Item(1), Item(2), Item(3)])].set(list)
    for wantsChangeset in [false, true] {
      let edit = try list.beginEdit()
      let section = try list.section(at: 0)
      try list.moveItems(edit, ofSection: section, 0, 1, toSection: section, at: 2)
      _ = try list.commitEdit(edit, UpdateOptions(), wantsChangeset: wantsChangeset)
      let changes = try list.statistics().last.changes
      XCTAssertEqual(changes.itemMoves, wantsChangeset ? 1 : Summary.uncounted)
      XCTAssertEqual(changes.itemInserts, 0)
      XCTAssertEqual(changes.itemsAfter, 3)
    }
  }

  func testAnEditNumberIsNotReusedAfterATrim() throws {
    let list = List(ListOptions())
    let first = try list.beginEdit()
    try list.abandonEdit(first)
    try list.trim()
    let second = try list.beginEdit()
    XCTAssertThrowsError(try list.abandonEdit(first), "it has ended")
    try list.abandonEdit(second)
  }

  func testWhileAnEditIsOpenOthersAreBusy() throws {
    let list = List(ListOptions())
    _ = try [Part(1, [Item(1)])].set(list)
    let edit = try list.beginEdit()
    func expectBusy(_ what: String, _ body: () throws -> Void) {
      XCTAssertThrowsError(try body(), what) {
        XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.busy.code, what)
      }
    }
    expectBusy("another edit") { _ = try list.beginEdit() }
    expectBusy("set") { _ = try [Part(1, [])].set(list) }
    expectBusy("trim") { try list.trim() }
    expectBusy("apply") { _ = try list.apply(list.snapshot(), UpdateOptions(), wantsChangeset: false) }
    _ = try list.commitEdit(edit, UpdateOptions(), wantsChangeset: false)
    _ = try [Part(1, [])].set(list)
    XCTAssertThrowsError(try list.insertSections(edit, [Name(7)].keys(), .at(0)), "the edit has ended")
  }
}
