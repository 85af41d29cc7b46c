// The models that a read hands out retained, so that they outlive whatever another thread does to the
// object that they were read from.
//
//     read lock held     hold      one more reference to each leaf and block of elements that is read
//                        copy      what the host asked for
//     lock given back    retain    the models for the caller, by class
//                        let go    of what is held; a leaf that nobody else holds any more releases its models
//
// Why every model is alive when it is retained here, whatever is under way elsewhere. A leaf owns one
// reference to each of its models, with one exception: a change that rewrites a leaf hands the references
// on, to the leaf in its place or to the models that it is about to release, and retains them anew for the
// old leaf if that is still held (`PendingReleases.retainShared`). Until then, call the rewriting unsettled. So
// of any model
//
//     references = leaves with it + releases of it that are to come - unsettled rewritings of leaves with it
//
// and no release is ahead of its retains: each unsettled rewriting can be struck out against what it handed
// the reference to. That is still there, as the object cannot be changed again, nor go, before its change is
// settled, and releases come after. What is left counts the leaves that are not themselves the outcome of an
// unsettled rewriting. A leaf that is held is one of these; or it was rewritten from a leaf that its
// rewriting still holds, and that one is, or was in its turn: back to one that is settled. So wherever a leaf
// is held there is a reference to each of its models, and where the last holder of a leaf lets go no
// rewriting of it is unsettled, as that would hold it: the leaf owns what it releases.
//
// A block of elements is never rewritten and keeps its references; a new one's models are kept alive by the
// block that it replaces, or by the host whose call brings them, until they are retained for it as well.

struct HeldModels: ~Copyable {
  private struct Stretch: BitwiseCopyable {
    var leaf: Leaf
    var first: UInt32
    var count: UInt32
  }

  /// Apart from the others, so that what reads one leaf takes no memory.
  private var first: Stretch? = nil
  private var others = Buffer<Stretch>()
  private var block: SupplementaryBlock? = nil
  private var supplementaries = 0..<0

  /// Releases everything: calls the host, so no lock may be held.
  deinit {
    if let first { first.leaf.letGo() }
    for i in 0..<others.count { others[i].leaf.letGo() }
    block?.letGo()
  }

  /// So many items of a leaf, from `offset` on.
  mutating func hold(_ leaf: Leaf, _ offset: Int, _ count: Int) throws(Refusal) {
    if leaf.traits & Leaf.hasModels == 0 || leaf.traits & Leaf.hasClasses == 0 { return }
    let range = Stretch(leaf: leaf, first: UInt32(offset), count: UInt32(count))
    if first == nil {
      first = range
    } else {
      try others.append(range)
    }
    leaf.retain()
  }

  /// Some elements of a block; of one block only.
  mutating func hold(_ block: SupplementaryBlock, _ supplementaries: Range<Int>) {
    assert(self.block == nil)
    block.retain()
    self.block = block
    self.supplementaries = supplementaries
  }

  /// Calls the host, so no lock may be held.
  func retain() {
    if let first { first.leaf.retainModels(Int(first.first), Int(first.count)) }
    for i in 0..<others.count {
      others[i].leaf.retainModels(Int(others[i].first), Int(others[i].count))
    }
    block?.retainModels(supplementaries)
  }
}
