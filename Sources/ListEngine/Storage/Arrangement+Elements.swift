// Supplementary elements of a section, in a block that is replaced as a whole.

extension Arrangement {
  /// In place of the one with the same kind and index, if there is one.
  mutating func setElement(
    _ element: Element, of section: UInt32, _ departures: inout Departures
  ) throws(Refusal) {
    let old = sections[Int(section)].elements
    let count = old?.count ?? 0
    var at = 0
    while at < count, let old, old[at].rank < element.rank { at += 1 }
    let replaces = at < count && old?[at].rank == element.rank
    try replaceElements(of: Int(section), count: replaces ? count : count + 1, &departures) { i in
      if i == at { return element }
      return unsafe old.unsafelyUnwrapped[i < at || replaces ? i : i - 1]
    }
  }

  mutating func removeElement(
    kind: UInt32, index: UInt32, of section: UInt32, _ departures: inout Departures
  ) throws(Refusal) {
    let record = sections[Int(section)]
    guard let old = record.elements, let at = old.find(kind: kind, index: index) else {
      throw Refusal(.notFound, section: record.key)
    }
    try replaceElements(of: Int(section), count: old.count - 1, &departures) { old[$0 < at ? $0 : $0 + 1] }
  }

  /// A whole block, which is shared.
  mutating func setElements(
    _ elements: ElementBlock?, of section: UInt32, _ departures: inout Departures
  ) throws(Refusal) {
    try departures.elements.reserve(extra: 1)
    if let old = sections[Int(section)].elements { departures.elements.push(old) }
    elements?.retain()
    sections[Int(section)].elements = elements
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
    if let old = sections[id].elements { departures.elements.push(old) }
    sections[id].elements = block
  }
}
