// What leaves its place in a sorted list: blocks of the list's numbers. A block is an item and all that is below it; of an
// item that is gone, whose children go elsewhere, only the item. Blocks are within each other, or apart.
//
//     number     0  1  2  3  4  5  6  7            leaving   block 1 = 1..<5   block 2 = 3..<4   block 3 = 6..<7
//                A ├B──────────┤ F ├G┤ H           around      0 (the list)      1                 0
//                       ├D┤
//     staying    in the list A F H, in block 1 what is below B but D: C E
//
// A block has numbers of its own for what stays in it: item `j` is as many numbers further on as leave before it.

struct LeavingBlocks: ~Copyable {
  private struct Block: BitwiseCopyable {
    var first: UInt32
    var end: UInt32
    /// The smallest block that it is in: its index and 1 more, 0 is the list.
    var around: UInt32 = 0
    /// How many numbers of the block around leave before it.
    var before: UInt32 = 0

    var count: UInt32 { end - first }
  }

  /// All blocks, sorted by first number.
  private var blocks = Buffer<Block>()
  /// The same by the block around, and of each the first one in it; then the number of all.
  private var inside = Buffer<Block>()
  private var starts = Buffer<UInt32>()

  init() {}

  mutating func add(_ first: Int, end: Int) throws(Refusal) {
    try blocks.append(Block(first: UInt32(first), end: UInt32(end)))
  }

  // MARK: Nesting

  /// Once all are added.
  mutating func nest() throws(Refusal) {
    try sort()
    var open = Buffer<UInt32>()
    for i in 0..<blocks.count {
      while let last = open.last, blocks[Int(last) - 1].end <= blocks[i].first { _ = open.pop() }
      blocks[i].around = open.last ?? 0
      if blocks[i].count > 1 { try open.append(UInt32(i) + 1) }
    }
    try groupByAround()
  }

  private mutating func sort() throws(Refusal) {
    var order = try Buffer<UInt64>(capacity: blocks.count)
    for i in 0..<blocks.count { order.push(UInt64(blocks[i].first) << 32 | UInt64(i)) }
    try order.sort()
    var sorted = try Buffer<Block>(capacity: blocks.count)
    for i in 0..<order.count { sorted.push(blocks[Int(UInt32(truncatingIfNeeded: order[i]))]) }
    swap(&blocks, &sorted)
  }

  private mutating func groupByAround() throws(Refusal) {
    try starts.resize(to: blocks.count + 2, filling: 0)
    for i in 0..<blocks.count { starts[Int(blocks[i].around) + 1] += 1 }
    for i in 1..<starts.count { starts[i] += starts[i - 1] }
    var ends = try Buffer<UInt32>(capacity: starts.count)
    ends.append(contentsOf: starts)
    try inside.resize(to: blocks.count, filling: Block(first: 0, end: 0))
    for i in 0..<blocks.count {
      let around = Int(blocks[i].around)
      let at = Int(ends[around])
      if at > Int(starts[around]) { blocks[i].before = inside[at - 1].before + inside[at - 1].count }
      inside[at] = blocks[i]
      ends[around] += 1
    }
  }

  // MARK: Finding

  /// The block of an item that leaves; 0 if it stays.
  func block(of number: Int) -> Int {
    let i = blocks.firstIndex { Int($0.first) >= number }
    return i < blocks.count && Int(blocks[i].first) == number ? i + 1 : 0
  }

  /// The smallest block that contains an item behind its first one; 0: none does.
  func block(around number: Int) -> Int {
    var block = blocks.firstIndex { Int($0.first) >= number }
    while block > 0 && Int(blocks[block - 1].end) <= number { block = Int(blocks[block - 1].around) }
    return block
  }

  func end(ofBlock block: Int) -> Int { Int(blocks[block - 1].end) }

  // MARK: What stays

  /// How many numbers before one that does not leave a block do not.
  func staying(before number: Int, in block: Int) -> Int {
    let i = firstIndex(in: block) { Int($0.first) >= number }
    return i == Int(starts[block]) ? number : number - Int(inside[i - 1].before + inside[i - 1].count)
  }

  /// The number of item `j` of those that stay in a block.
  func number(ofStaying j: Int, in block: Int) -> Int {
    let i = firstIndex(in: block) { Int($0.first) - Int($0.before) > j }
    return i == Int(starts[block]) ? j : j + Int(inside[i - 1].before + inside[i - 1].count)
  }

  /// The first number of the block that leaves, from one on; without any, a number beyond all.
  func nextLeaving(from number: Int, in block: Int) -> Int {
    let i = firstIndex(in: block) { Int($0.first) >= number }
    return i < Int(starts[block + 1]) ? Int(inside[i].first) : Int.max
  }

  private func firstIndex(in block: Int, _ isReached: (Block) -> Bool) -> Int {
    inside.firstIndex(from: Int(starts[block]), to: Int(starts[block + 1]), isReached)
  }
}

extension Buffer {
  /// The first index from which on `isReached` holds, as it does for all behind it.
  func firstIndex(_ isReached: (Element) -> Bool) -> Int { firstIndex(from: 0, to: count, isReached) }

  func firstIndex(from first: Int, to end: Int, _ isReached: (Element) -> Bool) -> Int {
    var low = first
    var high = end
    while low < high {
      let middle = (low + high) / 2
      if isReached(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
