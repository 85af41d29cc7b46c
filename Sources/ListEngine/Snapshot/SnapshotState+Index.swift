// Builds a snapshot's index, which detects duplicate keys. They are resolved on a copy of the arrangement
// that shares all unchanged leaves; the copy replaces the original once nothing can fail.
//
//     keep first   1 2 1 3 2   ->   1 2 3
//     keep last    1 2 1 3 2   ->   1 3 2
//     number       1 2 1 3 2   ->   1 2 1' 3 2'      1' is derived from (1, 2nd occurrence)

extension SnapshotState {
  mutating func makeIndex(_ options: SnapshotOptions, _ releases: inout PendingReleases) throws(Refusal) {
    if index.isMade { return }
    var input = Input()
    var found = DuplicateItems()
    var made = try index(arrangement, &input, &found, options.isScoped)
    if !found.isEmpty {
      if Duplicates.areRefused(options.duplicates) { throw refusal(found.first, input) }
      var copy = try arrangement.copy()
      var counts = duplicates
      do throws(Refusal) {
        // A derived key may exist already, by chance or on purpose: repeat until there is no duplicate.
        while !found.isEmpty {
          try resolve(&copy, &found, options.duplicates, &counts, &releases)
          found = DuplicateItems()
          made = try index(copy, &input, &found, false)
        }
      } catch {
        // The copy never owned the models: the original still references all of them.
        releases.discard()
        copy.discardLeaves()
        throw error
      }
      swap(&arrangement, &copy)
      duplicates = counts
    }
    index.table = made
    index.isMade = true
  }

  private func refusal(_ duplicate: (item: Int, first: Int), _ input: borrowing Input) -> Refusal {
    let position = input.position(of: duplicate.item)
    return Refusal(
      .duplicate, key: input.key(at: duplicate.item), section: input.sectionKeys[Int(position.section)],
      position: position, other: input.position(of: duplicate.first))
  }

  /// Builds the index of an arrangement, without the duplicates, which are added to `duplicates`.
  private func index(
    _ arrangement: borrowing Arrangement, _ input: inout Input, _ duplicates: inout DuplicateItems,
    _ isScoped: Bool
  ) throws(Refusal) -> KeyIndex {
    let list = KeyScope.list
    try input.set(arrangement)
    var table = KeyIndex()
    try table.reserve(input.count)
    for section in 0..<input.sectionCount {
      let scope = list.narrowed(to: input.sectionKeys[section], if: isScoped)
      for c in Int(input.firstChunks[section])..<Int(input.firstChunks[section + 1]) {
        let chunk = input.chunks[c]
        // The fingerprints of the next items; those of item i are at i modulo their number.
        var ahead = InlineArray<32, Fingerprint>(repeating: Fingerprint(0))
        for i in 0..<min(ahead.count, chunk.leaf.count) {
          ahead[i] = scope.fingerprint(chunk.leaf.key(i))
          table.prefetch(ahead[i])
        }
        for i in 0..<chunk.leaf.count {
          let key = chunk.leaf.key(i)
          let fingerprint = ahead[i % ahead.count]
          if i + ahead.count < chunk.leaf.count {
            let next = scope.fingerprint(chunk.leaf.key(i + ahead.count))
            ahead[i % ahead.count] = next
            table.prefetch(next)
          }
          var offset = 0
          let other = table.insert(fingerprint, chunk.id) { number in
            let id = LeafID(number)
            guard let found = arrangement.leaf(id).find(key), number != chunk.id || found < i else {
              return false
            }
            if isScoped && arrangement.items.position(of: id).owner.raw != input.sectionIDs[section] {
              return false
            }
            offset = found
            return true
          }
          guard let other else { continue }
          let first = arrangement.flat(of: Location(leaf: LeafID(other), offset: offset))
          try duplicates.add(Int(chunk.first) + i, first: first)
        }
      }
    }
    return table
  }

  // MARK: Policies

  private func resolve(
    _ arrangement: inout Arrangement, _ found: inout DuplicateItems, _ policy: UInt32,
    _ counts: inout DuplicateCounts, _ releases: inout PendingReleases
  ) throws(Refusal) {
    if policy != Duplicates.number {
      counts.dropped += found.count
      return try drop(
        &arrangement, found.dropped(keepingLast: policy == Duplicates.keepLast), &releases)
    }
    counts.numbered += found.count
    try found.number { item, n throws(Refusal) in
      let location = arrangement.location(ofItem: item)
      let leaf = try arrangement.writable(location.leaf, extra: 0, traits: 0, &releases)
      leaf.setKey(leaf.key(location.offset).numbered(n), at: location.offset)
    }
  }

  private func drop(
    _ arrangement: inout Arrangement, _ dropped: borrowing Buffer<UInt64>, _ releases: inout PendingReleases
  ) throws(Refusal) {
    try releases.released.reserve(extra: dropped.count)
    for i in 0..<dropped.count {
      let location = arrangement.location(ofItem: Int(dropped[dropped.count - 1 - i]))
      _ = try arrangement.writable(location.leaf, extra: 0, traits: 0, &releases)
      let section = arrangement.start(ofLeaf: location.leaf).section
      let entry = arrangement.remove(at: location, in: section)
      releases.released.push(entry.values)
    }
  }
}

extension Arrangement {
  /// For a copy that never owned the models in its leaves: frees the leaves that only it references.
  mutating func discardLeaves() {
    for i in 0..<leaves.count {
      leaves[i]?.dropWithoutModels()
      leaves[i] = nil
    }
  }

  /// The flat position.
  func flat(of location: Location) -> Int {
    let found = start(ofLeaf: location.leaf)
    return Int(start(ofSection: found.section).items) + found.start + location.offset
  }
}
