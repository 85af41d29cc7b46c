// The slow model of a step that passes over items: they are put one by one into the content that it leads to.

@testable import ListEngine

struct PlainRebase {
  private struct Row {
    var item: Item
    var identity: CheckedList.Identity
    var isPassed: Bool
  }

  /// What the step knows of the present.
  private let known: Set<CheckedList.Identity>
  private let target: Content
  private let isScoped: Bool
  private var rows: [[Row]]
  /// Of each item of the target: its parent.
  private var parents: [CheckedList.Identity: CheckedList.Identity?] = [:]

  init(known: Set<CheckedList.Identity>, _ target: Content, isScoped: Bool) {
    self.known = known
    self.target = target
    self.isScoped = isScoped
    rows = []
    for part in target {
      let identities = part.items.map {
        CheckedList.Identity(section: isScoped ? part.name : nil, item: $0.name)
      }
      rows.append(zip(part.items, identities).map { Row(item: $0, identity: $1, isPassed: false) })
      for (i, parent) in PlainRebase.parents(part.items).enumerated() {
        parents[identities[i]] = .some(parent.map { identities[$0] })
      }
    }
  }

  /// Of each item: the index of the nearest one before it with a lower level.
  static func parents(_ items: [Item]) -> [Int?] {
    items.indices.map { i in items[..<i].lastIndex { $0.level < items[i].level } }
  }

  /// The target with those of `present` that are passed over and stay.
  func weave(_ present: Content) -> Content {
    var copy = self
    for part in present { copy.weave(part) }
    return zip(target, copy.rows).map { part, rows in
      var part = part
      part.items = rows.map { $0.item }
      return part
    }
  }

  private mutating func weave(_ part: Part) {
    let identities = part.items.map {
      CheckedList.Identity(section: isScoped ? part.name : nil, item: $0.name)
    }
    let above = PlainRebase.parents(part.items)
    for i in part.items.indices where !known.contains(identities[i]) && parents[identities[i]] == nil {
      var item = part.items[i]
      var place: (part: Int, row: Int)
      if let parent = above[i] {
        guard let there = find(identities[parent]) else { continue }
        let deeper = Int(item.level) - Int(part.items[parent].level)
        let level = Int(rows[there.part][there.row].item.level) + deeper
        if level > Int(UInt16.max) { continue }
        item.level = UInt16(level)
        place = (there.part, there.row + 1)
      } else {
        guard let there = target.firstIndex(where: { $0.name == part.name }) else { continue }
        place = (there, 0)
      }
      let parent = above[i].map { identities[$0] }
      let sibling = (0..<i).reversed().first { j in
        guard above[j] == above[i], let there = parents[identities[j]] else { return false }
        return there == parent && find(identities[j])!.part == place.part
      }
      if let sibling {
        let there = find(identities[sibling])!
        if rows[there.part][there.row].item.level >= item.level { place.row = there.row + 1 }
      }
      while place.row < rows[place.part].count {
        let next = rows[place.part][place.row]
        if next.isPassed ? next.item.level < item.level : next.item.level <= item.level { break }
        place.row += 1
      }
      rows[place.part].insert(Row(item: item, identity: identities[i], isPassed: true), at: place.row)
    }
  }

  private func find(_ identity: CheckedList.Identity) -> (part: Int, row: Int)? {
    for p in rows.indices {
      if let row = rows[p].firstIndex(where: { $0.identity == identity }) { return (p, row) }
    }
    return nil
  }
}
