// Random edits, applied to a list in place and to plain arrays.

import XCTest

@testable import ListEngine

struct EditScript: ~Copyable {
  let list: List
  var edits: RandomEdits
  var content: Content
  private(set) var number: UInt64 = 0
  /// Items deleted since the edit began; some are inserted again.
  private var gone: [Item] = []
  private var goneParts: [Part] = []
  private(set) var itemMarks: [(name: Name, part: Name, reloads: Bool)] = []
  private(set) var partMarks: [Name] = []
  private(set) var duplicates = DuplicateCounts()
  private(set) var latest = ""

  init(_ options: ListOptions, _ edits: RandomEdits, _ content: Content) throws {
    let list = List(options, leafCapacity: 8, fanOut: 4)
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
    duplicates = DuplicateCounts()
    number = try list.beginEdit()
  }

  private func section(_ p: Int) throws -> UInt64 { try list.section(at: p) }

  mutating func changeOnce() throws {
    if content.isEmpty || edits.isOdds(7) { return try changeSections() }
    let p = edits.below(content.count)
    let count = content[p].items.count
    let at = edits.below(count + 1)
    let length = edits.isOdds(3) ? edits.below(count - at + 1) : min(1 + edits.below(3), count - at)
    switch edits.below(12) {
    case 0, 1: try insert(p, at)
    case 11: try insertChildren(p, at)
    case 2:
      latest = "delete \(length) at \(p):\(at)"
      try list.deleteItems(number, ofSection: section(p), at, length)
      gone += content[p].items[at..<at + length]
      content[p].items.removeSubrange(at..<at + length)
    case 3: try deleteScattered()
    case 4, 5: try move(p, at, length)
    case 6: try moveNextTo(p, at)
    case 7, 8:
      if at == count { return }
      try update(p, at..<at + max(length, 1))
    case 9: try replace(p)
    default:
      if at == count { return }
      let reloads = edits.isOdds(2)
      latest = "mark \(p):\(at)"
      var marked = Buffer<UInt64>()
      for i in at..<min(at + 2, count) {
        try marked.append(list.item(at: i, inSection: section(p)))
        itemMarks.append((content[p].items[i].name, content[p].name, reloads))
      }
      try list.markItems(number, marked, reloads: reloads)
    }
  }

  // MARK: Items

  /// New items, some deleted ones and, occasionally, present or duplicate ones.
  private mutating func newItems() -> [Item] {
    var items = (0..<edits.below(edits.isOdds(5) ? 30 : 3)).map { _ in edits.item() }
    for _ in 0..<edits.below(4) where !gone.isEmpty {
      var item = gone.remove(at: edits.below(gone.count))
      if edits.isOdds(3) { edits.dress(&item) }
      items.insert(item, at: edits.below(items.count + 1))
    }
    if edits.isOdds(list.options.duplicates == Duplicates.refuse ? 6 : 2) {
      let there = content.flatMap { $0.items } + items
      for _ in 0..<edits.below(5) where !there.isEmpty {
        var item = there[edits.below(there.count)]
        edits.dress(&item)
        items.insert(item, at: edits.below(items.count + 1))
      }
    }
    return items
  }

  /// Applies the change to the model, which predicts the result, or (nil) a refusal.
  private mutating func take(
    _ wanted: (content: Content, counts: DuplicateCounts)?, unless isRefused: Bool
  ) throws {
    try expect(isRefused == (wanted == nil), "\(latest): refused \(isRefused)")
    guard let wanted else { return }
    content = wanted.content
    duplicates.dropped += wanted.counts.dropped
    duplicates.numbered += wanted.counts.numbered
  }

  private mutating func insert(_ p: Int, _ at: Int) throws {
    let items = newItems()
    latest = "insert \(items) at \(p):\(at)"
    let wanted = content.inserting(items, p, at, list.options.duplicates)
    let count = content[p].items.count
    let way = edits.below(3)
    let section = try section(p)
    let isRefused = try isRefused {
      try items.withColumns { columns in
        if way == 0 && at < count {
          let anchor = try list.item(at: at, inSection: section)
          try list.putItems(number, columns, .before(anchor))
        } else if way == 1 && at > 0 {
          let anchor = try list.item(at: at - 1, inSection: section)
          try list.putItems(number, columns, .after(anchor))
        } else {
          try list.putItems(number, columns, .at(at == count ? atEnd : at, inSection: section))
        }
      }
    }
    try take(wanted, unless: isRefused)
  }

  private mutating func insertChildren(_ p: Int, _ at: Int) throws {
    if at == content[p].items.count { return }
    let items = newItems()
    let parent = try list.item(at: at, inSection: section(p))
    let places = content[p].children(of: at)
    let index = edits.below(places.count + 1)
    latest = "insert children \(items) below \(p):\(at) at \(index)"
    let wanted = index == places.count ? nil : content[p].deepened(items, below: at)
    let isDuplicate: Bool
    do {
      isDuplicate = try isRefused {
        try items.withColumns(Layout(hasLevels: items.contains { $0.level != 0 })) {
          let isEnd = index == places.count - 1 && edits.isOdds(2)
          try list.putItems(number, $0, .child(isEnd ? atEnd : index, of: parent))
        }
      }
    } catch let refusal as Refusal
      where refusal.kind.code == (index == places.count ? Refusal.Kind.range : .argument).code
    {
      return try expect(wanted == nil, "\(latest): refused")
    }
    try expect(wanted != nil, "\(latest): not refused")
    try take(content.inserting(wanted!, p, places[index], list.options.duplicates), unless: isDuplicate)
  }

  private mutating func replace(_ p: Int) throws {
    // Some items stay, in another order.
    var items = content[p].items.filter { _ in !edits.isOdds(3) }
    if edits.isOdds(2) { items.shuffle(using: &edits.random) }
    for i in items.indices where edits.isOdds(3) { edits.dress(&items[i]) }
    items.insert(contentsOf: newItems(), at: edits.below(items.count + 1))
    latest = "replace items of \(p) by \(items)"
    let wanted = content.inserting(items, p, nil, list.options.duplicates)
    let section = try section(p)
    let isRefused = try isRefused {
      try items.withColumns { try list.putItems(number, $0, .all(ofSection: section)) }
    }
    try take(wanted, unless: isRefused)
  }

  private mutating func update(_ p: Int, _ range: Range<Int>) throws {
    let fields = UInt32(1 + edits.below(Int(ItemColumn.bits)))
    let old = content[p].items[range]
    var handles = Buffer<UInt64>()
    var withUpdates = Array(old)
    for i in withUpdates.indices {
      edits.dress(&withUpdates[i])
      try handles.append(list.item(at: range.lowerBound + i, inSection: section(p)))
    }
    latest = "update \(fields) of \(p):\(range) to \(withUpdates)"
    try withUpdates.withColumns { try list.updateItems(number, handles, NewAppearances($0, fields: fields)) }
    content[p].items.replaceSubrange(range, with: zip(old, withUpdates).map { $0.updated(by: $1, fields) })
  }

  private mutating func deleteScattered() throws {
    var handles = Buffer<UInt64>()
    var places: [(Int, Int)] = []
    for p in content.indices {
      for i in content[p].items.indices where edits.isOdds(12) {
        places.append((p, i))
        try handles.append(list.item(at: i, inSection: section(p)))
      }
    }
    latest = "delete \(places)"
    try list.deleteItems(number, handles)
    for (p, i) in places.reversed() { gone.append(content[p].items.remove(at: i)) }
  }

  private mutating func move(_ p: Int, _ at: Int, _ length: Int) throws {
    let taken = Array(content[p].items[at..<at + length])
    let to = list.options.isScoped || edits.isOdds(2) ? p : edits.below(content.count)
    let room = content[to].items.count - (to == p ? length : 0)
    let index = edits.below(room + 1)
    latest = "move \(length) from \(p):\(at) to \(to):\(index)"
    try list.moveItems(
      number, ofSection: section(p), at, length, toSection: section(to), at: index == room ? atEnd : index)
    content[p].items.removeSubrange(at..<at + length)
    content[to].items.insert(contentsOf: taken, at: index)
  }

  private mutating func moveNextTo(_ p: Int, _ at: Int) throws {
    let to = list.options.isScoped || edits.isOdds(2) ? p : edits.below(content.count)
    if at == content[p].items.count || content[to].items.isEmpty { return }
    let item = content[p].items[at]
    let anchor = content[to].items[edits.below(content[to].items.count)]
    let isAfter = edits.isOdds(2)
    latest = "move \(item) next to \(anchor)"
    try list.moveItem(
      number, list.item(forKey: item.name.key, in: content[p].name.key),
      nextTo: list.item(forKey: anchor.name.key, in: content[to].name.key), isAfter: isAfter)
    if item.name == anchor.name { return }
    content[p].items.remove(at: at)
    let place = content[to].items.firstIndex { $0.name == anchor.name }!
    content[to].items.insert(item, at: place + (isAfter ? 1 : 0))
  }

  // MARK: Sections

  private mutating func changeSections() throws {
    let p = edits.below(max(content.count, 1))
    let length = min(1 + edits.below(3), content.count - p)
    switch content.isEmpty ? 0 : edits.below(7) {
    case 0: try insertSections()
    case 1:
      let isByHandle = edits.isOdds(2)
      latest = "delete \(length) sections at \(p)"
      if isByHandle {
        var handles = Buffer<UInt64>()
        for i in (p..<p + length).reversed() { try handles.append(section(i)) }
        try list.deleteSections(number, handles)
      } else {
        try list.deleteSections(number, p, length)
      }
      for part in content[p..<p + length] {
        gone += part.items
        goneParts.append(part)
      }
      content.removeSubrange(p..<p + length)
    case 2:
      let to = edits.below(content.count - length + 1)
      latest = "move \(length) sections at \(p) to \(to)"
      try list.moveSections(number, p, length, to: to == content.count - length ? atEnd : to)
      let moved = content[p..<p + length]
      content.removeSubrange(p..<p + length)
      content.insert(contentsOf: moved, at: to)
    case 3:
      let anchor = content[edits.below(content.count)].name
      let isAfter = edits.isOdds(2)
      latest = "move section \(p) next to \(anchor)"
      try list.moveSection(number, section(p), nextTo: list.section(forKey: anchor.key), isAfter: isAfter)
      if anchor == content[p].name { return }
      let part = content.remove(at: p)
      content.insert(part, at: content.firstIndex { $0.name == anchor }! + (isAfter ? 1 : 0))
    case 4:
      latest = "mark section \(p)"
      var handles = Buffer<UInt64>()
      try handles.append(section(p))
      try list.markSections(number, handles)
      partMarks.append(content[p].name)
    default: try decorate(p)
    }
  }

  private mutating func insertSections() throws {
    var names = (0..<edits.below(3)).map { _ in edits.part().name }
    if !goneParts.isEmpty && edits.isOdds(2) {
      names.append(goneParts.remove(at: edits.below(goneParts.count)).name)
    }
    if edits.isOdds(list.options.duplicates == Duplicates.refuse ? 8 : 2),
      let some = content.randomElement(using: &edits.random)
    {
      names.insert(some.name, at: edits.below(names.count + 1))
      if edits.isOdds(3) { names.append(names[edits.below(names.count)]) }
    }
    let at = edits.below(content.count + 1)
    latest = "insert sections \(names) at \(at)"
    let wanted = content.insertingParts(names, at, list.options.duplicates)
    let way = edits.below(3)
    let keys = try names.keys()
    let isRefused = try isRefused {
      if way == 0 && at < content.count {
        try list.insertSections(number, keys, .before(section(at)))
      } else if way == 1 && at > 0 {
        try list.insertSections(number, keys, .after(section(at - 1)))
      } else {
        try list.insertSections(number, keys, .at(at == content.count ? atEnd : at))
      }
    }
    try take(wanted, unless: isRefused)
  }

  private mutating func decorate(_ p: Int) throws {
    if let old = content[p].supplementaries.first, edits.isOdds(3) {
      latest = "remove an element of section \(p)"
      try list.removeSupplementary(number, kind: old.kind, index: old.index, ofSection: section(p))
      content[p].supplementaries.removeFirst()
      return
    }
    var wanted = content[p]
    edits.decorate(&wanted)
    guard let new = wanted.supplementaries.last else { return }
    latest = "set an element of section \(p)"
    try list.setSupplementary(number, new.value, ofSection: section(p))
    content[p].supplementaries.removeAll { $0.kind == new.kind && $0.index == new.index }
    content[p].supplementaries.append(new)
    content[p].supplementaries.sort { ($0.kind, $0.index) < ($1.kind, $1.index) }
  }

  /// Repeats one change, with each of its allocations failing in turn, until it succeeds. A failed attempt
  /// must change nothing.
  mutating func changeOnceInSpiteOfAll() throws {
    for first in 1... {
      let saved = (edits, content, gone, goneParts, itemMarks, partMarks, duplicates)
      do {
        let memory = FailingMemory()
        try memory.run(failing: first, forGood: first % 2 == 0) { try changeOnce() }
        return
      } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.noMemory.code {
        (edits, content, gone, goneParts, itemMarks, partMarks, duplicates) = saved
        try expect(list.state.value.arrangement.content == content, "after a failure, \(first)")
        try list.state.value.checkEdited()
      }
    }
  }
}

/// Whether the change is refused because of a duplicate key.
private func isRefused(_ work: () throws -> Void) throws -> Bool {
  do {
    try work()
    return false
  } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.duplicate.code {
    return true
  }
}
