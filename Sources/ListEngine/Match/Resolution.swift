// Decides whether each staged item has moved or is new. There are four strategies:
//
//     few open items, many left in before    look each one up                              Finder
//     many, nearly all of them new           filter by the fingerprints in the index       NewItemFilter
//     many of both                           join both sides: in one table, or divided     KeyJoin
//     nothing left in before                 all are new
//     `before` has no index                  join
//
// Whether a new item's key is that of a matched item, or of another new item, is found when it is inserted
// into the index. A diff has no index to insert into: then `NewKeys` compares them.

struct Resolution: ~Copyable {
  private var tableJoin = TableJoin()
  private var partitionedJoin = PartitionedJoin()
  private var filter = NewItemFilter()

  var bytes: Int { tableJoin.bytes + partitionedJoin.bytes + filter.bytes }

  /// One lookup costs about as much as joining this many items.
  private static let joinShare = 16
  /// Beginning a join costs as much as joining this many items.
  private static let joinBase = 32
  /// So many open items are worth a sample.
  private static let sampled = 16 * Finder.width
  /// Filtering reads the whole index; it pays off up to this many index entries per open item.
  private static let filterShare = 8

  mutating func run(
    _ pairing: borrowing Pairing, _ matches: inout Matches, _ newKeys: inout NewKeys, _ lookups: inout Finder,
    _ index: borrowing KeyIndex,
    _ numbers: Finder.Numbers
  ) throws(Refusal) {
    let open = matches.staged.newCount
    let left = matches.leftCount
    if open == 0 || left == 0 || matches.hasDuplicate { return }
    if index.count > 0 && open * Resolution.joinShare <= left + Resolution.joinBase {
      try lookups.find(pairing, &matches, index, numbers) { staged, i in
        staged.isNew(i)
      }
      matches.areNewKeysUnindexed = true
    } else if index.count > 0, open >= Resolution.sampled, open * Resolution.filterShare > index.count,
      lookups.areMostlyNew(pairing, &matches, index, numbers),
      try filter.find(pairing, &matches, &newKeys, &lookups, index, numbers)
    {
      // All that were not new are found.
      matches.areNewKeysUnindexed = true
    } else if TableJoin.fits(left, open) {
      try Resolution.join(&tableJoin, pairing, &matches)
    } else {
      try Resolution.join(&partitionedJoin, pairing, &matches)
    }
    try matches.sortPatches()
  }

  // MARK: Joining

  private static func join<Join: KeyJoin & ~Copyable>(
    _ join: inout Join, _ pairing: borrowing Pairing, _ matches: inout Matches
  ) throws(Refusal) {
    matches.lookups += matches.staged.newCount
    try matches.staged.hash(pairing)
    try join.begin(before: matches.leftCount, after: matches.staged.newCount)
    addBefore(to: &join, pairing, matches)
    for i in 0..<matches.staged.count where matches.staged.isNew(i) {
      join.add(after: matches.staged.fingerprint(i).raw)
    }
    try join.run()
    guard let items = matches.staged.block() else { return }
    var number = 0
    for i in 0..<matches.staged.count where items.isNew(i) {
      join.prefetch(number &+ 8)
      let found = join.match(number) { old in
        old.key == items.key(i)
          && (!pairing.isScoped || pairing.areSectionsPaired(Int(old.flat), items.flat(i)))
      }
      if let found {
        try matches.resolve(i, of: items, Int(found.flat), content: found.content, slot: Slot(found.slot))
      }
      number &+= 1
    }
  }

  private static func addBefore<Join: KeyJoin & ~Copyable>(
    to join: inout Join, _ pairing: borrowing Pairing, _ matches: borrowing Matches
  ) {
    let list = KeyScope.list
    var next = matches.firstUnclaimed(from: 0)
    for section in 0..<pairing.before.sectionCount where next < Int(pairing.before.starts[section &+ 1]) {
      let scope = list.narrowed(to: pairing.before.sectionKeys[section], if: pairing.isScoped)
      for c in pairing.before.chunks(ofSection: section) {
        let end = Int(pairing.before.chunks[c].first) &+ pairing.before.chunks[c].count
        if next >= end { continue }
        addBefore(pairing.before.chunks[c], scope, to: &join, matches)
        next = matches.firstUnclaimed(from: end)
      }
    }
  }

  private static func addBefore<Join: KeyJoin & ~Copyable>(
    _ chunk: Chunk, _ scope: KeyScope, to join: inout Join, _ matches: borrowing Matches
  ) {
    let keys = unsafe chunk.leaf.keys
    let contents = unsafe chunk.leaf.contents
    let slots = unsafe chunk.leaf.slots
    let first = Int(chunk.first)
    matches.forEachUnclaimed(first, first + chunk.count) { flat in
      let i = flat &- first
      let item = unsafe JoinItem(
        key: keys[i], content: contents[i], flat: UInt32(truncatingIfNeeded: flat), slot: slots[i])
      join.add(before: item, scope.fingerprint(item.key).raw)
    }
  }
}
