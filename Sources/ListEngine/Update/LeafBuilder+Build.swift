// Builds the new leaves of an update from the runs and the staged items, in the order of `after`. A leaf of
// `before` that is used whole and unchanged is kept and costs nothing.
//
//     before   | 1 2 3 4 | 5 6 7 8 | 9 10 11 12 |        after: 1 2 x 3 4 5 ... 12
//                  ▼          kept       kept
//     after    | 1 2 x 3 4 | 5 6 7 8 | 9 10 11 12 |
//
// Items are appended to the open leaf until it is full, until a leaf of `before` that it replaces ends, or
// until a leaf that can be kept follows. A small open leaf is merged with that leaf instead, and the items
// are divided evenly: otherwise small leaves would accumulate.
//
// A new leaf replaces the first leaf of `before` that it takes items from, and gets its id, unless another
// leaf has it already. The slots of those items name the right leaf already. The slots of all other items
// (`movedIn`) are updated in the commit: in the example only x's.
//
// The list is not changed here. Each new leaf holds one reference, and owns those of its models that the
// update has retained or will hand over.

extension LeafBuilder {
  // MARK: Build

  /// Builds all leaves of `after`. On failure all new leaves are freed.
  mutating func build(_ matcher: borrowing Matcher, leafCapacity: Int) throws(Refusal) {
    newLeaves.removeAll()
    movedIn.removeAll()
    firstNewLeaves.removeAll()
    written = 0
    largest = leafCapacity
    smallest = leafCapacity / 4
    ample = leafCapacity - leafCapacity / 16
    enough = leafCapacity - leafCapacity / 4
    traits = matcher.before.traits | matcher.after.traits
    do throws(Refusal) {
      var next = Cursor()
      outcomes.removeAll()
      try outcomes.resize(to: matcher.before.chunks.count, filling: .goes)
      try firstNewLeaves.reserve(matcher.after.sectionCount + 1)
      for section in 0..<matcher.after.sectionCount {
        firstNewLeaves.push(UInt32(newLeaves.count))
        try build(section, matcher, &next)
      }
      firstNewLeaves.push(UInt32(newLeaves.count))
    } catch {
      discard()
      throw error
    }
  }

  /// Frees the leaves that were built and not committed.
  mutating func discard() {
    open?.free()
    open = nil
    chunk = noIndex
    for i in 0..<newLeaves.count where !newLeaves[i].isKept { newLeaves[i].leaf.free() }
    newLeaves.removeAll()
  }

  /// The next runs, staged items and patches; all are sorted by `after`.
  fileprivate struct Cursor {
    var run = 0
    var staged = 0
    var patch = 0
  }

  fileprivate mutating func build(
    _ section: Int, _ matcher: borrowing Matcher, _ next: inout Cursor
  ) throws(Refusal) {
    var flat = Int(matcher.after.starts[section])
    let end = Int(matcher.after.starts[section + 1])
    while flat < end {
      remaining = end - flat
      if next.staged < matcher.staged.count && matcher.staged.flat(next.staged) == flat {
        let count = matcher.staged.consecutiveCount(from: next.staged, end: end)
        try append(staged: next.staged, count, matcher)
        next.staged += count
        flat += count
        // Staged items that were found are also runs, and are patched already.
        while next.run < matcher.runs.count && Int(matcher.runs[next.run].after) < flat { next.run += 1 }
        while next.patch < matcher.patches.count && Int(matcher.patches[next.patch].after) < flat {
          next.patch += 1
        }
      } else {
        let run = matcher.runs[next.run]
        try append(run, matcher, &next.patch, sectionEnd: end)
        next.run += 1
        flat += Int(run.count)
      }
    }
    try close()
  }

  // MARK: Runs

  fileprivate mutating func append(
    _ run: Run, _ matcher: borrowing Matcher, _ patch: inout Int, sectionEnd: Int
  ) throws(Refusal) {
    var b = Int(run.before)
    var a = Int(run.after)
    let bEnd = b + Int(run.count)
    var index = matcher.before.chunk(at: b)
    while b < bEnd {
      let chunk = matcher.before.chunks[index]
      index += 1
      let offset = b - Int(chunk.first)
      let length = min(chunk.count - offset, bEnd - b)
      let isPatched = patch < matcher.patches.count && Int(matcher.patches[patch].after) < a + length
      if !isPatched && length == chunk.count
        && (length >= smallest || (a + length == sectionEnd && open == nil))
      {
        try keep(chunk.leaf, index - 1)
      } else {
        try append(length, from: chunk.leaf, index - 1, at: offset, a, matcher, &patch)
        if offset + length == chunk.count, let leaf = open, leaf.count >= enough { try close() }
      }
      b += length
      a += length
      remaining -= length
    }
  }

  /// Copies items, whose flat position in `after` is `a`, and patches them.
  fileprivate mutating func append(
    _ length: Int, from leaf: Leaf, _ index: Int, at offset: Int, _ a: Int, _ matcher: borrowing Matcher,
    _ patch: inout Int
  ) throws(Refusal) {
    var done = 0
    while done < length {
      let target = try room(for: remaining - done)
      let width = min(length - done, largest - target.count)
      let start = target.count
      if chunk == noIndex && outcomes[index] == .goes { replace(index) }
      if chunk != UInt32(index) { try addMovedIn(start, width) }
      target.append(width, from: leaf, at: offset + done)
      while patch < matcher.patches.count && Int(matcher.patches[patch].after) < a + done + width {
        let change = matcher.patches[patch]
        let at = start + Int(change.after) - (a + done)
        if change.flags & ChangeFlags.byContent != 0 { target.setContent(change.values.content, at: at) }
        if traits != 0 { target.optional.write(change.values, at: at) }
        patch += 1
      }
      done += width
    }
  }

  /// Keeps a leaf of `before`, or merges it into a small open leaf before it.
  fileprivate mutating func keep(_ leaf: Leaf, _ index: Int) throws(Refusal) {
    guard let small = open, small.count < smallest else {
      try close()
      outcomes[index] = .kept
      try newLeaves.append(NewLeaf(leaf: leaf, chunk: UInt32(index), isKept: true))
      return
    }
    let total = small.count + leaf.count
    let first = total <= largest ? total : total / 2
    let grown = try room(for: first - small.count)
    let taken = first - grown.count
    try addMovedIn(grown.count, taken)
    grown.append(taken, from: leaf, at: 0)
    try close()
    if first < total {
      let rest = try room(for: total - first)
      replace(index)
      rest.append(total - first, from: leaf, at: taken)
      try close()
    }
  }

  // MARK: Staged items

  fileprivate mutating func append(
    staged first: Int, _ count: Int, _ matcher: borrowing Matcher
  ) throws(Refusal) {
    let limit = count < largest ? largest : ample
    var done = 0
    while done < count {
      if let leaf = open, leaf.count >= limit { try close() }
      let target = try room(for: remaining - done)
      let width = min(count - done, limit - target.count)
      try addMovedIn(target.count, width)
      target.append(width, of: matcher.staged, at: first + done)
      done += width
    }
  }

  /// Records items of the open leaf as moved in, from `first` on; extends the last entry if it is adjacent.
  fileprivate mutating func addMovedIn(_ first: Int, _ count: Int) throws(Refusal) {
    let last = movedIn.count - 1
    if last >= 0, Int(movedIn[last].newLeaf) == newLeaves.count,
      Int(movedIn[last].first) + Int(movedIn[last].count) == first
    {
      movedIn[last].count += UInt16(count)
    } else {
      try movedIn.append(
        MovedIn(newLeaf: UInt32(newLeaves.count), first: UInt16(first), count: UInt16(count)))
    }
  }

  // MARK: The open leaf

  /// The open leaf gets the id of the chunk's leaf.
  fileprivate mutating func replace(_ index: Int) {
    chunk = UInt32(index)
    outcomes[index] = .replaced
  }

  /// The open leaf with capacity for `expected` more items, or for as many as fit in a leaf.
  fileprivate mutating func room(for expected: Int) throws(Refusal) -> Leaf {
    if let leaf = open, leaf.count == largest { try close() }
    guard let leaf = open else {
      let fresh = try make(expected)
      open = fresh
      return fresh
    }
    if leaf.capacity >= min(leaf.count + expected, largest) { return leaf }
    let grown = try make(leaf.count + expected)
    grown.append(leaf.count, from: leaf, at: 0)
    leaf.free()
    open = grown
    return grown
  }

  fileprivate mutating func make(_ expected: Int) throws(Refusal) -> Leaf {
    let capacity = Leaf.capacity(for: min(max(expected, 1), largest))
    if capacity == Leaf.largest && traits == 0 && !pool.isEmpty {
      let leaf = pool.pop()
      leaf.count = 0
      return leaf
    }
    return try Leaf(capacity: capacity, traits: traits)
  }

  /// Takes a leaf that the list has released and nothing else references.
  mutating func recycle(_ leaf: Leaf) {
    if leaf.capacity == Leaf.largest && leaf.traits == 0 && pool.count < pool.capacity {
      pool.push(leaf)
    } else {
      leaf.free()
    }
  }

  fileprivate mutating func close() throws(Refusal) {
    guard let leaf = open else { return }
    try newLeaves.append(NewLeaf(leaf: leaf, chunk: chunk, isKept: false))
    open = nil
    chunk = noIndex
    written += 1
  }
}
