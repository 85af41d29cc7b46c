// A slow model of the duplicate policies of inserts.

@testable import ListEngine

extension Content {
  /// Inserts items into part `p` at an index, or replaces its items if the index is nil. Returns nil if the
  /// insert is refused.
  func inserting(
    _ items: [Item], _ p: Int, _ at: Int?, _ policy: UInt32
  ) -> (content: Content, counts: DuplicateCounts)? {
    var counts = DuplicateCounts()
    var result = self
    let own = self[p].items
    let front: [Item] = at.map { own.prefix($0) }.map { $0 + [] } ?? []
    let back: [Item] = at.map { own.dropFirst($0) }.map { $0 + [] } ?? []
    result[p].items = front + back
    var taken = Set<Name>()
    for (i, part) in result.enumerated() where policy != Duplicates.scope || i == p {
      taken.formUnion(part.items.map { $0.name })
    }
    var new: [Item] = []
    if policy == Duplicates.keepLast {
      for item in items.reversed() {
        if new.contains(where: { $0.name == item.name }) {
          counts.dropped += 1
          continue
        }
        if taken.contains(item.name) { counts.dropped += 1 }
        new.insert(item, at: 0)
      }
      let names = Set(new.map { $0.name })
      result = result.map { part in
        var part = part
        part.items.removeAll { names.contains($0.name) }
        return part
      }
      result[p].items =
        front.filter { !names.contains($0.name) } + new + back.filter { !names.contains($0.name) }
      return (result, counts)
    }
    for var item in items {
      if taken.contains(item.name) {
        if policy == Duplicates.refuse || policy == Duplicates.scope { return nil }
        if policy == Duplicates.keepFirst {
          counts.dropped += 1
          continue
        }
        counts.numbered += 1
        item.name = item.name.free { taken.contains($0) }
      }
      taken.insert(item.name)
      new.append(item)
    }
    result[p].items = front + new + back
    return (result, counts)
  }

  /// Inserts empty parts.
  func insertingParts(
    _ names: [Name], _ at: Int, _ policy: UInt32
  ) -> (content: Content, counts: DuplicateCounts)? {
    var counts = DuplicateCounts()
    var result = self
    // The next part is inserted behind this one.
    var last = at == 0 ? nil : self[at - 1].name
    for var name in names {
      let isThere = result.contains { $0.name == name }
      var part = Part(0, [])
      if isThere {
        if policy == Duplicates.refuse || policy == Duplicates.scope { return nil }
        if policy == Duplicates.number {
          counts.numbered += 1
          name = name.free { other in result.contains { $0.name == other } }
        } else {
          counts.dropped += 1
          if policy == Duplicates.keepFirst || last == name { continue }
          part = result.remove(at: result.firstIndex { $0.name == name }!)
        }
      }
      part.name = name
      result.insert(part, at: last.map { last in result.firstIndex { $0.name == last }! + 1 } ?? 0)
      last = name
    }
    return (result, counts)
  }
}

extension Name {
  fileprivate func free(_ isTaken: (Name) -> Bool) -> Name {
    var n: UInt64 = 2
    while isTaken(Name(key.numbered(n))) { n += 1 }
    return Name(key.numbered(n))
  }
}
