// Derived lists under random updates of their source, expansions, filters and polls, beside a plain model.

import XCTest

@testable import ListEngine

/// What a derived list should show, computed anew from the source each time.
private struct PlainDerived {
  var options: DeriveOptions
  /// By name: also of hidden items, as long as the source has them.
  var expanded: Set<Name> = []
  var passing: Set<Name>? = nil
  /// What the source was when it was followed last.
  var source: Content = []

  mutating func follow(_ content: Content) {
    let there = Set(content.flatMap { $0.items.map(\.name) })
    if options.contains(.expanded) {
      let known = Set(source.flatMap { $0.items.map(\.name) })
      for part in content {
        for (i, item) in part.items.enumerated() where !known.contains(item.name) {
          if i + 1 < part.items.count && part.items[i + 1].level > item.level { expanded.insert(item.name) }
        }
      }
    }
    expanded.formIntersection(there)
    source = content
  }

  func parent(of i: Int, in items: [Item]) -> Int? {
    items[..<i].lastIndex { $0.level < items[i].level }
  }

  var shown: Content {
    var content: Content = []
    for part in source {
      var shown = part
      if options.isFilter {
        var keeps = part.items.map { passing?.contains($0.name) ?? true }
        if options.contains(.keepsParents) {
          for i in keeps.indices where keeps[i] {
            var next = parent(of: i, in: part.items)
            while let above = next {
              keeps[above] = true
              next = parent(of: above, in: part.items)
            }
          }
        }
        shown.items = part.items.indices.filter { keeps[$0] }.map { part.items[$0] }
      } else {
        shown.items = part.items.indices.filter { i in
          var next = parent(of: i, in: part.items)
          while let above = next {
            if !expanded.contains(part.items[above].name) { return false }
            next = parent(of: above, in: part.items)
          }
          return true
        }.map { part.items[$0] }
      }
      if options.contains(.dropsEmptySections) && shown.items.isEmpty { continue }
      content.append(shown)
    }
    return content
  }
}

final class DerivedListTests: XCTestCase {
  /// A list that has a handle, for the time of a test.
  private func withList(_ body: (borrowing List, Handle) throws -> Void) throws {
    let object = try NewObject<List>()
    let handle = object.handle
    _ = object.fill(List(ListOptions(), leafCapacity: 4, fanOut: 4))
    let list = try Pinned<List>(handle, role: .object)
    try body(list.value, handle)
    try list.destroy(role: .object)
  }

  private func withDerived(
    _ source: borrowing List, _ handle: Handle, _ options: DeriveOptions,
    _ body: (borrowing List, Handle) throws -> Void
  ) throws {
    let made = try source.derive(handle, options)
    let list = try Pinned<List>(made, role: .object)
    try body(list.value, made)
    try list.destroy(role: .object)
  }

  private func poll(_ list: borrowing List) throws {
    var count = 0
    repeat { count = try list.poll(64) { _, _ in }.count } while count > 0 || !list.features.channel.isIdle
  }

  private func check(_ list: borrowing List, _ plain: PlainDerived) throws {
    try list.state.value.checkInvariants(isScoped: false, isIndexed: false)
    let content = list.state.value.arrangement.content
    try expect(content == plain.shown, "shows \(content)\nnot \(plain.shown)\nof \(plain.source)")
    // Keys are found by the source's index, or searched.
    for part in content {
      for item in part.items {
        let handle = try list.item(forKey: item.name.key, in: nil)
        try expect(list.info(ofItem: handle).key == item.name.key, "\(item.name) is another item")
      }
    }
  }

  private func setExpanded(
    _ list: borrowing List, _ plain: inout PlainDerived, _ edits: inout RandomEdits
  ) throws {
    // The next poll follows expansion.
    let shown = list.state.value.arrangement.content.flatMap(\.items)
    if shown.isEmpty { return }
    let first = edits.below(shown.count)
    let count = 1 + edits.below(min(shown.count - first, 6))
    let isOn = !edits.isOdds(3)
    try list.setStates(first, count, StateRequest(ItemStates.Mask.expanded, isOn ? 0 : 1)!)
    for item in shown[first..<first + count] {
      if isOn { plain.expanded.insert(item.name) } else { plain.expanded.remove(item.name) }
    }
  }

  private func run(
    _ options: DeriveOptions, seeds: ClosedRange<UInt64>,
    _ step: (borrowing List, borrowing List, Handle, inout PlainDerived, inout RandomEdits, Content) throws ->
      Void
  ) {
    for seed in seeds {
      do {
        try withList { source, handle in
          var edits = RandomEdits(seed: seed)
          edits.hasLevels = true
          var content: Content = []
          edits.change(&content)
          _ = try content.set(source, Layout(), UpdateOptions())
          var plain = PlainDerived(options: options)
          plain.follow(content)
          try withDerived(source, handle, options) { list, derived in
            try check(list, plain)
            for _ in 0..<50 {
              if edits.isOdds(2) {
                // Several updates between two polls, some of which take everything away.
                if edits.isOdds(8) { _ = try Content().set(source, Layout(), UpdateOptions()) }
                edits.change(&content)
                _ = try content.set(source, Layout(), UpdateOptions())
              }
              try step(source, list, derived, &plain, &edits, content)
              try poll(list)
              plain.follow(content)
              try check(list, plain)
            }
          }
        }
      } catch {
        return XCTFail("seed \(seed): \(error)")
      }
    }
  }

  func testOutlinesShowWhatIsNotBelowSomethingCollapsed() {
    FollowedExtents.begin()
    defer { FollowedExtents.end() }
    for flags: DeriveFlags in [[], .expanded, .dropsEmptySections] {
      run(DeriveOptions(.outline, flags), seeds: 1...25) { _, list, _, plain, edits, _ in
        for _ in 0..<edits.below(3) { try self.setExpanded(list, &plain, &edits) }
      }
    }
  }

  func testFiltersOfBitsShowWhatPasses() {
    FollowedExtents.begin()
    defer { FollowedExtents.end() }
    for flags: DeriveFlags in [
      [], .keepsParents, .dropsEmptySections, [.keepsParents, .dropsEmptySections],
    ] {
      run(DeriveOptions(.filter, flags), seeds: 1...20) { source, list, handle, plain, edits, content in
        if edits.isOdds(2) { return }
        let items = content.flatMap(\.items)
        var bits = [UInt64](repeating: 0, count: items.count / 64 + 1)
        var passing: Set<Name> = []
        for (i, item) in items.enumerated() where !edits.isOdds(3) {
          bits[i / 64] |= 1 << UInt64(i % 64)
          passing.insert(item.name)
        }
        let version = source.read { state in state.version }
        _ = try bits.withUnsafeBufferPointer {
          try list.setFilter(
            handle, Filter(.bits, FilterChange.different, nil, isBatch: false, nil, nil),
            bits: $0.baseAddress,
            version: version, UpdateOptions(), SubmissionOptions())
        }
        plain.passing = passing
      }
    }
  }
}
