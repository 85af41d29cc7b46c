// Random edits of a list in place, and of plain arrays beside it.

import XCTest

@testable import ListEngine

struct EditScript: ~Copyable {
  let list: List
  var edits: Edits
  var content: Content
  private(set) var number: UInt64 = 0
  /// What went since the edit began: some of it comes again.
  private var gone: [Item] = []
  private var goneParts: [Part] = []
  private(set) var itemMarks: [(name: Name, part: Name, reloads: Bool)] = []
  private(set) var partMarks: [Name] = []
  private(set) var latest = ""

  init(_ options: ListOptions, _ edits: Edits, _ content: Content) throws {
    let list = try List(options, leafCapacity: 8, fanOut: 4)
    _ = try content.set(list)
    self.list = list
    self.edits = edits
    self.content = content
  }

  mutating func begin() throws {
    gone = []
    goneParts = []
    itemMarks = []
    partMarks = []
    number = try list.beginEdit()
  }

  private func section(_ p: Int) throws -> UInt64 { try list.section(at: p) }

  mutating func changeOnce() throws {
    if content.isEmpty || edits.isOdds(7) { return try changeSections() }
    let p = edits.below(content.count)
    let count = content[p].items.count
    let at = edits.below(count + 1)
    let length = edits.isOdds(3) ? edits.below(count - at + 1) : min(1 + edits.below(3), count - at)
    switch edits.below(8) {
    case 0, 1: try insert(p, at)
    case 2:
      latest = "delete \(length) at \(p):\(at)"
      try list.deleteItems(number, at, length, ofSection: section(p))
      gone += content[p].items[at..<at + length]
      content[p].items.removeSubrange(at..<at + length)
    case 3, 4: try move(p, at, length)
    case 5, 6:
      if at == count { return }
      var item = content[p].items[at]
      edits.dress(&item)
      item.content = UInt64(edits.below(3))
      latest = "update \(p):\(at) to \(item)"
      try list.updateItem(
        number, list.item(at: at, inSection: section(p)), content: item.content,
        Model(address: item.model), item.cellClass)
      content[p].items[at] = item
    default:
      if at == count { return }
      let reloads = edits.isOdds(2)
      latest = "mark \(p):\(at)"
      try list.markItem(number, list.item(at: at, inSection: section(p)), reloads: reloads)
      itemMarks.append((content[p].items[at].name, content[p].name, reloads))
    }
  }

  private mutating func insert(_ p: Int, _ at: Int) throws {
    var items = (0..<edits.below(edits.isOdds(5) ? 30 : 3)).map { _ in edits.item() }
    // Some of those that went come again, a few of them looking different.
    for _ in 0..<edits.below(4) where !gone.isEmpty {
      var item = gone.remove(at: edits.below(gone.count))
      if edits.isOdds(3) { edits.dress(&item) }
      if !content.contains(where: { $0.items.contains { $0.name == item.name } }),
        !items.contains(where: { $0.name == item.name })
      {
        items.append(item)
      }
    }
    latest = "insert \(items) at \(p):\(at)"
    try items.withColumns { try list.insertItems(number, $0, inSection: section(p), at: at) }
    content[p].items.insert(contentsOf: items, at: at)
  }

  private mutating func move(_ p: Int, _ at: Int, _ length: Int) throws {
    let taken = Array(content[p].items[at..<at + length])
    let to = list.options.isScoped || edits.isOdds(2) ? p : edits.below(content.count)
    let room = content[to].items.count - (to == p ? length : 0)
    let index = edits.below(room + 1)
    latest = "move \(length) from \(p):\(at) to \(to):\(index)"
    try list.moveItems(number, at, length, ofSection: section(p), toSection: section(to), at: index)
    content[p].items.removeSubrange(at..<at + length)
    content[to].items.insert(contentsOf: taken, at: index)
  }

  private mutating func changeSections() throws {
    let p = edits.below(max(content.count, 1))
    switch content.isEmpty ? 0 : edits.below(6) {
    case 0:
      var part = edits.part()
      if !goneParts.isEmpty && edits.isOdds(2) { part = goneParts.remove(at: edits.below(goneParts.count)) }
      if content.contains(where: { $0.name == part.name }) { return }
      let at = edits.below(content.count + 1)
      latest = "insert section \(part.name) at \(at)"
      try list.insertSection(number, part.name.key, at: at)
      part.items = []
      part.ornaments = []
      content.insert(part, at: at)
    case 1:
      latest = "delete section \(p)"
      try list.deleteSection(number, section(p))
      gone += content[p].items
      goneParts.append(content.remove(at: p))
    case 2:
      let to = edits.below(content.count)
      latest = "move section \(p) to \(to)"
      try list.moveSection(number, section(p), to: to)
      content.insert(content.remove(at: p), at: to)
    case 3:
      latest = "mark section \(p)"
      try list.markSection(number, section(p))
      partMarks.append(content[p].name)
    default: try decorate(p)
    }
  }

  private mutating func decorate(_ p: Int) throws {
    if let old = content[p].ornaments.first, edits.isOdds(3) {
      latest = "remove an element of section \(p)"
      try list.removeElement(number, kind: old.kind, index: old.index, ofSection: section(p))
      content[p].ornaments.removeFirst()
      return
    }
    var wanted = content[p]
    edits.decorate(&wanted)
    guard let new = wanted.ornaments.last else { return }
    latest = "set an element of section \(p)"
    try list.setElement(number, new.element, ofSection: section(p))
    content[p].ornaments.removeAll { $0.kind == new.kind && $0.index == new.index }
    content[p].ornaments.append(new)
    content[p].ornaments.sort { ($0.kind, $0.index) < ($1.kind, $1.index) }
  }

  /// One change, first with each of its allocations failing, until it is done. What failed has changed
  /// nothing.
  mutating func changeOnceInSpiteOfAll() throws {
    for first in 1... {
      let saved = (edits, content, gone, goneParts, itemMarks, partMarks)
      do {
        let memory = FailingMemory()
        try memory.run(failing: first, forGood: first % 2 == 0) { try changeOnce() }
        return
      } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.noMemory.code {
        (edits, content, gone, goneParts, itemMarks, partMarks) = saved
        try expect(list.shown.value.arrangement.content == content, "after a failure, \(first)")
        try list.shown.value.arrangement.checkInvariants()
      }
    }
  }
}
