// The longest increasing subsequence of positions in `before`, by tails (Fredman, 1975), one run at a time.
//
//     tails[l]   the lowest position with which an increasing subsequence of l + 1 items can end
//     owners[l]  the run of that item
//
//     input      5 6 7 8   1 2   6'...        tails   5 6 7 8  ->  1 2 7 8
//
// The tails ascend. An item replaces the first tail that is not below it; its subsequence is one item longer
// than that of the tail to its left.
//
// A run needs one search. All its positions b to b + w - 1 are its own, so no tail lies among them: if b
// replaces tail p, then b + 1 replaces tail p + 1, and so on. The run fills w tails.
//
// A run never needs splitting. The left neighbour of a replaced tail is always the last item of its run.
// Proof: suppose it were b + i with i < w - 1. Then b + i + 1 was written to its right in the same step.
// Whatever replaced b + i + 1 was written at this same index, so it lay strictly between b + i and b + i + 1,
// and so would the new item; but no position lies between them. Every subsequence therefore contains whole
// runs, and `stays` is a property of a run.

import CPlatform

struct IncreasingSubsequence: ~Copyable {
  private var tails = Buffer<UInt32>()
  private var owners = Buffer<UInt32>()
  /// The tail of the latest run that was not near the end, and its position in `before`.
  private var finger = 0
  private var fingerBefore: UInt32 = 0
  /// The run that made the longest subsequence reach its current length.
  private(set) var longest = noIndex
  /// The number of tails read so far, over all uses.
  private(set) var probes = 0

  /// Up to this many tails are searched directly: they are in the cache.
  private let direct: Int
  /// How many tails count as near the end: a few cache lines.
  private let window: Int

  init(direct: Int = 4096, window: Int = 64) {
    self.direct = direct
    self.window = window
  }

  var bytes: Int { tails.bytes + owners.bytes }

  /// Reserves memory for a subsequence of `items`; `put` cannot fail afterwards.
  mutating func reserve(_ items: Int) throws(Refusal) {
    try tails.reserve(items)
    try owners.reserve(items)
  }

  mutating func removeAll() {
    tails.removeAll()
    owners.removeAll()
    finger = 0
    longest = noIndex
  }

  /// Adds the positions `before ..< before + count` of `run`. Returns the previous run of the subsequence
  /// that it ends, or `noIndex`.
  @inline(__always) mutating func put(_ before: UInt32, _ count: UInt32, of run: UInt32) -> UInt32 {
    let index = self.index(of: before)
    let end = index + Int(count)
    if end > tails.count {
      tails.setCountWithinCapacity(end)
      owners.setCountWithinCapacity(end)
      longest = run
    }
    tails[index] = before
    owners[index] = run
    if count > 1 { fill(index, end, before, run) }
    return index == 0 ? noIndex : owners[index - 1]
  }

  private mutating func fill(_ index: Int, _ end: Int, _ before: UInt32, _ run: UInt32) {
    var position = before
    for at in index..<end {
      tails[at] = position
      owners[at] = run
      position &+= 1
    }
  }

  /// The first tail that is not below `before`.
  @inline(__always) private mutating func index(of before: UInt32) -> Int {
    let count = tails.count
    if count == 0 { return 0 }
    probes &+= 1
    if tails[count - 1] < before { return count }
    if count <= direct { return search(0, count &- 1, before) }
    return searchFar(of: before)
  }

  /// Optimised for nearly sorted input: most runs end up near the end or near the previous run, and the
  /// others near the index that even spacing predicts. A plain binary search would miss the cache some twenty
  /// times.
  private mutating func searchFar(of before: UInt32) -> Int {
    let last = tails.count - 1
    let window = min(window, last)
    probes &+= 2
    if tails[last - window] < before { return search(last - window + 1, last, before) }
    let lowest = tails[0]
    if before < lowest { return 0 }
    let finger = min(finger, last)
    let away = Int(before) - Int(fingerBefore)
    let near = away > -window && away < window
    let even = Int(before - lowest) * last / Int(tails[last] - lowest)
    self.finger = gallop(from: near ? finger : even, before)
    fingerBefore = before
    return self.finger
  }

  /// Widens a bracket around `start` sixteenfold until it contains the result.
  private mutating func gallop(from start: Int, _ before: UInt32) -> Int {
    var step = 8
    probes &+= 1
    if tails[start] < before {
      var low = start + 1
      while true {
        let high = low + step
        if high >= tails.count { return search(low, tails.count - 1, before) }
        probes &+= 1
        if tails[high - 1] >= before { return search(low, high, before) }
        low = high
        step &*= 16
      }
    }
    var high = start
    while true {
      let low = high - step
      if low <= 0 { return search(0, high, before) }
      probes &+= 1
      if tails[low - 1] < before { return search(low, high, before) }
      high = low
      step &*= 16
    }
  }

  /// The first tail in `low ..< high` that is not below `before`, or `high`. The only branch is the loop's,
  /// and its trip count is predictable: in random input any other branch is mispredicted half of the time.
  @inline(__always) private mutating func search(_ low: Int, _ high: Int, _ before: UInt32) -> Int {
    var low = low
    var length = high &- low
    var steps = 0
    while length > 0 {
      let half = (length &+ 1) &>> 1
      let above = low &+ half
      low = Int(iqp_choose(tails[above &- 1] < before, Int64(above), Int64(low)))
      length &-= half
      steps &+= 1
    }
    probes &+= steps
    return low
  }
}
