// The new leaves of an update: what the runs bring from before and the newcomers, in the order of
// after. A leaf of before that comes whole and unchanged is kept as it is, and so costs nothing.
//
//     before   | 1 2 3 4 | 5 6 7 8 | 9 10 11 12 |        after: 1 2 x 3 4 5 ... 12
//                  ▼          kept       kept
//     after    | 1 2 x 3 4 | 5 6 7 8 | 9 10 11 12 |
//
// An open leaf takes what comes, until it is full or a leaf that can be kept follows. A small open
// leaf takes that one in too, and the two are divided evenly: else small leaves would pile up.
//
// Nothing of the list changes here. New leaves hold one reference, and own those of their models that
// the update has retained or will hand over.

struct Piece: BitwiseCopyable {
  var leaf: Leaf
  /// Which of before's chunks it is where it is kept, else `none`.
  var chunk: UInt32
}

public struct Weaver: ~Copyable {
  var pieces = Buffer<Piece>()
  /// By after-section, and the total: its first piece.
  var firstPieces = Buffer<UInt32>()
  /// Emptied leaves for the next update, all of the largest size without optional columns.
  var pool = Buffer<Leaf>()
  private(set) var written = 0

  private var open: Leaf? = nil
  private var remaining = 0
  private var traits: UInt32 = 0
  private var largest = Leaf.largest
  private var smallest = Leaf.largest / 4

  var bytes: Int {
    pieces.bytes + firstPieces.bytes + pool.bytes
      + pool.count * Leaf.bytes(capacity: Leaf.largest, traits: 0)
  }

  deinit { for i in 0..<pool.count { pool[i].free() } }

  // MARK: All of it

  /// Weaves the whole of after. `slots` are the newcomers'. On failure all new leaves are gone.
  mutating func weave(_ matcher: borrowing Matcher, slots: borrowing Buffer<UInt32>, leafCapacity: Int)
    throws(Refusal)
  {
    pieces.removeAll()
    firstPieces.removeAll()
    written = 0
    largest = leafCapacity
    smallest = leafCapacity / 4
    traits = matcher.before.traits | matcher.after.traits
    do throws(Refusal) {
      var next = Cursor()
      try firstPieces.reserve(matcher.after.sectionCount + 1)
      for section in 0..<matcher.after.sectionCount {
        firstPieces.push(UInt32(pieces.count))
        try weave(section, matcher, slots, &next)
      }
      firstPieces.push(UInt32(pieces.count))
    } catch {
      discard()
      throw error
    }
  }

  /// Frees what was woven and not committed, if anything.
  mutating func discard() {
    open?.free()
    open = nil
    for i in 0..<pieces.count where pieces[i].chunk == none { pieces[i].leaf.free() }
    pieces.removeAll()
  }

  /// The next entries of runs, newcomers and patches, which are all sorted by after.
  private struct Cursor {
    var run = 0
    var newcomer = 0
    var patch = 0
  }

  private mutating func weave(
    _ section: Int, _ matcher: borrowing Matcher, _ slots: borrowing Buffer<UInt32>, _ next: inout Cursor
  ) throws(Refusal) {
    var flat = Int(matcher.after.starts[section])
    let end = Int(matcher.after.starts[section + 1])
    while flat < end {
      remaining = end - flat
      if next.run < matcher.runs.count && Int(matcher.runs[next.run].after) == flat {
        prefetch(matcher, next.run + 8)
        let run = matcher.runs[next.run]
        try append(run, matcher, &next.patch, sectionEnd: end)
        next.run += 1
        flat += Int(run.count)
      } else {
        let limit = next.run < matcher.runs.count ? Int(matcher.runs[next.run].after) : end
        let count = min(limit, end) - flat
        try append(newcomers: next.newcomer, count, matcher, slots)
        next.newcomer += count
        flat += count
      }
    }
    try close()
  }

  /// A shuffle takes each item from another leaf: bring it near some runs ahead.
  @inline(__always) private func prefetch(_ matcher: borrowing Matcher, _ run: Int) {
    guard run < matcher.runs.count, matcher.runs[run].count == 1 else { return }
    let flat = Int(matcher.runs[run].before)
    let chunk = matcher.before.chunks[matcher.before.chunk(at: flat)]
    chunk.leaf.prefetch(flat - Int(chunk.first), capacity: chunk.capacity)
  }

  // MARK: Runs

  private mutating func append(
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
        try append(length, from: chunk.leaf, at: offset, a, matcher, &patch)
      }
      b += length
      a += length
      remaining -= length
    }
  }

  /// Copies items, which stand at `a` in after, and patches them.
  private mutating func append(
    _ length: Int, from leaf: Leaf, at offset: Int, _ a: Int, _ matcher: borrowing Matcher,
    _ patch: inout Int
  ) throws(Refusal) {
    var done = 0
    while done < length {
      let target = try room(for: remaining - done)
      let width = min(length - done, largest - target.count)
      let start = target.count
      target.append(width, from: leaf, at: offset + done)
      while patch < matcher.patches.count && Int(matcher.patches[patch].after) < a + done + width {
        let change = matcher.patches[patch]
        let at = start + Int(change.after) - (a + done)
        if change.flags & ChangeFlags.byContent != 0 { target.setContent(change.content, at: at) }
        if traits != 0 { target.setLooks(change.model, change.cellClass, at: at) }
        patch += 1
      }
      done += width
    }
  }

  /// Takes a leaf of before as it is; a small open leaf before it takes its items in.
  private mutating func keep(_ leaf: Leaf, _ chunk: Int) throws(Refusal) {
    guard let small = open, small.count < smallest else {
      try close()
      try pieces.append(Piece(leaf: leaf, chunk: UInt32(chunk)))
      return
    }
    let total = small.count + leaf.count
    let first = total <= largest ? total : total / 2
    let grown = try room(for: first - small.count)
    let taken = first - grown.count
    grown.append(taken, from: leaf, at: 0)
    try close()
    if first < total {
      let rest = try room(for: total - first)
      rest.append(total - first, from: leaf, at: taken)
      try close()
    }
  }

  // MARK: Newcomers

  private mutating func append(
    newcomers first: Int, _ count: Int, _ matcher: borrowing Matcher, _ slots: borrowing Buffer<UInt32>
  ) throws(Refusal) {
    var done = 0
    while done < count {
      let target = try room(for: remaining - done)
      let width = min(count - done, largest - target.count)
      target.append(width, of: matcher.newcomers, at: first + done, slots)
      done += width
    }
  }

  // MARK: The open leaf

  /// The open leaf, with room for `expected` more items or for as many as a leaf can have.
  private mutating func room(for expected: Int) throws(Refusal) -> Leaf {
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

  private mutating func make(_ expected: Int) throws(Refusal) -> Leaf {
    let capacity = Leaf.capacity(for: min(max(expected, 1), largest))
    if capacity == Leaf.largest && traits == 0 && !pool.isEmpty {
      let leaf = pool.pop()
      leaf.count = 0
      return leaf
    }
    return try Leaf(capacity: capacity, traits: traits)
  }

  /// A leaf that the list gave up and nobody else holds.
  mutating func recycle(_ leaf: Leaf) {
    if leaf.capacity == Leaf.largest && leaf.traits == 0 && pool.count < pool.capacity {
      pool.push(leaf)
    } else {
      leaf.free()
    }
  }

  private mutating func close() throws(Refusal) {
    guard let leaf = open else { return }
    try pieces.append(Piece(leaf: leaf, chunk: none))
    open = nil
    written += 1
  }
}
