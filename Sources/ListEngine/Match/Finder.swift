// Lookups in an index: from keys to flat positions in before. Each is a chain of dependent memory
// accesses; many chains are walked side by side, a link at a time, prefetching the next.
//
//     key ─► index ─► slot ─► leaf ─► the slot among its 256 ─► the key there           in a list
//     key ─► index ─────────► leaf ─► the key among its 256                             in a snapshot
//
// This needs nothing beforehand, but is slow: where many keys are to be found, a join is better.

import CPlatform

struct Finder: ~Copyable {
  static let width = 32

  /// What the index's numbers are.
  @safe struct Numbers: BitwiseCopyable {
    /// A list's slots; nil where a number is a leaf's.
    let slots: UnsafePointer<Slot>?
    /// By number, the version's leaves.
    let leaves: UnsafePointer<Leaf?>?

    @inline(__always) func prefetch(_ number: UInt32) {
      if let slots = unsafe slots { unsafe iqp_prefetch(slots + Int(number)) }
    }

    @inline(__always) func leaf(of number: UInt32) -> UInt32 {
      if let slots = unsafe slots { unsafe slots[Int(number)].place } else { number }
    }

    /// Where in its leaf the key is, if it is there.
    func offset(of key: Key, _ number: UInt32, leaf id: UInt32) -> Int? {
      guard let leaf = unsafe leaves?[Int(id)] else { return nil }
      if unsafe slots == nil { return leaf.find(key) }
      guard let offset = leaf.find(slot: number), leaf.key(offset) == key else { return nil }
      return offset
    }
  }

  /// Where a key may be found: flat positions low ..< high of before, hashed with `salt`.
  struct Scope: BitwiseCopyable {
    var salt: UInt64
    var low: UInt32
    var high: UInt32
  }

  /// Found, but in a section that is not of this diff.
  static let elsewhere = UInt32.max - 1

  /// One of the lookups that are made side by side.
  private struct Lookup: BitwiseCopyable {
    var key = Key(low: 0, high: 0)
    var content: UInt64 = 0
    var scope = Scope(salt: 0, low: 0, high: 0)
    var fingerprint: UInt32 = 0
    /// What the index answered, or `noIndex`.
    var number = noIndex
    /// The result.
    var flat = noIndex
  }

  private var lookups = Buffer<Lookup>()
  /// By leaf number, its chunk.
  private var chunkOfLeaf = Buffer<UInt32>()
  private var isPrepared = false

  var bytes: Int { lookups.bytes + chunkOfLeaf.bytes }

  /// Once an update, before `set`.
  mutating func prepare() throws(Refusal) {
    isPrepared = false
    try lookups.resize(to: Finder.width, filling: Lookup())
  }

  @inline(__always) mutating func set(_ key: Key, _ scope: Scope, at i: Int) {
    lookups[i].key = key
    lookups[i].scope = scope
  }

  @inline(__always) func key(_ i: Int) -> Key { lookups[i].key }

  /// A flat position in before, `noIndex`, or `elsewhere`.
  @inline(__always) func found(_ i: Int) -> UInt32 { lookups[i].flat }

  /// Of an item that was found, in before.
  @inline(__always) func content(_ i: Int) -> UInt64 { lookups[i].content }

  /// Of an item that was found: in a list its slot.
  @inline(__always) func number(_ i: Int) -> UInt32 { lookups[i].number }

  /// Appearances up the first `count` keys that were set.
  mutating func find(
    _ count: Int, in before: borrowing Input, _ index: borrowing KeyIndex, _ numbers: Numbers
  ) throws(Refusal) {
    if !isPrepared { try prepareChunks(before) }
    let hash = KeyHash.seeded
    for i in 0..<count {
      lookups[i].fingerprint = hash.fingerprint(lookups[i].key, salt: lookups[i].scope.salt)
      index.prefetch(lookups[i].fingerprint)
    }
    for i in 0..<count {
      lookups[i].flat = noIndex
      lookups[i].number = index.find(lookups[i].fingerprint) { _ in true } ?? noIndex
      if lookups[i].number != noIndex { numbers.prefetch(lookups[i].number) }
    }
    for i in 0..<count where lookups[i].number != noIndex {
      let chunk = chunk(ofLeaf: numbers.leaf(of: lookups[i].number))
      if chunk != noIndex { before.chunks[Int(chunk)].prefetch() }
    }
    for i in 0..<count where lookups[i].number != noIndex { lookUp(i, before, index, numbers) }
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

  /// Follows every number under the fingerprint until one is the key's.
  private mutating func lookUp(
    _ i: Int, _ before: borrowing Input, _ index: borrowing KeyIndex, _ numbers: Numbers
  ) {
    let lookup = lookups[i]
    var flat = noIndex
    let number = index.find(lookup.fingerprint) { number in
      let leaf = numbers.leaf(of: number)
      guard let offset = numbers.offset(of: lookup.key, number, leaf: leaf) else { return false }
      let chunk = chunk(ofLeaf: leaf)
      if chunk == noIndex {
        // In scoped keys, another section's is none of ours.
        if lookup.scope.salt == 0 { flat = Finder.elsewhere }
        return lookup.scope.salt == 0
      }
      let place = before.chunks[Int(chunk)].first + UInt32(offset)
      if place < lookup.scope.low || place >= lookup.scope.high { return false }
      flat = place
      return true
    }
    lookups[i].number = number ?? noIndex
    lookups[i].flat = flat
    if flat != noIndex && flat != Finder.elsewhere { lookups[i].content = before.content(at: Int(flat)) }
  }
}
