// Sorts items by rank; what is equal stays in the order in which it was added.
//
//     added    (7, item 0)  (2, item 1)  (7, item 2)         most ranks differ in a few of their 16 bytes:
//     bytes    00 … 07  00 … 02  00 … 07                     one differs, so there is one pass
//     sorted   (2, item 1)  (7, item 0)  (7, item 2)
//
// A radix sort from the last byte on (Knuth, The Art of Computer Programming, volume 3, 5.2.5). Few items are inserted
// one by one.

struct RankedPosition: BitwiseCopyable {
  var rank: Rank
  /// Of the item in the source.
  var position: UInt32
}

struct RankSort: ~Copyable {
  private static var few: Int { 48 }

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
    try offsets.resize(to: 256, filling: 0)
    for byte in 0..<16 where RankSort.digit(differing, byte) != 0 { pass(&items, byte) }
  }

  /// Byte 0 is the last one.
  @inline(__always) private static func digit(_ rank: Rank, _ byte: Int) -> Int {
    let word = byte < 8 ? rank.low : rank.high
    return Int(truncatingIfNeeded: word &>> UInt64(truncatingIfNeeded: (byte & 7) &* 8) & 0xff)
  }

  private mutating func pass(_ items: inout Buffer<RankedPosition>, _ byte: Int) {
    for digit in 0..<256 { offsets[digit] = 0 }
    for i in 0..<items.count { offsets[RankSort.digit(items[i].rank, byte)] &+= 1 }
    var offset: UInt32 = 0
    for digit in 0..<256 {
      let count = offsets[digit]
      offsets[digit] = offset
      offset &+= count
    }
    for i in 0..<items.count {
      let digit = RankSort.digit(items[i].rank, byte)
      spare[Int(offsets[digit])] = items[i]
      offsets[digit] &+= 1
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
