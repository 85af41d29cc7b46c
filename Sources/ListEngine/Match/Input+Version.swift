// Reads a version: its sections in order, and the leaves of each.
//
//     order      section 2, section 0         sectionKeys, sectionIDs, starts: one entry each
//     items      leaf 3 | leaf 0, leaf 4      chunks; firstChunks 0 1 3

extension Input {
  /// Reads a version (without its empty sections if `droppingEmpty`), or one section of it.
  mutating func set(
    _ arrangement: borrowing Arrangement, section only: SectionID? = nil, droppingEmpty: Bool = false
  ) throws(Refusal) {
    removeAll()
    self.droppingEmpty = droppingEmpty
    let sections = only == nil ? arrangement.sectionCount : 1
    try reserve(sections: sections, chunks: arrangement.leafCount)
    try sectionIDs.reserve(sections)
    try firstChunks.reserve(sections + 1)
    if droppingEmpty { try droppedBefore.reserve(arrangement.sectionCount) }
    try markedSections.reserve(sectionKeys.capacity)
    var flat: UInt32 = 0
    isPartial = only != nil
    if let only {
      add(section: only, of: arrangement, &flat)
    } else {
      addSections(of: arrangement, under: arrangement.root, &flat)
    }
    starts.push(flat)
    firstChunks.push(UInt32(chunks.count))
    fillGuide()
  }

  /// The section that it is, if it is one of a version only.
  var onlySection: SectionID? { isPartial ? SectionID(sectionIDs[0]) : nil }

  private mutating func addSections(
    of arrangement: borrowing Arrangement, under link: Link, _ flat: inout UInt32
  ) {
    if !link.isNode {
      if !link.isNone { add(section: SectionID(link.end), of: arrangement, &flat) }
      return
    }
    let first = link.node * arrangement.order.fanOut
    let isLowest = arrangement.order.nodes[link.node].level == 0
    for i in first..<first + Int(arrangement.order.nodes[link.node].count) {
      let below = arrangement.order.links[i]
      if isLowest {
        add(section: SectionID(below.end), of: arrangement, &flat)
      } else {
        addSections(of: arrangement, under: below, &flat)
      }
    }
  }

  private mutating func add(
    section id: SectionID, of arrangement: borrowing Arrangement, _ flat: inout UInt32
  ) {
    let section = arrangement.sections[id]
    if droppingEmpty && section.count == 0 {
      droppedBefore.push(UInt32(sectionCount))
      return
    }
    if section.isMarked { markedSections.push(UInt32(sectionCount)) }
    sectionKeys.push(section.key)
    sectionIDs.push(id.raw)
    supplementaries.push(section.supplementaries)
    starts.push(flat)
    firstChunks.push(UInt32(chunks.count))
    if section.root.isNode {
      addLeaves(of: arrangement, under: section.root, &flat)
    } else if !section.root.isNone {
      add(leaf: LeafID(section.root.end), of: arrangement, &flat)
    }
  }

  @inline(__always) private mutating func add(
    leaf id: LeafID, of arrangement: borrowing Arrangement, _ flat: inout UInt32
  ) {
    let leaf = arrangement.leaf(id)
    let count = leaf.count
    chunks.push(Chunk(leaf: leaf, first: flat, id: id.raw, count: count))
    flat &+= UInt32(truncatingIfNeeded: count)
    traits |= leaf.traits
  }

  /// Adds the leaves under a node.
  private mutating func addLeaves(
    of arrangement: borrowing Arrangement, under link: Link, _ flat: inout UInt32
  ) {
    let first = link.node * arrangement.items.fanOut
    let isLowest = arrangement.items.nodes[link.node].level == 0
    for i in first..<first + Int(arrangement.items.nodes[link.node].count) {
      let below = arrangement.items.links[i]
      if isLowest {
        add(leaf: LeafID(below.end), of: arrangement, &flat)
      } else {
        addLeaves(of: arrangement, under: below, &flat)
      }
    }
  }

  /// Reads a version's sections without their items.
  mutating func setSections(_ arrangement: borrowing Arrangement) throws(Refusal) {
    removeAll()
    try reserve(sections: arrangement.sectionCount, chunks: 0)
    var flat: UInt32 = 0
    for position in 0..<arrangement.sectionCount {
      let section = arrangement.sections[arrangement.section(at: position)]
      sectionKeys.push(section.key)
      starts.push(flat)
      flat += section.count
    }
    starts.push(flat)
  }
}
