// Snapshots under random operations, with each duplicate policy: compared with a model and with copies of
// themselves, and applied to lists.

import XCTest

@testable import ListEngine

final class SnapshotTests: XCTestCase {
  private static let policies = [
    Duplicates.refuse, Duplicates.keepFirst, Duplicates.keepLast, Duplicates.number, Duplicates.scope,
  ]

  private final class State {
    let snapshot: Snapshot
    var model: SnapshotModel

    init(_ snapshot: consuming Snapshot, _ model: SnapshotModel) {
      self.snapshot = snapshot
      self.model = model
    }

    func check() throws {
      try snapshot.body.value.checkInvariants(isScoped: model.isScoped)
      let content = snapshot.body.value.arrangement.content
      try expect(content == model.content, "holds \(content), not \(model.content)")
    }
  }

  private func run(_ seed: UInt64, _ policy: UInt32, _ counted: CountedClass, items: Int, steps: Int) throws {
    var random = SnapshotEdits(edits: RandomEdits(seed: seed), items: items, sections: 5)
    random.edits.hasModels = true
    random.edits.classes = [0, counted.id]
    var options = SnapshotOptions()
    options.duplicates = policy
    var listOptions = ListOptions()
    listOptions.duplicates = policy
    listOptions.dropsEmptySections = seed % 5 == 0
    var checked = try CheckedList(listOptions, leafCapacity: 4)
    var states = [State(Snapshot(options, leafCapacity: 4, fanOut: 4), SnapshotModel(policy))]
    for step in 0..<steps {
      if states.count > 4 { states.remove(at: random.edits.below(states.count)) }
      let state = states[random.edits.below(states.count)]
      do {
        try random.edit(state.snapshot, &state.model)
        try state.check()
        if random.edits.isOdds(12) { try apply(state, &checked) }
        if random.edits.isOdds(15) { states.append(State(try state.snapshot.copy(), state.model)) }
        if random.edits.isOdds(25) {
          var model = SnapshotModel(policy)
          model.content = checked.state
          states.append(State(try checked.list.snapshot(), model))
        }
        var holders = Holders()
        holders.add(checked.list.state.value.arrangement)
        for state in states { holders.add(state.snapshot.body.value.arrangement) }
        try counted.check(holders)
      } catch let mismatch as Mismatch {
        throw Mismatch(description: "step \(step), \(random.latest): \(mismatch.description)")
      }
    }
    for state in states { try state.check() }
  }

  private func apply(_ state: State, _ checked: inout CheckedList) throws {
    do {
      try state.model.resolve()
    } catch {
      do { try checked.apply(state.snapshot, shows: []) } catch let refusal as Refusal {
        try expect(refusal.kind.code == Refusal.Kind.duplicate.code, "refused with \(refusal.kind.code)")
        return try checked.checkUnchanged()
      }
      throw Mismatch(description: "a duplicate is taken")
    }
    let count = state.model.content.map { $0.items.count }.reduce(0, +)
    try checked.apply(state.snapshot, shows: state.model.content, marks: state.model.marks)
    try expect(try checked.list.count().items == count, "lost items")
  }

  private func run(_ policy: UInt32, items: Int) throws {
    let counted = try CountedClass()
    let start = Memory.held
    for seed: UInt64 in 1...25 {
      do {
        try run(seed, policy, counted, items: items, steps: 150)
        try counted.check(Holders())
        try expect(Memory.held == start, "\(Memory.held - start) bytes are left")
      } catch {
        return XCTFail("seed \(seed): \(error)")
      }
    }
  }

  func testSnapshotsThatRefuse() throws { try run(Duplicates.refuse, items: 1000) }
  func testSnapshotsThatKeepTheFirst() throws { try run(Duplicates.keepFirst, items: 60) }
  func testSnapshotsThatKeepTheLast() throws { try run(Duplicates.keepLast, items: 60) }
  func testSnapshotsThatNumber() throws { try run(Duplicates.number, items: 60) }
  func testSnapshotsWithScopedKeys() throws { try run(Duplicates.scope, items: 200) }
}
