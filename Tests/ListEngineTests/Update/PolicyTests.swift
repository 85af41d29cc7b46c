// Duplicate keys in a list's input: each policy gives the result of a model with plain arrays.

import XCTest

@testable import ListEngine

final class PolicyTests: XCTestCase {
  private func given(_ edits: inout RandomEdits, _ items: Int) -> Content {
    (0..<1 + edits.below(5)).map { _ in
      var part = Part(1000 + edits.below(8), (0..<edits.below(12)).map { _ in Item(edits.below(items)) })
      for i in part.items.indices { edits.dress(&part.items[i]) }
      if edits.isOdds(2) { edits.decorate(&part) }
      return part
    }
  }

  /// The content resolved by the policy; throws if it is refused.
  private func resolved(_ content: Content, _ policy: UInt32) throws -> SnapshotModel {
    var model = SnapshotModel(policy)
    for part in content {
      let isDuplicate = model.content.contains { $0.name == part.name }
      try model.insertSections([part.name], at: nil)
      try model.append(part.items, to: nil, isIndexed: false)
      if isDuplicate && policy == Duplicates.keepFirst { continue }
      let target = try model.current.map { try model.part($0) } ?? model.content.count - 1
      model.content[target].supplementaries = part.supplementaries
    }
    try model.resolve()
    return model
  }

  private func run(_ policy: UInt32, items: Int, _ counted: CountedClass) throws {
    for seed: UInt64 in 1...60 {
      do {
        var edits = RandomEdits(seed: seed)
        edits.hasModels = true
        edits.classes = [0, counted.id]
        var options = ListOptions()
        options.duplicates = policy
        var checked = try CheckedList(options, leafCapacity: 4)
        for _ in 0..<12 {
          let isWhole = checked.state.isEmpty || edits.isOdds(2)
          var content = isWhole ? given(&edits, items) : checked.state
          if isWhole {
            try check(content, policy, &checked) { try content.set($0) }
          } else {
            let p = edits.below(content.count)
            content[p].items = (0..<edits.below(12)).map { _ in Item(edits.below(items)) }
            let part = content[p]
            try check(content, policy, &checked) { list in
              var changeset: Changeset? = nil
              try part.items.withColumns {
                changeset = try list.setItems(
                  ofSection: part.name.key, $0, UpdateOptions(), wantsChangeset: true)
              }
              return changeset
            }
          }
          var holders = Holders()
          holders.add(checked.list.state.value.arrangement)
          try counted.check(holders)
        }
      } catch {
        return XCTFail("seed \(seed), policy \(policy): \(error)")
      }
    }
  }

  private func check(
    _ content: Content, _ policy: UInt32, _ checked: inout CheckedList,
    _ update: (borrowing List) throws -> Changeset?
  ) throws {
    var expected: SnapshotModel? = nil
    do { expected = try resolved(content, policy) } catch is Refusal {}
    var changeset: Changeset? = nil
    do { changeset = try update(checked.list) } catch let refusal as Refusal {
      try expect(expected == nil, "\(content) is refused with \(refusal.kind.code)")
      try expect(refusal.kind.code == Refusal.Kind.duplicate.code, "refused with \(refusal.kind.code)")
      return try checked.checkUnchanged()
    }
    guard let expected else { throw Mismatch(description: "\(content) is taken") }
    let unwrapped = changeset!
    try checked.check(unwrapped, shows: expected.content)
    try checkCounts(unwrapped.duplicates, content, expected.content)
  }

  private func checkCounts(_ counts: DuplicateCounts, _ given: Content, _ state: Content) throws {
    func names(_ content: Content) -> [Name] { content.flatMap { [$0.name] + $0.items.map { $0.name } } }
    let dropped = names(given).count - names(state).count
    try expect(counts.dropped == dropped, "\(counts.dropped) dropped, not \(dropped)")
    let old = Set(names(given))
    let numbered = names(state).filter { !old.contains($0) }.count
    try expect(counts.numbered >= numbered, "\(counts.numbered) numbered, not \(numbered)")
  }

  func testDuplicatesAreRefused() throws { try run(Duplicates.refuse, items: 200, try CountedClass()) }
  func testTheFirstIsKept() throws { try run(Duplicates.keepFirst, items: 30, try CountedClass()) }
  func testTheLastIsKept() throws { try run(Duplicates.keepLast, items: 30, try CountedClass()) }
  func testDuplicatesAreNumbered() throws { try run(Duplicates.number, items: 30, try CountedClass()) }
  func testDuplicatesInASectionAreRefused() throws {
    try run(Duplicates.scope, items: 100, try CountedClass())
  }
}
