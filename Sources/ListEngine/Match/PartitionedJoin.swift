// Looks up many keys without an index: joins the unmatched items of `after` with those of `before`, partition
// by partition (a radix join: Shatdal, Kant and Naughton, 1994; Manegold, Boncz and Kersten, 2002).
//
//     before       9 4 7 1   ─►   4 1 | 9 7        partitioned by the top bits of their fingerprints
//     after        2 7 9 4   ─►   2 4 | 7 9
//     tables                      4 1   9 7        hash tables, one partition at a time
//     candidates   - 7 9 4                         by item of after: one of before with its fingerprint
//
// A lookup in the index loads several cache lines at random. The join reads and writes mostly in order, and
// its tables fit the cache. Keys are compared at the end, in the order of `after`.

import CPlatform

struct PartitionedJoin: ~Copyable, KeyJoin {
  private var before = RadixPartition()
  private var after = RadixPartition()
  private var items = Buffer<JoinItem>()
  private var candidates = Buffer<UInt32>()
  /// The hash table of one partition: entries of `before`, at most a quarter full; 0 is free.
  private var table = Buffer<UInt32>()

  var bytes: Int { before.bytes + after.bytes + items.bytes + candidates.bytes + table.bytes }

  mutating func begin(before count: Int, after newCount: Int) throws(Refusal) {
    let parts = RadixPartition.count(for: count)
    try before.begin(count, count: parts)
    try after.begin(newCount, count: parts)
    items.removeAll()
    candidates.removeAll()
    try items.reserve(count)
    try candidates.resize(to: newCount, filling: noIndex)
  }

  @inline(__always) mutating func add(before item: JoinItem, _ fingerprint: UInt32) {
    before.add(fingerprint)
    items.push(item)
  }

  @inline(__always) mutating func add(after fingerprint: UInt32) { after.add(fingerprint) }

  /// Call after all items of both sides are added.
  mutating func run() throws(Refusal) {
    before.divide()
    after.divide()
    for part in 0..<before.count {
      let olds = before.range(part)
      let news = after.range(part)
      if olds.isEmpty || news.isEmpty { continue }
      let bits = try fillTable(olds)
      for entry in news {
        let found = find(after.fingerprint(entry), olds, bits)
        if found != noIndex { candidates[after.number(entry)] = found }
      }
    }
  }

  /// The first table position to probe for a fingerprint, taken from the bits below the partition's.
  @inline(__always) private func bucket(_ fingerprint: UInt32, _ bits: Int) -> Int {
    let rest = fingerprint &<< UInt32(truncatingIfNeeded: before.count.trailingZeroBitCount)
    return Int(rest &>> UInt32(truncatingIfNeeded: 32 - bits))
  }

  /// Fills the table and returns `bits`: the table has 1 << bits positions.
  private mutating func fillTable(_ olds: Range<Int>) throws(Refusal) -> Int {
    var bits = 1
    while 1 &<< bits < 4 * olds.count { bits += 1 }
    table.removeAll()
    try table.resize(to: 1 &<< bits, filling: 0)
    for entry in olds {
      var bucket = bucket(before.fingerprint(entry), bits)
      while table[bucket] != 0 { bucket = (bucket &+ 1) & (1 &<< bits &- 1) }
      table[bucket] = UInt32(truncatingIfNeeded: entry &- olds.lowerBound &+ 1)
    }
    return bits
  }

  /// The number of the first item with the fingerprint, or `noIndex`.
  @inline(__always) private func find(_ fingerprint: UInt32, _ olds: Range<Int>, _ bits: Int) -> UInt32 {
    var bucket = bucket(fingerprint, bits)
    while table[bucket] != 0 {
      let entry = olds.lowerBound &+ Int(table[bucket]) &- 1
      if before.fingerprint(entry) == fingerprint { return UInt32(truncatingIfNeeded: before.number(entry)) }
      bucket = (bucket &+ 1) & (1 &<< bits &- 1)
    }
    return noIndex
  }

  /// Prefetches the candidate of an item.
  @inline(__always) func prefetch(_ number: Int) {
    guard number < candidates.count, candidates[number] != noIndex, let items = unsafe items.pointer else {
      return
    }
    unsafe iqp_prefetch(items + Int(candidates[number]))
  }

  /// The item of `before` that matches item `number` of `after`.
  @inline(__always) func match(_ number: Int, where isMatch: (JoinItem) -> Bool) -> JoinItem? {
    let candidate = candidates[number]
    if candidate == noIndex { return nil }
    // Only a fingerprint collision makes the candidate the wrong one.
    if isMatch(items[Int(candidate)]) { return items[Int(candidate)] }
    let fingerprint = after.fingerprint(ofNumber: number)
    for entry in before.range(of: fingerprint) where before.fingerprint(entry) == fingerprint {
      if isMatch(items[before.number(entry)]) { return items[before.number(entry)] }
    }
    return nil
  }
}
