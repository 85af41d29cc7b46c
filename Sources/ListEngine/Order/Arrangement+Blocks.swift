// Blocks of a sorted list: an item and all that is below it. Levels are depths.
//
//     A            the block at C of level 0 is that of A: it begins at A, and ends behind d
//     ├ b
//     └ C
//       └ d
//     E

extension Arrangement {
  /// Where the block of that level begins that an item is in. O(items between).
  func first(ofBlockAt number: Int, level: UInt16) -> Int {
    let location = location(ofItem: number)
    var id = location.leaf
    var offset = location.offset
    var start = number - offset
    while true {
      let leaf = leaf(id)
      while offset > 0 && leaf.level(offset) > level { offset -= 1 }
      if leaf.level(offset) <= level { return start + offset }
      guard let previous = items.neighbour(of: id, step: -1) else { return start }
      id = previous
      offset = self.leaf(id).count - 1
      start -= offset + 1
    }
  }

  /// The number behind it. O(items between).
  func end(ofBlockAt number: Int, level: UInt16) -> Int {
    let location = location(ofItem: number)
    var id = location.leaf
    var offset = location.offset + 1
    var start = number - location.offset
    while true {
      let leaf = leaf(id)
      while offset < leaf.count && leaf.level(offset) > level { offset += 1 }
      if offset < leaf.count { return start + offset }
      start += leaf.count
      guard let next = items.neighbour(of: id, step: 1) else { return start }
      id = next
      offset = 0
    }
  }
}
