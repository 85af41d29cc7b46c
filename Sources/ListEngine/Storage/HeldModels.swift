// The models that a read hands out retained. They stay alive whatever another thread does to the object from
// which they were read.
//
//     read lock held       hold       one more reference to each leaf and supplementary block that is read
//                          copy       the requested columns
//     read lock released   retain     the models for the caller, by class
//                          release    what is held; the last holder of a leaf releases its models
//
// Why every model is alive when it is retained here: a leaf owns one reference to each of its models, with
// one exception. A change that rewrites a leaf hands its references over, to the new leaf or to the models
// that it will release. If the old leaf is still referenced, the change retains its models again
// (`PendingReleases.retainShared`). Until then the rewriting is called unsettled. For any model:
//
//     references = leaves with it + its pending releases - unsettled rewritings of leaves with it
//
// 1. No release precedes the retains that it relies on. Each unsettled rewriting cancels against the leaf or
//    the pending release that received the reference. That one still exists: until the change is settled the
//    object can be neither changed again nor destroyed, and pending releases come after that.
// 2. What remains counts the leaves that are not the result of an unsettled rewriting. A held leaf is one of
//    them; or it was rewritten from a leaf that its rewriting still references, and so on, back to a settled
//    leaf. A model of a held leaf has at least one reference.
// 3. When the last holder releases a leaf, no rewriting of it is unsettled, because that would hold the leaf.
//    So the leaf owns the references that it releases.
//
// A supplementary block is never rewritten and keeps its references. The models of a new block are kept alive
// by the block that it replaces, or by the host whose call passes them, until they are retained for the new
// block.

struct HeldModels: ~Copyable {
  private struct LeafRange: BitwiseCopyable {
    var leaf: Leaf
    var first: UInt32
    var count: UInt32
  }

  private struct BlockRange: BitwiseCopyable {
    var block: SupplementaryBlock
    var first: UInt32
    var count: UInt32

    func retainModels() { block.retainModels(Int(first)..<Int(first + count)) }
  }

  /// Separate from the others, so that reading from one leaf, or from one block, allocates nothing.
  private var first: LeafRange? = nil
  private var others = Buffer<LeafRange>()
  private var block: BlockRange? = nil
  private var otherBlocks = Buffer<BlockRange>()

  /// Releases everything held. Calls the host, so no lock may be held.
  deinit {
    if let first { first.leaf.release() }
    for i in 0..<others.count { others[i].leaf.release() }
    block?.block.release()
    for i in 0..<otherBlocks.count { otherBlocks[i].block.release() }
  }

  /// Holds `count` items of a leaf, from `offset` on.
  mutating func hold(_ leaf: Leaf, _ offset: Int, _ count: Int) throws(Refusal) {
    if leaf.traits & ItemColumn.model.bit == 0 || leaf.traits & ItemColumn.cellClass.bit == 0 { return }
    let range = LeafRange(leaf: leaf, first: UInt32(offset), count: UInt32(count))
    if first == nil {
      first = range
    } else {
      try others.append(range)
    }
    leaf.retain()
  }

  /// Reserves memory for so many leaves that `push` holds.
  mutating func reserve(_ count: Int) throws(Refusal) { try others.reserve(count) }

  /// Holds a leaf for models that the caller lists itself.
  mutating func push(_ leaf: Leaf) {
    others.push(LeafRange(leaf: leaf, first: 0, count: 0))
    others[others.count - 1].leaf.retain()
  }

  /// Reserves memory for so many blocks. One needs none.
  mutating func reserve(blocks count: Int) throws(Refusal) {
    if count > 1 { try otherBlocks.reserve(count - 1) }
  }

  /// Holds some supplementaries of a block.
  mutating func hold(_ block: SupplementaryBlock, _ supplementaries: Range<Int>) {
    block.retain()
    let held = BlockRange(
      block: block, first: UInt32(supplementaries.lowerBound), count: UInt32(supplementaries.count))
    if self.block == nil { self.block = held } else { otherBlocks.push(held) }
  }

  /// Retains the held models for the caller. Calls the host, so no lock may be held.
  func retain() {
    if let first { first.leaf.retainModels(Int(first.first), Int(first.count)) }
    for i in 0..<others.count {
      others[i].leaf.retainModels(Int(others[i].first), Int(others[i].count))
    }
    block?.retainModels()
    for i in 0..<otherBlocks.count { otherBlocks[i].retainModels() }
  }
}
