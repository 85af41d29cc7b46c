// Inverting and composing changesets.

import XCTest

@testable import ListEngine

final class InvertTests: XCTestCase {
  private func run(_ seeds: ClosedRange<UInt64>, _ body: (UInt64, Bool, UInt32) throws -> Void) {
    for seed in seeds {
      for isScoped in [false, true] {
        do { try body(seed, isScoped, isScoped ? Duplicates.scope : Duplicates.refuse) } catch {
          return XCTFail("seed \(seed), scoped \(isScoped): \(error)")
        }
      }
    }
  }

  private func check(_ changeset: borrowing Changeset, _ before: Content, _ after: Content, _ isScoped: Bool)
    throws
  {
    try DialectCheck.check(
      ExpectedChanges(before, after, isScoped: isScoped, Marks()).case, changeset.correspondence)
    try BatchVerifier.check(changeset.correspondence.batch(), of: changeset.correspondence)
  }

  private func checkEffect(
    _ changeset: borrowing Changeset, _ before: Content, _ after: Content, _ policy: UInt32
  ) throws {
    var options = SnapshotOptions()
    options.duplicates = policy
    let snapshot = try before.snapshot(options, leafCapacity: 4)
    try snapshot.apply(changeset)
    let isScoped = policy == Duplicates.scope
    let expected = after.applied(to: before, isScoped: isScoped)
    try expect(snapshot.content == expected, "\(snapshot.content), not \(expected)")
    try snapshot.body.value.checkInvariants(isScoped: isScoped)
  }

  // MARK: Inverse

  func testAnInverseMakesBeforeOfAfter() throws {
    let counted = try CountedClass()
    run(1...60) { seed, isScoped, policy in
      var history = RandomHistory(
        seed: seed, isScoped: isScoped, classes: seed % 2 == 0 ? nil : [0, counted.id])
      var before = history.next()
      for _ in 0..<8 {
        let after = history.next()
        let changeset = try before.diff(to: after, policy, keepsKeys: true)
        let inverse = try changeset.inverse()
        try check(inverse, after, before, isScoped)
        try checkEffect(inverse, after, before, policy)
        try ChangesetText.expectSame(
          try ChangesetText.lines(inverse.inverse()), try ChangesetText.lines(changeset), "inverted twice")
        if !isScoped, let item = before.first?.items.first {
          let found = try changeset.find(item.name.key, inSection: nil)
          let turned = try inverse.find(item.name.key, inSection: nil)
          try expect(found.before == turned.after && found.after == turned.before, "\(item) at \(turned)")
        }
        before = after
      }
    }
  }

  /// Marks are inverted too.
  func testAnInverseOfMarksInvertsToThem() throws {
    run(1...30) { seed, isScoped, policy in
      var history = RandomHistory(seed: seed, isScoped: isScoped)
      var options = SnapshotOptions()
      options.duplicates = policy
      for _ in 0..<3 { _ = history.next() }
      let before = history.next()
      let after = history.next()
      let target = try after.snapshot(options)
      for part in after where history.edits.isOdds(3) { try target.markSections([part.name].keys()) }
      for part in after {
        for item in part.items where history.edits.isOdds(5) {
          try target.mark([item.name].keys(), in: part.name.key, reloads: history.edits.isOdds(2))
        }
      }
      let changeset = try before.snapshot(options).diff(to: target)
      let inverse = try changeset.inverse()
      try BatchVerifier.check(inverse.correspondence.batch(), of: inverse.correspondence)
      try ChangesetText.expectSame(
        try ChangesetText.lines(inverse.inverse()), try ChangesetText.lines(changeset), "inverted twice")
      try checkEffect(inverse, after, before, policy)
    }
  }

  // MARK: Composition

  /// If contents are the only reason for updates, the composition equals a diff of the end states.
  func testAComposedChangesetIsTheDiffOfTheEnds() {
    run(1...120) { seed, isScoped, policy in
      var history = RandomHistory(seed: seed, isScoped: isScoped)
      var states = [history.next()]
      let start = history.content
      for step in 0..<4 {
        // Many deleted items are inserted again.
        if step == 2 && seed % 3 == 0 { history.goBack(to: start) }
        states.append(history.next())
      }
      for (a, b, c) in [(0, 1, 2), (1, 2, 3), (0, 2, 4), (2, 3, 0), (0, 3, 0), (3, 4, 1)] {
        let first = try states[a].diff(to: states[b], policy, keepsKeys: true)
        let second = try states[b].diff(to: states[c], policy, keepsKeys: true)
        let both = try first.composed(with: second)
        let wanted = try states[a].diff(to: states[c], policy)
        try ChangesetText.expectSame(
          try ChangesetText.lines(both), try ChangesetText.lines(wanted), "\(a) \(b) \(c)")
        try check(both, states[a], states[c], isScoped)
        try checkEffect(both, states[a], states[c], policy)
      }
    }
  }

  func testComposingHasTheEffectOfBoth() throws {
    let counted = [try CountedClass(), try CountedClass()]
    run(1...60) { seed, isScoped, policy in
      var history = RandomHistory(seed: seed, isScoped: isScoped, classes: [0, counted[0].id, counted[1].id])
      for _ in 0..<3 { _ = history.next() }
      let states = [history.next(), history.next(), history.next(), history.next()]
      let changes = [
        Held(try states[0].diff(to: states[1], policy)), Held(try states[1].diff(to: states[2], policy)),
        Held(try states[2].diff(to: states[3], policy)),
      ]
      let early = try changes[0].changeset.composed(with: changes[1].changeset)
      let late = try changes[1].changeset.composed(with: changes[2].changeset)
      let left = try early.composed(with: changes[2].changeset)
      let right = try changes[0].changeset.composed(with: late)
      for changeset in [Held(left), Held(right)] {
        try BatchVerifier.check(
          changeset.changeset.correspondence.batch(), of: changeset.changeset.correspondence)
        let snapshot = try states[0].withoutModels.snapshot(options(policy), leafCapacity: 4)
        try snapshot.apply(changeset.changeset)
        let expected = states[3].withoutModels
        try expect(snapshot.content == expected, "\(snapshot.content), not \(expected)")
        let nothing = try changeset.changeset.composed(with: changeset.changeset.inverse()).summary
        try expect(
          nothing.itemDeletes + nothing.itemInserts + nothing.itemMoves + nothing.sectionMoves == 0
            && nothing.supplementaryDeletes + nothing.supplementaryInserts == 0, "there and back: \(nothing)")
      }
    }
  }

  private func options(_ policy: UInt32) -> SnapshotOptions {
    var options = SnapshotOptions()
    options.duplicates = policy
    return options
  }

  func testMarksOfEitherStay() throws {
    let content = [Part(100, [Item(1), Item(2), Item(3)])]
    let reload = try content.snapshot()
    try reload.mark([Name(1)].keys(), in: nil, reloads: true)
    let bind = try content.snapshot()
    try bind.mark([Name(1), Name(2)].keys(), in: nil, reloads: false)
    let first = try content.snapshot().diff(to: reload)
    let second = try content.snapshot().diff(to: bind)
    let both = try first.composed(with: second).summary
    XCTAssertEqual(both.itemReloads, 1)
    XCTAssertEqual(both.itemReconfigures, 1)
  }

  func testChangesetsWithDifferentMiddleStatesAreRefused() {
    var refused = 0
    run(1...60) { seed, isScoped, policy in
      var history = RandomHistory(seed: seed, isScoped: isScoped)
      for _ in 0..<2 { _ = history.next() }
      let (a, b, c) = (history.next(), history.next(), history.next())
      let first = try a.diff(to: b, policy)
      let second = try c.diff(to: a, policy)
      let meets =
        b.map { $0.name } == c.map { $0.name } && b.map { $0.items.count } == c.map { $0.items.count }
      if meets { return }
      refused += 1
      do {
        _ = try first.composed(with: second)
        throw Mismatch(description: "composed")
      } catch let refusal as Refusal {
        try expect(refusal.kind.code == Refusal.Kind.mismatch.code, "refused with \(refusal.kind.code)")
      }
    }
    XCTAssertGreaterThan(refused, 20)
  }

  /// Composes changesets with equal middle sections but possibly different items: contradictions are refused,
  /// and every accepted composition is valid.
  func testEveryCompositionCanBeEncoded() {
    var outcomes = (refused: 0, composed: 0)
    run(1...400) { seed, isScoped, policy in
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...3, using: &random)
      func content(_ counts: [Int]) -> Content {
        var keys = (0..<7).shuffled(using: &random)
        return counts.enumerated().map { section, count in
          if isScoped { keys = (0..<7).shuffled(using: &random) }
          defer { keys.removeFirst(min(count, keys.count)) }
          return Part(100 + section, keys.prefix(count).map { Item($0) })
        }
      }
      let first = try content([2, 2]).diff(to: content([count, 3 - count]), policy)
      let second = try content([count, 3 - count]).diff(to: content([1, 2]), policy)
      do {
        let both = try first.composed(with: second)
        outcomes.composed += 1
        let bytes = try both.encoding
        try expect(try bytes.changeset().encoding == bytes, "it is another one when it is read")
      } catch let refusal as Refusal {
        outcomes.refused += 1
        try expect(refusal.kind.code == Refusal.Kind.mismatch.code, "refused with \(refusal.kind.code)")
        try expect(refusal.detail.position.map { $0.section < 2 } ?? false, "the position is not reported")
      }
    }
    XCTAssertGreaterThan(outcomes.refused, 100)
    XCTAssertGreaterThan(outcomes.composed, 20)
  }

  func testContradictingItemsAreRefused() throws {
    let first = try [Part(100, [Item(1)])].diff(to: [Part(100, [Item(1, content: 5)])])
    let second = try [Part(100, [Item(1, content: 6)])].diff(to: [Part(100, [])])
    let other = try [Part(100, [Item(2, content: 5)])].diff(to: [Part(100, [])])
    for next in [Held(second), Held(other)] {
      XCTAssertThrowsError(_ = try first.composed(with: next.changeset).summary) {
        XCTAssertEqual(($0 as? Refusal)?.kind.code, Refusal.Kind.mismatch.code)
      }
    }
  }
}

final class Held {
  let changeset: Changeset
  init(_ changeset: consuming Changeset) { self.changeset = changeset }
}
