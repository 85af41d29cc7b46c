// Applies changes to arrays of arrays, slow and simple, and refuses a change that is impossible at its time.

@testable import ListEngine

struct Mismatch: Error, CustomStringConvertible {
  var description: String
}

func expect(_ truth: Bool, _ message: @autoclosure () -> String) throws {
  if !truth { throw Mismatch(description: message()) }
}

/// A list to which changes are applied.
struct ReplayedList {
  struct Section {
    var key: Int
    var items: [Int]
  }
  struct ReplayedUpdate: Equatable {
    var key: Int
    var flags: UInt32
  }
  struct ReplayedSupplementary: Equatable {
    var section: Int
    var kind: UInt32
    var supplementaryKind: UInt32
  }

  var sections: [Section]
  /// Keys of updated items, in order.
  var updated: [ReplayedUpdate] = []
  var updatedSections: [Int] = []
  var supplementaries: [ReplayedSupplementary] = []

  init(_ list: PlainList) {
    sections = zip(list.sections, list.items).map { Section(key: $0, items: $1) }
  }

  var arrangement: PlainList { PlainList(sections.map { ($0.key, $0.items) }) }

  mutating func take(_ section: UInt32, _ item: UInt32, _ count: UInt32) throws -> [Int] {
    try expect(count > 0, "an empty range")
    try expect(section < sections.count, "no section \(section)")
    let end = Int(item) + Int(count)
    try expect(end <= sections[Int(section)].items.count, "no items \(section):\(item) + \(count)")
    let taken = Array(sections[Int(section)].items[Int(item)..<end])
    sections[Int(section)].items.removeSubrange(Int(item)..<end)
    return taken
  }

  mutating func put(_ items: [Int], _ section: UInt32, _ item: UInt32) throws {
    try expect(section < sections.count, "no section \(section)")
    try expect(item <= sections[Int(section)].items.count, "no place \(section):\(item)")
    sections[Int(section)].items.insert(contentsOf: items, at: Int(item))
  }

  mutating func takeSections(_ section: UInt32, _ count: UInt32) throws -> [Section] {
    let end = Int(section) + Int(count)
    try expect(count > 0 && end <= sections.count, "no sections \(section) + \(count)")
    let taken = Array(sections[Int(section)..<end])
    sections.removeSubrange(Int(section)..<end)
    return taken
  }

  mutating func deleteSections(_ section: UInt32, _ count: UInt32) throws {
    for gone in try takeSections(section, count) {
      try expect(gone.items.isEmpty, "section \(gone.key) is deleted with items")
    }
  }

  mutating func putSections(_ new: [Section], _ section: UInt32) throws {
    try expect(section <= sections.count, "no place for section \(section)")
    sections.insert(contentsOf: new, at: Int(section))
  }

  /// The keys that an insert adds, looked up in the target.
  static func inserted(_ change: Change, _ target: PlainList) throws -> [Int] {
    let end = Int(change.afterItem) + Int(change.count)
    try expect(
      change.afterSection < target.items.count && end <= target.items[Int(change.afterSection)].count,
      "inserts what is not in the target")
    return Array(target.items[Int(change.afterSection)][Int(change.afterItem)..<end])
  }

  mutating func recordUpdate(_ change: Change, _ section: Section) throws {
    switch change.kind.code {
    case ChangeKind.itemUpdate.code:
      let end = Int(change.afterItem) + Int(change.count)
      try expect(end <= section.items.count, "updates beyond the section")
      for key in section.items[Int(change.afterItem)..<end] {
        updated.append(ReplayedUpdate(key: key, flags: change.flags))
      }
    default:
      supplementaries.append(
        ReplayedSupplementary(
          section: section.key, kind: change.kind.code, supplementaryKind: change.supplementaryKind))
    }
  }
}

extension ReplayedList {
  /// Applies one step; its indices are as of this time.
  mutating func apply(_ step: Change, _ target: PlainList) throws {
    switch step.kind.code {
    case ChangeKind.itemDelete.code:
      _ = try take(step.beforeSection, step.beforeItem, step.count)
    case ChangeKind.itemMove.code:
      let items = try take(step.beforeSection, step.beforeItem, step.count)
      let idle = step.beforeSection == step.afterSection && step.beforeItem == step.afterItem
      try expect(!idle, "a move to where it is")
      try put(items, step.afterSection, step.afterItem)
    case ChangeKind.itemInsert.code:
      try put(try ReplayedList.inserted(step, target), step.afterSection, step.afterItem)
    case ChangeKind.sectionDelete.code:
      try deleteSections(step.beforeSection, step.count)
    case ChangeKind.sectionMove.code:
      try expect(step.beforeSection != step.afterSection, "a section move to where it is")
      try putSections(try takeSections(step.beforeSection, step.count), step.afterSection)
    case ChangeKind.sectionInsert.code:
      // The step does not identify the section: it is the first of the target's sections that is not in the
      // list yet.
      let there = Set(sections.map { $0.key })
      let missing = target.sections.filter { !there.contains($0) }
      try expect(step.count <= missing.count, "inserts more sections than are missing")
      let new = missing.prefix(Int(step.count)).map { Section(key: $0, items: []) }
      try putSections(new, step.afterSection)
    case ChangeKind.sectionUpdate.code:
      try expect(step.beforeSection == step.afterSection, "positions of two moments")
      for offset in 0..<step.count { updatedSections.append(sections[Int(step.afterSection + offset)].key) }
    case ChangeKind.itemUpdate.code:
      let one = step.beforeSection == step.afterSection && step.beforeItem == step.afterItem
      try expect(one, "positions of two moments")
      try recordUpdate(step, sections[Int(step.afterSection)])
    default:
      let section = step.kind == .supplementaryDelete ? step.beforeSection : step.afterSection
      try recordUpdate(step, sections[Int(section)])
    }
  }

  /// Applies a whole batch, phase by phase.
  mutating func apply(batch: [Change], _ before: PlainList, _ target: PlainList) throws {
    func all(_ kinds: ChangeKind...) -> [Change] {
      batch.filter { change in kinds.contains { $0 == change.kind } }
    }
    var moving: [[UInt32]: [Int]] = [:]
    for change in all(.itemDelete, .itemMoveOut).reversed() {
      let items = try take(change.beforeSection, change.beforeItem, change.count)
      if change.kind == .itemMoveOut { moving[Self.ends(change)] = items }
    }
    var movingSections: [[UInt32]: [Section]] = [:]
    let leaving = all(.sectionDelete, .sectionMove).sorted { $0.beforeSection > $1.beforeSection }
    for change in leaving {
      if change.kind == .sectionDelete {
        try deleteSections(change.beforeSection, change.count)
      } else {
        movingSections[Self.ends(change)] = try takeSections(change.beforeSection, change.count)
      }
    }
    for change in all(.sectionInsert, .sectionMove) {
      if change.kind == .sectionMove {
        try putSections(movingSections[Self.ends(change)]!, change.afterSection)
      } else {
        let end = Int(change.afterSection + change.count)
        try expect(end <= target.sections.count, "inserts sections beyond the target")
        let new = target.sections[Int(change.afterSection)..<end].map { Section(key: $0, items: []) }
        try putSections(new, change.afterSection)
      }
    }
    for change in all(.itemInsert, .itemMoveIn) {
      var items = change.kind == .itemInsert ? try Self.inserted(change, target) : []
      if change.kind == .itemMoveIn {
        guard let found = moving.removeValue(forKey: Self.ends(change)) else {
          throw Mismatch(description: "a move in without its move out")
        }
        items = found
      }
      try put(items, change.afterSection, change.afterItem)
    }
    try expect(moving.isEmpty, "a move out without its move in")
    for change in all(
      .sectionUpdate, .itemUpdate, .supplementaryDelete, .supplementaryInsert, .supplementaryUpdate)
    {
      try applyLate(change, before)
    }
  }

  private mutating func applyLate(_ change: Change, _ before: PlainList) throws {
    if change.kind == .sectionUpdate {
      for offset in 0..<change.count {
        let key = sections[Int(change.afterSection + offset)].key
        try expect(before.sections[Int(change.beforeSection + offset)] == key, "updates two sections")
        updatedSections.append(key)
      }
    } else if change.kind == .itemUpdate {
      for offset in 0..<Int(change.count) {
        let key = sections[Int(change.afterSection)].items[Int(change.afterItem) + offset]
        let then = before.items[Int(change.beforeSection)][Int(change.beforeItem) + offset]
        try expect(key == then, "an update names two items")
      }
      try recordUpdate(change, sections[Int(change.afterSection)])
    } else if change.kind == .supplementaryDelete {
      try expect(change.afterSection == noIndex, "a delete with an after-position")
      try recordUpdate(change, Section(key: before.sections[Int(change.beforeSection)], items: []))
    } else {
      try recordUpdate(change, sections[Int(change.afterSection)])
    }
  }

  private static func ends(_ change: Change) -> [UInt32] {
    [change.beforeSection, change.beforeItem, change.afterSection, change.afterItem, change.count]
  }
}
