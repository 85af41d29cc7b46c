// A slow model of a snapshot: the same operations on plain arrays.

@testable import ListEngine

struct SnapshotModel {
  struct Place {
    var part: Int
    var item: Int
  }

  let policy: UInt32
  var content: Content = []
  var marks = Marks()
  /// The section that receives items without a section; nil: the last one.
  var current: Name? = nil

  var isScoped: Bool { policy == Duplicates.scope }
  private var refuses: Bool { policy == Duplicates.refuse || isScoped }

  init(_ policy: UInt32) { self.policy = policy }

  // MARK: Lookup

  func part(_ name: Name) throws -> Int {
    guard let part = content.firstIndex(where: { $0.name == name }) else { throw Refusal(.notFound) }
    return part
  }

  func find(_ name: Name, in section: Name?) throws -> Place {
    if isScoped && section == nil { throw Refusal(.scope) }
    for (p, part) in content.enumerated() where !isScoped || part.name == section {
      if let i = part.items.firstIndex(where: { $0.name == name }) { return Place(part: p, item: i) }
    }
    throw Refusal(.notFound)
  }

  /// The positions of each name's items, in order of the first.
  private func occurrences() -> [[Place]] {
    var places: [CheckedList.Identity: [Place]] = [:]
    var order: [CheckedList.Identity] = []
    for (p, part) in content.enumerated() {
      for (i, item) in part.items.enumerated() {
        let identity = CheckedList.Identity(section: isScoped ? part.name : nil, item: item.name)
        if places[identity] == nil { order.append(identity) }
        places[identity, default: []].append(Place(part: p, item: i))
      }
    }
    return order.map { places[$0]! }
  }

  var hasDuplicates: Bool { occurrences().contains { $0.count > 1 } }

  /// Resolves duplicate items by the policy.
  mutating func resolve() throws {
    while hasDuplicates {
      if refuses { throw Refusal(.duplicate) }
      var going: [Place] = []
      for places in occurrences() where places.count > 1 {
        for (n, place) in places.enumerated() {
          let isKept = n == (policy == Duplicates.keepLast ? places.count - 1 : 0)
          if policy != Duplicates.number {
            if !isKept { going.append(place) }
          } else if n > 0 {
            let name = content[place.part].items[place.item].name
            content[place.part].items[place.item].name = Name(name.key.numbered(UInt64(n + 1)))
          }
        }
      }
      for place in going.sorted(by: { ($0.part, $0.item) > ($1.part, $1.item) }) {
        content[place.part].items.remove(at: place.item)
      }
    }
  }

  // MARK: Sections

  mutating func insertSections(_ names: [Name], at anchor: Anchor?) throws {
    var place = content.count
    if let anchor { place = try part(Name(anchor.key)) + (anchor.isAfter ? 1 : 0) }
    try insertSections(names, atPosition: place)
  }

  mutating func insertSections(_ names: [Name], atPosition position: Int) throws {
    if position > content.count { throw Refusal(.range) }
    var place = position == atEnd ? content.count : position
    var before = content.map { $0.name }
    var resolved: [Name] = []
    for name in names {
      var unique = name
      var n: UInt64 = 1
      while before.contains(unique) && policy != Duplicates.keepFirst && policy != Duplicates.keepLast {
        if refuses { throw Refusal(.duplicate) }
        n += 1
        unique = Name(name.key.numbered(n))
      }
      before.append(unique)
      resolved.append(unique)
    }
    for name in resolved {
      current = nil
      guard let duplicate = content.firstIndex(where: { $0.name == name }) else {
        var part = Part(0, [])
        part.name = name
        content.insert(part, at: place)
        place += 1
        continue
      }
      current = name
      if policy == Duplicates.keepFirst { continue }
      let part = content.remove(at: duplicate)
      if duplicate < place { place -= 1 }
      content.insert(part, at: place)
      place += 1
    }
  }

  mutating func moveSection(_ name: Name, to anchor: Anchor) throws {
    let from = try part(name)
    _ = try part(Name(anchor.key))
    if name == Name(anchor.key) { return }
    let moved = content.remove(at: from)
    content.insert(moved, at: try part(Name(anchor.key)) + (anchor.isAfter ? 1 : 0))
  }

  mutating func deleteSections(_ names: [Name]) -> Int {
    var missing = 0
    for name in names {
      guard let part = try? part(name) else {
        missing += 1
        continue
      }
      content.remove(at: part)
      marks.sections.remove(name)
      if current == name { current = nil }
    }
    return missing
  }

  // MARK: Items

  mutating func append(_ items: [Item], to section: Name?, isIndexed: Bool) throws {
    let target: Int
    if let section {
      target = try part(section)
    } else if let current {
      target = try part(current)
    } else {
      target = content.count - 1
      if target < 0 { throw Refusal(.noSection) }
    }
    try insert(items, Place(part: target, item: content[target].items.count), isIndexed)
  }

  mutating func insert(_ items: [Item], at anchor: Anchor, in section: Name?) throws {
    try resolve()
    var place = try find(Name(anchor.key), in: section)
    if anchor.isAfter { place.item += 1 }
    try insert(items, place, true)
  }

  mutating func insert(_ items: [Item], at index: Int, of section: Name, isIndexed: Bool) throws {
    let part = try part(section)
    let end = content[part].items.count
    if index > end { throw Refusal(.range) }
    try insert(items, Place(part: part, item: index == atEnd ? end : index), isIndexed)
  }

  mutating func insert(_ items: [Item], asChild number: Int, of parent: Name, in section: Name?) throws {
    try resolve()
    let place = try find(parent, in: section)
    let part = content[place.part]
    let children = part.children(of: place.item)
    if number >= children.count { throw Refusal(.range) }
    guard let deepened = part.deepened(items, below: place.item) else { throw Refusal(.argument) }
    let index = number == atEnd ? children[children.count - 1] : children[number]
    try insert(deepened, Place(part: place.part, item: index), true)
  }

  private mutating func insert(_ items: [Item], _ place: Place, _ isIndexed: Bool) throws {
    let present = content[place.part].items
    try put(present[..<place.item] + items + present[place.item...], place.part, isIndexed)
  }

  mutating func setItems(_ items: [Item], of section: Name, isIndexed: Bool) throws {
    try put(items[...], try part(section), isIndexed)
  }

  private mutating func put(_ items: ArraySlice<Item>, _ part: Int, _ isIndexed: Bool) throws {
    var other = self
    other.content[part].items = Array(items)
    if isIndexed && refuses && other.hasDuplicates { throw Refusal(.duplicate) }
    self = other
  }

  /// Item `i` of `looks` has the new values of `names[i]`.
  mutating func update(_ names: [Name], in section: Name?, _ looks: [Item], _ fields: UInt32) throws {
    try resolve()
    let places = try names.map { try find($0, in: section) }
    if Set(names).count < names.count { throw Refusal(.argument) }
    for (place, look) in zip(places, looks) {
      let old = content[place.part].items[place.item]
      content[place.part].items[place.item] = old.updated(by: look, fields)
    }
  }

  mutating func move(_ name: Name, to anchor: Anchor?, in section: Name?) throws {
    try resolve()
    if anchor == nil && isScoped { throw Refusal(.scope) }
    let from = try find(name, in: anchor == nil ? nil : section)
    if let anchor {
      if Name(anchor.key) == name { return }
      _ = try find(Name(anchor.key), in: section)
    } else {
      _ = try part(section!)
    }
    let item = content[from.part].items.remove(at: from.item)
    if let anchor {
      var place = try find(Name(anchor.key), in: section)
      if anchor.isAfter { place.item += 1 }
      content[place.part].items.insert(item, at: place.item)
    } else {
      content[try part(section!)].items.append(item)
    }
  }

  mutating func delete(_ names: [Name], in section: Name?) throws -> Int {
    try resolve()
    var missing = 0
    for name in names {
      do {
        let place = try find(name, in: section)
        content[place.part].items.remove(at: place.item)
      } catch let refusal as Refusal where refusal.kind.code == Refusal.Kind.notFound.code {
        missing += 1
      }
    }
    return missing
  }

  mutating func deleteAllItems(of section: Name?) throws {
    if let section {
      content[try part(section)].items = []
    } else {
      for p in content.indices { content[p].items = [] }
    }
  }

  // MARK: Marks and supplementaries

  mutating func mark(_ names: [Name], in section: Name?, reloads: Bool) throws {
    try resolve()
    for name in names { _ = try find(name, in: section) }
    for name in names {
      let identity = CheckedList.Identity(section: isScoped ? section : nil, item: name)
      marks.items[identity] = marks.items[identity] ?? false || reloads
    }
  }

  mutating func markSections(_ names: [Name]) throws {
    for name in names { _ = try part(name) }
    marks.sections.formUnion(names)
  }

  mutating func setOrnament(_ supplementary: PlainSupplementary, of section: Name) throws {
    let p = try part(section)
    content[p].supplementaries.removeAll { $0.value.rank == supplementary.value.rank }
    content[p].supplementaries.append(supplementary)
    content[p].supplementaries.sort { $0.value.rank < $1.value.rank }
  }

  mutating func removeOrnament(kind: UInt32, index: UInt32, of section: Name) throws {
    let p = try part(section)
    guard let i = content[p].supplementaries.firstIndex(where: { $0.kind == kind && $0.index == index })
    else {
      throw Refusal(.notFound)
    }
    content[p].supplementaries.remove(at: i)
  }
}
