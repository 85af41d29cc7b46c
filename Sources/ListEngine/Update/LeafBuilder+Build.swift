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
    traits = matcher.pairing.before.traits | matcher.pairing.after.traits
    source = nil
    do throws(Refusal) {
      var next = Cursor()
      outcomes.removeAll()
      try outcomes.resize(to: matcher.pairing.before.chunks.count, filling: .goes)
      try firstNewLeaves.reserve(matcher.pairing.after.sectionCount + 1)
      for section in 0..<matcher.pairing.after.sectionCount {
        firstNewLeaves.push(UInt32(newLeaves.count))
        try Interruption.check()
        try build(section, matcher.matches, matcher.pairing, &next)
      }
      firstNewLeaves.push(UInt32(newLeaves.count))
    } catch {
      discard()
      throw error
    }
  }

  /// The next runs, staged items and patches; all are sorted by `after`.
  fileprivate struct Cursor {
    var run = 0
    var staged = 0
    var patch = 0
  }

  fileprivate mutating func build(
    _ section: Int, _ matches: borrowing Matches, _ pairing: borrowing Pairing, _ next: inout Cursor
  ) throws(Refusal) {
    var flat = Int(pairing.after.starts[section])
    sectionEnd = Int(pairing.after.starts[section &+ 1])
    if try buildShort(flat, matches, pairing, &next) { return }
    while flat < sectionEnd {
      let isRun = next.run < matches.runs.count
      let run = isRun ? matches.runs[next.run] : Run(before: 0, after: .max, count: 0)
      if flat < Int(run.after) {
        let count = min(Int(run.after), sectionEnd) &- flat
        if !appendFew(count, of: matches.staged.columns, at: next.staged) {
          try append(count, of: matches.staged.columns, at: next.staged, flat)
        }
        next.staged &+= count
        flat &+= count
      } else {
        if next.patch < matches.patches.count { skipPatches(before: flat, matches, &next.patch) }
        let isPatched =
          next.patch < matches.patches.count && matches.patches[next.patch].after < run.after &+ run.count
        if isPatched || !appendFew(run) { try append(run, matches, pairing, &next.patch) }
        next.run &+= 1
        flat &+= Int(run.count)
      }
    }
    try close()
  }

  /// Builds a section that is one new leaf of staged items, or one leaf of `before` that is kept; returns false if
  /// it is neither.
  @inline(__always) private mutating func buildShort(
    _ flat: Int, _ matches: borrowing Matches, _ pairing: borrowing Pairing, _ next: inout Cursor
  ) throws(Refusal) -> Bool {
    let count = sectionEnd &- flat
    if count >= largest { return false }
    let isRun = next.run < matches.runs.count
    if !isRun || Int(matches.runs[next.run].after) >= sectionEnd {
      if count > 0 { try make(count, of: matches.staged.columns, at: next.staged) }
      next.staged &+= count
      return true
    }
    let run = matches.runs[next.run]
    guard Int(run.after) == flat, Int(run.count) == count else { return false }
    let index = pairing.before.chunk(at: Int(run.before))
    let chunk = pairing.before.chunks[index]
    guard chunk.first == run.before, chunk.count == count else { return false }
    skipPatches(before: flat, matches, &next.patch)
    let patch = next.patch < matches.patches.count ? Int(matches.patches[next.patch].after) : Int.max
    if patch < sectionEnd { return false }
    try keep(chunk.leaf, index)
    next.run &+= 1
    return true
  }

  /// Staged items that were found have their new values already.
  @inline(__always) private func skipPatches(
    before flat: Int, _ matches: borrowing Matches, _ patch: inout Int
  ) {
    while patch < matches.patches.count && Int(matches.patches[patch].after) < flat { patch &+= 1 }
  }

  // MARK: Runs

  fileprivate mutating func append(
    _ run: Run, _ matches: borrowing Matches, _ pairing: borrowing Pairing, _ patch: inout Int
  ) throws(Refusal) {
    var b = Int(run.before)
    var a = Int(run.after)
    let bEnd = b + Int(run.count)
    var index = pairing.before.chunk(at: b)
    while b < bEnd {
      let chunk = pairing.before.chunks[index]
      source = Source(
        leaf: chunk.leaf, index: UInt32(index), low: Int(chunk.first), high: Int(chunk.first) + chunk.count)
      let offset = b - Int(chunk.first)
      let length = min(chunk.count - offset, bEnd - b)
      let isPatched = patch < matches.patches.count && Int(matches.patches[patch].after) < a + length
      if !isPatched && length == chunk.count
        && (length >= smallest || (a + length == sectionEnd && open == nil))
      {
        try keep(chunk.leaf, index, a)
      } else {
        try append(length, from: chunk.leaf, index, at: offset, a, matches, &patch)
        if offset + length == chunk.count, let leaf = open, leaf.count >= enough { try close() }
      }
      index += 1
      b += length
      a += length
    }
  }

  /// Copies items, whose flat position in `after` is `a`, and patches them.
  fileprivate mutating func append(
    _ length: Int, from leaf: Leaf, _ index: Int, at offset: Int, _ a: Int, _ matches: borrowing Matches,
    _ patch: inout Int
  ) throws(Refusal) {
    var done = 0
    while done < length {
      let target = try room(for: sectionEnd - a - done)
      let width = min(length - done, largest - target.count)
      let start = target.count
      if chunk == noIndex && outcomes[index] == .goes { replace(index) }
      if chunk != UInt32(index) { try addMovedIn(start, width) }
      target.append(width, from: leaf, at: offset + done)
      while patch < matches.patches.count && Int(matches.patches[patch].after) < a + done + width {
        let change = matches.patches[patch]
        let at = start + Int(change.after) - (a + done)
        if change.flags & ChangeFlags.byContent != 0 { target.setContent(change.values.content, at: at) }
        if traits != 0 { target.optional.write(change.values, at: at) }
        patch += 1
      }
      done += width
    }
  }

  /// Keeps a leaf of `before`, whose first item is at `a` in `after`, or merges it into a small open leaf
  /// before it.
  fileprivate mutating func keep(_ leaf: Leaf, _ index: Int, _ a: Int) throws(Refusal) {
    guard let small = open, small.count < smallest else {
      try close()
      return try keep(leaf, index)
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

  @inline(__always) fileprivate mutating func keep(_ leaf: Leaf, _ index: Int) throws(Refusal) {
    outcomes[index] = .kept
    try newLeaves.append(NewLeaf(leaf: leaf, chunk: UInt32(truncatingIfNeeded: index), isKept: true))
  }

  // MARK: Staged items

  /// Makes a leaf of staged items; no leaf is open.
  fileprivate mutating func make(
    _ count: Int, of staged: borrowing OwnedColumns, at first: Int
  ) throws(Refusal) {
    if newLeaves.count == newLeaves.capacity { try newLeaves.reserve(extra: 1) }
    if movedIn.count == movedIn.capacity { try movedIn.reserve(extra: 1) }
    let leaf = try make(count)
    if !appendFew(count, of: staged, at: first, to: leaf) { leaf.append(count, of: staged, at: first) }
    movedIn.push(
      MovedIn(
        newLeaf: UInt32(truncatingIfNeeded: newLeaves.count), first: 0,
        count: UInt16(truncatingIfNeeded: count)))
    newLeaves.push(NewLeaf(leaf: leaf, chunk: noIndex, isKept: false))
    written &+= 1
  }

  /// Appends staged items; the first is at `flat` in `after`.
  fileprivate mutating func append(
    _ count: Int, of staged: borrowing OwnedColumns, at first: Int, _ flat: Int
  ) throws(Refusal) {
    let limit = count < largest ? largest : ample
    var done = 0
    while done < count {
      if let leaf = open, leaf.count >= limit { try close() }
      let target = try room(for: sectionEnd - flat - done)
      let width = min(count - done, limit - target.count)
      try addMovedIn(target.count, width)
      target.append(width, of: staged, at: first + done)
      done += width
    }
  }
}
