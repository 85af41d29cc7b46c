// Undo and redo beside a model that keeps the whole content of each step: PlainHistory.

import XCTest

@testable import ListEngine

final class UndoTests: XCTestCase {
  /// A list with a history, and its models.
  private struct Driver: ~Copyable {
    var script: EditScript
    var history: PlainHistory
    let cellClass: CountedClass
    var versions: [ContentSnapshot] = []
    var latest = ""
    /// By step of the model.
    var bytes: [Int] = []
    var counts: [String: Int] = [:]

    init(_ seed: UInt64, _ cellClass: CountedClass) throws {
      var edits = RandomEdits(seed: seed)
      edits.hasModels = seed % 3 != 0
      edits.classes = [0, cellClass.id]
      var options = ListOptions()
      options.duplicates = UInt32(seed % 5)
      options.dropsEmptySections = seed % 4 == 0
      var content = (0..<edits.below(5)).map { _ in edits.part() }
      if options.dropsEmptySections { content = content.withoutEmpty }
      let script = try EditScript(options, edits, content)
      try script.list.setUndo(bytes: [Int.max, 60_000, 9_000, 4_000][Int(seed / 5 % 4)])
      self.script = script
      history = PlainHistory(isScoped: options.isScoped)
      self.cellClass = cellClass
    }

    private mutating func options() -> UpdateOptions {
      var options = UpdateOptions()
      options.verifies = script.edits.isOdds(3)
      options.keepsKeys = script.edits.isOdds(3)
      options.keepsPayload = script.edits.isOdds(3)
      options.reloads = script.edits.isOdds(6)
      options.makesNoStep = script.edits.isOdds(25)
      if script.edits.isOdds(8) { options.reloadThreshold = 3 }
      return options
    }

    // MARK: Operations

    mutating func run() throws {
      let way = script.edits.below(24)
      switch way {
      case 0..<3: try set()
      case 3: try setSection()
      case 4: try applySnapshot()
      case 5: try applyChangeset()
      case 6..<9: try edit()
      case 9..<14: try undo()
      case 14..<17: try redo()
      case 17:
        latest = "trim"
        try script.list.trim()
      case 18: try limit()
      case 20..<24: try insert()
      default:
        latest = "snapshots"
        versions.append(ContentSnapshot(try script.list.snapshot(), script.content))
        if versions.count > 3 { versions.removeFirst() }
      }
      counts[latest, default: 0] += 1
    }

    /// The model of a commit from the present content.
    private mutating func commit(_ after: Content, _ options: UpdateOptions, _ marks: Marks = Marks()) throws
    {
      let before = script.content
      script.content = script.list.options.dropsEmptySections ? after.withoutEmpty : after
      if !history.differ(before, script.content, marks) { return }
      if options.makesNoStep {
        if options.reloads || !history.onlyInserts(before, script.content, marks) {
          history.removeAll()
          bytes = []
        } else {
          counts["inserts kept", default: 0] += 1
          try follow()
        }
        return
      }
      var step = PlainHistory.Step(before: before, after: script.content, marks: marks)
      step.reloads = options.reloads
      bytes.removeSubrange(history.done...)
      history.add(step)
      let limit = script.list.history.value.limit
      let kept = try script.list.undoSteps()
      try expect(kept.redo == 0 && kept.undo <= history.done, "\(kept) after step \(history.done)")
      bytes.append(kept.undo == 0 ? limit + 1 : script.list.history.value.undoable.last.bytes)
      let dropped = history.done - kept.undo
      if dropped > 0 && kept.undo > 0 {
        try expect(bytes[(dropped - 1)...].reduce(0, +) > limit, "a step that fits is dropped")
      }
      bytes.removeFirst(dropped)
      history.shrink(toDone: kept.undo, undone: 0)
      try expect(limit == Int.max || bytes.reduce(0, +) <= limit, "more than the limit is kept")
    }

    /// What steps pass over counts as theirs, so that some may have gone.
    private mutating func follow() throws {
      let kept = try script.list.undoSteps()
      let limit = script.list.history.value.limit
      if limit == Int.max || kept.redo < history.undone && kept.undo > 0 {
        try expect(kept.undo == history.done && kept.redo == history.undone, "steps have gone: \(kept)")
      }
      history.shrink(toDone: kept.undo, undone: kept.redo)
      bytes = []
      script.list.history.value.undoable.forEach { bytes.append($0.bytes) }
      script.list.history.value.redoable.forEach { bytes.append($0.bytes) }
      try expect(limit == Int.max || bytes.reduce(0, +) <= limit, "more than the limit is kept")
    }

    /// Items come by a commit that is no step: new ones, and some that a step knows and the present has not.
    private mutating func insert() throws {
      latest = "insert"
      if script.content.isEmpty { return }
      var content = script.content
      let p = script.edits.below(content.count)
      var present = Set<CheckedList.Identity>()
      for part in content { for item in part.items { present.insert(history.identity(part, item)) } }
      for _ in 0...script.edits.below(4) {
        var item = script.edits.item()
        let step = history.steps.isEmpty ? nil : history.steps[script.edits.below(history.steps.count)]
        if let part = step?.before.first(where: { $0.name == content[p].name }), !part.items.isEmpty,
          script.edits.isOdds(3)
        {
          item.name = part.items[script.edits.below(part.items.count)].name
        }
        if !present.insert(history.identity(content[p], item)).inserted { continue }
        let at = script.edits.below(content[p].items.count + 1)
        // Most are above nothing that was there.
        if at < content[p].items.count, !script.edits.isOdds(6) {
          item.level = max(item.level, content[p].items[at].level)
        }
        content[p].items.insert(item, at: at)
      }
      var options = UpdateOptions()
      options.makesNoStep = true
      let wantsChangeset = script.edits.isOdds(2)
      func go(_ list: borrowing List) throws {
        if content.count % 2 == 0 {
          _ = try content.set(list, Layout(), options, wantsChangeset: wantsChangeset)
        } else {
          try content[p].items.withColumns {
            _ = try list.setItems(ofSection: content[p].name.key, $0, options, wantsChangeset: wantsChangeset)
          }
        }
      }
      if script.edits.isOdds(6) { try failEach { try go($0) } } else { try go(script.list) }
      try commit(content, options)
    }

    private mutating func set() throws {
      latest = "set"
      var content = script.content
      script.edits.change(&content)
      let options = options()
      _ = try content.set(
        script.list, Layout(isInterleaved: script.edits.isOdds(2)), options,
        wantsChangeset: script.edits.isOdds(2))
      try commit(content, options)
    }

    private mutating func setSection() throws {
      latest = "set section"
      if script.content.isEmpty { return }
      var content = script.content
      let p = script.edits.below(content.count)
      var one = [content[p]]
      script.edits.change(&one)
      if one.count != 1 || one[0].name != content[p].name { return }
      content[p].items = one[0].items
      let options = options()
      let wantsChangeset = script.edits.isOdds(2)
      try content[p].items.withColumns {
        _ = try script.list.setItems(
          ofSection: content[p].name.key, $0, options, wantsChangeset: wantsChangeset)
      }
      try commit(content, options)
    }

    private mutating func applySnapshot() throws {
      latest = "apply with marks"
      var content = script.content
      if script.edits.isOdds(2) { script.edits.change(&content) }
      var policy = SnapshotOptions()
      policy.duplicates = history.isScoped ? Duplicates.scope : Duplicates.refuse
      let snapshot = try content.snapshot(policy)
      var marks = Marks()
      for part in content where script.edits.isOdds(4) {
        try snapshot.markSections([part.name].keys())
        marks.sections.insert(part.name)
      }
      for part in content {
        for item in part.items where script.edits.isOdds(9) {
          let reloads = script.edits.isOdds(2)
          try snapshot.mark(
            [item.name].keys(), in: history.isScoped ? part.name.key : nil, reloads: reloads)
          marks.items[history.identity(part, item)] = reloads
        }
      }
      let options = options()
      _ = try script.list.apply(snapshot, options, wantsChangeset: script.edits.isOdds(2))
      try commit(content, options, marks)
    }

    private mutating func applyChangeset() throws {
      latest = "apply a changeset"
      var content = script.content
      script.edits.change(&content)
      if script.list.options.dropsEmptySections { content = content.withoutEmpty }
      let policy = history.isScoped ? Duplicates.scope : Duplicates.refuse
      let changeset = try script.content.diff(to: content, policy)
      let options = options()
      _ = try script.list.apply(changeset, options, wantsChangeset: script.edits.isOdds(2))
      // What only `equal` tells apart is not known without the models.
      let after = script.list.state.value.arrangement.content
      try expect(
        after.withoutModels == content.withoutModels, "applied: \(after), not \(content)")
      try commit(after, options)
    }

    private mutating func edit() throws {
      latest = "edit"
      let before = script.content
      try script.begin()
      for _ in 0..<1 + script.edits.below(12) { try script.changeOnce() }
      if script.edits.isOdds(5) {
        latest = "abandon"
        try script.list.abandonEdit(script.number)
        script.content = before
        return
      }
      for isUndo in [true, false] {
        do {
          _ =
            try isUndo
            ? script.list.undo(UpdateOptions(), wantsChangeset: false)
            : script.list.redo(UpdateOptions(), wantsChangeset: false)
          throw Mismatch(description: "during an edit")
        } catch let refusal as Refusal {
          try expect(refusal.kind.code == Refusal.Kind.busy.code, "not busy")
        }
      }
      let options = options()
      _ = try script.list.commitEdit(script.number, options, wantsChangeset: script.edits.isOdds(2))
      var marks = Marks()
      let after = script.content
      for mark in script.itemMarks {
        let identity = CheckedList.Identity(section: history.isScoped ? mark.part : nil, item: mark.name)
        marks.items[identity] = (marks.items[identity] ?? false) || mark.reloads
      }
      let names = Set(after.map { $0.name })
      marks.sections = Set(script.partMarks).intersection(names)
      script.content = before
      try commit(after, options, marks)
    }

    private mutating func undo() throws {
      latest = "undo"
      try travel(isUndo: true)
    }

    private mutating func redo() throws {
      latest = "redo"
      try travel(isUndo: false)
    }

    private mutating func travel(isUndo: Bool) throws {
      let isEmpty = isUndo ? history.done == 0 : history.undone == 0
      var options = UpdateOptions()
      options.verifies = true
      options.keepsPayload = true
      var changeset: Held? = nil
      func go(_ list: borrowing List) throws {
        try cellClass.withoutNewModels {
          changeset =
            try isUndo
            ? Held(list.undo(options, wantsChangeset: true)!)
            : Held(list.redo(options, wantsChangeset: true)!)
        }
      }
      if isEmpty {
        do {
          try go(script.list)
          throw Mismatch(description: "there is no step")
        } catch let refusal as Refusal {
          return try expect(refusal.kind.code == Refusal.Kind.notFound.code, "\(refusal.kind.code)")
        }
      }
      if script.edits.isOdds(6) { try failEach { try go($0) } } else { try go(script.list) }
      let before = script.content
      let known = isUndo ? history.steps[history.done - 1].after : history.steps[history.done].before
      let hasPassed = known.flatMap { $0.items }.count < before.flatMap { $0.items }.count
      let (after, step) = isUndo ? history.undo(before) : history.redo(before)
      script.content = after
      try follow()
      if hasPassed { counts["passed over", default: 0] += 1 }
      try DialectCheck.check(
        ExpectedChanges(before, after, isScoped: history.isScoped, step.marks).case,
        changeset!.changeset.correspondence)
      if step.reloads { try expect(changeset!.changeset.reload != Reload.no, "it does not reload") }
    }

    /// Fails each allocation in turn; nothing may change.
    private func failEach(_ go: (borrowing List) throws -> Void) throws {
      for first in 1... {
        let memory = FailingMemory()
        do {
          try memory.run(failing: first, forGood: first % 2 == 0) { try go(script.list) }
          return
        } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.noMemory.code {
          try check()
        }
      }
    }

    private mutating func limit() throws {
      latest = "limit"
      let old = script.list.history.value.limit
      let new = script.edits.isOdds(6) ? 0 : old == Int.max ? old : max(1, script.edits.below(2 * old))
      try script.list.setUndo(bytes: new)
      var (done, undone) = (history.done, history.undone)
      var kept = bytes[...]
      while kept.reduce(0, +) > new {
        if done > 0 {
          kept.removeFirst()
          done -= 1
        } else {
          kept.removeLast()
          undone -= 1
        }
      }
      bytes = Array(kept)
      history.shrink(toDone: done, undone: undone)
      if new == 0 {
        try expect(!script.list.history.isMade, "a history is kept")
        try script.list.setUndo(bytes: old)
      }
    }

    // MARK: Checks

    func check() throws {
      let content = script.list.state.value.arrangement.content
      try expect(content == script.content, "shows \(content), not \(script.content)")
      try script.list.state.value.checkInvariants(isScoped: history.isScoped)
      let kept = try script.list.undoSteps()
      try expect(
        kept.undo == history.done && kept.redo == history.undone,
        "keeps \(kept), not \(history.done) and \(history.undone)")
      var holders = Holders()
      holders.add(script.list.state.value.arrangement)
      for version in versions { holders.add(version.snapshot.body.value.arrangement) }
      holders.add(script.list.history.value.undoable)
      holders.add(script.list.history.value.redoable)
      try cellClass.check(holders)
    }
  }

  func testAHistoryGoesToTheStatesOfAModel() throws {
    FollowedExtents.begin()
    defer { FollowedExtents.end() }
    let cellClass = try CountedClass()
    let start = Memory.held
    var counts: [String: Int] = [:]
    for seed: UInt64 in 1...40 {
      var latest = ""
      do {
        var driver = try Driver(seed, cellClass)
        for _ in 0..<60 {
          defer { latest = driver.latest }
          try driver.run()
          try driver.check()
        }
        counts.merge(driver.counts) { $0 + $1 }
      } catch { return XCTFail("seed \(seed), \(latest): \(error)") }
      try cellClass.check(Holders())
      FollowedExtents.forget()
      ScratchPool.process.empty()
      XCTAssertEqual(Memory.held, start, "seed \(seed)")
    }
    for (name, count) in counts { XCTAssertGreaterThan(count, 10, name) }
  }

  /// Each allocation of a commit that makes a step fails in turn: neither the list nor its history changes.
  func testACommitWithoutMemoryLeavesTheHistory() throws {
    let cellClass = try CountedClass()
    func item(_ number: Int, _ model: Int) -> Item { Item(Name(number), 0, UInt(16 * model), cellClass.id) }
    let contents = [
      [Part(100, (1...20).map { item($0, $0) })],
      [Part(100, (3...25).reversed().map { item($0, $0) }), Part(101, [item(1, 77)])],
    ]
    for isEdit in [false, true] {
      for first in 1... {
        let start = Memory.held
        var isDone = false
        do {
          let list = List(ListOptions(), leafCapacity: 8, fanOut: 4)
          try list.setUndo(bytes: Int.max)
          _ = try contents[0].set(list)
          let number = isEdit ? try list.beginEdit() : 0
          if isEdit { try list.deleteItems(number, ofSection: list.section(at: 0), 3, 9) }
          let before = list.state.value.arrangement.content
          let memory = FailingMemory()
          do {
            try memory.run(failing: first, forGood: first % 2 == 0) {
              if isEdit {
                _ = try list.commitEdit(number, UpdateOptions(), wantsChangeset: false)
              } else {
                _ = try contents[1].set(list, wantsChangeset: false)
              }
            }
            isDone = true
          } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.noMemory.code {
            XCTAssertEqual(list.state.value.arrangement.content, before)
          }
          let steps = try list.undoSteps()
          XCTAssertEqual(steps.undo, isDone ? 2 : 1, "allocation \(first)")
          var holders = Holders()
          holders.add(list.history.value.undoable)
          if !isEdit || isDone {
            holders.add(list.state.value.arrangement)
            try cellClass.check(holders)
          }
        }
        try cellClass.check(Holders())
        ScratchPool.process.empty()
        XCTAssertEqual(Memory.held, start, "allocation \(first)")
        if isDone {
          XCTAssertGreaterThan(first, 10)
          break
        }
      }
    }
  }

  func testWithoutAHistoryNoMovesAreSearched() throws {
    let list = List(ListOptions())
    _ = try [Part(1, [Item(1), Item(2)])].set(list)
    _ = try [Part(1, [Item(2), Item(1)])].set(list, wantsChangeset: false)
    XCTAssertEqual(try list.statistics().last.changes.itemMoves, Summary.uncounted)
    try list.setUndo(bytes: 1 << 20)
    _ = try [Part(1, [Item(1), Item(2)])].set(list, wantsChangeset: false)
    XCTAssertEqual(try list.statistics().last.changes.itemMoves, 1)
    _ = try list.undo(UpdateOptions(), wantsChangeset: false)
    XCTAssertEqual(list.state.value.arrangement.content, [Part(1, [Item(2), Item(1)])])
  }

  /// The payload is the step's; the host's changeset has one only if it asked.
  func testTheHostsChangesetHasNoPayloadOfAStep() throws {
    let list = List(ListOptions())
    try list.setUndo(bytes: 1 << 20)
    for keepsPayload in [false, true] {
      var options = UpdateOptions()
      options.keepsPayload = keepsPayload
      let changeset = try Held([Part(1, [Item(keepsPayload ? 2 : 1)])].set(list, Layout(), options)!)
      XCTAssertEqual(changeset.changeset.payload.isKept, keepsPayload)
    }
    XCTAssertEqual(try list.undoSteps().undo, 2)
  }
}
