// Where items that are passed over come to stand. Both sides are walked in pre-order, with the open ancestors on a
// stack; those of the present know their last child that is one in `after` as well:
//
//     present   A0 B1 x1 C0          after   A0 B1 D2 E1 C0
//     x         parent A, behind B: behind D, which is below B, before E
//
// Levels need not be those of a tree (a child may be two deeper than its parent, and the next child one). So an item
// comes to stand before the first one that is not deeper, and behind no sibling that is less deep; then no item
// changes its parent.

/// An ancestor in the present; the first one is the section.
private struct Ancestor: BitwiseCopyable {
  var item: UInt32
  /// The last child that it has on both sides, in `after`, or `noIndex`.
  var child = noIndex
  /// Children of `after` that were passed by as deeper than this level, so that none is passed by twice.
  var deeper = PassedRange(first: 0, count: 0)
  var level: UInt16 = 0
}

extension Rebase {
  mutating func place(_ step: borrowing Correspondence) throws(Refusal) {
    try findParents(step.afterStarts)
    var ancestors = Buffer<Ancestor>()
    for section in 0..<step.beforeSectionCount {
      ancestors.removeAll()
      try ancestors.append(Ancestor(item: noIndex))
      let target = step.afterOfBefore[section]
      for item in starts[section]..<starts[section + 1] {
        while let parent = ancestors.last, parent.item != noIndex,
          levels[Int(parent.item)] >= levels[Int(item)]
        {
          ancestors.truncate(to: ancestors.count - 1)
        }
        let counterpart = counterparts[Int(item)]
        if counterpart == Rebase.passed {
          try place(item, below: &ancestors[ancestors.count - 1], target, step.afterStarts)
        } else if counterpart != Rebase.gone,
          isChild(counterpart, of: ancestors[ancestors.count - 1], target, step.afterStarts)
        {
          ancestors[ancestors.count - 1].child = counterpart
        }
        try ancestors.append(Ancestor(item: item))
      }
    }
    try places.sort()
    try sortByLevel()
  }

  private mutating func findParents(_ sections: borrowing Buffer<UInt32>) throws(Refusal) {
    try parents.resize(to: sources.count, filling: noIndex)
    try ends.resize(to: sources.count, filling: 0)
    var open = Buffer<UInt32>()
    for section in 0..<max(sections.count - 1, 0) {
      for item in sections[section]..<sections[section + 1] {
        while let last = open.last, afterLevels[Int(last)] >= afterLevels[Int(item)] {
          ends[Int(open.pop())] = item
        }
        parents[Int(item)] = open.last ?? noIndex
        try open.append(item)
      }
      while !open.isEmpty { ends[Int(open.pop())] = sections[section + 1] }
    }
  }

  /// Whether an item of `after` is also there a child of that ancestor, or a root of the section.
  private func isChild(
    _ item: UInt32, of parent: Ancestor, _ section: UInt32, _ sections: borrowing Buffer<UInt32>
  ) -> Bool {
    if parent.item != noIndex { return parents[Int(item)] == counterparts[Int(parent.item)] }
    return parents[Int(item)] == noIndex && section != noIndex && item >= sections[Int(section)]
      && item < sections[Int(section) + 1]
  }

  /// `target` is the section of `after` that the item's section is.
  private mutating func place(
    _ item: UInt32, below parent: inout Ancestor, _ target: UInt32, _ sections: borrowing Buffer<UInt32>
  ) throws(Refusal) {
    counterparts[Int(item)] = Rebase.gone
    var first: UInt32
    var section = Int(target)
    if parent.item == noIndex {
      if target == noIndex { return }
      first = sections[section]
    } else {
      let above = counterparts[Int(parent.item)]
      if above == Rebase.gone { return }
      let isPassed = above == Rebase.passed || above == Rebase.withParent
      let levelAbove = isPassed ? newLevels[Int(parent.item)] : afterLevels[Int(above)]
      let level = Int(levels[Int(item)]) + Int(levelAbove) - Int(levels[Int(parent.item)])
      if level > UInt16.max { return }
      newLevels[Int(item)] = UInt16(level)
      if isPassed {
        counterparts[Int(item)] = Rebase.withParent
        return
      }
      first = above + 1
      section = Correspondence.section(of: above, in: sections)
    }
    counterparts[Int(item)] = Rebase.passed
    let level = newLevels[Int(item)]
    if parent.child != noIndex, afterLevels[Int(parent.child)] >= level { first = ends[Int(parent.child)] }
    let place = notDeeper(than: level, from: first, to: sections[section + 1], &parent)
    try places.append(UInt64(place + UInt32(section)) << 32 | UInt64(item))
  }

  /// The first item from `first` on that is not deeper.
  private func notDeeper(
    than level: UInt16, from first: UInt32, to end: UInt32, _ parent: inout Ancestor
  ) -> UInt32 {
    let known = parent.level >= level ? parent.deeper : PassedRange(first: 0, count: 0)
    var start = first
    var item = first
    while item < end && afterLevels[Int(item)] > level {
      if item >= known.first && item < known.end {
        start = min(start, known.first)
        item = known.end
      } else {
        item = ends[Int(item)]
      }
    }
    if item > first {
      parent.deeper = PassedRange(first: start, count: item - start)
      parent.level = level
    }
    return item
  }

  /// Deeper items at one place come first: their parents are deeper than the siblings of the others.
  private mutating func sortByLevel() throws(Refusal) {
    var group = Buffer<UInt64>()
    var first = 0
    while first < places.count {
      let place = places[first] >> 32
      var end = first + 1
      while end < places.count && places[end] >> 32 == place { end += 1 }
      group.removeAll()
      try group.reserve(end - first)
      for i in first..<end {
        let item = UInt32(truncatingIfNeeded: places[i])
        group.push(UInt64(UInt16.max - newLevels[Int(item)]) << 32 | UInt64(item))
      }
      try group.sort()
      for i in first..<end { places[i] = place << 32 | group[i - first] & UInt64(UInt32.max) }
      first = end
    }
  }
}
