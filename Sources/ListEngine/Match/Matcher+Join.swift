// Joins the unmatched items of both sides: few of them in one table, many of them by partitions.

extension Matcher {
  mutating func joinOpen() throws(Refusal) {
    lookups += staged.openCount
    if before.count - claimedCount <= TableJoin.most {
      var table = TableJoin()
      swap(&table, &tableJoin)
      defer { swap(&table, &tableJoin) }
      try joinOpen(with: &table)
    } else {
      var partitions = PartitionedJoin()
      swap(&partitions, &partitionedJoin)
      defer { swap(&partitions, &partitionedJoin) }
      try joinOpen(with: &partitions)
    }
  }

  private mutating func joinOpen<Join: KeyJoin & ~Copyable>(with join: inout Join) throws(Refusal) {
    try join.begin(before: before.count - claimedCount, after: staged.openCount)
    addBefore(to: &join)
    addAfter(to: &join)
    try join.run()
    var number = 0
    for i in 0..<staged.count where staged.isOpen(i) {
      join.prefetch(number + 8)
      let found = join.match(number) { old in
        old.key == staged.key(i) && (!isScoped || isScope(old.flat, staged.flat(i)))
      }
      if let found { try resolve(i, Int(found.flat), content: found.content, number: found.slot) }
      number += 1
    }
  }

  private func addBefore<Join: KeyJoin & ~Copyable>(to join: inout Join) {
    let list = KeyScope.list
    for section in 0..<before.sectionCount {
      let scope = list.narrowed(to: before.sectionKeys[section], if: isScoped)
      for c in Int(before.firstChunks[section])..<Int(before.firstChunks[section + 1]) {
        addBefore(before.chunks[c], scope, to: &join)
      }
    }
  }

  private func addBefore<Join: KeyJoin & ~Copyable>(
    _ chunk: Chunk, _ scope: KeyScope, to join: inout Join
  ) {
    let keys = unsafe chunk.leaf.keys
    let contents = unsafe chunk.leaf.contents
    let slots = unsafe chunk.leaf.slots
    let first = Int(chunk.first)
    let end = first + chunk.count
    var flat = nextUnclaimed(first, end: end)
    while flat < end {
      let i = flat - first
      let item = unsafe JoinItem(key: keys[i], content: contents[i], flat: UInt32(flat), slot: slots[i])
      join.add(before: item, scope.fingerprint(item.key).raw)
      flat = nextUnclaimed(flat + 1, end: end)
    }
  }

  private func addAfter<Join: KeyJoin & ~Copyable>(to join: inout Join) {
    var scopes = ScopeWalk(self)
    for i in 0..<staged.count where staged.isOpen(i) { join.add(after: scopes.fingerprint(i, self).raw) }
  }

  /// Whether both items are in sections that match each other.
  private func isScope(_ b: UInt32, _ a: Int) -> Bool {
    before.position(of: Int(b)).section == beforeOfAfter[Int(after.position(of: a).section)]
  }
}
