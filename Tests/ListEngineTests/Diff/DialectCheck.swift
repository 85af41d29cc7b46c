// Checks that every valid solution must pass, for any case.

@testable import ListEngine

/// Runs cases with the same scratch memory, as a list runs its updates.
final class DialectCheck {
  private var scratch: SolveScratch
  private(set) var cases = 0

  init(_ scratch: consuming SolveScratch = SolveScratch()) { self.scratch = scratch }

  func check(_ given: Case) throws {
    cases += 1
    do {
      var solved = try given.correspondence()
      try solved.solve(&scratch)
      try Self.check(given, solved)
    } catch let error as Mismatch {
      throw Mismatch(description: "\(error.description): \(given)")
    }
  }

  /// Checks a correspondence that was made and solved elsewhere.
  static func check(_ given: Case, _ solved: borrowing Correspondence) throws {
    let fewest = FewestMoves(given.before, given.after)
    try checkMoves(solved, fewest)
    try checkBatch(given, solved)
    try checkSteps(given, solved)
    try checkFlatSteps(given, solved)
    try checkSplices(given, solved, fewest)
  }

  private static func checkMoves(_ solved: borrowing Correspondence, _ fewest: FewestMoves) throws {
    let summary = solved.summary()
    try expect(summary.itemMoves == fewest.itemMoves, "\(summary.itemMoves) moves, not \(fewest.itemMoves)")
    try expect(
      summary.sectionMoves == fewest.sectionMoves,
      "\(summary.sectionMoves) section moves, not \(fewest.sectionMoves)")
    var inPlace = 0
    for run in Array(solved.runs) where run.stays == 1 {
      let section = Correspondence.section(of: run.after, in: solved.afterStarts)
      if solved.sectionStays[section] == 1 { inPlace += Int(run.count) }
    }
    try expect(inPlace == fewest.itemsInPlace, "\(inPlace) items in place, not \(fewest.itemsInPlace)")
  }

  private static func checkBatch(_ given: Case, _ solved: borrowing Correspondence) throws {
    let batch = try solved.batch()
    var state = ReplayedList(given.before)
    try state.apply(batch: Array(batch), given.before, given.after)
    try checkResult(state, given, "batch")
    try checkOrder(Array(batch))
    try checkJoined(Array(batch), "batch")
    try checkCounts(Array(batch), solved.summary(), moves: .itemMoveIn)
    try BatchVerifier.check(batch, of: solved)
  }

  private static func checkSteps(_ given: Case, _ solved: borrowing Correspondence) throws {
    let ranges = try solved.steps()
    for steps in [Array(ranges), Array(try ranges.single())] {
      var state = ReplayedList(given.before)
      for step in steps { try state.apply(step, given.after) }
      try checkResult(state, given, "steps")
      try checkCounts(steps, solved.summary(), moves: .itemMove)
    }
    try expect(Array(try ranges.single()).allSatisfy { $0.count == 1 }, "a single step of several")
  }

  private static func checkResult(_ state: ReplayedList, _ given: Case, _ dialect: String) throws {
    let result = state.arrangement
    try expect(
      result.sections == given.after.sections && result.items == given.after.items,
      "\(dialect) gives \(result)")
    let stayed = Set(given.before.flat)
    var updated: [ReplayedList.ReplayedUpdate] = []
    for key in given.after.flat where stayed.contains(key) {
      if let flags = given.flags(of: key) {
        updated.append(ReplayedList.ReplayedUpdate(key: key, flags: flags))
      }
    }
    try expect(state.updated == updated, "\(dialect) updates \(state.updated.map { $0.key })")
    let matched = given.after.sections.filter { given.before.sections.contains($0) }
    let reloaded = matched.filter { given.reloadedSections.contains($0) }
    try expect(state.updatedSections == reloaded, "\(dialect) reloads sections \(state.updatedSections)")
    var supplementaries = given.supplementaries
    for section in matched where given.changedSupplementaries.contains(section) {
      for (kind, code) in [
        (ChangeKind.supplementaryDelete, 1), (.supplementaryInsert, 2), (.supplementaryUpdate, 3),
      ] {
        supplementaries.append(
          ReplayedList.ReplayedSupplementary(
            section: section, kind: kind.code, supplementaryKind: UInt32(code)))
      }
    }
    try expect(
      state.supplementaries == supplementaries, "\(dialect) changes elements \(state.supplementaries)")
  }

  /// Phases are in order and ascend within each.
  private static func checkOrder(_ batch: [Change]) throws {
    var last: [UInt32] = [0]
    for change in batch {
      let place: [UInt32]
      switch change.kind.code {
      case ChangeKind.itemDelete.code, ChangeKind.itemMoveOut.code:
        place = [1, change.beforeSection, change.beforeItem]
      case ChangeKind.sectionDelete.code: place = [2, change.beforeSection]
      case ChangeKind.sectionMove.code, ChangeKind.sectionInsert.code: place = [3, change.afterSection]
      case ChangeKind.itemInsert.code, ChangeKind.itemMoveIn.code:
        place = [4, change.afterSection, change.afterItem]
      case ChangeKind.sectionUpdate.code: place = [5, change.afterSection]
      case ChangeKind.itemUpdate.code: place = [6, change.afterSection, change.afterItem]
      default: place = [7]
      }
      try expect(!place.lexicographicallyPrecedes(last), "batch out of order at \(place)")
      last = place
    }
  }

  /// No two adjacent changes could be one range.
  private static func checkJoined(_ changes: [Change], _ dialect: String) throws {
    for (left, right) in zip(changes, changes.dropFirst()) {
      if !(left.kind == right.kind) || left.flags != right.flags || left.mask != right.mask { continue }
      if left.kind.code >= ChangeKind.supplementaryDelete.code { continue }
      let sections = left.beforeItem == noIndex && left.afterItem == noIndex
      func follows(_ a: UInt32, _ b: UInt32) -> Bool {
        (a == noIndex && b == noIndex) || a &+ left.count == b
      }
      let joined =
        sections
        ? follows(left.beforeSection, right.beforeSection) && follows(left.afterSection, right.afterSection)
        : left.beforeSection == right.beforeSection && left.afterSection == right.afterSection
          && follows(left.beforeItem, right.beforeItem) && follows(left.afterItem, right.afterItem)
      try expect(!joined, "\(dialect) tells one \(left.kind.code) in two")
    }
  }

  private static func checkCounts(_ changes: [Change], _ summary: Summary, moves: ChangeKind) throws {
    func count(_ kind: ChangeKind) -> Int {
      changes.reduce(0) { $0 + ($1.kind == kind ? Int($1.count) : 0) }
    }
    let counted = [
      (count(.itemDelete), summary.itemDeletes), (count(.itemInsert), summary.itemInserts),
      (count(moves), summary.itemMoves), (count(.sectionDelete), summary.sectionDeletes),
      (count(.sectionInsert), summary.sectionInserts), (count(.sectionMove), summary.sectionMoves),
      (count(.sectionUpdate), summary.sectionUpdates),
      (count(.itemUpdate), summary.itemReloads + summary.itemReconfigures),
      (count(.supplementaryDelete), summary.supplementaryDeletes),
      (count(.supplementaryInsert), summary.supplementaryInserts),
      (count(.supplementaryUpdate), summary.supplementaryUpdates),
    ]
    for (i, pair) in counted.enumerated() {
      try expect(pair.0 == pair.1, "count \(i) is \(pair.0), in the summary \(pair.1)")
    }
  }

  private static func checkSplices(
    _ given: Case, _ solved: borrowing Correspondence, _ fewest: FewestMoves
  ) throws {
    let target = given.after.flat
    for withUpdates in [true, false] {
      var flat = given.before.flat
      var last = -1
      var removed = 0
      for splice in Array(try solved.splices(updates: withUpdates)) {
        let position = Int(splice.position)
        try expect(splice.removed + splice.added > 0, "an empty splice")
        try expect(position > last, "no kept item before the splice at \(position)")
        try expect(position + Int(splice.removed) <= flat.count, "splices beyond the end")
        let end = position + Int(splice.added)
        try expect(end <= target.count, "adds more than there is")
        flat.replaceSubrange(position..<position + Int(splice.removed), with: target[position..<end])
        last = end
        removed += Int(splice.removed)
      }
      try expect(flat == target, "splices give \(flat)")
      var kept = fewest.itemsInPlace
      if withUpdates { kept -= updatedInPlace(given, solved) }
      let count = given.before.flat.count
      try expect(removed == count - kept, "splices keep \(count - removed), not \(kept)")
    }
  }

  private static func updatedInPlace(_ given: Case, _ solved: borrowing Correspondence) -> Int {
    let target = given.after.flat
    var count = 0
    for run in Array(solved.runs) where run.stays == 1 {
      let section = Correspondence.section(of: run.after, in: solved.afterStarts)
      if solved.sectionStays[section] == 0 { continue }
      for item in run.after..<run.after + run.count where given.flags(of: target[Int(item)]) != nil {
        count += 1
      }
    }
    return count
  }
}
