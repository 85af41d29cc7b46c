// The expected changes between two contents, computed by comparing everything with everything.

@testable import ListEngine

struct Marks {
  /// By item (with its section if keys are scoped): true for reload, false for reconfigure.
  var items: [CheckedList.Identity: Bool] = [:]
  var sections: Set<Name> = []
  /// Whether the mark of a section is one of its items in `after` too; otherwise `items` has those.
  var coverItems = true
}

struct ExpectedChanges {
  private let isScoped: Bool
  private let marks: Marks
  private var numbers: [CheckedList.Identity: Int] = [:]
  private var sectionNumbers: [Name: Int] = [:]
  private(set) var `case` = Case(PlainList([]), PlainList([]))

  init(_ before: Content, _ after: Content, isScoped: Bool, _ marks: Marks) {
    self.isScoped = isScoped
    self.marks = marks
    let old = outline(before)
    let new = outline(after)
    self.case = Case(old, new)
    addUpdates(before, after)
    addSupplementaries(before, after)
  }

  private mutating func outline(_ content: Content) -> PlainList {
    PlainList(
      content.map { part in
        let section = sectionNumbers[part.name] ?? sectionNumbers.count
        sectionNumbers[part.name] = section
        let items = part.items.map { item in
          let identity = self.identity(part, item)
          let number = numbers[identity] ?? numbers.count
          numbers[identity] = number
          return number
        }
        return (section, items)
      })
  }

  private func identity(_ part: Part, _ item: Item) -> CheckedList.Identity {
    CheckedList.Identity(section: isScoped ? part.name : nil, item: item.name)
  }

  private mutating func addUpdates(_ before: Content, _ after: Content) {
    var olds: [CheckedList.Identity: Item] = [:]
    for part in before { for item in part.items { olds[identity(part, item)] = item } }
    let matched = Set(before.map { $0.name })
    for part in after {
      let isReloaded = marks.sections.contains(part.name)
      if isReloaded && matched.contains(part.name) {
        self.case.reloadedSections.insert(sectionNumbers[part.name]!)
      }
      for item in part.items {
        let identity = identity(part, item)
        guard let old = olds[identity] else { continue }
        var flags = ExpectedChanges.flags(old, item)
        var reloads = flags & ChangeFlags.byClass != 0
        if let reload = marks.items[identity] {
          flags |= ChangeFlags.byMark
          reloads = reloads || reload
        }
        if isReloaded && marks.coverItems {
          flags |= ChangeFlags.byMark
          reloads = true
        }
        if flags == 0 { continue }
        self.case.updates[numbers[identity]!] =
          flags | (reloads ? ChangeFlags.reload : ChangeFlags.reconfigure)
      }
    }
  }

  static func flags(_ old: Item, _ new: Item) -> UInt32 {
    var flags: UInt32 = 0
    if old.content != new.content { flags |= ChangeFlags.byContent }
    if old.cellClass != new.cellClass { flags |= ChangeFlags.byClass }
    if old.level != new.level { flags |= ChangeFlags.byLevel }
    if flags == 0 && old.content == 0 && old.model != new.model
      && !CellClass.equal(new.cellClass, Model(address: old.model), Model(address: new.model))
    {
      flags = ChangeFlags.byEqual
    }
    return flags
  }

  private mutating func addSupplementaries(_ before: Content, _ after: Content) {
    for part in after {
      guard let old = before.first(where: { $0.name == part.name }) else { continue }
      let isMarked = marks.sections.contains(part.name)
      for (kind, left, right) in ExpectedChanges.pairs(old.supplementaries, part.supplementaries) {
        let change: ChangeKind
        if let left, let right {
          let same = ExpectedChanges.isSame(left, right)
          if same && !isMarked { continue }
          change = .supplementaryUpdate
        } else {
          change = left == nil ? .supplementaryInsert : .supplementaryDelete
        }
        self.case.supplementaries.append(
          ReplayedList.ReplayedSupplementary(
            section: sectionNumbers[part.name]!, kind: change.code, supplementaryKind: kind))
      }
    }
  }

  private static func isSame(_ left: PlainSupplementary, _ right: PlainSupplementary) -> Bool {
    left.name == right.name
      && flags(
        Item(left.name, left.content, left.model, left.cellClass),
        Item(right.name, right.content, right.model, right.cellClass)) == 0
  }

  /// Pairs by kind, then index.
  private static func pairs(_ left: [PlainSupplementary], _ right: [PlainSupplementary]) -> [(
    UInt32, PlainSupplementary?, PlainSupplementary?
  )] {
    let ranks = Set((left + right).map { $0.value.rank }).sorted()
    return ranks.map { rank in
      (
        UInt32(rank >> 32), left.first { $0.value.rank == rank },
        right.first { $0.value.rank == rank }
      )
    }
  }
}
