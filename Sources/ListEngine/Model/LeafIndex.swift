// From a key to the leaf that holds it: a snapshot's index, made when it is first needed and kept up
// from then on. Where it is not made, adding and removing do nothing.

struct LeafIndex: ~Copyable {
  var isMade = false
  var table = KeyIndex()

  mutating func reserve(extra: Int) throws(Refusal) {
    if isMade { try table.reserve(extra: extra) }
  }

  /// Items of a leaf, under its number; room was reserved.
  @inline(never) mutating func add(_ leaf: Leaf, _ first: Int, _ count: Int, _ id: UInt32, _ salt: UInt64) {
    if !isMade { return }
    let hash = KeyHash.seeded
    for i in first..<first + count { table.insert(hash.fingerprint(leaf.key(i), salt: salt), id) }
  }

  @inline(never) mutating func remove(_ leaf: Leaf, _ id: UInt32, _ salt: UInt64) {
    if !isMade { return }
    let hash = KeyHash.seeded
    for i in 0..<leaf.count { table.remove(hash.fingerprint(leaf.key(i), salt: salt), id) }
  }
}
