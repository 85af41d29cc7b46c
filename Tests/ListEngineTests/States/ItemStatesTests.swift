// States of items beside a dictionary, under the same seeded updates, edits and trims.

import XCTest

@testable import ListEngine

final class ItemStatesTests: XCTestCase {
  private struct Session: ~Copyable {
    var script: EditScript
    var model: StatesModel
    /// Whether each step must survive the failure of each allocation.
    var memoryFails: Bool

    init(_ seed: UInt64, memoryFails: Bool = false) throws {
      var edits = RandomEdits(seed: seed)
      var options = ListOptions()
      options.duplicates = UInt32(seed % 5)
      options.dropsEmptySections = seed % 4 == 0
      var content = (0..<1 + edits.below(5)).map { _ in edits.part() }
      if options.dropsEmptySections { content = content.withoutEmpty }
      script = try EditScript(options, edits, content)
      model = StatesModel(isScoped: options.isScoped)
      self.memoryFails = memoryFails
    }

    /// A range of items, now and then all of them.
    private mutating func range(_ count: Int) -> Range<Int> {
      if script.edits.isOdds(4) { return 0..<count }
      let first = script.edits.below(count + 1)
      let width = script.edits.isOdds(2) ? 1 : script.edits.below(count + 1)
      return first..<min(count, first + width)
    }

    mutating func setStates() throws {
      let states: [UInt32] = [1, 1, 1, 4, 0x8000]
      for _ in 0..<script.edits.below(4) {
        let mask = states[script.edits.below(5)] | (script.edits.isOdds(6) ? 256 : 0)
        let isOn = !script.edits.isOdds(3)
        let items = model.flat(script.content)
        let range = range(items.count)
        try script.list.setForTest(isOn, mask, range.lowerBound, range.count)
        model.set(isOn, mask, items[range])
        try script.list.checkStates(model, script.content)
      }
      if script.edits.isOdds(3), !script.content.isEmpty {
        let position = script.edits.below(script.content.count)
        let states = script.edits.isOdds(3) ? 0 : 8 as UInt32
        try script.list.setForTest(states, ofSection: position)
        model.sections[script.content[position].name] = states
      }
      if script.edits.isOdds(4) {
        script.list.write { state in
          if state.states.isMade { state.states.value.settle(0xFF0F, state.arrangement) }
        }
        try script.list.checkStates(model, script.content)
      }
    }

    mutating func update() throws {
      var after = script.content
      script.edits.change(&after)
      if script.list.options.dropsEmptySections { after = after.withoutEmpty }
      if !script.content.isEmpty, script.edits.isOdds(3) {
        let p = script.edits.below(script.content.count)
        after = script.content
        var items = after[p].items
        items.shuffle(using: &script.edits.random)
        items.removeLast(script.edits.below(items.count + 1))
        if script.edits.isOdds(2) { items.insert(script.edits.item(), at: 0) }
        after[p].items = items
        if script.list.options.dropsEmptySections && items.isEmpty { after.remove(at: p) }
        let name = script.content[p].name
        try failing { list in
          try items.withColumns {
            _ = try list.setItems(ofSection: name.key, $0, UpdateOptions(), wantsChangeset: false)
          }
        }
      } else {
        try failing { list in _ = try after.set(list) }
      }
      script.content = after
      model.keep(after)
    }

    mutating func edit() throws {
      let before = script.content
      try script.begin()
      for _ in 0..<script.edits.below(8) {
        if memoryFails { try script.changeOnceInSpiteOfAll() } else { try script.changeOnce() }
        try script.list.checkStates(model, script.content)
        try setStates()
      }
      if script.edits.isOdds(3) {
        try script.list.abandonEdit(script.number)
        script.content = before
      } else {
        let number = script.number
        try failing { list in
          _ = try list.commitEdit(number, UpdateOptions(), wantsChangeset: false)
        }
        if script.list.options.dropsEmptySections { script.content = script.content.withoutEmpty }
      }
      model.keep(script.content)
    }

    mutating func step() throws {
      try setStates()
      switch script.edits.below(8) {
      case 0: try failing { list in try list.trim() }
      case 1: try failing { list in try list.reserve(list.count().items + 100) }
      case 2, 3, 4: try update()
      default: try edit()
      }
      try script.list.checkStates(model, script.content)
      try script.list.state.value.arrangement.checkInvariants()
    }

    /// Runs a change; if memory fails, with each of its allocations failing in turn. A failure changes no state.
    private func failing(_ body: (borrowing List) throws -> Void) throws {
      if !memoryFails { return try body(script.list) }
      for first in 1... {
        do {
          return try FailingMemory().run(failing: first, forGood: first % 2 == 0) { try body(script.list) }
        } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.noMemory.code {
          try script.list.checkStates(model, script.content)
        }
      }
    }
  }

  func testStatesFollowTheirItems() throws {
    for seed in UInt64(1)...150 {
      var session = try Session(seed)
      for step in 0..<20 {
        do { try session.step() } catch {
          return XCTFail("seed \(seed), step \(step), \(session.script.latest): \(error)")
        }
      }
    }
  }

  func testAFailedChangeKeepsAllStates() throws {
    for seed in UInt64(1)...15 {
      var session = try Session(seed, memoryFails: true)
      for step in 0..<6 {
        do { try session.step() } catch {
          return XCTFail("seed \(seed), step \(step), \(session.script.latest): \(error)")
        }
      }
    }
  }

  func testNoMemoryIsLeft() throws {
    let start = Memory.held
    do {
      var session = try Session(7)
      for _ in 0..<10 { try session.step() }
    }
    ScratchPool.process.empty()
    XCTAssertEqual(Memory.held, start)
  }

  /// Whole leaves are not read: their bits are not written either.
  func testARangeReadsNoLeaf() throws {
    let list = List(ListOptions())
    let keys = (0..<100_000).map { Name($0) }
    _ = try [Part(9_000_000, keys.map { Item($0, 0, 0, 0) })].set(list)
    try list.setForTest(true, 1, 0, 100_000)
    XCTAssertEqual(list.state.value.states.value[1].total, 100_000)
    try list.setForTest(false, 1, 10, 99_980)
    XCTAssertEqual(list.state.value.states.value[1].total, 20)
    let known = list.state.value.states.value[1]
      .summaries.count { $0 == StateColumn.Summary.none || $0 == StateColumn.Summary.all }
    XCTAssertGreaterThan(known, list.state.value.arrangement.leafCount - 3)
  }

  func testWithoutMemoryNothingIsGiven() throws {
    for first in 1... {
      var session = try Session(3)
      let items = session.model.flat(session.script.content)
      do {
        try FailingMemory().run(failing: first, forGood: false) {
          try session.script.list.setForTest(true, 1 | 256, 0, items.count)
        }
        session.model.set(true, 1 | 256, items[...])
        return try session.script.list.checkStates(session.model, session.script.content)
      } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.noMemory.code {
        try session.script.list.checkStates(session.model, session.script.content)
      }
    }
  }
}

extension Buffer {
  fileprivate func count(_ isCounted: (Element) -> Bool) -> Int {
    var found = 0
    for i in 0..<count where isCounted(self[i]) { found += 1 }
    return found
  }
}
