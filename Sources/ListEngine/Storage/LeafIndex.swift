// A snapshot's index from keys to leaves, built on first use and maintained from then on. Before that, adding
// and removing do nothing.

/// Items that were added to a leaf or (`isRemoved`) removed from it.
struct LeafChange: BitwiseCopyable {
  var leaf: Leaf
  var id: LeafID
  var first: Int
  var count: Int
  var isRemoved = false
}

struct LeafIndex: ~Copyable {
  var isMade = false
  var table = KeyIndex()

  mutating func reserve(extra: Int) throws(Refusal) {
    if isMade { try table.reserve(extra: extra) }
  }

  mutating func relocate(_ changes: borrowing Buffer<LeafChange>, _ scope: KeyScope) {
    for c in 0..<changes.count { relocate(changes[c], scope) }
  }

  /// Capacity must be reserved.
  mutating func relocate(_ change: LeafChange, _ scope: KeyScope) {
    if !isMade { return }
    for i in change.first..<change.first + change.count {
      let fingerprint = scope.fingerprint(change.leaf.key(i))
      if change.isRemoved {
        table.remove(fingerprint, change.id.raw)
      } else {
        table.insert(fingerprint, change.id.raw)
      }
    }
  }

  mutating func remove(_ leaf: Leaf, _ id: LeafID, _ scope: KeyScope) {
    relocate(LeafChange(leaf: leaf, id: id, first: 0, count: leaf.count, isRemoved: true), scope)
  }
}
