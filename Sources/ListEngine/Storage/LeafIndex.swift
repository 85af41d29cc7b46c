// From a key to the leaf that holds it: a snapshot's index, made when it is first needed and kept up
// from then on. Where it is not made, adding and removing do nothing.

/// Items that have come to be in a leaf, or (`isGone`) are there no more.
struct LeafChange: BitwiseCopyable {
  var leaf: Leaf
  var id: UInt32
  var first: Int
  var count: Int
  var isGone = false
}

struct LeafIndex: ~Copyable {
  var isMade = false
  var table = KeyIndex()

  mutating func reserve(extra: Int) throws(Refusal) {
    if isMade { try table.reserve(extra: extra) }
  }

  mutating func follow(_ changes: borrowing Buffer<LeafChange>, _ scope: KeyScope) {
    for c in 0..<changes.count { follow(changes[c], scope) }
  }

  /// Room was reserved.
  mutating func follow(_ change: LeafChange, _ scope: KeyScope) {
    if !isMade { return }
    for i in change.first..<change.first + change.count {
      let fingerprint = scope.fingerprint(change.leaf.key(i))
      if change.isGone { table.remove(fingerprint, change.id) } else { table.insert(fingerprint, change.id) }
    }
  }

  mutating func remove(_ leaf: Leaf, _ id: UInt32, _ scope: KeyScope) {
    follow(LeafChange(leaf: leaf, id: id, first: 0, count: leaf.count, isGone: true), scope)
  }
}
