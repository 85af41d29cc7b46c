// Builds a snapshot's index, which detects duplicate keys. They are resolved on a copy of the arrangement
// that shares all unchanged leaves; the copy replaces the original once nothing can fail.
//
//     keep first   1 2 1 3 2   ->   1 2 3
//     keep last    1 2 1 3 2   ->   1 3 2
//     number       1 2 1 3 2   ->   1 2 1' 3 2'      1' is derived from (1, 2nd occurrence)

/// Two items with one key.
private struct Repeat: BitwiseCopyable {
  var earlier: UInt32
  var later: UInt32
}

extension SnapshotState {
  mutating func makeIndex(_ options: SnapshotOptions, _ releases: inout PendingReleases) throws(Refusal) {
    if index.isMade { return }
    var input = Input()
    var repeats = Buffer<Repeat>()
    var made = try index(arrangement, &input, &repeats, options.isScoped)
    if !repeats.isEmpty {
      if options.duplicates == Duplicates.refuse || options.isScoped {
        throw refusal(repeats[0], input)
      }
      var copy = try arrangement.copy()
      var counts = duplicates
      do throws(Refusal) {
        // A derived key may exist already, by chance or on purpose: repeat until there is no duplicate.
        while !repeats.isEmpty {
          try resolve(&copy, repeats, input, options, &counts, &releases)
          repeats.removeAll()
          made = try index(copy, &input, &repeats, false)
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

  private func refusal(_ duplicate: Repeat, _ input: borrowing Input) -> Refusal {
    let position = input.position(of: Int(duplicate.later))
    return Refusal(
      .duplicate, key: input.key(at: Int(duplicate.later)), section: input.sectionKeys[Int(position.section)],
      position: position, other: input.position(of: Int(duplicate.earlier)))
  }

  /// Builds the index of an arrangement. Duplicates are left out and listed, each with an earlier occurrence.
  private func index(
    _ arrangement: borrowing Arrangement, _ input: inout Input, _ repeats: inout Buffer<Repeat>,
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
          try repeats.append(Repeat(earlier: UInt32(first), later: chunk.first + UInt32(i)))
        }
      }
    }
    return table
  }

  // MARK: Policies

  private func resolve(
    _ arrangement: inout Arrangement, _ repeats: borrowing Buffer<Repeat>, _ input: borrowing Input,
    _ options: SnapshotOptions, _ counts: inout DuplicateCounts, _ releases: inout PendingReleases
  ) throws(Refusal) {
    if options.duplicates == Duplicates.number {
      try number(&arrangement, repeats, input, &releases)
      counts.numbered += repeats.count
    } else {
      try drop(&arrangement, repeats, first: options.duplicates == Duplicates.keepLast, &releases)
      counts.dropped += repeats.count
    }
  }

  /// Sorted pairs: the earlier flat position in the high half, the later one in the low half.
  private func sorted(_ repeats: borrowing Buffer<Repeat>) throws(Refusal) -> Buffer<UInt64> {
    var pairs = try Buffer<UInt64>(capacity: repeats.count)
    for i in 0..<repeats.count { pairs.push(UInt64(repeats[i].earlier) << 32 | UInt64(repeats[i].later)) }
    var sorting = KeySort()
    try sorting.reserve(pairs.count)
    sorting.sort(&pairs)
    return pairs
  }

  /// Removes the later (or the `first`) item of each pair: of a key with n occurrences, n - 1.
  private func drop(
    _ arrangement: inout Arrangement, _ repeats: borrowing Buffer<Repeat>, first: Bool,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    // Every duplicate names the first occurrence of its key. To keep the last occurrence, the first is
    // removed, and all later ones except the last.
    let pairs = try sorted(repeats)
    var dropped = try Buffer<UInt64>(capacity: pairs.count)
    for i in 0..<pairs.count {
      let isNew = i == 0 || pairs[i - 1] >> 32 != pairs[i] >> 32
      let isLast = i + 1 == pairs.count || pairs[i + 1] >> 32 != pairs[i] >> 32
      if first && isNew { dropped.push(pairs[i] & ~0xffff_ffff) }
      if !first || !isLast { dropped.push(pairs[i] << 32) }
    }
    var sorting = KeySort()
    try sorting.reserve(dropped.count)
    sorting.sort(&dropped)
    try releases.released.reserve(extra: dropped.count)
    for i in 0..<dropped.count {
      let location = arrangement.location(ofItem: Int(dropped[dropped.count - 1 - i] >> 32))
      _ = try arrangement.writable(location.leaf, extra: 0, traits: 0, &releases)
      let section = arrangement.start(ofLeaf: location.leaf).section
      let entry = arrangement.remove(at: location, in: section)
      releases.released.push(entry.values)
    }
  }

  /// Gives each later occurrence a new key.
  private func number(
    _ arrangement: inout Arrangement, _ repeats: borrowing Buffer<Repeat>, _ input: borrowing Input,
    _ releases: inout PendingReleases
  ) throws(Refusal) {
    let pairs = try sorted(repeats)
    var occurrence: UInt64 = 1
    for i in 0..<pairs.count {
      occurrence = i > 0 && pairs[i - 1] >> 32 == pairs[i] >> 32 ? occurrence + 1 : 2
      let location = arrangement.location(ofItem: Int(pairs[i] & 0xffff_ffff))
      let leaf = try arrangement.writable(location.leaf, extra: 0, traits: 0, &releases)
      leaf.setKey(leaf.key(location.offset).numbered(occurrence), at: location.offset)
    }
  }
}

extension Key {
  /// The key for the n-th occurrence of this key.
  func numbered(_ n: UInt64) -> Key {
    var hasher = FieldHasher()
    hasher.add(self)
    hasher.add(n)
    return hasher.key
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
