// Marks and supplementary elements of a snapshot.

extension SnapshotBody {
  /// All of them, or none if one is not there.
  mutating func mark(
    _ keys: borrowing Buffer<Key>, in section: Key?, reloads: Bool, _ options: SnapshotOptions
  ) throws(Refusal) {
    try marks.reserve(extra: keys.count)
    for i in 0..<keys.count { _ = try find(keys[i], in: section, options) }
    for i in 0..<keys.count {
      marks.push(ItemMark(key: keys[i], section: section ?? keys[i], reloads: reloads ? 1 : 0))
    }
  }

  mutating func markSections(_ keys: borrowing Buffer<Key>) throws(Refusal) {
    for i in 0..<keys.count { _ = try section(keys[i]) }
    for i in 0..<keys.count { arrangement.sections[Int(try section(keys[i]))].isMarked = true }
  }

  mutating func clearMarks() {
    marks.removeAll()
    for i in 0..<arrangement.sections.count { arrangement.sections[i].isMarked = false }
  }

  var hasMarks: Bool { !marks.isEmpty }

  /// Where the marked items are; those that have gone since are passed over.
  func places(ofMarks options: SnapshotOptions) throws(Refusal) -> Buffer<Mark> {
    var places = try Buffer<Mark>(capacity: marks.count)
    for i in 0..<marks.count {
      let mark = marks[i]
      guard let location = try? find(mark.key, in: mark.section, options) else { continue }
      places.push(Mark(place: UInt32(arrangement.flat(of: location)), reloads: mark.reloads))
    }
    return places
  }

  // MARK: Supplementary elements

  mutating func setElement(
    _ element: Element, of key: Key, _ departures: inout Departures
  ) throws(Refusal) {
    let id = Int(try section(key))
    let old = arrangement.sections[id].elements
    let count = old?.count ?? 0
    var at = 0
    while at < count, let old, old[at].rank < element.rank { at += 1 }
    let replaces = at < count && old?[at].rank == element.rank
    try replaceElements(of: id, count: replaces ? count : count + 1, &departures) { i in
      if i == at { return element }
      return unsafe old.unsafelyUnwrapped[i < at || replaces ? i : i - 1]
    }
  }

  mutating func removeElement(
    kind: UInt32, index: UInt32, of key: Key, _ departures: inout Departures
  ) throws(Refusal) {
    let id = Int(try section(key))
    let rank = UInt64(kind) << 32 | UInt64(index)
    guard let old = arrangement.sections[id].elements else { throw Refusal(.notFound, section: key) }
    var at = 0
    while at < old.count && old[at].rank != rank { at += 1 }
    if at == old.count { throw Refusal(.notFound, section: key) }
    try replaceElements(of: id, count: old.count - 1, &departures) { old[$0 < at ? $0 : $0 + 1] }
  }

  /// A whole block, which is shared.
  mutating func setElements(
    _ elements: ElementBlock?, of section: UInt32, _ departures: inout Departures
  ) throws(Refusal) {
    try departures.elements.reserve(extra: 1)
    if let old = arrangement.sections[Int(section)].elements { departures.elements.push(old) }
    elements?.retain()
    arrangement.sections[Int(section)].elements = elements
  }

  private mutating func replaceElements(
    of id: Int, count: Int, _ departures: inout Departures, _ element: (Int) -> Element
  ) throws(Refusal) {
    try departures.elements.reserve(extra: 1)
    try departures.installed.reserve(extra: 1)
    let block = try ElementBlock.make(count: count)
    if let block {
      for i in 0..<count { block[i] = element(i) }
      block.retain()
      departures.installed.push(block)
    }
    if let old = arrangement.sections[id].elements { departures.elements.push(old) }
    arrangement.sections[id].elements = block
  }
}
