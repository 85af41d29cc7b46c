import XCTest

@testable import ListEngine

/// An edit hashes the key of a new item once; from then on the fingerprint moves with the item.
final class NewItemsTests: XCTestCase {
  private let policies = [
    Duplicates.refuse, Duplicates.keepFirst, Duplicates.keepLast, Duplicates.number, Duplicates.scope,
  ]

  /// Decides about new items twice: once as an edit does and once by comparing all keys.
  private func check(seed: UInt64, _ policy: UInt32) throws {
    var random = SeededGenerator(seed: seed)
    var options = ListOptions()
    options.duplicates = policy
    let list = List(options, leafCapacity: 8, fanOut: 4)
    let there = (0..<12).map { Item($0) }
    _ = try [Part(1, there), Part(2, [Item(40)])].set(list)
    let isReplacing = seed % 3 == 0
    let section = try list.state.value.section(list.section(at: 0))
    let given = (0..<Int.random(in: 0..<20, using: &random)).map { _ in
      Item(Int.random(in: 0..<60, using: &random))
    }
    var new = NewItems()
    try given.withColumns(.plain) { new = try NewItems($0) }
    do {
      try new.resolve(in: section, of: list.state.value, options, isReplacing: isReplacing)
    } catch let refusal {
      XCTAssertEqual(refusal.kind.code, Refusal.Kind.duplicate.code, "seed \(seed)")
      XCTAssertTrue(policy == Duplicates.refuse || policy == Duplicates.scope, "seed \(seed)")
      XCTAssertEqual(refusal.detail.section.map { Name($0) }, Name(1), "seed \(seed)")
      return
    }
    let scope = KeyScope.list.narrowed(to: Name(1).key, if: policy == Duplicates.scope)
    var keys: [Name] = []
    for i in 0..<new.count {
      let key = new.entries.key(i)
      keys.append(Name(key))
      XCTAssertEqual(new.key(i).section.map { Name($0) }, scope.section.map { Name($0) }, "seed \(seed)")
      XCTAssertEqual(new.key(i).fingerprint, scope.fingerprint(key), "seed \(seed), new \(i)")
      let state = list.state.value.slot(ofKey: key, in: policy == Duplicates.scope ? section : nil)
      XCTAssertEqual(new.duplicates[i], state ?? .noIndex, "seed \(seed), policy \(policy), new \(i)")
    }
    XCTAssertEqual(Set(keys).count, keys.count, "seed \(seed), policy \(policy): \(keys)")
    let others = isReplacing ? [40] : Array(0..<12) + [40]
    XCTAssertEqual(keys, expected(given.map { $0.name }, policy, others), "seed \(seed), policy \(policy)")
  }

  /// The names that stay, in order; numbered ones are left to the checks above.
  private func expected(_ given: [Name], _ policy: UInt32, _ there: [Int]) -> [Name] {
    let numbers = there.map { Name($0) }
    switch policy {
    case Duplicates.keepFirst:
      return given.enumerated().filter { i, name in
        !given[..<i].contains(name) && !numbers.contains(name)
      }.map { $0.element }
    case Duplicates.keepLast:
      return given.enumerated().filter { i, name in !given[(i + 1)...].contains(name) }.map { $0.element }
    case Duplicates.number:
      var keys: [Name] = []
      for name in given {
        var n: UInt64 = 1
        var key = name
        while keys.contains(key) || numbers.contains(key) {
          n += 1
          key = Name(name.key.numbered(n))
        }
        keys.append(key)
      }
      return keys
    default: return given
    }
  }

  func testEachEntryKeepsItsFingerprintUnderEveryPolicy() throws {
    for seed: UInt64 in 1...120 { for policy in policies { try check(seed: seed, policy) } }
  }
}

extension ListState {
  /// By comparing all keys, of one section or of all.
  fileprivate func slot(ofKey key: Key, in section: SectionID?) -> Slot? {
    var found: Slot? = nil
    arrangement.forEachItem { owner, leaf, offset in
      if arrangement.leaf(leaf).key(offset) == key && (section == nil || section == owner) {
        found = arrangement.leaf(leaf).slot(offset)
      }
    }
    return found
  }
}
