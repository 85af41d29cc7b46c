// The leaf that the builder appends to: making it, a few items at a time, and closing it.

extension LeafBuilder {
  /// The open leaf gets the id of the chunk's leaf.
  @inline(__always) mutating func replace(_ index: Int) {
    chunk = UInt32(truncatingIfNeeded: index)
    outcomes[index] = .replaced
  }

  /// The open leaf with capacity for `expected` more items, or for as many as fit in a leaf.
  mutating func room(for expected: Int) throws(Refusal) -> Leaf {
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

  mutating func make(_ expected: Int) throws(Refusal) -> Leaf {
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

  mutating func close() throws(Refusal) {
    guard let leaf = open else { return }
    try Interruption.check()
    try newLeaves.append(NewLeaf(leaf: leaf, chunk: chunk, isKept: false))
    open = nil
    chunk = noIndex
    written += 1
  }

  /// Records items of the open leaf as moved in, from `first` on; extends the last entry if it is adjacent.
  mutating func addMovedIn(_ first: Int, _ count: Int) throws(Refusal) {
    if movedIn.count == movedIn.capacity { try movedIn.reserve(extra: 1) }
    _ = addMovedInWithinCapacity(first, count)
  }

  /// False if there is no room for another entry.
  @inline(__always) mutating func addMovedInWithinCapacity(_ first: Int, _ count: Int) -> Bool {
    let last = movedIn.count &- 1
    if last >= 0 && movedIn[last].isContinued(newLeaves.count, first) {
      movedIn[last].count &+= UInt16(truncatingIfNeeded: count)
      return true
    }
    if movedIn.count == movedIn.capacity { return false }
    movedIn.push(
      MovedIn(
        newLeaf: UInt32(truncatingIfNeeded: newLeaves.count), first: UInt16(truncatingIfNeeded: first),
        count: UInt16(truncatingIfNeeded: count)))
    return true
  }

  // MARK: A few items

  /// How many items are copied one by one: calls of memcpy for three columns cost more.
  private static let few = 8

  /// Appends a short run from the chunk that was used last to the open leaf; false if that is not the case.
  @inline(__always) mutating func appendFew(_ run: Run) -> Bool {
    let count = Int(run.count)
    let b = Int(run.before)
    guard count <= LeafBuilder.few, traits == 0, let leaf = open, leaf.count &+ count <= leaf.capacity,
      leaf.count &+ count <= largest, let source, b >= source.low, b &+ count < source.high
    else { return false }
    if chunk != source.index {
      if chunk == noIndex && outcomes[Int(source.index)] == .goes {
        replace(Int(source.index))
      } else if !addMovedInWithinCapacity(leaf.count, count) {
        return false
      }
    }
    unsafe leaf.appendFew(
      count, source.leaf.keys + (b &- source.low), source.leaf.contents + (b &- source.low),
      source.leaf.slots + (b &- source.low))
    return true
  }

  /// Appends a few staged items to the open leaf.
  @inline(__always) mutating func appendFew(
    _ count: Int, of columns: borrowing OwnedColumns, at first: Int
  ) -> Bool {
    guard count <= LeafBuilder.few, traits == 0, let leaf = open, leaf.count &+ count <= leaf.capacity,
      leaf.count &+ count <= largest, addMovedInWithinCapacity(leaf.count, count)
    else { return false }
    return appendFew(count, of: columns, at: first, to: leaf)
  }

  /// Appends a few items to a leaf that has the capacity for them.
  @inline(__always) func appendFew(
    _ count: Int, of columns: borrowing OwnedColumns, at first: Int, to leaf: Leaf
  ) -> Bool {
    guard count <= LeafBuilder.few, traits == 0, let keys = unsafe columns.keys.pointer,
      let contents = unsafe columns.contents.pointer, let slots = unsafe columns.slots.pointer
    else { return false }
    unsafe leaf.appendFew(
      count, keys + first, contents + first,
      UnsafeRawPointer(slots + first).assumingMemoryBound(to: UInt32.self))
    return true
  }
}
