// A slab and its journal beside a slow model: an array of optionals, a stack of free numbers, and a copy of
// both to go back to. The same seeded operations drive the two, and any allocation may fail.

import XCTest

@testable import ListEngine

final class SlabTests: XCTestCase {
  private struct Model: Equatable {
    var rows: [Int?] = []
    var free: [UInt32] = []

    var used: [UInt32] { rows.indices.filter { rows[$0] != nil }.map { UInt32($0) } }

    mutating func add(_ row: Int) -> UInt32 {
      guard let number = free.popLast() else {
        rows.append(row)
        return UInt32(rows.count - 1)
      }
      rows[Int(number)] = row
      return number
    }

    mutating func remove(_ number: UInt32) {
      rows[Int(number)] = nil
      free.append(number)
    }
  }

  private func check(_ slab: borrowing Slab<Int>, _ model: Model) throws {
    try slab.checkInvariants()
    try expect(Array(slab.free) == model.free, "free: \(Array(slab.free)), not \(model.free)")
    try expect(slab.count == model.rows.count, "\(slab.count) numbers, not \(model.rows.count)")
    try expect(slab.usedCount == model.used.count, "\(slab.usedCount) rows in use")
    try expect(slab.nextFree == model.free.last, "the next number")
    for (number, row) in model.rows.enumerated() where row != nil {
      try expect(slab[number] == row, "row \(number) is \(slab[number]), not \(row!)")
    }
  }

  /// Runs `body`, perhaps without the memory it asks for; answers whether it had it.
  private func isDone(_ memory: FailingMemory, _ fails: Bool, _ body: () throws -> Void) throws -> Bool {
    if !fails {
      try body()
      return true
    }
    do { try memory.run(failing: 1, forGood: true, body) } catch let refusal as Refusal {
      try expect(refusal.kind.code == Refusal.Kind.noMemory.code, "refused with \(refusal.kind.code)")
      return false
    }
    return true
  }

  private func run(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let memory = FailingMemory()
    var slab = Slab<Int>()
    var model = Model()
    var journal = SlabJournal<Int>()
    var before = model
    var next = 0
    journal.begin(slab)
    for _ in 0..<Int.random(in: 0..<400, using: &random) {
      let fails = Int.random(in: 0..<8, using: &random) == 0
      let victim = model.used.randomElement(using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<8:
        let announced = Int.random(in: 0..<6, using: &random)
        let isReserved = try isDone(memory, fails) {
          try slab.reserve(extra: announced)
          try journal.willAdd(announced, to: slab)
        }
        if !isReserved { break }
        let used = Memory.used
        for _ in 0..<Int.random(in: 0...announced, using: &random) {
          next += 1
          try expect(slab.add(next) == model.add(next), "row \(next) has another number")
        }
        try expect(Memory.used == used, "adding takes memory that was reserved")
      case 8..<12:
        guard let victim, try isDone(memory, fails, { _ = try journal.save(victim, of: slab) }) else { break }
        slab.remove(victim)
        model.remove(victim)
      case 12..<17:
        guard let victim, try isDone(memory, fails, { _ = try journal.save(victim, of: slab) }) else { break }
        next += 1
        slab[Int(victim)] = next
        model.rows[Int(victim)] = next
      case 17:
        try checkSaved(journal, slab, model, before)
        let used = Memory.used
        journal.rollBack(&slab)
        try expect(Memory.used == used, "rolling back takes memory")
        try checkReplaced(journal, model, before)
        model = before
        try check(slab, model)
        journal.begin(slab)
      default:
        try checkSaved(journal, slab, model, before)
        before = model
        journal.begin(slab)
      }
      try check(slab, model)
      try journal.checkInvariants(slab)
    }
    journal.rollBack(&slab)
    try check(slab, before)
  }

  /// Whatever differs from how it was is known to the journal, with the row as it was.
  private func checkSaved(
    _ journal: borrowing SlabJournal<Int>, _ slab: borrowing Slab<Int>, _ model: Model, _ before: Model
  ) throws {
    let touched: [LeafID] = Array(try journal.touched(in: slab))
    try expect(Set(touched).count == touched.count, "touched twice: \(touched)")
    for number in 0..<max(model.rows.count, before.rows.count) {
      let old = number < before.rows.count ? before.rows[number] : nil
      let new = number < model.rows.count ? model.rows[number] : nil
      if old != new { try expect(touched.contains(LeafID(UInt32(number))), "\(number) is not touched") }
      let saved = journal.row(UInt32(number))
      try expect(saved == nil || saved == old, "\(number) was \(String(describing: old))")
      if old != nil && old != new { try expect(saved == old, "\(number) is not saved") }
    }
  }

  /// Every row that gave way in a rollback is in the journal, once.
  private func checkReplaced(
    _ journal: borrowing SlabJournal<Int>, _ model: Model, _ before: Model
  ) throws {
    var rows: [UInt32: Int] = [:]
    for i in 0..<journal.saved.count {
      try expect(rows.updateValue(journal.saved[i].row, forKey: journal.saved[i].number) == nil, "twice")
    }
    for (number, row) in model.rows.enumerated() {
      if number < before.rows.count && before.rows[number] == row { continue }
      if let row { try expect(rows[UInt32(number)] == row, "row \(number) is lost") }
    }
  }

  func testASlabFollowsItsModel() throws {
    for seed: UInt64 in 1...80 {
      let used = Memory.used
      do { try run(seed) } catch { return XCTFail("seed \(seed): \(error)") }
      XCTAssertEqual(Memory.used, used, "seed \(seed): memory is left")
    }
  }

  func testACopyIsTheSameAndItsOwn() throws {
    for seed: UInt64 in 1...50 {
      var random = SeededGenerator(seed: seed)
      var slab = Slab<Int>()
      var model = Model()
      for row in 0..<Int.random(in: 1..<40, using: &random) {
        try slab.reserve(extra: 1)
        XCTAssertEqual(slab.add(row), model.add(row))
        if let victim = model.used.randomElement(using: &random), row % 3 == 0 {
          slab.remove(victim)
          model.remove(victim)
        }
      }
      var copy = try slab.copy()
      try check(copy, model)
      let end = Int.random(in: 0...model.rows.count, using: &random)
      let below = Model(rows: Array(model.rows[..<end]), free: model.free.filter { $0 < end })
      try check(try slab.copy(below: end), below)
      try copy.reserve(extra: 1)
      copy[Int(copy.add(-1))] = -2
      try check(slab, model)
    }
  }

  func testARowMayBeAddedFree() throws {
    var slab = Slab<Int>()
    try slab.reserve(2)
    slab.add(7)
    slab.addFree(8)
    try check(slab, Model(rows: [7, nil], free: [1]))
    XCTAssertEqual(slab.capacity, 2)
    XCTAssertEqual(slab[1], 8, "a free row keeps its value")
    slab.removeAll()
    try check(slab, Model())
  }
}
