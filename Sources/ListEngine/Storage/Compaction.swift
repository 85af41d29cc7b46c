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
  /// What `carryOut` did to each leaf, and the leaf's section.
  private(set) var changes = Buffer<LeafChange>()
  private(set) var sections = Buffer<SectionID>()

  init() {}

  /// Unused targets own no models.
  deinit { for i in 0..<runs.count { runs[i].target.free() } }

  // MARK: Planning

  /// `touched` lists the leaves from which items were or will be removed; ids that are free are skipped.
  /// `leaving` is sorted: a leaf's id in the high half, the number of items that will be removed in the low
  /// half.
  mutating func plan(
    _ touched: borrowing Buffer<LeafID>, leaving: borrowing Buffer<UInt64>,
    in arrangement: borrowing Arrangement, _ releases: inout PendingReleases
  ) throws(Refusal) {
    let limit = arrangement.leafCapacity - arrangement.leafCapacity / 4
    for i in 0..<touched.count {
      guard arrangement.leaves[touched[i]] != nil, !isInRun(touched[i]) else { continue }
      var total = Compaction.count(of: touched[i], leaving, arrangement)
      if total == 0 { continue }
      // Extends the run to the left, then to the right.
      var first = touched[i]
      while let next = arrangement.items.neighbour(of: first, step: -1), !isInRun(next) {
        let count = Compaction.count(of: next, leaving, arrangement)
        if total + count > limit { break }
        total += count
        first = next
      }
      let start = ids.count
      try add(first)
      var last = first
      var isPastTouched = first == touched[i]
      while let next = arrangement.items.neighbour(of: last, step: 1) {
        if isPastTouched {
          let count = Compaction.count(of: next, leaving, arrangement)
          if isInRun(next) || total + count > limit { break }
          total += count
        }
        isPastTouched = isPastTouched || next == touched[i]
        try add(next)
        last = next
      }
      try finish(start, total, arrangement)
    }
    try releases.rewritten.reserve(extra: ids.count)
    try changes.reserve(ids.count + runs.count)
    try sections.reserve(ids.count + runs.count)
  }

  private func isInRun(_ id: LeafID) -> Bool {
    isPlanned.find(KeyIndex.fingerprint(of: id)) { $0 == id.raw } != nil
  }

  private mutating func add(_ id: LeafID) throws(Refusal) {
    try isPlanned.reserve(extra: 1)
    isPlanned.insert(KeyIndex.fingerprint(of: id), id.raw)
    try ids.append(id)
  }

  /// Makes the ids from `start` on a run if that saves a leaf or memory.
  private mutating func finish(
    _ start: Int, _ total: Int, _ arrangement: borrowing Arrangement
  ) throws(Refusal) {
    let count = ids.count - start
    var traits: UInt32 = 0
    for i in start..<ids.count { traits |= arrangement.leaf(ids[i]).traits }
    if count == 1 {
      let leaf = arrangement.leaf(ids[start])
      if leaf.isShared || total * 4 > leaf.capacity || leaf.capacity == Leaf.smallest { return }
    }
    try runs.reserve(extra: 1)
    let target = try Leaf(capacity: Leaf.capacity(for: total), traits: traits)
    runs.push(Run(first: start, count: count, target: target))
  }

  /// The number of a leaf's items that stay.
  private static func count(
    of id: LeafID, _ leaving: borrowing Buffer<UInt64>, _ arrangement: borrowing Arrangement
  ) -> Int {
    let count = arrangement.leaf(id).count
    var low = 0
    var high = leaving.count
    while low < high {
      let middle = (low + high) / 2
      if UInt32(leaving[middle] >> 32) < id.raw { low = middle + 1 } else { high = middle }
    }
    if low == leaving.count || UInt32(leaving[low] >> 32) != id.raw { return count }
    return count - Int(UInt32(truncatingIfNeeded: leaving[low]))
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
  private func isStillThere(_ run: Run, _ arrangement: borrowing Arrangement) -> Bool {
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
  private mutating func merge(
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
