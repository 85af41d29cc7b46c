// Many lookups at once: from keys to flat positions in before. Each lookup is a chain of dependent
// memory accesses; many chains are walked side by side, a link at a time, prefetching the next.
//
//     thin     key ─► index ─► number ─► leaf ─► the key among its 256
//     thick    key ─► index ─► number ─► flat position ─► the key there
//
// The index's numbers are slots in a list and leaves in a snapshot. Looking for the key in its leaf is
// slow, but needs nothing beforehand. Once more than one item in `thinShare` has been found that way,
// a column is filled that leads from numbers to flat positions: by slot in a list; in a snapshot an
// index of its own takes the place of the one that leads to leaves, and its numbers are the positions.

import CPlatform

struct Finder: ~Copyable {
  static let width = 32
  private static let thinShare = 64

  /// What the index's numbers are.
  @safe struct Numbers: BitwiseCopyable {
    /// A list's slots; nil where a number is a leaf's.
    let slots: UnsafePointer<Slot>?
    let slotCount: Int
    /// By number, the version's leaves.
    let leaves: UnsafePointer<Leaf?>?

    @inline(__always) func leaf(of number: UInt32) -> UInt32 {
      if let slots = unsafe slots { unsafe slots[Int(number)].place } else { number }
    }

    var areSlots: Bool { unsafe slots != nil }

    /// Where in its leaf the key is, if it is there.
    func offset(of key: Key, leaf id: UInt32) -> Int? {
      unsafe leaves?[Int(id)]?.find(key)
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

  /// Thin: by leaf number, its chunk.
  private var chunkOfLeaf = Buffer<UInt32>()
  /// Thick: by slot, its flat position.
  private var positions = Buffer<UInt32>()
  /// Thick, in a snapshot: from keys to flat positions.
  private var ownIndex = KeyIndex()
  private var isPrepared = false
  private var isThick = false
  private var hits = 0

  private var keys = Buffer<Key>()
  private var scopes = Buffer<Scope>()
  private var prints = Buffer<UInt32>()
  private var results = Buffer<UInt32>()
  /// Of each result, the slot; in a list only.
  private var slots = Buffer<UInt32>()

  var bytes: Int {
    chunkOfLeaf.bytes + positions.bytes + ownIndex.bytes + keys.bytes + scopes.bytes + prints.bytes
      + results.bytes + slots.bytes
  }

  /// Once an update, before `set`.
  mutating func prepare() throws(Refusal) {
    isPrepared = false
    isThick = false
    hits = 0
    // One after another, so that a call that ran out of memory is completed by the next.
    try keys.resize(to: Finder.width, filling: Key(low: 0, high: 0))
    try scopes.resize(to: Finder.width, filling: Scope(salt: 0, low: 0, high: 0))
    try prints.resize(to: Finder.width, filling: 0)
    try results.resize(to: Finder.width, filling: none)
    try slots.resize(to: Finder.width, filling: 0)
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
    if !isPrepared { try prepareThin(before) }
    if !isThick && hits > before.count / Finder.thinShare { try thicken(before, numbers) }
    if !isThick {
      findThin(count, before, index, numbers)
    } else if numbers.areSlots {
      findThick(count, before, index, numbers)
    } else {
      // Lent to itself for the call.
      var own = KeyIndex()
      swap(&own, &ownIndex)
      findThick(count, before, own, numbers)
      swap(&own, &ownIndex)
    }
    for i in 0..<count where results[i] != none { hits += 1 }
  }

  // MARK: Thin

  private mutating func prepareThin(_ before: borrowing Input) throws(Refusal) {
    var leaves = 0
    for i in 0..<before.chunks.count { leaves = max(leaves, Int(before.chunks[i].id) + 1) }
    chunkOfLeaf.removeAll()
    try chunkOfLeaf.resize(to: leaves, filling: none)
    for i in 0..<before.chunks.count { chunkOfLeaf[Int(before.chunks[i].id)] = UInt32(i) }
    isPrepared = true
  }

  private mutating func findThin(
    _ count: Int, _ before: borrowing Input, _ index: borrowing KeyIndex, _ numbers: Numbers
  ) {
    hashKeys(count, index)
    for i in 0..<count { results[i] = lookUpThin(i, before, index, numbers) }
  }

  @inline(__always) private mutating func hashKeys(_ count: Int, _ index: borrowing KeyIndex) {
    let hash = KeyHash.seeded
    for i in 0..<count {
      prints[i] = hash.fingerprint(keys[i], salt: scopes[i].salt)
      index.prefetch(prints[i])
    }
  }

  private func lookUpThin(
    _ i: Int, _ before: borrowing Input, _ index: borrowing KeyIndex, _ numbers: Numbers
  ) -> UInt32 {
    var result = none
    _ = index.find(prints[i]) { number in
      let leaf = numbers.leaf(of: number)
      guard let offset = numbers.offset(of: keys[i], leaf: leaf) else { return false }
      let chunk = Int(leaf) < chunkOfLeaf.count ? chunkOfLeaf[Int(leaf)] : none
      if chunk == none {
        // In scoped keys, another section's is none of ours.
        if scopes[i].salt == 0 { result = Finder.elsewhere }
        return scopes[i].salt == 0
      }
      let flat = before.chunks[Int(chunk)].first + UInt32(offset)
      if flat < scopes[i].low || flat >= scopes[i].high { return false }
      result = flat
      return true
    }
    return result
  }

  // MARK: Thick

  private mutating func thicken(_ before: borrowing Input, _ numbers: Numbers) throws(Refusal) {
    if numbers.areSlots {
      positions.removeAll()
      try positions.resize(to: numbers.slotCount, filling: none)
      for c in 0..<before.chunks.count {
        let chunk = before.chunks[c]
        for i in 0..<chunk.count { positions[Int(chunk.leaf.slot(i))] = chunk.first + UInt32(i) }
      }
    } else {
      ownIndex.removeAll()
      try ownIndex.reserve(before.count)
      addToOwnIndex(before)
    }
    isThick = true
  }

  private mutating func addToOwnIndex(_ before: borrowing Input) {
    let hash = KeyHash.seeded
    for section in 0..<before.sectionCount {
      let salt = scopes[0].salt == 0 ? 0 : KeyHash.salt(ofSection: before.sectionKeys[section])
      for c in Int(before.firstChunks[section])..<Int(before.firstChunks[section + 1]) {
        let chunk = before.chunks[c]
        for i in 0..<chunk.count { ownIndex.prefetch(hash.fingerprint(chunk.leaf.key(i), salt: salt)) }
        for i in 0..<chunk.count {
          ownIndex.insert(hash.fingerprint(chunk.leaf.key(i), salt: salt), chunk.first + UInt32(i))
        }
      }
    }
  }

  private mutating func findThick(
    _ count: Int, _ before: borrowing Input, _ index: borrowing KeyIndex, _ numbers: Numbers
  ) {
    hashKeys(count, index)
    for i in 0..<count {
      slots[i] = index.find(prints[i]) { _ in true } ?? none
      if numbers.areSlots && slots[i] != none { prefetchPosition(slots[i]) }
    }
    for i in 0..<count {
      results[i] = slots[i] == none || !numbers.areSlots ? slots[i] : positions[Int(slots[i])]
      if results[i] != none { before.prefetch(results[i]) }
    }
    for i in 0..<count where slots[i] != none {
      let flat = results[i]
      // The first candidate is the right one, but for chance.
      if flat != none, flat >= scopes[i].low, flat < scopes[i].high, before.key(at: Int(flat)) == keys[i] {
        continue
      }
      results[i] = follow(i, before, index, numbers)
    }
  }

  @inline(__always) private func prefetchPosition(_ slot: UInt32) {
    guard let base = unsafe positions.pointer else { return }
    unsafe iqp_prefetch(base + Int(slot))
  }

  /// Follows every number under the fingerprint to the end.
  @inline(never) private func follow(
    _ i: Int, _ before: borrowing Input, _ index: borrowing KeyIndex, _ numbers: Numbers
  ) -> UInt32 {
    if numbers.areSlots { return lookUpThin(i, before, index, numbers) }
    let flat = index.find(prints[i]) { flat in
      flat >= scopes[i].low && flat < scopes[i].high && before.key(at: Int(flat)) == keys[i]
    }
    return flat ?? none
  }
}
