// Merges leaves after items were removed. Adjacent leaves of a section are merged while together they fill at
// most three quarters of a leaf. Several inserts must then precede the next split, and several deletes the
// next merge. A leaf without a partner that is at most a quarter full is replaced by the smallest leaf that
// holds its items.
//
//     limit 6 of 8   | 5 | 1 2 | 3 | 4 1 3 2 |  leaves of 5, 2, 1 and 4 items; the second lost items
//     plan                 \__/                 2 + 1: neither 5 nor 4 more would fit
//     after          | 5 | 1 2 3 | 4 1 3 2 |
//
// `plan` reserves all memory and changes nothing. It may run before the items are removed if it knows how
// many will be. `carryOut` cannot fail and skips leaves that differ from the plan.

struct Compaction: ~Copyable {
  /// Adjacent leaves that become one.
  private struct Run: BitwiseCopyable {
    /// An index in `ids`.
    var first: Int
    var count: Int
    var target: Leaf
  }

  private var ids = Buffer<LeafID>()
  private var runs = Buffer<Run>()
  private var isPlanned = KeyIndex()
  /// The change that `carryOut` made to each leaf, and the leaf's section.
  private(set) var changes = Buffer<LeafChange>()
  private(set) var sections = Buffer<SectionID>()

  init() {}

  /// Unused targets own no models.
  deinit { for i in 0..<runs.count { runs[i].target.free() } }

  // MARK: Planning

  /// `touched` lists the leaves from which items were or will be removed; ids that are free are skipped.
  /// `removals` is sorted: a leaf's id in the high half, the number of items that will be removed in the low
  /// half. Before `carryOut` the caller may rewrite `rewriting` more leaves without reserving for them.
  @_optimize(size) mutating func plan(
    _ touched: borrowing Buffer<LeafID>, removals: borrowing Buffer<UInt64>, rewriting: Int = 0,
    in arrangement: borrowing Arrangement, _ releases: inout PendingReleases
  ) throws(Refusal) {
    let limit = arrangement.leafCapacity - arrangement.leafCapacity / 4
    for i in 0..<touched.count {
      guard arrangement.leaves[touched[i]] != nil, !isInRun(touched[i]) else { continue }
      try plan(touched[i], limit, removals, arrangement)
    }
    try releases.rewritten.reserve(extra: ids.count + rewriting)
    try changes.reserve(ids.count + runs.count)
    try sections.reserve(ids.count + runs.count)
  }

  /// Counts come from the sums of the tree, which the changes have just read: the headers of the neighbours
  /// would be cache misses.
  @_optimize(size) private mutating func plan(
    _ touched: LeafID, _ limit: Int, _ removals: borrowing Buffer<UInt64>,
    _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    guard let entry = arrangement.items.entry(of: touched) else {
      let count = Int(arrangement.sections[arrangement.items.position(of: touched).owner].count)
      return try planShrink(touched, Compaction.rest(of: touched, count, removals), arrangement)
    }
    var total = Compaction.rest(at: entry, removals, arrangement)
    // No other leaf fits. Most leaves are so full.
    if total == 0 || total >= limit { return }
    var first = entry
    var count = 1
    while let next = extend(first, -1, &total, limit, removals, arrangement) {
      first = next
      count += 1
    }
    var last = entry
    while let next = extend(last, 1, &total, limit, removals, arrangement) {
      last = next
      count += 1
    }
    if count == 1 { return try planShrink(touched, total, arrangement) }
    let start = ids.count
    var next: ForestEntry? = first
    for _ in 0..<count {
      guard let entry = next else { break }
      try add(arrangement.items.child(at: entry))
      next = arrangement.items.neighbour(of: entry, step: 1)
    }
    try addRun(start, total, arrangement)
  }

  /// The neighbour of an entry if the run can take it too; adds its items to `total`.
  private func extend(
    _ entry: ForestEntry, _ step: Int, _ total: inout Int, _ limit: Int, _ removals: borrowing Buffer<UInt64>,
    _ arrangement: borrowing Arrangement
  ) -> ForestEntry? {
    guard let next = arrangement.items.neighbour(of: entry, step: step) else { return nil }
    let count = Compaction.rest(at: next, removals, arrangement)
    if total + count > limit || isInRun(arrangement.items.child(at: next)) { return nil }
    total += count
    return next
  }

  /// Replaces a leaf that remains alone by a smaller one if that saves memory.
  private mutating func planShrink(
    _ id: LeafID, _ total: Int, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    let leaf = arrangement.leaf(id)
    if total == 0 || total * 4 > leaf.capacity || leaf.capacity == Leaf.smallest || leaf.isShared { return }
    let start = ids.count
    try add(id)
    try addRun(start, total, arrangement)
  }

  private func isInRun(_ id: LeafID) -> Bool {
    isPlanned.find(KeyIndex.fingerprint(of: id)) { $0 == id.raw } != nil
  }

  private mutating func add(_ id: LeafID) throws(Refusal) {
    try isPlanned.reserve(extra: 1)
    isPlanned.insert(KeyIndex.fingerprint(of: id), id.raw)
    try ids.append(id)
  }

  /// Makes the ids from `start` on a run.
  @_optimize(size) private mutating func addRun(
    _ start: Int, _ total: Int, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    var traits: UInt32 = 0
    for i in start..<ids.count { traits |= arrangement.leaf(ids[i]).traits }
    try runs.reserve(extra: 1)
    let target = try Leaf(capacity: Leaf.capacity(for: total), traits: traits)
    runs.push(Run(first: start, count: ids.count - start, target: target))
  }

  /// The number of a leaf's items that stay.
  @inline(__always) private static func rest(
    at entry: ForestEntry, _ removals: borrowing Buffer<UInt64>, _ arrangement: borrowing Arrangement
  ) -> Int {
    let count = Int(arrangement.items.sum(at: entry).items)
    if removals.isEmpty { return count }
    return rest(of: arrangement.items.child(at: entry), count, removals)
  }

  private static func rest(of id: LeafID, _ count: Int, _ removals: borrowing Buffer<UInt64>) -> Int {
    var low = 0
    var high = removals.count
    while low < high {
      let middle = (low + high) / 2
      if UInt32(removals[middle] >> 32) < id.raw { low = middle + 1 } else { high = middle }
    }
    if low == removals.count || UInt32(removals[low] >> 32) != id.raw { return count }
    return count - Int(UInt32(truncatingIfNeeded: removals[low]))
  }

  // MARK: Execution

  /// Afterwards `changes` and `sections` describe what happened to each leaf.
  mutating func carryOut(
    on arrangement: inout Arrangement, _ releases: inout PendingReleases
  ) {
    while !runs.isEmpty {
      let run = runs.pop()
      if isStillThere(run, arrangement) {
        merge(run, &arrangement, &releases)
      } else {
        run.target.free()
      }
    }
  }

  /// Leaves that became empty do not exist any more; the others must still be adjacent and fit into the
  /// target.
  @_optimize(size) private func isStillThere(_ run: Run, _ arrangement: borrowing Arrangement) -> Bool {
    var last: LeafID? = nil
    var total = 0
    for i in run.first..<run.first + run.count {
      guard let leaf = arrangement.leaves[ids[i]] else { continue }
      if leaf.traits & ~run.target.traits != 0 { return false }
      if let last, arrangement.items.neighbour(of: last, step: 1) != ids[i] { return false }
      total += leaf.count
      last = ids[i]
    }
    return total > 0 && total <= run.target.capacity
  }

  /// Merges a run; the target gets the id of the run's first leaf.
  @_optimize(size) private mutating func merge(
    _ run: Run, _ arrangement: inout Arrangement, _ releases: inout PendingReleases
  ) {
    var home: LeafID? = nil
    var section = SectionID.noIndex
    for i in run.first..<run.first + run.count {
      let id = ids[i]
      guard let leaf = arrangement.leaves[id] else { continue }
      if home == nil { section = arrangement.items.position(of: id).owner }
      run.target.append(leaf.count, from: leaf, at: 0)
      changes.push(LeafChange(leaf: leaf, id: id, first: 0, count: leaf.count, isRemoved: true))
      sections.push(section)
      releases.rewritten.push(leaf)
      if let home {
        arrangement.absorb(id, into: home, in: section)
      } else {
        home = id
      }
    }
    guard let home else { return }
    arrangement.leaves[home] = run.target
    // The leaf has its stamp by `absorb`. Whoever reads sections must come to it.
    arrangement.order.touch(section)
    changes.push(LeafChange(leaf: run.target, id: home, first: 0, count: run.target.count))
    sections.push(section)
  }
}

extension Arrangement {
  /// Adds a leaf's item count to that of `other` and frees its id.
  fileprivate mutating func absorb(_ id: LeafID, into other: LeafID, in section: SectionID) {
    let delta = ItemSum(units: 0, items: UInt32(truncatingIfNeeded: leaf(id).count))
    items.add(.zero - delta, to: id)
    items.add(delta, to: other)
    detach(id, in: section)
  }
}
