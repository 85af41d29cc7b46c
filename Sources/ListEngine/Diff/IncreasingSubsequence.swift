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
//
// A search is a chain of loads: each waits for the one before it. Where order is lost, four runs are
// searched side by side in the same tails, then written in order, and the later ones corrected: once a run at
// `b` with w items fills the tails from p on, all of these lie below each later position above `b`, whose index
// is therefore p + w at least. Nothing else changes for it, as the tails behind p + w are as they were.

import CPlatform

struct IncreasingSubsequence: ~Copyable {
  private var tails = Buffer<UInt32>()
  private var owners = Buffer<UInt32>()
  /// The tail of the latest run that was not near the end, and its position in `before`.
  private var finger = 0
  private var fingerBefore: UInt32 = 0
  /// How many of the latest runs, one after the other, did not extend the tails.
  private var searched = 0
  /// The run that made the longest subsequence reach its current length.
  private(set) var longest = noIndex
  /// The number of tails read so far, over all uses.
  private(set) var probes = 0

  /// Up to this many tails are searched directly: they are in the cache.
  private let direct: Int
  /// How many tails count as near the end: a few cache lines.
  private let window: Int

  /// After this many runs that did not extend the tails, the next ones are searched side by side.
  private let patience: Int

  init(direct: Int = 4096, window: Int = 64, patience: Int = 4) {
    self.direct = direct
    self.patience = patience
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
    searched = 0
    longest = noIndex
  }

  /// Adds in order those runs of `range` that begin at `low ..< high` in `before`. Sets `stays` of each to the
  /// previous run of the subsequence that it ends, or `noIndex`.
  mutating func put(_ runs: inout Buffer<Run>, _ range: Range<Int>, low: UInt32, high: UInt32) {
    var lanes = Lanes(repeating: 0)
    var count = 0
    for i in range where runs[i].before &- low < high &- low {
      if count == 0 && !isDisordered {
        runs[i].stays = put(runs[i].before, runs[i].count, of: UInt32(truncatingIfNeeded: i))
        continue
      }
      lanes[count] = i
      count += 1
      if count == lanes.count {
        put(lanes, &runs)
        count = 0
      }
    }
    for k in 0..<count {
      let i = lanes[k]
      runs[i].stays = put(runs[i].before, runs[i].count, of: UInt32(truncatingIfNeeded: i))
    }
  }

  /// Adds the positions `before ..< before + count` of `run`. Returns the previous run of the subsequence
  /// that it ends, or `noIndex`.
  @inline(__always) mutating func put(_ before: UInt32, _ count: UInt32, of run: UInt32) -> UInt32 {
    write(before, count, of: run, at: index(of: before))
  }

  @inline(__always) private mutating func write(
    _ before: UInt32, _ count: UInt32, of run: UInt32, at index: Int
  ) -> UInt32 {
    searched = index == tails.count ? 0 : searched &+ 1
    let end = index &+ Int(count)
    if end > tails.count {
      tails.setCountWithinCapacity(end)
      owners.setCountWithinCapacity(end)
      longest = run
    }
    tails[index] = before
    owners[index] = run
    if count > 1 { fill(index, end, before, run) }
    return index == 0 ? noIndex : owners[index &- 1]
  }

  // MARK: Side by side

  private typealias Lanes = InlineArray<4, Int>

  /// Whether the latest runs did not extend the tails, and these are few enough to be in the cache.
  private var isDisordered: Bool { searched >= patience && tails.count <= direct }

  /// Adds four runs, given by their numbers, as `put` does one after the other.
  private mutating func put(_ lanes: Lanes, _ runs: inout Buffer<Run>) {
    let (a, b, c, d) = (
      runs[lanes[0]].before, runs[lanes[1]].before, runs[lanes[2]].before, runs[lanes[3]].before
    )
    var (i, j, k, l) = (0, 0, 0, 0)
    var length = tails.count
    while length > 0 {
      let half = (length &+ 1) &>> 1
      i = step(i, half, a)
      j = step(j, half, b)
      k = step(k, half, c)
      l = step(l, half, d)
      length &-= half
      probes &+= 4
    }
    let first = write(lanes[0], at: i, &runs)
    if b > a { j = max(j, first) }
    if c > a { k = max(k, first) }
    if d > a { l = max(l, first) }
    let second = write(lanes[1], at: j, &runs)
    if c > b { k = max(k, second) }
    if d > b { l = max(l, second) }
    let third = write(lanes[2], at: k, &runs)
    if d > c { l = max(l, third) }
    _ = write(lanes[3], at: l, &runs)
  }

  /// Returns the index behind the last tail that the run fills.
  @inline(__always) private mutating func write(_ i: Int, at index: Int, _ runs: inout Buffer<Run>) -> Int {
    let run = runs[i]
    runs[i].stays = write(run.before, run.count, of: UInt32(truncatingIfNeeded: i), at: index)
    return index &+ Int(run.count)
  }

  /// One step of a search: whether the tail `half` further on is below `before`.
  @inline(__always) private func step(_ low: Int, _ half: Int, _ before: UInt32) -> Int {
    let above = low &+ half
    return Int(iqp_choose(tails[above &- 1] < before, Int64(above), Int64(low)))
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
    let last = count &- 1
    if last == 0 || tails[last &- 1] < before { return last }
    let window = min(window, last)
    probes &+= 2
    if tails[last &- window] < before { return search(last &- window &+ 1, last, before) }
    return count <= direct ? search(0, last &- window, before) : searchFar(of: before)
  }

  /// Optimised for nearly sorted input: most runs that are not near the end are near the previous run, and the
  /// others near the index that even spacing predicts. A plain binary search would miss the cache some twenty
  /// times.
  private mutating func searchFar(of before: UInt32) -> Int {
    let last = tails.count - 1
    probes &+= 1
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
      low = step(low, half, before)
      length &-= half
      steps &+= 1
    }
    probes &+= steps
    return low
  }
}
