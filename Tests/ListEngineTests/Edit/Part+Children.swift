// A slow model of a section's items as a tree: every question is answered by looking at all items before.

@testable import ListEngine

extension Part {
  /// The nearest item before it with a lower level.
  func parent(of i: Int) -> Int? { items[..<i].lastIndex { $0.level < items[i].level } }

  private func isBelow(_ i: Int, _ ancestor: Int) -> Bool {
    var next = parent(of: i)
    while let known = next, known != ancestor { next = parent(of: known) }
    return next == ancestor
  }

  /// Where the children of an item are, and at last the end of its subtree.
  func children(of i: Int) -> [Int] {
    let subtree = items.indices.filter { isBelow($0, i) }
    return subtree.filter { parent(of: $0) == i } + [(subtree.last ?? i) + 1]
  }

  /// The items one level below item `i`; nil if a level passes the highest.
  func deepened(_ new: [Item], below i: Int) -> [Item]? {
    let levels = new.map { Int($0.level) + Int(items[i].level) + 1 }
    if levels.contains(where: { $0 > UInt16.max }) { return nil }
    return zip(new, levels).map { item, level in
      var item = item
      item.level = UInt16(level)
      return item
    }
  }
}
