// Fails every allocation of the operations on changesets in turn: nothing may change, no model may stay
// retained, and the same call must succeed once there is memory.

import XCTest

@testable import ListEngine

final class TravelNoMemoryTests: XCTestCase {
  private let memory = FailingMemory()

  /// Calls `body` once per allocation; it prepares its objects, runs the attempt and returns whether nothing
  /// failed. The three states have models and supplementaries.
  private func everyAllocation(_ body: (inout Attempt, [Content], CountedClass) throws -> Void) throws {
    let counted = try CountedClass()
    for seed: UInt64 in 1...5 {
      var history = RandomHistory(seed: seed, isScoped: false, classes: [0, counted.id])
      for _ in 0..<4 { _ = history.next() }
      let states = [history.next(), history.next(), history.next()]
      for forGood in [false, true] {
        let start = Memory.held
        var attempt = Attempt(memory: memory, forGood: forGood)
        while !attempt.succeeded {
          do {
            try body(&attempt, states, counted)
            try counted.check(Holders())
            try expect(Memory.held == start, "\(Memory.held - start) bytes are left")
          } catch { return XCTFail("seed \(seed), allocation \(attempt.first), \(forGood): \(error)") }
          attempt.first += 1
        }
        XCTAssertGreaterThan(attempt.first, 2)
      }
    }
  }

  private struct Attempt {
    let memory: FailingMemory
    let forGood: Bool
    var first = 1
    private(set) var succeeded = false

    init(memory: FailingMemory, forGood: Bool) {
      self.memory = memory
      self.forGood = forGood
    }

    /// Rethrows errors other than a lack of memory.
    mutating func run(_ body: () throws -> Void) throws {
      do {
        try memory.run(failing: first, forGood: forGood, body)
        succeeded = memory.allocations < first
        try expect(succeeded, "went on without memory")
      } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.noMemory.code {}
    }
  }

  private func check(
    _ snapshot: borrowing Snapshot, _ original: borrowing Snapshot, _ content: Content,
    _ counted: CountedClass
  ) throws {
    try expect(snapshot.content == content, "\(snapshot.content), not \(content)")
    try snapshot.body.value.checkInvariants(isScoped: false)
    var holders = Holders()
    holders.add(snapshot.body.value.arrangement)
    holders.add(original.body.value.arrangement)
    try counted.check(holders)
  }

  func testApplyingToASnapshotFailsWithoutATrace() throws {
    for isIndexed in [false, true] {
      try everyAllocation { attempt, states, counted in
        let changeset = try states[0].diff(to: states[1])
        let original = try states[0].snapshot(leafCapacity: 4)
        let snapshot = try original.copy()
        if isIndexed { try snapshot.edit(indexed: true) { _, _ in } }
        let after = states[1].applied(to: states[0], isScoped: false)
        try attempt.run { try counted.withoutNewModels { try snapshot.apply(changeset) } }
        if !attempt.succeeded {
          try check(snapshot, original, states[0], counted)
          try snapshot.apply(changeset)
        }
        try check(snapshot, original, after, counted)
      }
    }
  }

  func testApplyingToAListFailsWithoutATrace() throws {
    try everyAllocation { attempt, states, counted in
      let changeset = try states[0].diff(to: states[1])
      var checked = try CheckedList(leafCapacity: 4)
      try checked.set(states[0])
      let after = states[1].applied(to: states[0], isScoped: false)
      var result: Changeset? = nil
      try attempt.run {
        result = try checked.list.apply(changeset, CheckedList.options, wantsChangeset: true)
      }
      if !attempt.succeeded {
        try checked.checkUnchanged()
        try checkModels(checked.list, counted)
        result = try checked.list.apply(changeset, CheckedList.options, wantsChangeset: true)
      }
      try checked.check(result!, shows: after)
      try checkModels(checked.list, counted)
    }
  }

  private func checkModels(_ list: borrowing List, _ counted: CountedClass) throws {
    var holders = Holders()
    holders.add(list.state.value.arrangement)
    try counted.check(holders)
  }

  func testChangesetsAreCompleteOrRefused() throws {
    try everyAllocation { attempt, states, _ in
      let before = try states[0].snapshot(leafCapacity: 4)
      let after = try states[1].snapshot(leafCapacity: 4)
      try attempt.run { _ = try before.diff(to: after, true).summary }
    }
    try everyAllocation { attempt, states, _ in
      let changeset = try states[0].diff(to: states[1], keepsKeys: true)
      try attempt.run { _ = try changeset.inverse().summary }
    }
    try everyAllocation { attempt, states, _ in
      let first = try states[0].diff(to: states[1], keepsKeys: true)
      let second = try states[1].diff(to: states[2], keepsKeys: true)
      try attempt.run { _ = try first.composed(with: second).summary }
    }
  }
}
