// The supplementaries of the list itself: header, footer, what is shown in place of items, and at pages; and any number
// of the host's kinds. Each is a block of its own, so that one is set or removed alone.
//
//     rows     0: header | 1: host's, 7 | 2: - | 3: host's, 2
//     index    kind and index to row
//
// Changed with the state locked, as they are read with it.

struct ListElements: ~Copyable {
  /// A free row is nil.
  private var rows = Slab<SupplementaryBlock?>()
  private var index = KeyIndex()

  init() {}

  /// Calls the host: nobody reads them any more.
  deinit { for i in 0..<rows.count { rows[i]?.release() } }

  var count: Int { rows.usedCount }

  private static func fingerprint(_ kind: UInt32, _ index: UInt32) -> Fingerprint {
    ElementName(section: 0, kind: kind, index: index).fingerprint
  }

  private func row(_ kind: UInt32, _ index: UInt32) -> UInt32? {
    self.index.find(ListElements.fingerprint(kind, index)) { row in
      guard let element = rows[Int(row)]?[0] else { return false }
      return element.kind == kind && element.index == index
    }
  }

  /// A block with that one element.
  func find(kind: UInt32, index: UInt32) -> SupplementaryBlock? { row(kind, index).flatMap { rows[Int($0)] } }

  /// All blocks, by kind and index.
  @_optimize(size) func sorted() throws(Refusal) -> Buffer<SupplementaryBlock> {
    var ranks = try Buffer<UInt64>(capacity: count)
    for i in 0..<rows.count { if let block = rows[i] { ranks.push(block[0].rank) } }
    try ranks.sort(from: 0)
    var blocks = try Buffer<SupplementaryBlock>(capacity: count)
    for i in 0..<ranks.count {
      let (kind, index) = (UInt32(ranks[i] >> 32), UInt32(truncatingIfNeeded: ranks[i]))
      if let block = find(kind: kind, index: index) { blocks.push(block) }
    }
    return blocks
  }

  /// Takes over a block of one element, in place of the one of its kind and index, which the caller releases without a
  /// lock.
  @_optimize(size) mutating func set(_ block: SupplementaryBlock) throws(Refusal) -> SupplementaryBlock? {
    if let row = row(block[0].kind, block[0].index) {
      let former = rows[Int(row)]
      rows[Int(row)] = block
      return former
    }
    try rows.reserve(extra: 1)
    try index.reserve(extra: 1)
    index.insert(ListElements.fingerprint(block[0].kind, block[0].index), rows.add(block))
    return nil
  }

  /// Returns the block, which the caller releases without a lock; nil if there is none.
  mutating func remove(kind: UInt32, index: UInt32) -> SupplementaryBlock? {
    guard let row = row(kind, index) else { return nil }
    self.index.remove(ListElements.fingerprint(kind, index), row)
    let former = rows[Int(row)]
    rows[Int(row)] = nil
    rows.remove(row)
    return former
  }
}
