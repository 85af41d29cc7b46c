// Every allocation of an update or an edit fails in turn: nothing has changed then, and the same call
// succeeds once there is memory.

import XCTest

@testable import ListEngine

final class NoMemoryTests: XCTestCase {
  private let memory = FailingMemory()

  /// Calls `body` with each allocation in turn, until it needs no more than those that succeed.
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

  /// Whether `body` succeeded; throws what is not for want of memory.
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
      var edits = Edits(seed: seed)
      edits.hasModels = seed > 1
      edits.classes = [0, counted.id]
      let before = [edits.part(), edits.part(), edits.part()]
      var after = before
      for _ in 0..<4 { edits.change(&after) }
      all.append(("edits \(seed)", before, after))
    }
    var edits = Edits(seed: 9)
    let part = edits.part()
    all.append(("first", [], [part]))
    all.append(("all new", [edits.part()], [edits.part()]))
    return all
  }

  func testSetFailsWithoutATrace() throws {
    let counted = try CountedClass()
    for (name, before, after) in contents(counted) {
      everyAllocation(name) { first, forGood in
        let start = Memory.used
        var isDone = false
        do {
          var watched = try Watched(leafCapacity: 4)
          try watched.set(before)
          isDone = try self.check(&watched, counted, after, first, forGood) { list in try after.set(list) }
        }
        try counted.check(Holders())
        try expect(Memory.used == start, "\(Memory.used - start) bytes are left")
        return isDone
      }
    }
  }

  /// Tries with failing memory; then looks for traces, and does it once more.
  private func check(
    _ watched: inout Watched, _ counted: CountedClass, _ after: Content, _ first: Int, _ forGood: Bool,
    beside version: Version? = nil, _ update: (borrowing List) throws -> Changeset?
  ) throws -> Bool {
    var changeset: Changeset? = nil
    let isDone = try attempt(first, forGood) { changeset = try update(watched.list) }
    if changeset == nil {
      try watched.checkUnchanged()
      try checkModels(watched, counted, version)
      changeset = try update(watched.list)
    }
    try watched.check(changeset!, shows: after)
    try checkModels(watched, counted, version)
    return isDone
  }

  private func checkModels(_ watched: borrowing Watched, _ counted: CountedClass, _ version: Version?) throws {
    var holders = Holders()
    holders.add(watched.list.shown.value.arrangement)
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
        var watched = try Watched(leafCapacity: 4)
        try watched.set(before)
        return try self.check(&watched, counted, content, first, forGood) { list in
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
        var watched = try Watched(leafCapacity: 4)
        try watched.set(before)
        let version = Version(try after.snapshot(leafCapacity: 4), after)
        defer { version.content = nil }
        return try self.check(&watched, counted, after, first, forGood, beside: version) { list in
          try list.apply(version.snapshot, UpdateOptions(), wantsChangeset: true)
        }
      }
    }
  }
}
