// An arrangement that is changed at random and rolled back: every table is as before, and nothing leaks.

import XCTest

@testable import ListEngine

final class ArrangementJournalTests: XCTestCase {
  /// Everything that a rollback must restore; the generations of free records may differ.
  private func state(_ arrangement: borrowing Arrangement) -> [String] {
    var lines = ["\(arrangement.count) items in \(arrangement.sectionCount) sections"]
    for position in 0..<arrangement.sectionCount {
      let id = arrangement.section(at: position)
      let section = arrangement.sections[id]
      let sum = arrangement.order.position(of: id).before
      lines.append(
        "\(id): \(section.key), \(section.generation), \(section.supplementaries?.count ?? 0), \(sum)")
    }
    arrangement.forEachItem { section, leaf, offset in
      let place = arrangement.position(of: Location(leaf: leaf, offset: offset))
      lines.append("\(leaf) \(offset): \(arrangement.leaf(leaf).entry(offset)) at \(place)")
    }
    lines.append("free leaves \(Array(arrangement.leaves.free)) of \(arrangement.leaves.count)")
    lines.append("free nodes \(Array(arrangement.items.nodes.free)) of \(arrangement.items.nodes.count)")
    lines.append("free nodes \(Array(arrangement.order.nodes.free)) of \(arrangement.order.nodes.count)")
    return lines
  }

  private func insert(
    _ count: Int, _ arrangement: inout Arrangement, _ journal: inout ArrangementJournal?, _ name: inout Int,
    _ random: inout SeededGenerator
  ) throws {
    let id = arrangement.section(at: Int.random(in: 0..<arrangement.sectionCount, using: &random))
    let index = Int.random(in: 0...Int(arrangement.sections[id].count), using: &random)
    let items = (0..<count).map { Item(name + $0, content: UInt64(count)) }
    name += count
    var releases = PendingReleases()
    let extra = (arrangement.leafCapacity + count) / arrangement.leafCapacity + 1
    if arrangement.sections[id].count == 0 {
      try journal?.save(section: id, in: arrangement, newLeaves: extra)
    } else {
      let home = arrangement.location(ofItem: max(0, index - 1), inSection: id).leaf
      try journal?.save(leaf: home, of: id, in: arrangement, newLeaves: extra)
    }
    try items.withColumns(.plain) { columns in
      _ = try arrangement.insert(OwnedColumns(columns), in: id, at: index, &releases)
    }
    releases.retainShared()
    releases.releaseAll()
  }

  private func remove(
    _ arrangement: inout Arrangement, _ journal: inout ArrangementJournal?, _ random: inout SeededGenerator
  ) throws {
    if arrangement.count == 0 { return }
    let location = arrangement.location(ofItem: Int.random(in: 0..<arrangement.count, using: &random))
    let section = arrangement.start(ofLeaf: location.leaf).section
    var releases = PendingReleases()
    try journal?.save(leaf: location.leaf, of: section, in: arrangement)
    _ = try arrangement.writable(location.leaf, extra: 0, traits: 0, &releases)
    _ = arrangement.remove(at: location, in: section)
    releases.retainShared()
    releases.releaseAll()
  }

  private func removeAll(
    _ arrangement: inout Arrangement, _ journal: inout ArrangementJournal?, _ id: SectionID
  ) throws {
    var releases = PendingReleases()
    var table = LeafIndex()
    var scratch = ChildList<LeafID>()
    try scratch.reserve(arrangement.leafCount)
    try releases.dropped.reserve(extra: arrangement.leafCount)
    for i in 0..<Int(arrangement.sections[id].count) {
      let leaf = arrangement.location(ofItem: i, inSection: id).leaf
      try journal?.save(leaf: leaf, of: id, in: arrangement)
    }
    arrangement.removeItems(of: id, &scratch, &releases, index: &table, KeyScope.list)
    releases.retainShared()
    releases.releaseAll()
  }

  private func insertSection(
    _ arrangement: inout Arrangement, _ journal: inout ArrangementJournal?, _ name: inout Int,
    _ random: inout SeededGenerator
  ) throws {
    let position = Int.random(in: 0...arrangement.sectionCount, using: &random)
    let sibling = position == 0 ? nil : arrangement.section(at: position - 1)
    try arrangement.reserve(sections: 1)
    try journal?.saveForInsertion(after: sibling, 1, in: arrangement)
    let key = Name(1_000_000 + name).key
    name += 1
    let id = arrangement.insertSection(key, after: sibling)
    journal?.didIndex(KeyScope.list.fingerprint(key), id, isNew: true)
  }

  private func moveSection(
    _ arrangement: inout Arrangement, _ journal: inout ArrangementJournal?, _ random: inout SeededGenerator
  )
    throws
  {
    if arrangement.sectionCount < 2 { return }
    let id = arrangement.section(at: Int.random(in: 0..<arrangement.sectionCount, using: &random))
    try arrangement.reserve(sections: 1)
    try journal?.saveForRemoval(of: Buffer(repeating: id, count: 1), in: arrangement)
    arrangement.displaceSection(id)
    let position = Int.random(in: 0...arrangement.sectionCount, using: &random)
    let sibling = position == 0 ? nil : arrangement.section(at: position - 1)
    try journal?.saveForInsertion(after: sibling, 1, in: arrangement)
    arrangement.placeSection(id, after: sibling)
  }

  private func removeSection(
    _ arrangement: inout Arrangement, _ journal: inout ArrangementJournal?, _ random: inout SeededGenerator
  )
    throws
  {
    if arrangement.sectionCount < 2 { return }
    let id = arrangement.section(at: Int.random(in: 0..<arrangement.sectionCount, using: &random))
    try removeAll(&arrangement, &journal, id)
    try journal?.saveForRemoval(of: Buffer(repeating: id, count: 1), in: arrangement)
    let key = arrangement.sections[id].key
    var releases = PendingReleases()
    try releases.supplementaries.reserve(extra: 1)
    arrangement.removeSection(id, &releases)
    journal?.didIndex(KeyScope.list.fingerprint(key), id, isNew: false)
    releases.retainShared()
    releases.releaseAll()
  }

  private func change(
    _ arrangement: inout Arrangement, _ journal: inout ArrangementJournal?, _ name: inout Int,
    _ random: inout SeededGenerator
  ) throws {
    switch Int.random(in: 0..<24, using: &random) {
    case 0..<9: try insert(Int.random(in: 1...3, using: &random), &arrangement, &journal, &name, &random)
    case 9..<11: try insert(Int.random(in: 1...70, using: &random), &arrangement, &journal, &name, &random)
    case 11..<18: try remove(&arrangement, &journal, &random)
    case 18: try removeAll(&arrangement, &journal, arrangement.section(at: 0))
    case 19, 20: try insertSection(&arrangement, &journal, &name, &random)
    case 21, 22: try moveSection(&arrangement, &journal, &random)
    default: try removeSection(&arrangement, &journal, &random)
    }
  }

  func testEveryChangeIsRolledBack() throws {
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      var arrangement = Arrangement(leafCapacity: 8, fanOut: 4)
      var name = 0
      var nothing: ArrangementJournal? = nil
      try insertSection(&arrangement, &nothing, &name, &random)
      for _ in 0..<Int.random(in: 0..<200, using: &random) {
        try change(&arrangement, &nothing, &name, &random)
      }
      for _ in 0..<3 {
        let before = state(arrangement)
        var journal: ArrangementJournal? = ArrangementJournal()
        journal!.begin(arrangement)
        for _ in 0..<Int.random(in: 0..<60, using: &random) {
          try change(&arrangement, &journal, &name, &random)
          try arrangement.checkInvariants()
        }
        let used = Memory.used
        journal!.restore(&arrangement)
        XCTAssertEqual(Memory.used, used, "seed \(seed): putting back takes memory")
        journal = nil
        XCTAssertEqual(state(arrangement), before, "seed \(seed)")
        try arrangement.checkInvariants()
      }
    }
  }

  func testAJournalThatIsNotRolledBackReleasesEverything() throws {
    let used = Memory.used
    do {
      var random = SeededGenerator(seed: 5)
      var arrangement = Arrangement(leafCapacity: 8, fanOut: 4)
      var name = 0
      var journal: ArrangementJournal? = ArrangementJournal()
      journal!.begin(arrangement)
      try insertSection(&arrangement, &journal, &name, &random)
      for _ in 0..<300 { try change(&arrangement, &journal, &name, &random) }
      journal = nil
      var shared = 0
      for i in 0..<arrangement.leaves.count where arrangement.leaves[i]?.isShared == true { shared += 1 }
      XCTAssertEqual(shared, 0)
    }
    XCTAssertEqual(Memory.used, used)
  }
}
