// Items that come: they are read from the source's leaves, and staged.
//
//     source     A B C F     B and C come, F is new: three consecutive items, staged in one piece
//
// What comes with a filter is spread over all of the source, and most of the time would go into waiting for its
// memory: so it is prefetched some words ahead of where it is staged.

import CPlatform

/// Consecutive items of the source.
struct Coming: BitwiseCopyable {
  var first = 0
  var count = 0
}

extension Projection {
  /// New items of the source, those that are shown.
  mutating func insert(
    _ first: Int, _ count: Int, _ following: inout Following, _ matcher: inout Matcher
  ) throws(Refusal) {
    var start = following.bits.first(SourceColumn.shown, from: first, below: first + count)
    while start < first + count {
      let end = following.bits.firstHidden(from: start, below: first + count)
      try come(start, end - start, &following, &matcher)
      start = following.bits.first(SourceColumn.shown, from: end, below: first + count)
    }
  }

  @inline(__always) mutating func come(
    _ position: Int, _ count: Int, _ following: inout Following, _ matcher: inout Matcher
  ) throws(Refusal) {
    try endRun(&matcher)
    if coming.count > 0 {
      if coming.first &+ coming.count == position {
        coming.count &+= count
        return
      }
      try endComing(&following, &matcher)
    }
    coming = Coming(first: position, count: count)
  }

  /// Stages the items that come. They are consecutive in the source, though not always in one section.
  mutating func endComing(_ following: inout Following, _ matcher: inout Matcher) throws(Refusal) {
    var position = coming.first
    let end = coming.first + coming.count
    coming.count = 0
    while position < end {
      let found = following.version.held.input.chunks[following.version.held.input.chunk(at: position)]
      let length = min(end, Int(found.first) + found.count) - position
      if restores { try restore(position, length, &following, staged: matcher.matches.staged.count) }
      try matcher.matches.staged.append(
        new: next, length, of: found.leaf, at: position - Int(found.first),
        traits: following.version.held.input.traits)
      next += length
      position += length
    }
  }

  /// Items that come may have states already.
  private mutating func restore(
    _ position: Int, _ length: Int, _ following: inout Following, staged: Int
  ) throws(Refusal) {
    var entry = following.remembered.first(from: position)
    for i in position..<position + length {
      var states: UInt32 = 0
      if entry < following.remembered.entries.count, following.remembered.entries[entry].position == UInt32(i)
      {
        states = following.remembered.entries[entry].states
        entry += 1
      }
      if isOutline && following.bits[SourceColumn.expanded, i] { states |= ItemStates.Mask.expanded }
      if states == 0 { continue }
      try following.restored.append(RestoredItem(staged: UInt32(staged + i - position), states: states))
    }
  }

  /// Prefetches the items of one word that come.
  @inline(__always) func prefetch(_ coming: UInt64, _ a: Int, _ input: borrowing Input) {
    var rest = coming
    while rest != 0 {
      let position = a &+ rest.trailingZeroBitCount
      let chunk = input.chunks[input.chunk(at: position)]
      unsafe iqp_prefetch(chunk.leaf.keys + (position &- Int(chunk.first)))
      unsafe iqp_prefetch(chunk.leaf.contents + (position &- Int(chunk.first)))
      rest &= rest &- 1
    }
  }
}

extension BitTable {
  /// The first item from one on that is not shown.
  fileprivate func firstHidden(from position: Int, below end: Int) -> Int {
    first(from: position, below: end) { ~word(of: SourceColumn.shown, at: $0) }
  }
}
