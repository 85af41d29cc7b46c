// Looks keys up in an index: from a key to its flat position in `before`. A lookup is a chain of dependent
// memory accesses; a batch of lookups runs side by side, one link at a time, and prefetches the next link.
//
//     key ─► index ─► slot ─► leaf ─► the slot's offset in the leaf ─► compare the key     in a list
//     key ─► index ─────────► leaf ─► the key's offset in the leaf                         in a snapshot
//
// No preparation is needed, but each lookup is slow: for many keys a join is faster.

import CPlatform

struct Finder: ~Copyable {
  static let width = 32

  /// The slots or leaves that the numbers in the index denote.
  @safe struct Numbers: BitwiseCopyable {
    /// The slots of a list; none if the index's numbers are leaf ids.
    let slots: PagedBuffer<SlotRecord>.Values
    /// The leaves of the version, by leaf id.
    let leaves: UnsafePointer<Leaf?>?

    @inline(__always) func prefetch(_ number: UInt32) {
      if !slots.isNone { unsafe iqp_prefetch(slots.address(Int(number))) }
    }

    @inline(__always) func leaf(of number: UInt32) -> UInt32 {
      slots.isNone ? number : slots[Int(number)].target
    }

    /// The key's offset in the leaf, or nil if it is not in it.
    func offset(of key: Key, _ number: UInt32, leaf id: UInt32) -> Int? {
      guard let leaf = unsafe leaves?[Int(id)] else { return nil }
      if slots.isNone { return leaf.find(key) }
      guard let offset = leaf.find(slot: Slot(number)), leaf.key(offset) == key else { return nil }
      return offset
    }
  }

  /// Where a key is searched: flat positions low ..< high of `before`, with fingerprints made with `salt`.
  struct Scope: BitwiseCopyable {
    var salt: UInt64
    var low: UInt32
    var high: UInt32
  }

  /// One lookup of a batch.
  private struct Lookup: BitwiseCopyable {
    var key = Key(low: 0, high: 0)
    var content: UInt64 = 0
    var scope = Scope(salt: 0, low: 0, high: 0)
    var fingerprint = Fingerprint(0)
    /// The number found in the index, or `noIndex`.
    var number = noIndex
    /// The result, see `found`.
    var flat = noIndex
  }

  private var lookups = Buffer<Lookup>()
  /// The index of each leaf's chunk, by leaf id, or `noIndex`.
  private var chunkOfLeaf = Buffer<UInt32>()
  private var isPrepared = false

  var bytes: Int { lookups.bytes + chunkOfLeaf.bytes }

  /// Call once per update, before `set`.
  mutating func prepare() throws(Refusal) {
    isPrepared = false
    try lookups.resize(to: Finder.width, filling: Lookup())
  }

  @inline(__always) mutating func set(_ key: Key, _ scope: Scope, at i: Int) {
    lookups[i].key = key
    lookups[i].scope = scope
  }

  @inline(__always) func key(_ i: Int) -> Key { lookups[i].key }

  /// A flat position in `before`, or `noIndex`.
  @inline(__always) func found(_ i: Int) -> UInt32 { lookups[i].flat }

  /// The content in `before` of an item that was found.
  @inline(__always) func content(_ i: Int) -> UInt64 { lookups[i].content }

  /// The index's number of an item that was found; in a list this is its slot.
  @inline(__always) func number(_ i: Int) -> UInt32 { lookups[i].number }

  /// Looks up the first `count` keys that were set.
  mutating func find(
    _ count: Int, in before: borrowing Input, _ index: borrowing KeyIndex, _ numbers: Numbers
  ) throws(Refusal) {
    if !isPrepared { try prepareChunks(before) }
    probe(count, index, numbers)
    for i in 0..<count where lookups[i].number != noIndex {
      let chunk = chunk(ofLeaf: numbers.leaf(of: lookups[i].number))
      if chunk != noIndex { before.chunks[Int(chunk)].prefetch() }
    }
    for i in 0..<count where lookups[i].number != noIndex { lookUp(i, before, index, numbers) }
  }

  /// How many of the first `count` keys that were set have a fingerprint that is in the index: an estimate of
  /// how many would be found.
  mutating func countFingerprints(
    _ count: Int, _ index: borrowing KeyIndex, _ numbers: Numbers
  ) -> Int {
    probe(count, index, numbers)
    var known = 0
    for i in 0..<count where lookups[i].number != noIndex { known += 1 }
    return known
  }

  /// Finds the first number with the fingerprint of each key.
  private mutating func probe(_ count: Int, _ index: borrowing KeyIndex, _ numbers: Numbers) {
    let hash = KeyHash.seeded
    for i in 0..<count {
      lookups[i].fingerprint = Fingerprint(
        hash.fingerprint(lookups[i].key, salt: lookups[i].scope.salt))
      index.prefetch(lookups[i].fingerprint)
    }
    for i in 0..<count {
      lookups[i].flat = noIndex
      lookups[i].number = index.find(lookups[i].fingerprint) { _ in true } ?? noIndex
      if lookups[i].number != noIndex { numbers.prefetch(lookups[i].number) }
    }
  }

  private mutating func prepareChunks(_ before: borrowing Input) throws(Refusal) {
    var leaves = 0
    for i in 0..<before.chunks.count { leaves = max(leaves, Int(before.chunks[i].id) + 1) }
    chunkOfLeaf.removeAll()
    try chunkOfLeaf.resize(to: leaves, filling: noIndex)
    for i in 0..<before.chunks.count { chunkOfLeaf[Int(before.chunks[i].id)] = UInt32(i) }
    isPrepared = true
  }

  @inline(__always) private func chunk(ofLeaf id: UInt32) -> UInt32 {
    Int(id) < chunkOfLeaf.count ? chunkOfLeaf[Int(id)] : noIndex
  }

  /// Checks every number with the fingerprint until one belongs to the key.
  private mutating func lookUp(
    _ i: Int, _ before: borrowing Input, _ index: borrowing KeyIndex, _ numbers: Numbers
  ) {
    let lookup = lookups[i]
    var flat = noIndex
    let number = index.find(lookup.fingerprint) { number in
      let leaf = numbers.leaf(of: number)
      guard let offset = numbers.offset(of: lookup.key, number, leaf: leaf) else { return false }
      // An item of a section that is not updated.
      let chunk = chunk(ofLeaf: leaf)
      if chunk == noIndex { return false }
      let candidate = before.chunks[Int(chunk)].first + UInt32(offset)
      if candidate < lookup.scope.low || candidate >= lookup.scope.high { return false }
      flat = candidate
      return true
    }
    lookups[i].number = number ?? noIndex
    lookups[i].flat = flat
    if flat != noIndex { lookups[i].content = before.content(at: Int(flat)) }
  }
}
