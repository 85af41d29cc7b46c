// Fails every allocation of an update or an edit in turn: nothing may change, and the same call must succeed
// once there is memory.

import XCTest

@testable import ListEngine

final class NoMemoryTests: XCTestCase {
  private let memory = FailingMemory()

  /// Calls `body` with each allocation failing in turn, until it succeeds.
  private func everyAllocation(_ name: String, _ body: (_ first: Int, _ forGood: Bool) throws -> Bool) {
    for forGood in [false, true] {
      var first = 1
      do {
        while try !body(first, forGood) { first += 1 }
      } catch {
        XCTFail("\(name), allocation \(first)\(forGood ? " and on" : ""): \(error)")
      }
      XCTAssertGreaterThan(first, 1)
    }
  }

  /// Whether `body` succeeded; rethrows errors other than a lack of memory.
  private func attempt(_ first: Int, _ forGood: Bool, _ body: () throws -> Void) throws -> Bool {
    do {
      try memory.run(failing: first, forGood: forGood, body)
      try expect(memory.allocations < first || !forGood, "went on without memory")
      return memory.allocations < first
    } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.noMemory.code {
      return false
    }
  }

  private func contents(_ counted: CountedClass) -> [(String, Content, Content)] {
    var all: [(String, Content, Content)] = []
    for seed: UInt64 in 1...5 {
      var edits = RandomEdits(seed: seed)
      edits.hasModels = seed > 1
      edits.classes = [0, counted.id]
      let before = [edits.part(), edits.part(), edits.part()]
      var after = before
      for _ in 0..<4 { edits.change(&after) }
      all.append(("edits \(seed)", before, after))
    }
    var edits = RandomEdits(seed: 9)
    let part = edits.part()
    all.append(("first", [], [part]))
    all.append(("all new", [edits.part()], [edits.part()]))
    return all
  }

  func testSetFailsWithoutATrace() throws {
    let counted = try CountedClass()
    for (name, before, after) in contents(counted) {
      everyAllocation(name) { first, forGood in
        let start = Memory.held
        var isDone = false
        do {
          var checked = try CheckedList(leafCapacity: 4)
          try checked.set(before)
          isDone = try self.check(&checked, counted, after, first, forGood) { list in try after.set(list) }
        }
        try counted.check(Holders())
        try expect(Memory.held == start, "\(Memory.held - start) bytes are left")
        return isDone
      }
    }
  }

  /// Fails each allocation, checks that nothing changed, then runs the call again.
  private func check(
    _ checked: inout CheckedList, _ counted: CountedClass, _ after: Content, _ first: Int, _ forGood: Bool,
    beside version: ContentSnapshot? = nil, _ update: (borrowing List) throws -> Changeset?
  ) throws -> Bool {
    var changeset: Changeset? = nil
    let isDone = try attempt(first, forGood) { changeset = try update(checked.list) }
    if changeset == nil {
      try checked.checkUnchanged()
      try checkModels(checked, counted, version)
      changeset = try update(checked.list)
    }
    try checked.check(changeset!, shows: after)
    try checkModels(checked, counted, version)
    return isDone
  }

  private func checkModels(
    _ checked: borrowing CheckedList, _ counted: CountedClass, _ version: ContentSnapshot?
  ) throws {
    var holders = Holders()
    holders.add(checked.list.state.value.arrangement)
    if let version { holders.add(version.snapshot.body.value.arrangement) }
    try counted.check(holders)
  }

  func testSettingASectionFailsWithoutATrace() throws {
    let counted = try CountedClass()
    for (name, before, after) in contents(counted) where !before.isEmpty {
      everyAllocation("section of \(name)") { first, forGood in
        var content = before
        let others = Set(before.dropFirst().flatMap { $0.items.map { $0.name } })
        content[0].items = after[0].items.filter { !others.contains($0.name) }
        var checked = try CheckedList(leafCapacity: 4)
        try checked.set(before)
        return try self.check(&checked, counted, content, first, forGood) { list in
          var changeset: Changeset? = nil
          try content[0].items.withColumns {
            changeset = try list.setItems(
              ofSection: content[0].name.key, $0, UpdateOptions(), wantsChangeset: true)
          }
          return changeset
        }
      }
    }
  }

  func testApplyingASnapshotFailsWithoutATrace() throws {
    let counted = try CountedClass()
    for (name, before, after) in contents(counted) {
      everyAllocation("snapshot of \(name)") { first, forGood in
        var checked = try CheckedList(leafCapacity: 4)
        try checked.set(before)
        let version = ContentSnapshot(try after.snapshot(leafCapacity: 4), after)
        defer { version.content = nil }
        return try self.check(&checked, counted, after, first, forGood, beside: version) { list in
          try list.apply(version.snapshot, UpdateOptions(), wantsChangeset: true)
        }
      }
    }
  }

  /// RandomEdits of a snapshot that shares its leaves with another.
  private func edits() -> [(String, (borrowing Snapshot) throws -> Void)] {
    let new = (0..<9).map { Item(Name(500 + $0), 1, UInt(16 * (500 + $0)), 0) }
    return [
      ("append", { snapshot in try new.withColumns { try snapshot.append($0, to: nil) } }),
      (
        "insert",
        { snapshot in try new.withColumns { try snapshot.insert($0, at: Anchor(after: Name(3).key), in: nil) }
        }
      ),
      ("move", { snapshot in try snapshot.move(Name(1).key, to: Anchor(after: Name(12).key), in: nil) }),
      ("move far", { snapshot in try snapshot.move(Name(1).key, toEndOf: Name(101).key) }),
      (
        "delete", { snapshot in _ = try snapshot.delete(try [1, 5, 9, 13].map { Name($0) }.keys(), in: nil) }
      ),
      ("delete all", { snapshot in try snapshot.deleteAllItems(of: nil) }),
      ("sections", { snapshot in try snapshot.insertSections(try [Name(200), Name(201)].keys(), at: nil) }),
      (
        "move section",
        { snapshot in try snapshot.moveSection(Name(101).key, to: Anchor(before: Name(100).key)) }
      ),
      ("delete section", { snapshot in _ = try snapshot.deleteSections(try [Name(100)].keys()) }),
      ("find", { snapshot in _ = try snapshot.position(ofItem: Name(3).key, in: nil) }),
      ("copy", { snapshot in _ = try snapshot.copy() }),
      ("mark", { snapshot in try snapshot.mark(try [Name(3)].keys(), in: nil, reloads: true) }),
      (
        "element",
        { snapshot in
          try snapshot.setSupplementary(
            PlainSupplementary(kind: 1, index: 1, name: Name(1), content: 1, model: 0, cellClass: 0).value,
            of: Name(100).key)
        }
      ),
    ]
  }

  func testEditsOfSnapshotsFailWithoutATrace() throws {
    let counted = try CountedClass()
    for policy in [Duplicates.refuse, Duplicates.keepFirst, Duplicates.keepLast, Duplicates.number] {
      for (name, edit) in edits() {
        everyAllocation("\(name), policy \(policy)") { first, forGood in
          let start = Memory.held
          let isDone = try self.check(edit, policy, counted, first, forGood)
          try counted.check(Holders())
          try expect(Memory.held == start, "\(Memory.held - start) bytes are left")
          return isDone
        }
      }
    }
  }

  private func check(
    _ edit: (borrowing Snapshot) throws -> Void, _ policy: UInt32, _ counted: CountedClass, _ first: Int,
    _ forGood: Bool
  ) throws -> Bool {
    func item(_ number: Int) -> Item { Item(Name(number), 1, UInt(16 * number), counted.id) }
    // With duplicates under a policy that resolves them.
    let duplicates = policy == Duplicates.refuse ? [] : [1, 2, 12, 2].map(item)
    let content = [Part(100, (1...14).map(item)), Part(101, (21...26).map(item) + duplicates)]
    var options = SnapshotOptions()
    options.duplicates = policy
    let original = try content.snapshot(options, leafCapacity: 4)
    let snapshot = try original.copy()
    let before = snapshot.body.value.arrangement.content
    let isDone = try attempt(first, forGood) { try counted.withoutNewModels { try edit(snapshot) } }
    if !isDone {
      let after = snapshot.body.value.arrangement.content
      // The failed call may have built the index, which makes the keys unique.
      var model = SnapshotModel(policy)
      model.content = before
      try model.resolve()
      try expect(after == before || after == model.content || first > memory.allocations, "left \(after)")
    }
    try check(original, snapshot, counted)
    if !isDone { try edit(snapshot) }
    try check(original, snapshot, counted)
    try expect(original.body.value.arrangement.content == content, "the original has changed")
    return isDone
  }

  private func check(
    _ original: borrowing Snapshot, _ snapshot: borrowing Snapshot, _ counted: CountedClass
  ) throws {
    try snapshot.body.value.checkInvariants(isScoped: false)
    var holders = Holders()
    holders.add(original.body.value.arrangement)
    holders.add(snapshot.body.value.arrangement)
    try counted.check(holders)
  }
}
