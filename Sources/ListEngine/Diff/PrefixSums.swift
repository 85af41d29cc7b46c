// The sum of the numbers before a position, where numbers are taken out one by one.
//
//     numbers      1 1 2 1 1 1 3 1    2 1 1 1
//     level 0     [0 1 2 4 5 6 7 10] [0 2 3 4 - - - -]     in a node of eight: the sum of those before it
//     level 1     [0 11 - - - - - -]                       the same for the nodes of level 0
//
//     before position 9: 2 of level 0 and 11 of level 1
//
// To take a number out, it is subtracted from the later entries of its node, on each level. All eight entries
// are written, without a branch. A Fenwick tree writes fewer, but the length of its walk depends on the bits of
// the position: one misprediction a walk.

import CPlatform

struct PrefixSums: ~Copyable {
  /// The levels, lowest first; each is padded to whole nodes, and the highest is one node.
  private var sums = Buffer<UInt32>()
  /// The padded number of entries of level 0.
  private var width = 0

  private static let fanout = 8
  private static let digitBits = 3

  /// Reserves memory for `count` numbers.
  mutating func reserve(_ count: Int) throws(Refusal) {
    var total = 0
    var width = PrefixSums.padded(count)
    while width > PrefixSums.fanout {
      total += width
      width = PrefixSums.padded(width >> PrefixSums.digitBits)
    }
    try sums.reserve(total + width)
  }

  @inline(__always) private static func padded(_ count: Int) -> Int {
    (count &+ (fanout - 1)) & ~(fanout - 1)
  }

  /// Appends a number, within the reserved memory. All are appended before `build`.
  @inline(__always) mutating func push(_ number: UInt32) { sums.push(number) }

  /// Makes the levels of the numbers.
  mutating func build() {
    var first = 0
    pad()
    width = sums.count
    while first < sums.count {
      let end = sums.count
      let isHighest = end - first == PrefixSums.fanout
      while first < end {
        let total = sumNode(at: first)
        if !isHighest { sums.push(total) }
        first += PrefixSums.fanout
      }
      pad()
    }
  }

  private mutating func pad() {
    while sums.count < PrefixSums.padded(sums.count) { sums.push(0) }
  }

  /// Replaces the numbers of a node by the sums before them; returns the sum of all.
  private mutating func sumNode(at first: Int) -> UInt32 {
    var total: UInt32 = 0
    for entry in first..<first + PrefixSums.fanout {
      let number = sums[entry]
      sums[entry] = total
      total &+= number
    }
    return total
  }

  /// Prefetches the node of a position on level 0.
  @inline(__always) func prefetch(_ position: Int) { sums.prefetch(position) }

  /// The sum of the numbers before `position`.
  func sum(before position: Int) -> UInt32 {
    var total: UInt32 = 0
    var level = 0
    var width = width
    var entry = position
    while true {
      total &+= sums[level &+ entry]
      if width <= PrefixSums.fanout { return total }
      level &+= width
      width = PrefixSums.padded(width &>> PrefixSums.digitBits)
      entry = entry &>> PrefixSums.digitBits
    }
  }

  /// Takes the number at `position` out; returns the sum of those before it.
  @inline(__always) mutating func remove(_ number: UInt32, at position: Int) -> UInt32 {
    guard var level = unsafe sums.pointer else { return 0 }
    var total: UInt32 = 0
    var width = width
    var entry = position
    while true {
      let place = entry & (PrefixSums.fanout - 1)
      let node = unsafe level + (entry &- place)
      unsafe total &+= node[place]
      unsafe iqp_subtract_after(node, Int32(truncatingIfNeeded: place), number)
      if width <= PrefixSums.fanout { return total }
      unsafe level += width
      width = PrefixSums.padded(width &>> PrefixSums.digitBits)
      entry = entry &>> PrefixSums.digitBits
    }
  }
}
