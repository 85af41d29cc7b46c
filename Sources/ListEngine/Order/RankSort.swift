// Sorts items by rank; what is equal stays in the order in which it was added.
//
//     added    (7, item 0)  (2, item 1)  (7, item 2)         most ranks differ in a few of their 128 bits:
//     bits     0…111    0…010    0…111                       the first and the third one here, so there is one pass
//     sorted   (2, item 1)  (7, item 0)  (7, item 2)
//
// A radix sort from the last digit on (Knuth, The Art of Computer Programming, volume 3, 5.2.5). Few items are inserted
// one by one.

struct RankedPosition: BitwiseCopyable {
  var rank: Rank
  /// Of the item in the source.
  var position: UInt32
}

struct RankSort: ~Copyable {
  private static var few: Int { 48 }
  /// From so many on digits have 11 bits, else 8.
  private static var many: Int { 4096 }

  private var spare = Buffer<RankedPosition>()
  private var offsets = Buffer<UInt32>()

  init() {}

  mutating func sort(_ items: inout Buffer<RankedPosition>) throws(Refusal) {
    if items.count <= RankSort.few { return insertionSort(&items) }
    var differing = Rank()
    for i in 1..<items.count {
      differing.high |= items[i].rank.high ^ items[0].rank.high
      differing.low |= items[i].rank.low ^ items[0].rank.low
    }
    try spare.resize(to: items.count, filling: RankedPosition(rank: Rank(), position: 0))
    let width = items.count < RankSort.many ? 8 : 11
    try offsets.resize(to: 1 << width, filling: 0)
    sort(&items, differing.low, isHigh: false, width)
    sort(&items, differing.high, isHigh: true, width)
  }

  /// By the bits of one word that differ: a pass for so many of them, from the lowest one on.
  private mutating func sort(
    _ items: inout Buffer<RankedPosition>, _ differing: UInt64, isHigh: Bool, _ width: Int
  ) {
    var rest = differing
    while rest != 0 {
      let shift = rest.trailingZeroBitCount
      pass(&items, UInt64(shift), isHigh: isHigh, UInt64(1 << width - 1))
      rest = (rest >> (shift + width)) << (shift + width)
    }
  }

  private mutating func pass(
    _ items: inout Buffer<RankedPosition>, _ shift: UInt64, isHigh: Bool, _ mask: UInt64
  ) {
    @inline(__always) func digit(_ rank: Rank) -> Int {
      Int(truncatingIfNeeded: (isHigh ? rank.high : rank.low) &>> shift & mask)
    }
    for i in 0...Int(mask) { offsets[i] = 0 }
    for i in 0..<items.count { offsets[digit(items[i].rank)] &+= 1 }
    var offset: UInt32 = 0
    for i in 0...Int(mask) {
      let count = offsets[i]
      offsets[i] = offset
      offset &+= count
    }
    for i in 0..<items.count {
      let at = digit(items[i].rank)
      spare[Int(offsets[at])] = items[i]
      offsets[at] &+= 1
    }
    swap(&items, &spare)
  }

  private func insertionSort(_ items: inout Buffer<RankedPosition>) {
    var i = 1
    while i < items.count {
      let item = items[i]
      var at = i
      while at > 0 && item.rank < items[at - 1].rank {
        items[at] = items[at - 1]
        at -= 1
      }
      items[at] = item
      i += 1
    }
  }
}
