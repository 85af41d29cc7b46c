// A reader of a list that follows its stamps: what has the stamp that it was read at is not read again. That it then is
// what was read is checked, which no view does.

@testable import ListEngine

final class StampReader {
  /// What was below a node, leaf or section when it had the stamp.
  private struct Total {
    var stamp: UInt32
    var items: [UInt64]
  }

  private enum Place: Hashable {
    case node(UInt32), leaf(UInt32), sectionNode(UInt32), section(UInt32)
  }

  private var totals: [Place: Total] = [:]
  private var epochs: [UInt16] = []
  /// How many places were read anew.
  private(set) var readCount = 0

  /// One for each list that was checked, by its number.
  nonisolated(unsafe) private static var readers: [UInt64: StampReader] = [:]

  static func look(_ state: borrowing ListState) throws {
    let reader = readers[state.number] ?? StampReader()
    if readers.count > 1000 { readers.removeAll() }
    readers[state.number] = reader
    try reader.look(state)
  }

  func look(_ state: borrowing ListState) throws {
    let epochs = [state.arrangement.items.epoch, state.arrangement.order.epoch]
    if epochs != self.epochs { totals.removeAll() }
    self.epochs = epochs
    _ = try sections(state.arrangement.root, state)
  }

  private func sections(_ link: Link, _ state: borrowing ListState) throws -> [UInt64] {
    if link.isNone { return [] }
    let stamp = state.arrangement.order.stamp(of: link)
    var items: [UInt64] = []
    if link.isNode {
      for entry in state.arrangement.order.entries(of: link) { items += try sections(entry, state) }
      return try keep(.sectionNode(link.raw), stamp, items)
    }
    let section = state.arrangement.sections[SectionID(link.end)]
    items.append(UInt64(section.generation))
    items += section.supplementaries?.contents ?? []
    items += try leaves(section.root, state)
    return try keep(.section(link.end), stamp, items)
  }

  private func leaves(_ link: Link, _ state: borrowing ListState) throws -> [UInt64] {
    if link.isNone { return [] }
    let stamp = state.arrangement.items.stamp(of: link)
    var items: [UInt64] = []
    if link.isNode {
      for entry in state.arrangement.items.entries(of: link) { items += try leaves(entry, state) }
      return try keep(.node(link.raw), stamp, items)
    }
    let leaf = state.arrangement.leaf(LeafID(link.end))
    for i in 0..<leaf.count { items.append(state.slots.handle(leaf.slot(i))) }
    return try keep(.leaf(link.end), stamp, items)
  }

  private func keep(_ place: Place, _ stamp: UInt32, _ items: [UInt64]) throws -> [UInt64] {
    try expect(stamp != 0, "\(place) has no stamp")
    if let total = totals[place], total.stamp == stamp {
      try expect(total.items == items, "\(place) has changed and has the same stamp")
      return items
    }
    readCount += 1
    totals[place] = Total(stamp: stamp, items: items)
    return items
  }
}

extension ListState {
  func checkStamps() throws {
    try StampReader.look(self)
    try FollowedExtents.look(self)
  }

  /// While an edit is open, slots may be reserved.
  func checkEdited() throws {
    try arrangement.checkInvariants()
    try checkStamps()
  }
}

extension Forest {
  fileprivate func entries(of link: Link) -> [Link] {
    let first = link.node * fanOut
    let count = Int(nodes[link.node].count)
    return (first..<first + count).map { links[$0] }
  }
}

extension SupplementaryBlock {
  fileprivate var contents: [UInt64] {
    var contents: [UInt64] = []
    for i in 0..<count {
      contents.append(self[i].rank)
      contents.append(self[i].content)
    }
    return contents
  }
}
