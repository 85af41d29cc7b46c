// Replays flat steps on an array of keys, and computes by brute force which items need not move.

@testable import ListEngine

extension DialectCheck {
  static func checkFlatSteps(_ given: Case, _ solved: borrowing Correspondence) throws {
    let ranges = try solved.flatSteps()
    let inPlace = keysInPlace(given, solved)
    let stayed = Set(given.before.flat)
    let fewest = given.after.flat.filter { stayed.contains($0) }.count - (try mostThatStay(given, inPlace))
    for steps in [Array(ranges), Array(try ranges.single())] {
      var state = FlatList(keys: given.before.flat)
      for step in steps { try state.apply(step, given.after.flat) }
      try expect(state.keys == given.after.flat, "flat steps give \(state.keys)")
      try expect(state.moved.count == fewest, "\(state.moved.count) flat moves, not \(fewest)")
      try expect(inPlace.isDisjoint(with: state.moved), "moves what is in place: \(state.moved)")
      let updated = given.after.flat.filter { stayed.contains($0) && given.flags(of: $0) != nil }
      try expect(state.updated == updated, "flat steps update \(state.updated)")
    }
    try expect(Array(try ranges.single()).allSatisfy { $0.count == 1 }, "a single step of several")
    for (left, right) in zip(Array(ranges), Array(ranges).dropFirst()) where left.kind == .itemInsert {
      try expect(left.afterItem + left.count != right.afterItem || !(right.kind == .itemInsert), "cut in two")
    }
  }

  private static func keysInPlace(_ given: Case, _ solved: borrowing Correspondence) -> Set<Int> {
    let target = given.after.flat
    var keys: Set<Int> = []
    for run in Array(solved.runs) where run.stays == 1 {
      let section = Correspondence.section(of: run.after, in: solved.afterStarts)
      if solved.sectionStays[section] == 0 { continue }
      for item in run.after..<run.after + run.count { keys.insert(target[Int(item)]) }
    }
    return keys
  }

  /// The most items of an ascending chain that contains all items in place: between two of these, in order, the
  /// longest ascending chain of what lies between them on both sides.
  private static func mostThatStay(_ given: Case, _ inPlace: Set<Int>) throws -> Int {
    var positions: [Int: Int] = [:]
    for (position, key) in given.before.flat.enumerated() { positions[key] = position }
    var most = inPlace.count
    var low = -1
    var between: [Int] = []
    for key in given.after.flat {
      guard let position = positions[key] else { continue }
      if inPlace.contains(key) {
        try expect(position > low, "what is in place does not ascend: \(inPlace)")
        most += FewestMoves.longestIncreasing(between.filter { low < $0 && $0 < position })
        low = position
        between = []
      } else {
        between.append(position)
      }
    }
    return most + FewestMoves.longestIncreasing(between.filter { low < $0 })
  }
}

/// A flat list to which steps are applied.
private struct FlatList {
  var keys: [Int]
  var moved: [Int] = []
  var updated: [Int] = []

  mutating func apply(_ step: Change, _ target: [Int]) throws {
    let sections = [step.beforeSection, step.afterSection, step.finalSection]
    try expect(sections == [noIndex, noIndex, noIndex], "a flat step names a section")
    switch step.kind.code {
    case ChangeKind.itemDelete.code: _ = try take(step)
    case ChangeKind.itemInsert.code:
      try expect(step.afterItem == step.finalItem, "an insert that is not final")
      try put(Array(try Self.part(target, step.finalItem, step.count)), step)
    case ChangeKind.itemMove.code:
      try expect(step.beforeItem != step.afterItem, "a move to where it is")
      let keys = try take(step)
      try expect(keys == Array(try Self.part(target, step.finalItem, step.count)), "not its final position")
      moved += keys
      try put(keys, step)
    default:
      try expect(step.kind == .itemUpdate && step.beforeItem == step.afterItem, "not a flat step")
      updated += try Self.part(keys, step.afterItem, step.count)
    }
  }

  private static func part(_ keys: [Int], _ first: UInt32, _ count: UInt32) throws -> ArraySlice<Int> {
    try expect(first != noIndex && Int(first) + Int(count) <= keys.count, "beyond the end")
    return keys[Int(first)..<Int(first) + Int(count)]
  }

  private mutating func take(_ step: Change) throws -> [Int] {
    let taken = Array(try Self.part(keys, step.beforeItem, step.count))
    keys.removeSubrange(Int(step.beforeItem)..<Int(step.beforeItem) + Int(step.count))
    return taken
  }

  private mutating func put(_ new: [Int], _ step: Change) throws {
    try expect(step.afterItem != noIndex && Int(step.afterItem) <= keys.count, "beyond the end")
    keys.insert(contentsOf: new, at: Int(step.afterItem))
  }
}
