// Many lookups at once: from keys to flat positions in before. Each lookup is a chain of dependent
// memory accesses; sixteen chains are walked side by side, a link at a time, prefetching the next.
//
//     key ─► index bucket ─► number ─► leaf ─► table of that leaf ─► key there: equal?
//              KeyIndex       a slot, in a list;    2 bytes × 2 × capacity
//                             in a snapshot the     | tag 7 | offset + 1, 9 bits |   0: free
//                             leaf itself
//
// The tables find a key within its leaf without reading its 256 keys. They are scratch: built for a
// leaf when it is first looked into, gone with the update. The tag, bits of the fingerprint, keeps
// the key from being read in vain.

import CPlatform

struct Finder: ~Copyable {
  static let width = 16

  /// What the index's numbers are.
  @safe struct Numbers: BitwiseCopyable {
    /// A list's slots; nil where a number is a leaf's.
    let slots: UnsafePointer<Slot>?
    /// By number, the version's leaves.
    let leaves: UnsafePointer<Leaf?>?

    @inline(__always) func leaf(of number: UInt32) -> UInt32 {
      if let slots = unsafe slots { unsafe slots[Int(number)].place } else { number }
    }

    @inline(__always) func prefetch(_ number: UInt32) {
      if let slots = unsafe slots { unsafe iqp_prefetch(slots + Int(number)) }
    }

    /// Whether a leaf that is not of this diff holds the key.
    func holds(_ key: Key, leaf id: UInt32) -> Bool {
      unsafe leaves?[Int(id)]?.find(key) != nil
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

  private var chunkOfLeaf = Buffer<UInt32>()
  private var tableStarts = Buffer<UInt32>()
  private var isBuilt = Buffer<UInt8>()
  private var tables = Buffer<UInt16>()
  private var isPrepared = false

  private var keys = Buffer<Key>()
  private var scopes = Buffer<Scope>()
  private var prints = Buffer<UInt32>()
  private var chunks = Buffer<UInt32>()
  private var results = Buffer<UInt32>()

  var bytes: Int { chunkOfLeaf.bytes + tableStarts.bytes + isBuilt.bytes + tables.bytes }

  /// Once an update, before `set`.
  mutating func prepare() throws(Refusal) {
    isPrepared = false
    if !keys.isEmpty { return }
    try keys.resize(to: Finder.width, filling: Key(low: 0, high: 0))
    try scopes.resize(to: Finder.width, filling: Scope(salt: 0, low: 0, high: 0))
    try prints.resize(to: Finder.width, filling: 0)
    try chunks.resize(to: Finder.width, filling: 0)
    try results.resize(to: Finder.width, filling: none)
  }

  @inline(__always) mutating func set(_ key: Key, _ scope: Scope, at i: Int) {
    keys[i] = key
    scopes[i] = scope
  }

  @inline(__always) func key(_ i: Int) -> Key { keys[i] }

  /// A flat position in before, `none`, or `elsewhere`.
  @inline(__always) func found(_ i: Int) -> UInt32 { results[i] }

  /// Looks up the first `count` keys that were set.
  mutating func find(
    _ count: Int, in before: borrowing Input, _ index: borrowing KeyIndex, _ numbers: Numbers
  ) throws(Refusal) {
    if !isPrepared { try makeTables(before) }
    let hash = KeyHash.seeded
    for i in 0..<count {
      prints[i] = hash.fingerprint(keys[i], salt: scopes[i].salt)
      index.prefetch(prints[i])
    }
    for i in 0..<count {
      results[i] = index.find(prints[i]) { _ in true } ?? none
      if results[i] != none { numbers.prefetch(results[i]) }
    }
    for i in 0..<count where results[i] != none {
      let chunk = chunk(ofLeaf: numbers.leaf(of: results[i]))
      chunks[i] = chunk
      if chunk != none { prefetchTable(chunk, prints[i], before) }
    }
    for i in 0..<count where results[i] != none && chunks[i] != none {
      let offset = probe(Int(chunks[i]), prints[i], before) { _ in true }
      if let offset { prefetchKey(Int(chunks[i]), offset, before) }
    }
    for i in 0..<count where results[i] != none { results[i] = verify(i, before, index, numbers) }
  }

  /// Follows every number under the fingerprint to the end, nearly always just one.
  @inline(__always) private mutating func verify(
    _ i: Int, _ before: borrowing Input, _ index: borrowing KeyIndex, _ numbers: Numbers
  ) -> UInt32 {
    let key = keys[i]
    let scope = scopes[i]
    var result = none
    _ = index.find(prints[i]) { number in
      let leaf = numbers.leaf(of: number)
      let chunk = chunk(ofLeaf: leaf)
      if chunk == none {
        if scope.salt == 0 && numbers.holds(key, leaf: leaf) { result = Finder.elsewhere }
        return result != none
      }
      let home = before.chunks[Int(chunk)]
      let offset = probe(Int(chunk), prints[i], before) { home.leaf.key($0) == key }
      guard let offset else { return false }
      let flat = home.first + UInt32(offset)
      if flat < scope.low || flat >= scope.high { return false }
      result = flat
      return true
    }
    return result
  }

  @inline(__always) private func chunk(ofLeaf id: UInt32) -> UInt32 {
    Int(id) < chunkOfLeaf.count ? chunkOfLeaf[Int(id)] : none
  }

  // MARK: Tables

  private mutating func makeTables(_ before: borrowing Input) throws(Refusal) {
    var leaves = 0
    var total = 0
    for i in 0..<before.chunks.count {
      leaves = max(leaves, Int(before.chunks[i].id) + 1)
      total += 2 * before.chunks[i].leaf.capacity
    }
    guard total < Int(UInt32.max) else { throw Refusal(.limit) }
    chunkOfLeaf.removeAll()
    tableStarts.removeAll()
    isBuilt.removeAll()
    try chunkOfLeaf.resize(to: leaves, filling: none)
    try isBuilt.resize(to: before.chunks.count, filling: 0)
    try tableStarts.reserve(before.chunks.count)
    try tables.reserve(total)
    tables.setCountWithinCapacity(total)
    total = 0
    for i in 0..<before.chunks.count {
      chunkOfLeaf[Int(before.chunks[i].id)] = UInt32(i)
      tableStarts.push(UInt32(total))
      total += 2 * before.chunks[i].leaf.capacity
    }
    isPrepared = true
  }

  private mutating func prefetchTable(_ chunk: UInt32, _ print: UInt32, _ before: borrowing Input) {
    let leaf = before.chunks[Int(chunk)].leaf
    if isBuilt[Int(chunk)] == 0 { buildTable(Int(chunk), leaf, scopes[0].salt) }
    guard let base = unsafe tables.pointer else { return }
    unsafe iqp_prefetch(base + Int(tableStarts[Int(chunk)]) + (Int(print) & (2 * leaf.capacity - 1)))
  }

  private mutating func buildTable(_ chunk: Int, _ leaf: Leaf, _ salt: UInt64) {
    let hash = KeyHash.seeded
    let start = Int(tableStarts[chunk])
    let mask = 2 * leaf.capacity - 1
    for i in 0...mask { tables[start + i] = 0 }
    for i in 0..<leaf.count {
      let print = hash.fingerprint(leaf.key(i), salt: salt)
      var place = Int(print) & mask
      while tables[start + place] != 0 { place = (place + 1) & mask }
      tables[start + place] = Finder.tag(print) | UInt16(i + 1)
    }
    isBuilt[chunk] = 1
  }

  @inline(__always) private static func tag(_ print: UInt32) -> UInt16 {
    UInt16(truncatingIfNeeded: print &>> 25) &<< 9
  }

  @inline(__always) private func probe(
    _ chunk: Int, _ print: UInt32, _ before: borrowing Input, where isMatch: (Int) -> Bool
  ) -> Int? {
    let start = Int(tableStarts[chunk])
    let mask = 2 * before.chunks[chunk].leaf.capacity - 1
    let tag = Finder.tag(print)
    var place = Int(print) & mask
    while true {
      let entry = tables[start + place]
      if entry == 0 { return nil }
      let offset = Int(entry & 0x1ff) - 1
      if entry & 0xfe00 == tag && isMatch(offset) { return offset }
      place = (place + 1) & mask
    }
  }

  @inline(__always) private func prefetchKey(_ chunk: Int, _ offset: Int, _ before: borrowing Input) {
    unsafe iqp_prefetch(before.chunks[chunk].leaf.keys + offset)
  }
}
