// Parents in a version of the source: the parent of an item is the nearest one before it in its section with a lower level.

extension SourceVersion {
  var hasLevels: Bool { held.input.traits & ItemColumn.level.bit != 0 }

  func level(at position: Int) -> UInt16 {
    let chunk = held.input.chunks[held.input.chunk(at: position)]
    return chunk.leaf.level(position - Int(chunk.first))
  }

  /// Nil: it is a root. O(items between).
  func parent(of position: Int) -> Int? {
    var c = held.input.chunk(at: position)
    var chunk = held.input.chunks[c]
    var i = position - Int(chunk.first)
    let level = chunk.leaf.level(i)
    if level == 0 { return nil }
    let first = held.input.chunks(ofSection: Int(held.input.position(of: position).section)).lowerBound
    while true {
      while i > 0 {
        i -= 1
        if chunk.leaf.level(i) < level { return Int(chunk.first) + i }
      }
      if c == first { return nil }
      c -= 1
      chunk = held.input.chunks[c]
      i = chunk.count
    }
  }

  /// Whether the level of an item is its depth: no level is left out between it and its parent.
  func isDepth(levelOf position: Int, below parent: Int?) -> Bool {
    Int(level(at: position)) == (parent.map { Int(level(at: $0)) + 1 } ?? 0)
  }
}
