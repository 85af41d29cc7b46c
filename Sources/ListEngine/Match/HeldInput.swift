// A version as a matcher reads it, kept beyond the lock under which it was read: its leaves and supplementaries are
// held, so that later changes copy them first.
//
//     version     A[1 2 3] B[4 5]
//     input       keys A B, starts 0 3 5, chunks | leaf 0 | leaf 1 |      may be moved to a matcher, and back
//     held        leaf 0, leaf 1

struct HeldInput: ~Copyable {
  var input: Input
  private var leaves = Buffer<Leaf>()
  private var blocks = Buffer<SupplementaryBlock>()

  /// Nothing.
  init() { input = Input() }

  /// Takes the memory of `memory`.
  init(
    _ arrangement: borrowing Arrangement, droppingEmpty: Bool = false, reusing memory: inout Input
  ) throws(Refusal) {
    input = Input()
    swap(&input, &memory)
    try input.set(arrangement, droppingEmpty: droppingEmpty)
    try hold()
  }

  /// The same version. The other one must have its input.
  init(sharing other: borrowing HeldInput) throws(Refusal) {
    input = Input()
    try input.copy(other.input)
    try hold()
  }

  private mutating func hold() throws(Refusal) {
    try leaves.reserve(input.chunks.count)
    var blockCount = 0
    for i in 0..<input.sectionCount where input.supplementaries[i] != nil { blockCount += 1 }
    try blocks.reserve(blockCount)
    // Nothing can fail from here on: deinit releases what is held.
    for i in 0..<input.chunks.count {
      input.chunks[i].leaf.retain()
      leaves.push(input.chunks[i].leaf)
    }
    for i in 0..<input.sectionCount {
      guard let block = input.supplementaries[i] else { continue }
      block.retain()
      blocks.push(block)
    }
  }

  /// May call the host's `release`, so no lock may be held.
  deinit {
    for i in 0..<leaves.count { leaves[i].release() }
    for i in 0..<blocks.count { blocks[i].release() }
  }
}
