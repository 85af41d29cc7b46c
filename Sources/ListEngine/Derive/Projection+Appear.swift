// Items that appear are read from the source's leaves, and staged.
//
//     source     A B C F     B and C appear, F is new: three consecutive items, staged in one piece
//
// Items that appear with a filter are spread over all of the source, and most of the time would go into waiting for
// their memory: so they are prefetched some words ahead of where they are staged.

import CPlatform

/// Consecutive items of the source.
struct AppearingRange: BitwiseCopyable {
  var first = 0
  var count = 0
}

extension Projection {
  /// Stages those of the new items of the source that are shown.
  mutating func insert(
    _ first: Int, _ count: Int, _ sourceUpdate: inout SourceUpdate, _ matcher: inout Matcher
  ) throws(Refusal) {
    var start = sourceUpdate.bits.first(SourceColumn.shown, from: first, below: first + count)
    while start < first + count {
      let end = sourceUpdate.bits.firstHidden(from: start, below: first + count)
      try appear(start, end - start, &sourceUpdate, &matcher)
      start = sourceUpdate.bits.first(SourceColumn.shown, from: end, below: first + count)
    }
  }

  @inline(__always) mutating func appear(
    _ position: Int, _ count: Int, _ sourceUpdate: inout SourceUpdate, _ matcher: inout Matcher
  ) throws(Refusal) {
    try endRun(&matcher)
    if appearing.count > 0 {
      if appearing.first &+ appearing.count == position {
        appearing.count &+= count
        return
      }
      try stageAppearing(&sourceUpdate, &matcher)
    }
    appearing = AppearingRange(first: position, count: count)
  }

  /// Stages the items that appear. They are consecutive in the source, though not always in one section.
  @_optimize(size) mutating func stageAppearing(_ sourceUpdate: inout SourceUpdate, _ matcher: inout Matcher)
    throws(Refusal)
  {
    var position = appearing.first
    let end = appearing.first + appearing.count
    appearing.count = 0
    while position < end {
      let found = sourceUpdate.version.held.input.chunks[sourceUpdate.version.held.input.chunk(at: position)]
      let length = min(end, Int(found.first) + found.count) - position
      if restores { try restore(position, length, &sourceUpdate, staged: matcher.matches.staged.count) }
      try matcher.matches.staged.append(
        new: next, length, of: found.leaf, at: position - Int(found.first),
        traits: sourceUpdate.version.held.input.traits)
      next += length
      position += length
    }
  }

  /// Items that appear may have states already.
  @_optimize(size) private mutating func restore(
    _ position: Int, _ length: Int, _ sourceUpdate: inout SourceUpdate, staged: Int
  ) throws(Refusal) {
    var entry = sourceUpdate.remembered.first(from: position)
    for i in position..<position + length {
      var states: UInt32 = 0
      if entry < sourceUpdate.remembered.entries.count,
        sourceUpdate.remembered.entries[entry].position == UInt32(i)
      {
        states = sourceUpdate.remembered.entries[entry].states
        entry += 1
      }
      if isOutline && sourceUpdate.bits[OutlineColumn.expanded, i] { states |= ItemStates.Mask.expanded }
      if states == 0 { continue }
      try sourceUpdate.restored.append(RestoredItem(staged: UInt32(staged + i - position), states: states))
    }
  }

  /// Prefetches the items of one word that appear.
  @inline(__always) func prefetch(_ appearing: UInt64, _ a: Int, _ input: borrowing Input) {
    var rest = appearing
    while rest != 0 {
      let position = a &+ rest.trailingZeroBitCount
      let chunk = input.chunks[input.chunk(at: position)]
      chunk.prefetch(item: position &- Int(chunk.first))
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
