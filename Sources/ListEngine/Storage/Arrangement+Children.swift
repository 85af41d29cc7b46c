// Where the children of an item are. Items are in pre-order: those that follow an item with a higher level, up to
// the next one without, are its subtree. The parent of an item is the nearest one before it with a lower level.
//
//     index        0  1  2  3  4  5  6
//     level        0  1  3  2  1  0  1
//     subtree of 0    └────────┘
//     its children    0        1  2           2: behind the last one

extension Arrangement {
  /// The position of child `number` of an item, or the end of its subtree if it has so many. O(subtree).
  @_optimize(size) func position(
    ofChild number: Int, of parent: Location
  ) throws(Refusal) -> (section: SectionID, index: Int) {
    var location = parent
    let (section, start) = start(ofLeaf: location.leaf)
    var index = start + location.offset
    let end = Int(sections[section].count)
    var leaf = leaf(location.leaf)
    let level = leaf.level(location.offset)
    // A child has no item of the subtree before it with a lower level.
    var lowest = UInt16.max
    var left = number == atEnd ? Int.max : number
    if left < 0 { throw Refusal(.notPosition, role: .index, value: number) }
    while true {
      index += 1
      location.offset += 1
      if index == end { break }
      if location.offset == leaf.count, let next = self.leaf(after: location.leaf) {
        location = Location(leaf: next, offset: 0)
        leaf = self.leaf(next)
      }
      let below = leaf.level(location.offset)
      if below <= level { break }
      if below > lowest { continue }
      if left == 0 { return (section, index) }
      lowest = below
      left -= 1
    }
    if left != 0 && number != atEnd {
      throw Refusal(.range, role: .index, value: number, limit: number - left)
    }
    return (section, index)
  }

  /// The parent of an item; nil if there is none. O(items between).
  @_optimize(size) func parent(of item: Location) -> Location? {
    var location = item
    var leaf = leaf(location.leaf)
    let level = leaf.level(location.offset)
    while level > 0 {
      if location.offset == 0 {
        guard let before = items.neighbour(of: location.leaf, step: -1) else { return nil }
        leaf = self.leaf(before)
        location = Location(leaf: before, offset: leaf.count)
      }
      location.offset -= 1
      if leaf.level(location.offset) < level { return location }
    }
    return nil
  }
}
