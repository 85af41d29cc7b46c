// Siblings are sorted, each takes along what is below it. While ties are broken siblings stand side by side, and behind that
// the tree is read in pre-order:
//
//     source      A 3   B 7 below A   C 1 below A   D 2           levels 0 1 1 0
//     siblings    D A | C B                                       the roots, then what is below A
//     list        D   A   C   B                                   depths 0 0 1 1
//
// The levels of a sorted list are depths: roots of levels 3 and 1 would make the first the child of the second, once they
// are sorted.

/// All trees of a version, in order.
struct SortedTrees: ~Copyable {
  /// Which of the items in order are siblings.
  var siblings = Buffer<ItemRun.Range>()
  /// Which of the siblings are the roots of a section; and, by position in the source, which are below an item.
  var roots = Buffer<UInt32>()
  var children = Buffer<UInt32>()
  /// By number in the list.
  var depths = Buffer<UInt16>()
  /// A level of the source is no depth.
  var hasGap = false

  init() {}
}

extension OrderUpdate {
  /// Puts all items of a section in order; they come in the source's.
  @_optimize(size) mutating func add(
    siblings items: inout Buffer<UInt32>, _ ranks: borrowing Buffer<Rank>, _ version: borrowing SourceVersion,
    _ section: Int, _ order: borrowing SortOrder
  ) throws(Refusal) {
    let first = version.items(ofSection: section).lowerBound
    let parents = try findParents(version, section)
    var sort = RankSort()
    try sort.sort(&items, by: ranks, descending: order.isDescending)
    var keys = try Buffer<UInt64>(capacity: items.count)
    for i in 0..<items.count {
      keys.push(UInt64(parents[Int(items[i]) - first]) << 32 | UInt64(items[i]))
    }
    try keys.sort()
    var siblings = Buffer<UInt32>()
    var i = 0
    while i < keys.count {
      let parent = keys[i] >> 32
      siblings.removeAll()
      while i < keys.count && keys[i] >> 32 == parent {
        try siblings.append(UInt32(truncatingIfNeeded: keys[i]))
        i += 1
      }
      let start = self.order.count
      try ties.add(siblings, ranks, at: start, order)
      try self.order.append(0..<siblings.count, of: siblings)
      let number = UInt32(trees.siblings.count)
      try trees.siblings.append(ItemRun.Range(first: start, end: self.order.count))
      if parent == 0 {
        try trees.roots.append(number)
      } else {
        trees.children[first + Int(parent) - 1] = number
      }
    }
  }

  /// Of each item of a section the parent: 0, or its number in the section from 1 on.
  private mutating func findParents(
    _ version: borrowing SourceVersion, _ section: Int
  ) throws(Refusal) -> Buffer<UInt32> {
    var parents = try Buffer<UInt32>(capacity: version.items(ofSection: section).count)
    // The last item and those above it: level << 32 | number.
    var above = Buffer<UInt64>()
    for c in version.held.input.chunks(ofSection: section) {
      let chunk = version.held.input.chunks[c]
      for i in 0..<chunk.count {
        let level = chunk.leaf.level(i)
        while let last = above.last, last >> 32 >= UInt64(level) { _ = above.pop() }
        parents.push(UInt32(truncatingIfNeeded: above.last ?? 0))
        if Int(level) != above.last.map({ Int($0 >> 32) + 1 }) ?? 0 { trees.hasGap = true }
        try above.append(UInt64(level) << 32 | UInt64(parents.count))
      }
    }
    return parents
  }

  /// Reads the trees in pre-order.
  mutating func arrange() throws(Refusal) {
    if !hasLevels { return }
    var arranged = try Buffer<UInt32>(capacity: order.count)
    try trees.depths.reserve(order.count)
    // By depth, the siblings that are still to be read.
    var open = Buffer<ItemRun.Range>()
    for i in 0..<trees.roots.count {
      try open.append(trees.siblings[Int(trees.roots[i])])
      while let next = open.last {
        if next.first == next.end {
          _ = open.pop()
          continue
        }
        open[open.count - 1].first += 1
        let item = order[next.first]
        arranged.push(item)
        trees.depths.push(UInt16(truncatingIfNeeded: open.count - 1))
        let below = trees.children[Int(item)]
        if below != noIndex { try open.append(trees.siblings[Int(below)]) }
      }
    }
    swap(&order, &arranged)
  }
}
